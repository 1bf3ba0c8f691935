//! Step-by-step explanations, hints and ratings.
//!
//! The underlying idea: a step is a smallest set of facts that forces something. A [`Position`] is a
//! set of candidates. A [`Fact`] is the rule that a cell has a digit, or that a house has a place for
//! a digit; that candidates exclude each other may always be used. A [`Step`] places digits or
//! eliminates candidates, and has the facts from which this follows in its position. None of them can
//! be left out, and no step in the position has fewer facts, or the step has a lower bound. The
//! techniques of players are names of small sets of facts, recognised by their pattern.
//!
//! | facts | found by |
//! |---|---|
//! | 1 | enumeration (`enumeration`) |
//! | 2 | enumeration of all pairs, with bit sets of all candidates (`enumeration`) |
//! | 3 and more | iterative deepening on the size, with correction sets (`deepening`) |
//! | too many for that | unit propagation and case splits, shrunk by deletion (`refutation`) |
//!
//! Every step is checked by [`check_step`], which shares no code with the search.
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
use solve_path::SolvePath;
pub use step::Step;
pub use technique::Technique;

use crate::Deadline;
use crate::board::{Grid, Layout, Puzzle, Violation, verify};
use crate::sat::SolverError;
use crate::task::Limit;
use position::{State, Tables};

/// The size of the largest boards that are explained.
pub const LARGEST_EXPLAINED: usize = 16;

/// A failure to explain a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ExplainError {
    /// The board is too large.
    #[error("expected a board of up to {LARGEST_EXPLAINED}x{LARGEST_EXPLAINED}, found {0}x{0}")]
    TooLarge(usize),
    /// The position and the puzzle have different sizes.
    #[error("expected a position of {0}x{0} cells, found {1}x{1}")]
    OtherSize(usize, usize),
    /// A limit was reached before the step was found.
    #[error("{0}")]
    Limit(Limit),
    /// A step is not a proof, which is a bug of this library.
    #[error("step {number} of `{puzzle}` is wrong: {error}")]
    WrongStep {
        /// The number of the step, counted from 1.
        number: usize,
        /// The puzzle on one line.
        puzzle: String,
        /// The defect of the step.
        error: StepError,
    },
    /// The steps end in a grid that is not a solution, which is a bug of this library.
    #[error("the steps of `{puzzle}` do not end in a solution: {error}")]
    WrongEnd {
        /// The puzzle on one line.
        puzzle: String,
        /// The rule that the grid violates.
        error: Violation,
    },
    /// The SAT solver failed.
    #[error(transparent)]
    Solver(#[from] SolverError),
}

impl ExplainError {
    /// Returns true for a bug of this library.
    pub fn is_bug(&self) -> bool {
        !matches!(
            self,
            ExplainError::TooLarge(_) | ExplainError::OtherSize(..) | ExplainError::Limit(_)
        )
    }
}

/// The steps of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Explained {
    /// The steps in order, each in the position after the one before.
    pub steps: Vec<Step>,
    /// The solution, if the steps lead to it.
    #[cfg_attr(feature = "serde", serde(serialize_with = "as_text"))]
    pub solution: Option<Grid>,
    /// True if the steps lead to the solution or to a contradiction. False if a limit was reached, or
    /// if the puzzle has several solutions: the steps then eliminate all candidates that are in none.
    pub complete: bool,
    /// The limit reached before the last step.
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

/// The search for steps. It keeps the tables of a board: use one for many puzzles.
#[derive(Debug, Clone, Default)]
pub struct Explainer {
    tables: Option<Arc<Tables>>,
    timeout: Option<Duration>,
}

impl Explainer {
    /// Sets the time for each puzzle. The number of steps found by then depends on the machine, the
    /// steps themselves do not.
    #[must_use]
    pub fn with_timeout(self, timeout: Duration) -> Explainer {
        Explainer {
            timeout: Some(timeout),
            ..self
        }
    }

    /// Returns all steps from the givens to the solution, each checked.
    ///
    /// # Errors
    /// [`ExplainError::TooLarge`] for boards larger than [`LARGEST_EXPLAINED`]; all other errors are
    /// bugs of this library.
    pub fn explain(&mut self, puzzle: &Puzzle) -> Result<Explained, ExplainError> {
        self.path(puzzle)?.finish()
    }

    /// Returns the first step from the givens, checked, or `None` if all cells are given or every
    /// candidate is in a solution.
    ///
    /// # Errors
    /// See [`Explainer::explain`]; also [`ExplainError::Limit`] if the time runs out.
    pub fn hint(&mut self, puzzle: &Puzzle) -> Result<Option<Step>, ExplainError> {
        let mut path = self.path(puzzle)?;
        let step = path.next_step()?;
        match path.limit() {
            Some(limit) => Err(ExplainError::Limit(limit)),
            None => Ok(step),
        }
    }

    /// Returns the steps of [`Explainer::explain`] as an iterator that finds each when it is asked for.
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
    /// See [`Explainer::explain`].
    pub fn steps(&mut self, puzzle: &Puzzle) -> Result<Steps, ExplainError> {
        self.path(puzzle).map(Steps)
    }

    /// Returns all steps from a position of a puzzle instead of its givens, each checked. A cell with
    /// one candidate counts as placed.
    ///
    /// # Errors
    /// See [`Explainer::explain`]; also [`ExplainError::OtherSize`].
    pub fn explain_from(
        &mut self,
        puzzle: &Puzzle,
        position: &Position,
    ) -> Result<Explained, ExplainError> {
        let mut path = self.path(puzzle)?;
        if position.size() != puzzle.size() {
            return Err(ExplainError::OtherSize(puzzle.size(), position.size()));
        }
        path.start_from(position);
        path.finish()
    }

    fn path(&mut self, puzzle: &Puzzle) -> Result<SolvePath, ExplainError> {
        if puzzle.size() > LARGEST_EXPLAINED {
            return Err(ExplainError::TooLarge(puzzle.size()));
        }
        let tables = self.tables(puzzle.layout());
        let deadline = self.timeout.map(Deadline::after);
        Ok(SolvePath::new(puzzle, State::new(tables, puzzle), deadline))
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

/// The iterator of [`Explainer::steps`]. Steps after an error are meaningless.
#[derive(Debug)]
pub struct Steps(SolvePath);

impl Steps {
    /// Returns the solution, if the steps so far have led to it.
    ///
    /// # Errors
    /// [`ExplainError::WrongEnd`] if the steps end in a wrong grid, which is a bug of this library.
    pub fn solution(&self) -> Result<Option<Grid>, ExplainError> {
        self.0.solution()
    }

    /// Returns the limit reached before the last step.
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

/// Verifies the grid at the end of a path.
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
