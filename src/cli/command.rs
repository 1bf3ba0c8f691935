//! What the commands that answer records one by one have in common.

use satdoku::board::Puzzle;
use satdoku::format::{Form, Record, Visible};
use satdoku::task::{Session, TaskError};
use serde::Serialize;

use super::exit::Exit;
use super::fields::Columns;
use super::output::Reply;
use super::summary::Tally;

/// A command that answers records one by one.
pub trait Command: Send + Sync + 'static {
    /// What is found out about a puzzle. It serializes to [`FIELDS`](super::fields::FIELDS).
    type Answer: Serialize;

    /// The fields that its objects of JSON and rows of CSV can have.
    fn columns(&self) -> Columns;

    /// What a thread asks.
    fn session(&self) -> Session {
        Session::default()
    }

    /// Finds out about a puzzle. What there is to say while that goes on can go into the reply.
    fn answer(
        &self,
        question: &Question<'_>,
        session: &mut Session,
        reply: &mut Reply<'_>,
    ) -> Result<Self::Answer, Failure>;

    /// What an answer comes to.
    fn tally(&self, answer: &Self::Answer) -> Tally;

    /// An answer as text.
    fn text(&self, question: &Question<'_>, answer: &Self::Answer, reply: &mut Reply<'_>);

    /// What the output begins with where answers are rows of a document of this command's own.
    fn header(&self) -> Option<String> {
        None
    }

    /// What there is to say about how far the run is, beside the number of puzzles.
    fn progress(&self) -> String {
        String::new()
    }

    /// Whether an answer that is being looked for comes at once when somebody presses Ctrl-C, as far
    /// as it goes.
    fn can_be_cut_short(&self) -> bool {
        false
    }

    /// The field that says that there is no answer, and its value, `null` where that is `None`.
    /// `outcome` is `invalid` or `unknown`.
    fn no_answer(&self, _outcome: &'static str) -> Option<(&'static str, Option<&'static str>)> {
        None
    }

    /// Looks at each record while it is read, in the order of the input.
    ///
    /// # Errors
    /// What ends the run.
    fn look_at(&self, _record: &Record) -> anyhow::Result<()> {
        Ok(())
    }

    /// What is left to do for a record when it has been answered or not.
    ///
    /// # Errors
    /// What ends the run.
    fn conclude(
        &self,
        _number: usize,
        _record: &Record,
        _answer: Option<&Self::Answer>,
        _reply: &mut Reply<'_>,
    ) -> anyhow::Result<Exit> {
        Ok(Exit::Success)
    }
}

/// A record that is a puzzle.
pub struct Question<'a> {
    /// The number of the record, counted from 0.
    pub number: usize,
    pub record: &'a Record,
    pub puzzle: &'a Puzzle,
    pub form: Form,
}

impl Question<'_> {
    /// What a line of text about it begins with.
    pub fn place(&self) -> String {
        place_of(self.record)
    }
}

/// `file:line: `, or nothing for a record that is not to say where it is.
pub fn place_of(record: &Record) -> String {
    if record.source.is_empty() {
        String::new()
    } else {
        format!("{}:{}: ", Visible(&record.source), record.line)
    }
}

/// Why there is no answer to a puzzle.
pub enum Failure {
    /// It has not what was asked for, or it took too long.
    Unanswered(String),
    /// An engine is at fault.
    Fault(TaskError),
    /// What somebody else says of the puzzle is not true.
    Wrong(String),
    /// The run cannot go on.
    Fatal(anyhow::Error),
}

impl From<TaskError> for Failure {
    fn from(error: TaskError) -> Failure {
        Failure::Fault(error)
    }
}

/// Says that an engine is at fault, as loudly as standard error can where that is one of ours.
pub fn say_fault(error: &TaskError, reply: &mut Reply<'_>) -> Exit {
    match error {
        TaskError::External { .. } => {
            reply.alarm(error);
            Exit::Failed
        }
        TaskError::WrongAnswer { .. } => {
            reply.alarm(format_args!(
                "WRONG ANSWER of an external solver or a bug in satdoku: {error}"
            ));
            Exit::Disagreement
        }
        _ => {
            reply.alarm(format_args!("BUG in satdoku, please report it: {error}"));
            Exit::Disagreement
        }
    }
}
