//! The records of the input, answered one by one.

use std::num::NonZeroUsize;
use std::sync::Arc;

use satdoku_text::Record;

use super::excerpt::excerpt;
use super::exit::Exit;
use super::feeder::Feeder;
use super::file::AtomicFile;
use super::message::{place_of, with_option};
use super::output::Output;
use super::pipeline::{Read, Task, Worker};
use super::read::{Input, Item};
use super::record_command::{Failure, RecordCommand, RecordContext, report_fault};
use super::reply::Reply;
use super::row::AnswerRows;
use super::summary::Outcome;
use super::writer::{self, Settings};

/// A command whose state is hidden, so that everything below is compiled once and not for each command.
trait AnyCommand: Send + Sync {
    /// Returns what a thread answers records with.
    fn worker(&self) -> Box<RecordWorker<'_>>;
}

type RecordWorker<'a> =
    dyn FnMut(&RecordContext<'_>, &mut Reply<'_>) -> Result<Outcome, Failure> + 'a;

impl<C: RecordCommand> AnyCommand for C {
    fn worker(&self) -> Box<RecordWorker<'_>> {
        let mut state = self.state();
        Box::new(move |context, reply| self.answer(&mut state, context, reply))
    }
}

/// The checked options of every command that answers records.
pub struct RecordOptions {
    pub input: Input,
    pub jobs: Option<NonZeroUsize>,
    /// The outcomes are counted on standard error at the end.
    pub has_summary: bool,
    /// The exit code does not depend on the records.
    pub exit_zero: bool,
}

/// The output of a run over records.
#[derive(Default)]
pub struct RecordOutput<'a> {
    /// The rows, if answers are not text.
    pub rows: Option<AnswerRows>,
    /// The index of the files that the command writes.
    pub index: Option<&'a mut AtomicFile>,
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
        self.run_command(Box::new(read), Box::new(command), layout, output)
    }

    /// Answers these items.
    pub fn run_on(
        self,
        items: Vec<Item>,
        command: impl RecordCommand,
        layout: RecordOutput<'_>,
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        let read = move |feeder: &Feeder<'_, Item>| {
            _ = items.into_iter().try_for_each(|item| feeder.push(item));
        };
        self.run_command(Box::new(read), Box::new(command), layout, output)
    }

    fn run_command(
        self,
        read: Read<Item>,
        command: Box<dyn AnyCommand>,
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
        let task = RecordTask {
            command,
            rows: layout.rows.clone(),
        };
        let counts = writer::run(Arc::new(task), read, settings, output)?;
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
        if self.has_summary {
            counts.print();
        }
        Ok(match exit {
            Exit::Negative | Exit::Invalid if self.exit_zero => Exit::Success,
            exit => exit,
        })
    }
}

/// A command at work.
struct RecordTask {
    command: Box<dyn AnyCommand>,
    rows: Option<AnswerRows>,
}

impl Task for RecordTask {
    type Item = Item;

    fn weight(&self, item: &Item) -> usize {
        /// The memory of a record apart from its content.
        const OVERHEAD: usize = 512;
        match item {
            Item::Record(record) => OVERHEAD + record.weight(),
            Item::Unreadable(_) => OVERHEAD,
        }
    }

    fn worker(&self) -> Worker<'_, Item> {
        let mut answer = self.command.worker();
        Box::new(move |number, item, reply| {
            let record = match item {
                Item::Record(record) => record,
                Item::Unreadable(error) => {
                    reply.error(format_args!("{error:#}"));
                    return Ok(Outcome::unreadable());
                }
            };
            let context = RecordContext {
                number,
                record,
                rows: self.rows.as_ref(),
            };
            answer(&context, reply).or_else(|failure| self.report(record, failure, reply))
        })
    }

    fn panicked(&self, item: &Item, message: &str, reply: &mut Reply<'_>) -> Outcome {
        let Item::Record(record) = item else {
            return Outcome::unreadable();
        };
        let error = format!("{}panic: {message}", place_of(record));
        reply.error(format_args!("BUG in satdoku, please report it: {error}"));
        if let Some(rows) = &self.rows {
            rows.write_failure(record, "unknown", &error, reply);
        }
        Outcome::new(Exit::Bug, "failed")
    }
}

impl RecordTask {
    /// Reports that a record has no answer, as a row or on standard error.
    ///
    /// # Errors
    /// A failure that ends the run.
    fn report(
        &self,
        record: &Record,
        failure: Failure,
        reply: &mut Reply<'_>,
    ) -> anyhow::Result<Outcome> {
        let mut message = None;
        let (error, outcome) = match failure {
            Failure::NoPuzzle => {
                let invalid = record.content.as_ref().err();
                let error = invalid.map(|invalid| with_option(&invalid.error));
                // This error names its place.
                message = invalid
                    .zip(error.as_ref())
                    .map(|(invalid, error)| error.clone() + &excerpt(invalid));
                let outcome = Outcome::new(Exit::Invalid, "invalid");
                (error.unwrap_or_default(), outcome)
            }
            Failure::Invalid(error) => (error, Outcome::new(Exit::Invalid, "invalid")),
            Failure::Unanswered(error) => (error, Outcome::new(Exit::Negative, "unanswered")),
            Failure::Fault(error) => {
                let exit = report_fault(&error, reply);
                (error.to_string(), Outcome::new(exit, "failed"))
            }
            Failure::Wrong(error) => {
                reply.error(&error);
                (error, Outcome::new(Exit::Bug, "failed"))
            }
            Failure::Fatal(error) => return Err(error),
        };
        if let Some(rows) = &self.rows {
            let verdict = if outcome.exit == Exit::Invalid {
                "invalid"
            } else {
                "unknown"
            };
            rows.write_failure(record, verdict, &error, reply);
        } else if outcome.name != Some("failed") {
            reply.message(message.unwrap_or_else(|| format!("{}{error}", place_of(record))));
        }
        Ok(outcome)
    }
}
