//! The records of the input, answered one by one.

use std::num::NonZeroUsize;

use anyhow::anyhow;
use satdoku::board::Puzzle;
use satdoku::task::TaskError;
use satdoku_explain::ExplainError;
use satdoku_text::{Form, Record};
use serde::Serialize;

use super::exit::{Exit, ExitZero};
use super::feeder::Feeder;
use super::file::WholeFile;
use super::message::{place_of, with_option};
use super::output::Output;
use super::pipeline::Task;
use super::read::{Input, Item};
use super::reply::Reply;
use super::row::AnswerRows;
use super::summary::{SummaryForm, Tally};
use super::writer::{self, Settings};

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
        question: &Question<'_>,
        reply: &mut Reply<'_>,
    ) -> Result<Tally, Failure>;
}

/// A record to answer.
pub struct Question<'a> {
    /// The number of the record, counted from 0.
    pub number: usize,
    pub record: &'a Record,
    rows: Option<&'a AnswerRows>,
}

impl<'a> Question<'a> {
    /// Returns the puzzle and the form it came in.
    pub fn puzzle(&self) -> Result<(&'a Puzzle, Form), Failure> {
        match &self.record.content {
            Ok((puzzle, form)) => Ok((puzzle, *form)),
            Err(_) => Err(Failure::NoPuzzle),
        }
    }

    /// Returns the same question about another form of its record.
    pub fn with_record<'b>(&self, record: &'b Record) -> Question<'b>
    where
        'a: 'b,
    {
        Question { record, ..*self }
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

/// The checked options of every command that answers records.
pub struct RecordOptions {
    pub input: Input,
    pub jobs: Option<NonZeroUsize>,
    pub summary: Option<SummaryForm>,
    pub exit_zero: Option<ExitZero>,
}

/// The output of a run over records.
#[derive(Default)]
pub struct RecordOutput<'a> {
    /// The rows, if answers are not text.
    pub rows: Option<AnswerRows>,
    /// The index of the files that the command writes.
    pub index: Option<&'a mut WholeFile>,
    /// Returns a text about the progress, in addition to the number of records.
    pub progress: Option<Box<dyn Fn() -> String>>,
}

impl RecordOptions {
    /// Answers every record of the input.
    pub fn run(
        self,
        command: impl RecordCommand,
        layout: RecordOutput<'_>,
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        let input = self.input.clone();
        let read = move |feeder: &Feeder<'_, Item>| _ = input.read(feeder);
        self.run_on(read, command, layout, output)
    }

    /// Answers the records that `read` hands over.
    pub fn run_on(
        self,
        read: impl FnOnce(&Feeder<'_, Item>) + Send + 'static,
        command: impl RecordCommand,
        layout: RecordOutput<'_>,
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        output.check()?;
        if let Some(file) = output.file() {
            self.input.keep_safe_from(file)?;
        }
        let settings = Settings {
            jobs: self.jobs,
            amount: self.input.amount(),
            index: layout.index,
            progress: layout.progress,
        };
        let answering = Answering {
            command,
            rows: layout.rows.clone(),
        };
        let counts = writer::run(answering, read, settings, output)?;
        // A table that has only a header is answered by a header.
        if let (0, Some(rows), Some(columns)) =
            (counts.records(), layout.rows, self.input.columns.get())
            && let Some(header) = rows.empty_table(columns)
        {
            output.write(&header)?;
        }
        let exit = counts.exit();
        if exit >= Exit::Failed {
            // The file of an earlier run is worth more than an empty one.
            output.leave_out_empty_file();
        }
        output.finish()?;
        if let Some(form) = self.summary {
            counts.print(form);
        }
        Ok(exit.except(self.exit_zero))
    }
}

/// A command at work.
struct Answering<C> {
    command: C,
    rows: Option<AnswerRows>,
}

impl<C: RecordCommand> Task for Answering<C> {
    type Item = Item;
    type State = C::State;

    fn weight(item: &Item) -> usize {
        /// The memory of a record apart from its content.
        const OVERHEAD: usize = 512;
        match item {
            Item::Record(record) => OVERHEAD + record.weight(),
            Item::Unreadable(_) | Item::Fatal(_) => OVERHEAD,
        }
    }

    fn state(&self) -> C::State {
        self.command.state()
    }

    fn answer(
        &self,
        state: &mut C::State,
        number: usize,
        item: &Item,
        reply: &mut Reply<'_>,
    ) -> anyhow::Result<Tally> {
        let record = match item {
            Item::Record(record) => record,
            Item::Unreadable(error) => {
                reply.alarm(format_args!("{error:#}"));
                return Ok(Tally::unreadable());
            }
            Item::Fatal(error) => return Err(anyhow!("{error:#}")),
        };
        let question = Question {
            number,
            record,
            rows: self.rows.as_ref(),
        };
        let answer = self.command.answer(state, &question, reply);
        answer.or_else(|failure| self.report(record, failure, reply))
    }

    fn panicked(&self, item: &Item, message: &str, reply: &mut Reply<'_>) -> Tally {
        let Item::Record(record) = item else {
            return Tally::unreadable();
        };
        let error = format!("{}panic: {message}", place_of(record));
        reply.alarm(format_args!("BUG in satdoku, please report it: {error}"));
        if let Some(rows) = &self.rows {
            rows.write_failure(record, "unknown", &error, reply);
        }
        Tally::new(Exit::Disagreement, "failed")
    }
}

impl<C: RecordCommand> Answering<C> {
    /// Reports that a record has no answer, as a row or on standard error.
    ///
    /// # Errors
    /// A failure that ends the run.
    fn report(
        &self,
        record: &Record,
        failure: Failure,
        reply: &mut Reply<'_>,
    ) -> anyhow::Result<Tally> {
        let mut message = None;
        let (error, tally) = match failure {
            Failure::NoPuzzle => {
                let invalid = record.content.as_ref().err();
                let error = invalid.map(|invalid| with_option(&invalid.error));
                // This error names its place.
                message.clone_from(&error);
                let tally = Tally::new(Exit::Invalid, "invalid");
                (error.unwrap_or_default(), tally)
            }
            Failure::Invalid(error) => (error, Tally::new(Exit::Invalid, "invalid")),
            Failure::Unanswered(error) => (error, Tally::new(Exit::Negative, "unanswered")),
            Failure::Fault(error) => {
                let exit = report_fault(&error, reply);
                (error.to_string(), Tally::new(exit, "failed"))
            }
            Failure::Wrong(error) => {
                reply.alarm(&error);
                (error, Tally::new(Exit::Disagreement, "failed"))
            }
            Failure::Fatal(error) => return Err(error),
        };
        if let Some(rows) = &self.rows {
            let outcome = if tally.exit == Exit::Invalid {
                "invalid"
            } else {
                "unknown"
            };
            rows.write_failure(record, outcome, &error, reply);
        } else if tally.outcome != Some("failed") {
            reply.message(message.unwrap_or_else(|| format!("{}{error}", place_of(record))));
        }
        Ok(tally)
    }
}

/// Reports the fault of an engine even with `--quiet`.
pub fn report_fault(error: &TaskError, reply: &mut Reply<'_>) -> Exit {
    let (exit, text) = fault_text(error);
    reply.alarm(text);
    exit
}

/// Returns the outcome of a run with the fault of an engine, and its message.
pub fn fault_text(error: &TaskError) -> (Exit, String) {
    match error {
        TaskError::External { .. } => (Exit::Failed, error.to_string()),
        TaskError::WrongAnswer { .. } => {
            let text = format!("WRONG ANSWER of an external solver or a bug in satdoku: {error}");
            (Exit::Disagreement, text)
        }
        _ => {
            let text = format!("BUG in satdoku, please report it: {error}");
            (Exit::Disagreement, text)
        }
    }
}
