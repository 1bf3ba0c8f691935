//! The interface of the commands that answer records: the trait, its input and its errors.

use satdoku::board::Puzzle;
use satdoku::task::TaskError;
use satdoku_explain::ExplainError;
use satdoku_text::{Form, Record};
use serde::Serialize;

use super::exit::Exit;
use super::message::place_of;
use super::reply::Reply;
use super::row::AnswerRows;
use super::summary::Outcome;

/// A command that answers records one by one.
pub trait RecordCommand: Send + Sync + 'static {
    /// The state that a thread keeps from record to record. It must not change the answers.
    type State;

    /// Makes the state of a thread.
    fn state(&self) -> Self::State;

    /// Answers a record: writes the answer to `reply` and returns what it counts as.
    fn answer(
        &self,
        state: &mut Self::State,
        context: &RecordContext<'_>,
        reply: &mut Reply<'_>,
    ) -> Result<Outcome, Failure>;
}

/// A record to answer.
pub struct RecordContext<'a> {
    /// The number of the record, counted from 0.
    pub number: usize,
    pub record: &'a Record,
    pub rows: Option<&'a AnswerRows>,
}

impl<'a> RecordContext<'a> {
    /// Returns the puzzle and the form it came in.
    pub fn puzzle(&self) -> Result<(&'a Puzzle, Form), Failure> {
        match &self.record.content {
            Ok((puzzle, form)) => Ok((puzzle, *form)),
            Err(_) => Err(Failure::NoPuzzle),
        }
    }

    /// Returns the same context of another form of its record.
    pub fn with_record<'b>(&self, record: &'b Record) -> RecordContext<'b>
    where
        'a: 'b,
    {
        RecordContext { record, ..*self }
    }

    /// Returns the start of a line of text about it.
    pub fn place(&self) -> String {
        place_of(self.record)
    }

    /// Writes an answer to `reply`: as a row, or else as `text` does it.
    pub fn write(
        &self,
        answer: &impl Serialize,
        reply: &mut Reply<'_>,
        text: impl FnOnce(&mut Reply<'_>),
    ) {
        match self.rows {
            Some(rows) => rows.write(Some(self.record), answer, reply),
            None => text(reply),
        }
    }
}

/// The reason why there is no answer to a record.
#[derive(Debug)]
pub enum Failure {
    /// The record is not a puzzle.
    NoPuzzle,
    /// Something that belongs to the puzzle cannot be read.
    Invalid(String),
    /// The puzzle does not have what was asked for, or took too long.
    Unanswered(String),
    /// An engine is at fault.
    Fault(TaskError),
    /// An external solver or an explanation is wrong.
    Wrong(String),
    /// An error that ends the run.
    Fatal(anyhow::Error),
}

impl From<TaskError> for Failure {
    fn from(error: TaskError) -> Failure {
        Failure::Fault(error)
    }
}

impl From<ExplainError> for Failure {
    fn from(error: ExplainError) -> Failure {
        if error.is_bug() {
            Failure::Wrong(format!("BUG in satdoku, please report it: {error}"))
        } else {
            Failure::Unanswered(error.to_string())
        }
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Failure {
        Failure::Fatal(error)
    }
}

/// Reports the fault of an engine even with `--quiet`.
pub fn report_fault(error: &TaskError, reply: &mut Reply<'_>) -> Exit {
    let (exit, text) = fault_text(error);
    reply.error(text);
    exit
}

/// Returns the outcome of a run with the fault of an engine, and its message.
pub fn fault_text(error: &TaskError) -> (Exit, String) {
    match error {
        TaskError::Failed {
            is_external: true, ..
        } => (Exit::Failed, error.to_string()),
        TaskError::Disagreement {
            is_external: true, ..
        } => {
            let text = format!("WRONG ANSWER of an external solver or a bug in satdoku: {error}");
            (Exit::Bug, text)
        }
        _ => {
            let text = format!("BUG in satdoku, please report it: {error}");
            (Exit::Bug, text)
        }
    }
}
