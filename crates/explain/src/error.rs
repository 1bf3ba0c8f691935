//! Failures of explanations.

use thiserror::Error;

use super::check::StepError;
use satdoku::board::Violation;
use satdoku::engine::EngineError;
use satdoku::task::Limit;

/// The most digits of a board that is explained.
pub const LARGEST_EXPLAINED: usize = 16;

/// A failure to explain a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ExplainError {
    /// The board has too many digits.
    #[error("expected a board of up to {LARGEST_EXPLAINED} digits, found {0}")]
    TooLarge(usize),
    /// The board has too many of something that the search numbers or stores.
    #[error("expected a board of up to {most} {what}, found {found}")]
    TooMany {
        /// `candidates`, `facts` or `clauses of drawn constraints`.
        what: &'static str,
        /// The most that the search can handle.
        most: usize,
        /// The number of the board.
        found: usize,
    },
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
    /// The SAT engine failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

impl ExplainError {
    /// Returns true for a bug of this library.
    pub fn is_bug(&self) -> bool {
        !matches!(
            self,
            ExplainError::TooLarge(_)
                | ExplainError::TooMany { .. }
                | ExplainError::OtherBoard
                | ExplainError::SeveralSolutions
                | ExplainError::Limit(_)
        )
    }
}
