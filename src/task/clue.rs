//! Clues: the parts of a puzzle that can be left out, which are its givens and drawn constraints.

use crate::board::{Candidate, Layout, Puzzle};

/// A part of a puzzle that can be left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Clue {
    /// A drawn constraint, by its number.
    Constraint(usize),
    /// A given.
    Given(Candidate),
}

impl Clue {
    /// Returns the text: `cage 15 r1c1 r1c2` or `r1c1=5`.
    pub fn text(self, layout: &Layout) -> String {
        match self {
            Clue::Given(given) => given.name(layout.geometry()).to_string(),
            Clue::Constraint(number) => match layout.constraints().get(number) {
                Some(constraint) => constraint.label(layout.geometry()),
                None => format!("constraint {}", number + 1),
            },
        }
    }
}

/// The kind of the clues that can be left out. Those of the other kind are always there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ClueKind {
    Givens,
    Constraints,
}

impl ClueKind {
    /// Returns the clues of a puzzle that can be left out.
    pub fn clues(self, puzzle: &Puzzle) -> Vec<Clue> {
        match self {
            ClueKind::Givens => puzzle.givens().filled().map(Clue::Given).collect(),
            ClueKind::Constraints => (0..puzzle.layout().constraints().len())
                .filter(|number| !is_exemption(puzzle.layout(), *number))
                .map(Clue::Constraint)
                .collect(),
        }
    }

    /// Returns the puzzle without these clues.
    pub fn without_clues(self, puzzle: &Puzzle) -> Puzzle {
        match self {
            ClueKind::Givens => puzzle.restricted_to(&[]),
            ClueKind::Constraints => {
                let layout = puzzle.layout();
                let fixed = (0..layout.constraints().len())
                    .filter(|number| is_exemption(layout, *number))
                    .collect::<Vec<usize>>();
                puzzle.clone().on(layout.restricted_to(&fixed).into())
            }
        }
    }

    /// Returns the puzzle with these of its clues, on a board that has no others.
    pub fn with_clues(self, puzzle: &Puzzle, clues: &[Clue]) -> Puzzle {
        match self {
            ClueKind::Givens => puzzle.restricted_to(&givens(clues)),
            ClueKind::Constraints => {
                let layout = puzzle.layout();
                let constraints = layout.constraints().iter().enumerate();
                let kept = constraints.filter(|(number, _)| {
                    clues.contains(&Clue::Constraint(*number)) || is_exemption(layout, *number)
                });
                let kept = kept.map(|(_, constraint)| constraint.clone()).collect();
                match layout.rules().clone().with_constraints(kept) {
                    Ok(rules) => puzzle.clone().on(Layout::new(rules).into()),
                    Err(_) => restricted(puzzle, clues),
                }
            }
        }
    }
}

/// Returns true if other constraints change when this one is left out: a pair with a mark is exempt
/// from the negative constraint about such marks, and a minimum from being larger than another one.
fn is_exemption(layout: &Layout, number: usize) -> bool {
    let constraint = &layout.constraints()[number];
    match constraint.name() {
        name @ ("minimum" | "maximum") => {
            let same = layout.constraints().iter().filter(|of| of.name() == name);
            same.count() > 1
        }
        _ => {
            let variants = layout.rules().variants();
            variants
                .iter()
                .any(|variant| variant.kind().exempts(constraint))
        }
    }
}

/// Returns the givens among clues.
pub fn givens(clues: &[Clue]) -> Vec<Candidate> {
    let given = |clue: &Clue| match clue {
        Clue::Given(given) => Some(*given),
        Clue::Constraint(_) => None,
    };
    clues.iter().filter_map(given).collect()
}

/// Returns the numbers of the constraints among clues.
pub(super) fn constraints(clues: &[Clue]) -> Vec<usize> {
    let constraint = |clue: &Clue| match clue {
        Clue::Given(_) => None,
        Clue::Constraint(number) => Some(*number),
    };
    clues.iter().filter_map(constraint).collect()
}

/// Returns the puzzle with only these clues. The other constraints keep their numbers.
pub(super) fn restricted(puzzle: &Puzzle, clues: &[Clue]) -> Puzzle {
    let layout = puzzle.layout();
    let puzzle = puzzle.restricted_to(&givens(clues));
    if layout.constraints().is_empty() {
        return puzzle;
    }
    puzzle.on(layout.restricted_to(&constraints(clues)).into())
}
