//! The errors of tasks: faults of engines and solvers, never of the puzzle.

use std::fmt;

use thiserror::Error;

use crate::board::{Grid, Puzzle, Violation};
use crate::engine::{End, Engine, EngineError};

/// A question without an answer, because of a fault of this library or of an external solver.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TaskError {
    /// An engine or an external solver failed, or gave an impossible answer.
    Failed {
        /// The name of the engine.
        engine: String,
        /// True for an external solver, whose command is in `error`.
        is_external: bool,
        /// The puzzle with its rules, on one line.
        puzzle: String,
        /// The failure.
        error: EngineError,
    },
    /// Two engines contradict each other.
    Disagreement {
        /// The names of the engines, or the command of an external solver first.
        engines: [String; 2],
        /// True if the first one is an external solver.
        is_external: bool,
        /// The puzzle with its rules, on one line.
        puzzle: String,
        /// The two answers.
        answers: [Box<str>; 2],
    },
}

impl fmt::Display for TaskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TaskError::Failed {
                is_external: true,
                puzzle,
                error,
                ..
            } => write!(f, "no valid answer for `{puzzle}` from {error}"),
            TaskError::Failed {
                engine,
                puzzle,
                error,
                ..
            } => write!(f, "the engine {engine} failed on `{puzzle}`: {error}"),
            TaskError::Disagreement {
                engines: [one, other],
                is_external,
                puzzle,
                answers: [answer, another],
            } => {
                match is_external {
                    true => write!(f, "{one} and the engine {other}")?,
                    false => write!(f, "the engines {one} and {other}")?,
                }
                write!(f, " disagree on `{puzzle}`: {answer} against {another}")
            }
        }
    }
}

impl TaskError {
    /// Returns the error for an engine that failed on a puzzle.
    pub(super) fn failed(engine: &dyn Engine, puzzle: &Puzzle, error: EngineError) -> TaskError {
        TaskError::Failed {
            engine: engine.name().to_string(),
            is_external: engine.external().is_some(),
            puzzle: puzzle.to_string(),
            error,
        }
    }

    /// Returns the error for `engine` and the engine named `other` that gave these answers.
    pub(super) fn disagreement(
        engine: &dyn Engine,
        other: &str,
        puzzle: &Puzzle,
        answers: [String; 2],
    ) -> TaskError {
        let name = engine.external().unwrap_or(engine.name());
        TaskError::Disagreement {
            engines: [name, other].map(String::from),
            is_external: engine.external().is_some(),
            puzzle: puzzle.to_string(),
            answers: answers.map(Into::into),
        }
    }
}

/// Returns the answer of an engine as text for [`TaskError::disagreement`].
pub(super) fn describe(solutions: &[Grid], end: End) -> String {
    let number = match end {
        End::Complete => format!("{} in all", solutions.len()),
        _ => format!("at least {}", solutions.len()),
    };
    let grids: String = solutions.iter().map(|grid| format!(" {grid}")).collect();
    format!("{number}{grids}")
}

/// A result of an external solver that was not accepted.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ResultError {
    /// The result says that there is no solution, and there is one.
    #[error("wrong answer: UNSATISFIABLE, but the puzzle has the solution {0}")]
    HasSolution(Grid),
    /// The result says that there is no second solution, and there is one.
    #[error("wrong answer: UNSATISFIABLE, but the puzzle has two solutions, {} and {}", .0[0], .0[1])]
    HasAnother([Grid; 2]),
    /// The grid does not solve the puzzle.
    #[error("wrong answer: {0}")]
    Wrong(#[from] Violation),
    /// The model is the only solution, which the formula excludes.
    #[error("wrong answer: the model is the puzzle's only solution, which the formula excludes")]
    IsExcluded,
    /// The result could not be checked.
    #[error(transparent)]
    Task(#[from] TaskError),
}
