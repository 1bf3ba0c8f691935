//! The interface of the commands that answer records: a question, and how a row looks as text.

use std::ops::ControlFlow;

use satdoku::board::Puzzle;
use satdoku_answer::{Failure, Row};
use satdoku_text::{Form, Record};

use super::message::place_of;
use super::reply::Reply;
use super::summary::Outcome;

/// A command that answers records one by one.
pub trait Command: Send + Sync + 'static {
    /// The rows of its answers.
    type Row: Row;

    /// The state that a thread keeps from record to record. It must not change the answers.
    type State;

    /// Makes the state of a thread.
    fn state(&self) -> Self::State;

    /// Answers a record: passes what it finds to `emit`, and returns what it counts as.
    fn answer(
        &self,
        state: &mut Self::State,
        asked: &Asked<'_>,
        emit: &mut Emit<'_, Self::Row>,
    ) -> Result<Outcome, NoAnswer>;

    /// Writes a row for people.
    fn show(&self, asked: &Asked<'_>, row: &Self::Row, reply: &mut Reply<'_>);

    /// Takes note of a record that is not a puzzle.
    fn skip(
        &self,
        _number: usize,
        _record: &Record,
        _emit: &mut Emit<'_, Self::Row>,
    ) -> Result<(), NoAnswer> {
        Ok(())
    }

    /// Returns the columns of its rows that CSV leaves out, because the options do not ask for them.
    fn hidden(&self) -> &'static [&'static str] {
        &[]
    }
}

/// A record to answer.
pub struct Asked<'a> {
    /// The number of the record, counted from 0.
    pub number: usize,
    pub record: &'a Record,
    pub puzzle: &'a Puzzle,
    pub form: Form,
}

impl Asked<'_> {
    /// Returns the start of a line of text about it.
    pub fn place(&self) -> String {
        place_of(self.record)
    }
}

/// A part of an answer.
pub enum Answer<R> {
    /// A row, or what a person sees of it.
    Row(R),
    /// A part of a text that is too long for a row.
    Text(String),
    /// A line about the record for standard error, which `--quiet` suppresses.
    Message(String),
    /// A line for standard error that `--quiet` does not suppress.
    Error(String),
    /// A line of the index of the files that the command writes.
    Index(String),
}

/// Takes a part of an answer. Breaks if nobody reads it.
pub type Emit<'a, R> = dyn FnMut(Answer<R>) -> ControlFlow<()> + 'a;

/// The reason why there is no answer to a record.
#[derive(Debug)]
pub enum NoAnswer {
    /// Something that belongs to the puzzle cannot be read.
    Invalid(String),
    /// A solver is wrong.
    Wrong(String),
    /// The question has no answer.
    Failure(Failure),
    /// An error that ends the run.
    Fatal(anyhow::Error),
}

impl From<Failure> for NoAnswer {
    fn from(failure: Failure) -> NoAnswer {
        NoAnswer::Failure(failure)
    }
}

impl From<anyhow::Error> for NoAnswer {
    fn from(error: anyhow::Error) -> NoAnswer {
        NoAnswer::Fatal(error)
    }
}
