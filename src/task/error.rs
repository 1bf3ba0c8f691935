//! The errors of tasks: faults of engines and solvers, never of the puzzle.

use thiserror::Error;

use super::verdict::{Answer, Verdict};
use crate::board::{Grid, Puzzle, Violation};
use crate::engine::{End, Engine, EngineError};

/// A question without an answer, because of a fault of this library or of an external solver.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TaskError {
    /// An engine failed.
    #[error("the engine {engine} failed on `{puzzle}`: {error}")]
    Engine {
        /// The name of the engine.
        engine: String,
        /// The puzzle on one line.
        puzzle: String,
        /// The failure.
        error: EngineError,
    },
    /// An external solver failed or gave an impossible answer.
    #[error("no valid answer for `{puzzle}` from {error}")]
    External {
        /// The puzzle on one line.
        puzzle: String,
        /// The solver and its failure.
        error: EngineError,
    },
    /// An external solver and an engine of this library contradict each other.
    #[error("{solver} and the engine {engine} disagree on `{puzzle}`: {} against {}",
        answers[0], answers[1])]
    WrongAnswer {
        /// The command of the solver.
        solver: Box<str>,
        /// The name of the engine.
        engine: String,
        /// The puzzle on one line.
        puzzle: Box<str>,
        /// The two answers.
        answers: [Box<str>; 2],
    },
    /// Two engines contradict each other.
    #[error("the engines {} and {} disagree on `{puzzle}`: {} against {}",
        engines[0], engines[1], answers[0], answers[1])]
    Disagreement {
        /// The names of the engines.
        engines: [String; 2],
        /// The puzzle on one line.
        puzzle: String,
        /// The two answers.
        answers: [String; 2],
    },
}

/// The reason why [`Session::candidates`](super::Session::candidates),
/// [`Session::minimise`](super::Session::minimise) or [`Session::needs`](super::Session::needs) has
/// no result.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum QuestionError {
    /// The puzzle does not have the solutions that the question is about, or a limit was reached.
    /// This is the verdict.
    #[error("{}", describe_verdict(&.0.outcome))]
    Verdict(Box<Answer<Verdict>>),
    /// An engine failed, or two disagree.
    #[error(transparent)]
    Task(#[from] TaskError),
}

impl QuestionError {
    /// Returns the error for a puzzle with this verdict.
    pub(super) fn verdict(answer: Answer<Verdict>) -> QuestionError {
        QuestionError::Verdict(Box::new(answer))
    }
}

/// Returns a verdict as a sentence.
fn describe_verdict(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Unique(_) => "the puzzle has one solution".to_string(),
        Verdict::Multiple(_) => "the puzzle has more than one solution".to_string(),
        Verdict::Unsolvable(conflict) => format!("the puzzle has no solution: {conflict}"),
        Verdict::Unknown(limit) => limit.to_string(),
    }
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

impl TaskError {
    /// Returns the error for an engine that failed on a puzzle.
    pub(super) fn failed(engine: &dyn Engine, puzzle: &Puzzle, error: EngineError) -> TaskError {
        TaskError::failed_in(engine, engine.name(), puzzle, error)
    }

    /// Returns the error for the SAT solver of an engine that failed on a puzzle.
    pub(super) fn solver_failed(
        engine: &dyn Engine,
        puzzle: &Puzzle,
        error: EngineError,
    ) -> TaskError {
        TaskError::failed_in(engine, "sat", puzzle, error)
    }

    fn failed_in(
        engine: &dyn Engine,
        name: &str,
        puzzle: &Puzzle,
        error: EngineError,
    ) -> TaskError {
        let puzzle = puzzle.givens().to_string();
        match engine.external() {
            Some(_) => TaskError::External { puzzle, error },
            None => TaskError::Engine {
                engine: name.to_string(),
                puzzle,
                error,
            },
        }
    }

    /// Returns the error for `engine` and the engine named `other` that gave these answers.
    pub(super) fn disagreement(
        engine: &dyn Engine,
        other: &str,
        puzzle: &Puzzle,
        answers: [String; 2],
    ) -> TaskError {
        let puzzle = puzzle.givens().to_string();
        match engine.external() {
            Some(solver) => TaskError::WrongAnswer {
                solver: solver.into(),
                engine: other.to_string(),
                puzzle: puzzle.into(),
                answers: answers.map(Box::from),
            },
            None => TaskError::Disagreement {
                engines: [engine.name(), other].map(String::from),
                puzzle,
                answers,
            },
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
