//! The reason why a puzzle has no solution.

use std::fmt;

use super::clue::{Clue, constraints, givens, restricted};
use crate::board::{CandidateName, Clash, Contradiction, Puzzle};
use crate::propagate::Candidates;

/// The reason why a puzzle has no solution: a minimal unsatisfiable subset (MUS) of its givens and
/// drawn constraints, and the contradiction that they lead to, as far as these are known.
///
/// ```
/// use satdoku::board::Puzzle;
/// use satdoku::task::{Session, Verdict};
///
/// let puzzle: Puzzle = ".123......1.4...".parse()?;
/// let Verdict::Unsolvable(conflict) = Session::default().check(&puzzle)?.outcome else {
///     panic!("it has a solution");
/// };
/// let names: Vec<String> = conflict.givens().map(|given| given.to_string()).collect();
/// assert_eq!(names, ["r1c2=1", "r1c3=2", "r1c4=3", "r4c1=4"]);
/// assert!(conflict.is_minimal());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    givens: Vec<CandidateName>,
    /// The texts of the constraints.
    constraints: Vec<String>,
    is_minimal: bool,
    /// True if removed candidates (pencil marks) may be part of the reason.
    has_removed: bool,
    cause: Cause,
}

/// The contradiction that a conflict leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Cause {
    /// Two equal givens in one house.
    Clash(Clash),
    /// A contradiction found by singles and locked candidates.
    Contradiction(Contradiction),
    /// Only a search or the SAT solver refutes the puzzle.
    Search,
}

impl Conflict {
    /// The most clauses that the rules of a board may have for a MUS to be computed. 25×25 boards
    /// are below it, 36×36 boards above. On a larger board, a puzzle with some givens left out can
    /// be harder than the puzzle itself.
    pub const MOST_CLAUSES: u64 = 1_000_000;

    /// Returns givens that contradict each other, in the order of their cells. The iterator is empty
    /// if none are known or, with [`Conflict::is_minimal`], if the board has no solution whatever
    /// the givens.
    pub fn givens(&self) -> impl Iterator<Item = CandidateName> + '_ {
        self.givens.iter().cloned()
    }

    /// Returns the texts of the drawn constraints that contradict each other and the givens, in the
    /// order of the board.
    pub fn constraints(&self) -> impl Iterator<Item = &str> {
        self.constraints.iter().map(String::as_str)
    }

    /// Returns true if the givens and constraints are a MUS, so that without any one of them the rest
    /// has a solution, or if they are two givens that clash: a house or relation excludes them together
    /// and neither alone. If false, no MUS was computed or the computation reached a limit, and fewer
    /// may contradict each other.
    pub fn is_minimal(&self) -> bool {
        self.is_minimal
    }

    /// Returns the two equal givens in one house, if that is the reason.
    pub fn clash(&self) -> Option<&Clash> {
        match &self.cause {
            Cause::Clash(clash) => Some(clash),
            _ => None,
        }
    }

    /// Returns the contradiction found by singles and locked candidates, if that is the reason.
    pub fn contradiction(&self) -> Option<Contradiction> {
        match &self.cause {
            Cause::Contradiction(contradiction) => Some(contradiction.clone()),
            _ => None,
        }
    }

    /// Returns the reason that takes no search: a clash, or the contradiction by which propagation
    /// refuted `puzzle`.
    pub(super) fn without_search(
        puzzle: &Puzzle,
        contradiction: Option<Contradiction>,
    ) -> Conflict {
        match (puzzle.clash(), contradiction) {
            (Some(clash), _) => Conflict {
                givens: clash.candidates().to_vec(),
                // A cage can also exclude one of its digits because of its sum.
                is_minimal: clash.constraint.is_none(),
                constraints: clash.constraint.iter().map(ToString::to_string).collect(),
                has_removed: false,
                cause: Cause::Clash(clash),
            },
            (None, contradiction) => Conflict {
                givens: Vec::new(),
                constraints: Vec::new(),
                is_minimal: false,
                has_removed: puzzle.removed().next().is_some(),
                cause: contradiction
                    .or_else(|| Candidates::new(puzzle).propagate().err())
                    .map_or(Cause::Search, Cause::Contradiction),
            },
        }
    }

    /// Returns the conflict of these clues of `puzzle`.
    pub(super) fn of_clues(puzzle: &Puzzle, mut clues: Vec<Clue>, is_minimal: bool) -> Conflict {
        clues.sort();
        let rest = restricted(puzzle, &clues);
        let (layout, board) = (puzzle.layout(), puzzle.geometry());
        let constraints = constraints(&clues).into_iter();
        Conflict {
            givens: givens(&clues).iter().map(|at| at.name(board)).collect(),
            constraints: constraints
                .map(|number| layout.constraints()[number].label(board))
                .collect(),
            is_minimal,
            has_removed: rest.removed().next().is_some(),
            cause: match (rest.clash(), Candidates::new(&rest).propagate()) {
                (Some(clash), _) => Cause::Clash(clash),
                (None, Err(contradiction)) => Cause::Contradiction(contradiction),
                (None, Ok(())) => Cause::Search,
            },
        }
    }
}

impl fmt::Display for Conflict {
    /// `no digit is left for r4c2, given r1c1=1 r1c2=2 r3c1=3`, or with drawn constraints `cage 17
    /// r1c1 r1c2 and r1c5=9 contradict each other`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.constraints.is_empty() {
            return self.fmt_clues(f);
        }
        match &self.cause {
            Cause::Clash(clash) => return clash.fmt(f),
            Cause::Contradiction(contradiction) => contradiction.fmt(f)?,
            Cause::Search => f.write_str("every way to fill the grid fails")?,
        }
        if self.has_removed {
            f.write_str(", with these pencil marks")?;
        }
        match (&self.givens[..], self.is_minimal) {
            ([], true) => return f.write_str(", whatever is given"),
            ([], false) => return Ok(()),
            _ => f.write_str(", given")?,
        }
        self.givens().try_for_each(|name| write!(f, " {name}"))?;
        if !self.is_minimal {
            f.write_str(" (fewer of these may be enough)")?;
        }
        Ok(())
    }
}

impl Conflict {
    /// Lists the constraints and givens.
    fn fmt_clues(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let givens = self.givens.iter().map(CandidateName::to_string);
        let clues: Vec<String> = self.constraints.iter().cloned().chain(givens).collect();
        match &clues[..] {
            [only] => write!(f, "no digits satisfy {only}")?,
            [first @ .., last] => {
                write!(f, "{} and {last} contradict each other", first.join(", "))?;
            }
            [] => {}
        }
        if self.has_removed {
            f.write_str(", with these pencil marks")?;
        }
        if !self.is_minimal {
            f.write_str(" (fewer of these may be enough)")?;
        }
        Ok(())
    }
}
