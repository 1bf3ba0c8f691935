//! The records of the input, answered one by one.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;

use satdoku_answer::{Failure, Row};
use satdoku_text::{Invalid, Record};
use serde_json::{Map, Value};

use super::command::{Answer, Asked, Command, Emit, NoAnswer};
use super::excerpt::excerpt;
use super::exit::Exit;
use super::file::{AtomicFile, Paths};
use super::input::{Input, Item};
use super::message::{place_of, with_option};
use super::options::output::Format;
use super::output::Output;
use super::reply::{Part, Piece, Reply};
use super::run::{Feed, Read, Task, Worker};
use super::sink::{Compared, CsvTable, json_line, record_columns};
use super::summary::Outcome;
use super::writer::{self, Settings};

/// A run over records: the options that every command has.
pub struct Records {
    pub input: Input,
    /// The paths of all inputs.
    pub paths: Paths,
    pub jobs: Option<NonZeroUsize>,
    /// The outcomes are counted on standard error at the end.
    pub has_summary: bool,
    /// The exit code does not depend on the records.
    pub exit_zero: bool,
}

/// What a run has besides records and results.
#[derive(Default)]
pub struct Extras<'a> {
    /// The index of the files that the command writes.
    pub index: Option<&'a mut AtomicFile>,
    /// Returns a text about the progress, in addition to the number of records.
    pub progress: Option<Box<dyn Fn() -> String>>,
}

/// The rows of a command.
pub struct Rows {
    /// The table; `None` for JSON.
    table: Option<CsvTable>,
    /// The field that is null, or for a verdict the outcome, if there is no answer.
    answer: Option<&'static str>,
}

impl Rows {
    /// Returns the rows of a format, if it has some.
    pub fn new<R: Row>(format: Format, hidden: &[&str]) -> Option<Rows> {
        let columns = || {
            let columns = R::columns().into_iter();
            columns.filter(|name| !hidden.contains(name)).collect()
        };
        format.has_rows().then(|| Rows {
            table: (format == Format::Csv).then(|| CsvTable::new(columns())),
            answer: R::ANSWER,
        })
    }

    /// Returns the header of a table without records, unless there is one already.
    pub fn begin(&self, columns: impl FnOnce() -> Vec<String>) -> Option<Piece> {
        let header = self.table.as_ref()?.begin(columns)?;
        Some(Piece::Part(Part::Text(header)))
    }

    /// Returns the line of a row.
    pub fn line(&self, record: Option<&Record>, row: &impl Row) -> String {
        match serde_json::to_value(row) {
            Ok(Value::Object(fields)) => self.line_of(record, fields),
            // A row consists of strings, numbers and lists of them, which always serialize.
            _ => String::new(),
        }
    }

    /// Adds the row of a record without an answer.
    fn write_failure(&self, record: &Record, verdict: &str, error: &str, reply: &mut Reply<'_>) {
        let mut fields = Map::new();
        if let Some(name) = self.answer {
            let value = (name == "verdict").then(|| Value::from(verdict));
            fields.insert(name.into(), value.unwrap_or_default());
        }
        fields.insert("error".into(), error.into());
        reply.text(self.line_of(Some(record), fields));
    }

    fn line_of(&self, record: Option<&Record>, mut fields: Map<String, Value>) -> String {
        match &self.table {
            Some(table) => table.line(record, &mut fields),
            None => json_line(record, &fields),
        }
    }
}

/// A command whose types are hidden, so that everything below is compiled once and not for each command.
trait AnyCommand: Send + Sync {
    /// Returns what a thread answers records with.
    fn worker<'a>(&'a self, rows: Option<&'a Rows>) -> Box<RecordWorker<'a>>;
}

type RecordWorker<'a> = dyn FnMut(usize, &Record, &mut Reply<'_>) -> Result<Outcome, NoAnswer> + 'a;

impl<C: Command> AnyCommand for C {
    fn worker<'a>(&'a self, rows: Option<&'a Rows>) -> Box<RecordWorker<'a>> {
        let mut state = self.state();
        Box::new(move |number, record, reply| {
            let (puzzle, form) = match &record.content {
                Ok((puzzle, form)) => (puzzle, *form),
                Err(invalid) => {
                    self.skip(number, record, &mut |answer| add(answer, reply, |_, _| {}))?;
                    return Ok(refuse(record, invalid, rows, reply));
                }
            };
            let asked = Asked {
                number,
                record,
                puzzle,
                form,
            };
            let emit: &mut Emit<'_, C::Row> = &mut |answer| {
                add(answer, reply, |row, reply| match rows {
                    Some(rows) => reply.text(rows.line(Some(record), &row)),
                    None => self.show(&asked, &row, reply),
                })
            };
            self.answer(&mut state, &asked, emit)
        })
    }
}

/// Adds a part of an answer to `reply`.
fn add<R>(
    answer: Answer<R>,
    reply: &mut Reply<'_>,
    row: impl FnOnce(R, &mut Reply<'_>),
) -> ControlFlow<()> {
    match answer {
        Answer::Row(of) => row(of, reply),
        Answer::Text(text) => reply.text(text),
        Answer::Message(message) => reply.message(message),
        Answer::Error(message) => reply.error(message),
        Answer::Index(line) => reply.push(Piece::Index(line)),
    }
    reply.flow()
}

/// Reports a record that is not a puzzle.
fn refuse(
    record: &Record,
    invalid: &Invalid,
    rows: Option<&Rows>,
    reply: &mut Reply<'_>,
) -> Outcome {
    let error = with_option(&invalid.error);
    match rows {
        Some(rows) => rows.write_failure(record, "invalid", &error, reply),
        // This error names its place.
        None => reply.message(error + &excerpt(invalid)),
    }
    Outcome::new(Exit::Invalid, "invalid")
}

/// An item and what precedes its answer.
struct Prepared {
    before: Vec<Piece>,
    item: Item,
}

impl Records {
    /// Answers every record of the input.
    pub fn run<C: Command>(
        self,
        command: C,
        format: Format,
        extras: Extras<'_>,
        output: Output,
    ) -> anyhow::Result<Exit> {
        let (input, terminal) = (self.input.clone(), output.terminal);
        let read = move |push: &mut dyn FnMut(Item) -> ControlFlow<()>, wait: &dyn Fn()| {
            let _ = input.read(&terminal, wait, push);
        };
        self.run_on(Box::new(read), command, format, extras, output)
    }

    /// Answers these items.
    pub fn run_items<C: Command>(
        self,
        items: Vec<Item>,
        command: C,
        format: Format,
        output: Output,
    ) -> anyhow::Result<Exit> {
        let read = move |push: &mut dyn FnMut(Item) -> ControlFlow<()>, _: &dyn Fn()| {
            let _ = items.into_iter().try_for_each(push);
        };
        self.run_on(Box::new(read), command, format, Extras::default(), output)
    }

    fn run_on<C: Command>(
        self,
        read: Box<Source>,
        command: C,
        format: Format,
        extras: Extras<'_>,
        output: Output,
    ) -> anyhow::Result<Exit> {
        let rows = Rows::new::<C::Row>(format, command.hidden());
        self.run_command(read, Box::new(command), rows, extras, output)
    }

    fn run_command(
        self,
        source: Box<Source>,
        command: Box<dyn AnyCommand>,
        rows: Option<Rows>,
        extras: Extras<'_>,
        mut output: Output,
    ) -> anyhow::Result<Exit> {
        let settings = Settings {
            jobs: self.jobs,
            amount: self.input.amount(),
            index: extras.index,
            progress: extras.progress,
        };
        let task = Arc::new(RecordTask { command, rows });
        let read = prepared(source, task.clone());
        let counts = writer::run(task, read, settings, &mut output)?;
        let exit = counts.exit();
        if exit >= Exit::Failed {
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

/// Hands over items, and calls the other function before it may have to wait.
type Source = dyn FnOnce(&mut dyn FnMut(Item) -> ControlFlow<()>, &dyn Fn()) + Send;

/// Returns a reader of items with what precedes their answers: the header of a table, remarks of the reader,
/// and an error if a record has columns that the header has not.
fn prepared(source: Box<Source>, task: Arc<RecordTask>) -> Read<Prepared> {
    Box::new(move |feed: &Feed<'_, Prepared>| {
        let rows = task.rows.as_ref();
        let table = rows.and_then(|rows| rows.table.as_ref());
        let mut compared = Compared::default();
        let mut push = |item| {
            let mut before = Vec::new();
            match &item {
                Item::Record(record) => {
                    before.extend(rows.and_then(|rows| rows.begin(|| record_columns(record))));
                    let missing = table.and_then(|table| table.missing(record, &mut compared));
                    before.extend(missing.map(Piece::Error));
                    let note = record.note.as_ref();
                    let note = note.map(|note| format!("{}{note}", place_of(record)));
                    before.extend(note.map(Piece::Message));
                }
                Item::EmptyTable(columns) => {
                    before.extend(rows.and_then(|rows| rows.begin(|| columns.to_vec())));
                }
                Item::Unreadable(_) => {}
            }
            feed.push(Prepared { before, item })
        };
        source(&mut push, &|| feed.flush());
    })
}

/// A command at work.
struct RecordTask {
    command: Box<dyn AnyCommand>,
    rows: Option<Rows>,
}

impl Task for RecordTask {
    type Item = Prepared;

    fn weight(&self, item: &Prepared) -> usize {
        /// The memory of a record apart from its content.
        const OVERHEAD: usize = 512;
        match &item.item {
            Item::Record(record) => OVERHEAD + record.weight(),
            _ => OVERHEAD,
        }
    }

    fn worker(&self) -> Worker<'_, Prepared> {
        let mut answer = self.command.worker(self.rows.as_ref());
        Box::new(move |number, prepared, reply| {
            let mut exit = Exit::Success;
            for piece in &prepared.before {
                reply.push(match piece {
                    Piece::Error(error) => {
                        exit = Exit::Failed;
                        Piece::Error(error.clone())
                    }
                    Piece::Message(message) => Piece::Message(message.clone()),
                    Piece::Part(Part::Text(text)) => Piece::Part(Part::Text(text.clone())),
                    _ => continue,
                });
            }
            let mut outcome = match &prepared.item {
                Item::Record(record) => answer(number, record, reply)
                    .or_else(|failure| self.report(record, failure, reply))?,
                Item::EmptyTable(_) => Outcome::without_record(Exit::Success),
                Item::Unreadable(error) => {
                    reply.error(format_args!("{error:#}"));
                    Outcome::without_record(Exit::Failed)
                }
            };
            outcome.exit.add(exit);
            Ok(outcome)
        })
    }

    fn panicked(&self, prepared: &Prepared, message: &str, reply: &mut Reply<'_>) -> Outcome {
        let Item::Record(record) = &prepared.item else {
            return Outcome::without_record(Exit::Bug);
        };
        let error = format!("{}panic: {message}", place_of(record));
        reply.error(Failure::Bug(error.clone()).report());
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
        failure: NoAnswer,
        reply: &mut Reply<'_>,
    ) -> anyhow::Result<Outcome> {
        let (error, outcome) = match failure {
            NoAnswer::Fatal(error) => return Err(error),
            NoAnswer::Invalid(error) => (error, Outcome::new(Exit::Invalid, "invalid")),
            NoAnswer::Wrong(error) => {
                reply.error(&error);
                (error, Outcome::new(Exit::Bug, "failed"))
            }
            NoAnswer::Failure(failure) => (failure.to_string(), report(&failure, reply)),
        };
        if let Some(rows) = &self.rows {
            let verdict = match outcome.exit {
                Exit::Invalid => "invalid",
                _ => "unknown",
            };
            rows.write_failure(record, verdict, &error, reply);
        } else if outcome.exit < Exit::Failed {
            reply.message(format!("{}{error}", place_of(record)));
        }
        Ok(outcome)
    }
}

/// Reports a fault even with `--quiet`, and returns what a record with this failure counts as.
pub fn report(failure: &Failure, reply: &mut Reply<'_>) -> Outcome {
    let exit = match failure {
        Failure::Unanswered(_) => return Outcome::new(Exit::Negative, "unanswered"),
        Failure::External(_) => Exit::Failed,
        Failure::WrongAnswer(_) | Failure::Bug(_) => Exit::Bug,
    };
    reply.error(failure.report());
    Outcome::new(exit, "failed")
}
