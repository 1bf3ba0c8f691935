//! Questions without an answer.

use satdoku::board::Puzzle;
use satdoku::task::{Limit, QuestionError, TaskError, Verdict};
use satdoku_explain::ExplainError;
use thiserror::Error;

/// The reason why a question has no answer.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Failure {
    /// The puzzle does not have what was asked for, or a limit was reached.
    #[error("{0}")]
    Unanswered(String),
    /// An external solver failed.
    #[error("{0}")]
    External(String),
    /// An external solver contradicts an engine.
    #[error("{0}")]
    WrongAnswer(String),
    /// A fault of satdoku: engines disagree, or one failed.
    #[error("{0}")]
    Bug(String),
}

impl Failure {
    /// Returns the failure to stay within a limit.
    pub fn limit(limit: Limit) -> Failure {
        Failure::Unanswered(limit.to_string())
    }

    /// Returns the message of a report.
    pub fn report(&self) -> String {
        match self {
            Failure::Unanswered(_) | Failure::External(_) => self.to_string(),
            Failure::WrongAnswer(_) => {
                format!("WRONG ANSWER of an external solver or a bug in satdoku: {self}")
            }
            Failure::Bug(_) => format!("BUG in satdoku, please report it: {self}"),
        }
    }

    /// Returns why a question about the one solution of a puzzle has no answer.
    pub(crate) fn of_question(puzzle: &Puzzle, error: QuestionError) -> Failure {
        let verdict = match error {
            QuestionError::Verdict(answer) => answer.outcome,
            QuestionError::Task(error) => return error.into(),
        };
        Failure::Unanswered(match verdict {
            Verdict::Unknown(Limit::Size) => {
                let board = puzzle.geometry();
                let (rows, columns) = (board.rows(), board.columns());
                format!("expected a board up to 50x50, found {rows}x{columns}")
            }
            Verdict::Unknown(limit) => limit.to_string(),
            Verdict::Unsolvable(conflict) => {
                format!("expected a puzzle with one solution: it has no solution: {conflict}")
            }
            Verdict::Unique(_) | Verdict::Multiple(_) => {
                "expected a puzzle with one solution: it has more than one solution".to_string()
            }
        })
    }
}

impl From<TaskError> for Failure {
    fn from(error: TaskError) -> Failure {
        match error {
            TaskError::Failed {
                is_external: true, ..
            } => Failure::External(error.to_string()),
            TaskError::Disagreement {
                is_external: true, ..
            } => Failure::WrongAnswer(error.to_string()),
            _ => Failure::Bug(error.to_string()),
        }
    }
}

impl From<ExplainError> for Failure {
    fn from(error: ExplainError) -> Failure {
        match error.is_bug() {
            true => Failure::Bug(error.to_string()),
            false => Failure::Unanswered(error.to_string()),
        }
    }
}
