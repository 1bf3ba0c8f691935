//! Failures of explanations.

use thiserror::Error;

use super::check::StepError;
use satdoku::board::Violation;
use satdoku::sat::SolverError;
use satdoku::task::Limit;

/// The size of the largest boards that are explained.
pub const LARGEST_EXPLAINED: usize = 16;

/// A failure to explain a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ExplainError {
    /// The board is too large.
    #[error("expected a board of up to {LARGEST_EXPLAINED}x{LARGEST_EXPLAINED}, found {0}x{0}")]
    TooLarge(usize),
    /// The puzzle has another board than the position or filled grid.
    #[error("expected a position on the board of the puzzle, found one on another")]
    OtherBoard,
    /// The puzzle has several solutions, although one was assumed.
    #[error("expected a puzzle with one solution, as was assumed, found several")]
    SeveralSolutions,
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
            ExplainError::TooLarge(_)
                | ExplainError::OtherBoard
                | ExplainError::SeveralSolutions
                | ExplainError::Limit(_)
        )
    }
}
