//! Why a puzzle has the solution it has, step by step.
//!
//! One idea carries it: a step is a smallest set of facts that forces it. A [`Position`] is a set
//! of candidates; a [`Fact`] says that a cell has a digit or that a house has a place for a digit;
//! that candidates exclude each other is free. A [`Step`] places digits or eliminates candidates,
//! with facts from which, and from the position, this follows. No fact can be left out, and no step
//! of the position has fewer facts, or the step says how few there could be. The techniques of
//! players are names of small sets of facts, recognised by their shape.
//!
//! | facts | found by |
//! |---|---|
//! | 1 | looking at all (`enumeration`) |
//! | 2 | looking at all pairs, as bit sets over all candidates at once (`enumeration`) |
//! | 3 and more | iterative deepening over the size, with correction sets (`deepening`) |
//! | more than that can decide | unit propagation and splits, shrunk (`refutation`) |
//!
//! Every step is checked by [`check_step`], which did not find it.
//!
//! ```
//! use satdoku::board::Puzzle;
//! use satdoku::explain::Explainer;
//!
//! let puzzle: Puzzle = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........".parse()?;
//! let explained = Explainer::default().explain(&puzzle)?;
//! assert!(explained.complete);
//! let first = &explained.steps[0];
//! println!("{}: {}", first.technique, first.argument);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod argument;
mod backbone;
mod check;
mod classify;
mod core;
mod deepening;
mod enumeration;
mod fact;
mod indirect_proof;
mod network;
mod position;
mod rating;
mod refutation;
mod solve_path;
mod step;
mod technique;
#[cfg(test)]
mod tests;
mod wording;

use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

pub use check::{StepError, check_step};
pub use fact::{Fact, FactName};
pub use position::Position;
pub use rating::{Difficulty, Level, Rating, UnknownDifficulty, rate};
use solve_path::Walk;
pub use step::Step;
pub use technique::Technique;

use crate::Deadline;
use crate::board::{Grid, Layout, Puzzle, Violation, verify};
use crate::sat::SolverError;
use crate::task::Limit;
use position::{State, Tables};

/// The largest boards that are explained.
pub const LARGEST_EXPLAINED: usize = 16;

/// Why there is no explanation.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ExplainError {
    /// The board is too large.
    #[error("expected a board of up to {LARGEST_EXPLAINED}x{LARGEST_EXPLAINED}, found {0}x{0}")]
    TooLarge(usize),
    /// A position has another size than the puzzle.
    #[error("expected a position of {0}x{0} cells, found {1}x{1}")]
    OtherSize(usize, usize),
    /// The time ran out before the step that was asked for was found.
    #[error("{0}")]
    Limit(Limit),
    /// A step is no proof, which is a fault of this library.
    #[error("step {number} of `{puzzle}` is wrong: {error}")]
    WrongStep {
        /// The number of the step, counted from 1.
        number: usize,
        /// The puzzle on one line.
        puzzle: String,
        /// What is wrong with it.
        error: StepError,
    },
    /// The steps end in a grid that is no solution, which is a fault of this library.
    #[error("the steps of `{puzzle}` end in no solution: {error}")]
    WrongEnd {
        /// The puzzle on one line.
        puzzle: String,
        /// What is wrong with the grid.
        error: Violation,
    },
    /// The SAT solver failed.
    #[error(transparent)]
    Solver(#[from] SolverError),
}

impl ExplainError {
    /// Whether this library is at fault, and not the puzzle.
    pub fn is_bug(&self) -> bool {
        !matches!(
            self,
            ExplainError::TooLarge(_) | ExplainError::OtherSize(..) | ExplainError::Limit(_)
        )
    }
}

/// All steps of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Explained {
    /// The steps in their order, each from the position that the one before leaves.
    pub steps: Vec<Step>,
    /// The solution, when the steps lead there.
    #[cfg_attr(feature = "serde", serde(serialize_with = "as_text"))]
    pub solution: Option<Grid>,
    /// Whether the steps lead to the solution or to a contradiction. They do not where a puzzle has
    /// several solutions: then they go as far as logic goes. Nor do they where a limit ran out.
    pub complete: bool,
    /// The limit that ran out before the last step.
    #[cfg_attr(
        feature = "serde",
        serde(
            rename = "error",
            serialize_with = "as_words",
            skip_serializing_if = "Option::is_none"
        )
    )]
    pub limit: Option<Limit>,
}

#[cfg(feature = "serde")]
fn as_text<S: serde::Serializer>(grid: &Option<Grid>, serializer: S) -> Result<S::Ok, S::Error> {
    serde::Serialize::serialize(&grid.as_ref().map(Grid::to_string), serializer)
}

#[cfg(feature = "serde")]
fn as_words<S: serde::Serializer>(limit: &Option<Limit>, serializer: S) -> Result<S::Ok, S::Error> {
    serde::Serialize::serialize(&limit.map(|limit| limit.to_string()), serializer)
}

/// Finds steps. It keeps what it knows of a board, so one for many puzzles is faster than one for
/// each.
#[derive(Debug, Clone, Default)]
pub struct Explainer {
    tables: Option<Arc<Tables>>,
    timeout: Option<Duration>,
}

impl Explainer {
    /// The same, with this much time for each puzzle. How far it comes by then depends on the
    /// machine; the steps that it finds do not. It looks at the clock some thousand times a second.
    pub fn with_timeout(self, timeout: Duration) -> Explainer {
        Explainer {
            timeout: Some(timeout),
            ..self
        }
    }

    /// All steps from the givens to the solution, each checked.
    ///
    /// # Errors
    /// When the board is larger than [`LARGEST_EXPLAINED`]; all else is a fault of this library.
    pub fn explain(&mut self, puzzle: &Puzzle) -> Result<Explained, ExplainError> {
        self.walk(puzzle)?.finish()
    }

    /// The first step from the givens, checked; `None` when all cells are given, or when no
    /// candidate can be eliminated because each is in a solution.
    ///
    /// # Errors
    /// As [`Explainer::explain`], and [`ExplainError::Limit`] when the time ran out.
    pub fn hint(&mut self, puzzle: &Puzzle) -> Result<Option<Step>, ExplainError> {
        let mut walk = self.walk(puzzle)?;
        let step = walk.next_step()?;
        match walk.limit() {
            Some(limit) => Err(ExplainError::Limit(limit)),
            None => Ok(step),
        }
    }

    /// The steps of [`Explainer::explain`] one after the other, each found when it is asked for.
    ///
    /// ```
    /// use satdoku::board::Puzzle;
    /// use satdoku::explain::Explainer;
    ///
    /// let puzzle: Puzzle = "1..4...3.1..4...".parse()?;
    /// let mut steps = Explainer::default().steps(&puzzle)?;
    /// while let Some(step) = steps.next().transpose()? {
    ///     println!("{}", step.conclusion());
    /// }
    /// assert!(steps.solution()?.is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Explainer::explain`].
    pub fn steps(&mut self, puzzle: &Puzzle) -> Result<Steps, ExplainError> {
        self.walk(puzzle).map(Steps)
    }

    /// The steps from any position of a puzzle, as [`Explainer::explain`] has them from the givens.
    /// A cell with one candidate counts as placed.
    ///
    /// # Errors
    /// As [`Explainer::explain`], and when the position has another size than the puzzle.
    pub fn explain_from(
        &mut self,
        puzzle: &Puzzle,
        position: &Position,
    ) -> Result<Explained, ExplainError> {
        let mut walk = self.walk(puzzle)?;
        if position.size() != puzzle.size() {
            return Err(ExplainError::OtherSize(puzzle.size(), position.size()));
        }
        walk.start_from(position);
        walk.finish()
    }

    /// The steps of a puzzle one after the other.
    fn walk(&mut self, puzzle: &Puzzle) -> Result<Walk, ExplainError> {
        if puzzle.size() > LARGEST_EXPLAINED {
            return Err(ExplainError::TooLarge(puzzle.size()));
        }
        let tables = self.tables(puzzle.layout());
        let deadline = self.timeout.map(Deadline::after);
        Ok(Walk::new(puzzle, State::new(tables, puzzle), deadline))
    }

    fn tables(&mut self, layout: &Arc<Layout>) -> Arc<Tables> {
        let known = self
            .tables
            .take()
            .filter(|tables| Arc::ptr_eq(&tables.layout, layout) || tables.layout == *layout);
        let tables = known.unwrap_or_else(|| Arc::new(Tables::new(layout.clone())));
        self.tables.insert(tables).clone()
    }
}

/// The iterator of [`Explainer::steps`]. After an error there are no more steps worth asking for.
#[derive(Debug)]
pub struct Steps(Walk);

impl Steps {
    /// The solution, once the steps so far have led there.
    ///
    /// # Errors
    /// When the steps end in a grid that is no solution, which is a fault of this library.
    pub fn solution(&self) -> Result<Option<Grid>, ExplainError> {
        self.0.solution()
    }

    /// The limit that ran out before the last step, once there is no further one.
    pub fn limit(&self) -> Option<Limit> {
        self.0.limit()
    }
}

impl Iterator for Steps {
    type Item = Result<Step, ExplainError>;

    fn next(&mut self) -> Option<Result<Step, ExplainError>> {
        self.0.next_step().transpose()
    }
}

/// The grid that all cells make, if it is a solution.
fn verified(puzzle: &Puzzle, grid: Grid) -> Result<Grid, ExplainError> {
    let puzzle_line = || puzzle.givens().to_string();
    match verify(puzzle, &grid) {
        Ok(()) => Ok(grid),
        Err(error) => Err(ExplainError::WrongEnd {
            puzzle: puzzle_line(),
            error,
        }),
    }
}
