//! Removal of the constraints that a puzzle does not need to have one solution.
//!
//! What the MRV engine leaves open, a SAT solver rarely decides either. Nearly all of it is in puzzles with
//! sums of diagonals: of six, one was proved minimal in ten seconds each.

use std::sync::Arc;

use rand_chacha::ChaCha8Rng;

use super::super::shuffle::shuffle;
use satdoku::board::{Constraint, Layout, Puzzle};
use satdoku::engine::mrv::Mrv;
use satdoku::engine::{Budget, Engine, EngineError};
use satdoku::task::{Clue, givens};

/// Removes constraints in random order as long as the puzzle has one solution, except the first
/// `fixed` ones. Returns the puzzle, and true if no other constraint can be removed.
///
/// Each constraint is tried once, because one that is needed among many is needed among fewer.
pub fn remove_redundant(
    mut puzzle: Puzzle,
    fixed: usize,
    engine: &mut Mrv,
    budget: Budget,
    random: &mut ChaCha8Rng,
) -> Result<(Puzzle, bool), EngineError> {
    let mut order: Vec<Constraint> = puzzle.layout().constraints()[fixed..].to_vec();
    shuffle(&mut order, random);
    let mut needs_all = true;
    for constraint in order {
        let rules = puzzle.layout().rules();
        let (first, drawn) = rules.constraints().split_at(fixed);
        let rest = drawn.iter().filter(|other| **other != constraint);
        let rest: Vec<Constraint> = first.iter().chain(rest).cloned().collect();
        let rules = rules.clone().with_constraints(rest);
        let rules = rules.expect("some of the constraints of a board");
        let smaller = puzzle.clone().on(Arc::new(Layout::new(rules)));
        let (solutions, report) = engine.solutions(&smaller, 2, budget)?;
        if solutions.len() < 2 && report.end.is_cut_short() {
            needs_all = false;
        } else if solutions.len() < 2 {
            puzzle = smaller;
        }
    }
    Ok((puzzle, needs_all))
}

/// Returns a puzzle with only these of its clues.
pub fn with_clues(puzzle: &Puzzle, clues: &[Clue]) -> Puzzle {
    let layout = puzzle.layout();
    let numbered = layout.constraints().iter().enumerate();
    let kept = numbered.filter(|(number, _)| clues.contains(&Clue::Constraint(*number)));
    let kept = kept.map(|(_, constraint)| constraint.clone()).collect();
    let rules = layout.rules().clone().with_constraints(kept);
    let rules = rules.expect("some of the constraints of a board");
    puzzle
        .restricted_to(&givens(clues))
        .on(Arc::new(Layout::new(rules)))
}
