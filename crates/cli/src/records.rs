//! The records of the input, answered one by one.

use std::ops::ControlFlow;
use std::sync::Arc;

use satdoku_answer::{Failure, Row};
use satdoku_text::{Invalid, Record};
use serde_json::{Map, Value};

use super::command::{Asked, Command, NoAnswer, Out};
use super::excerpt::excerpt;
use super::exit::Exit;
use super::format::Format;
use super::grids::Grids;
use super::input::{Input, Item};
use super::message::{place_of, with_option};
use super::options::input::Records;
use super::options::limits::Search;
use super::output::Output;
use super::reply::Reply;
use super::run::{Feed, Read, Task, Worker};
use super::sink::{Compared, CsvTable, json_line, record_columns};
use super::summary::Outcome;
use super::terminal::Terminal;
use super::writer::{self, Extras, Settings};

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
    pub fn begin(&self, columns: impl FnOnce() -> Vec<String>) -> Option<String> {
        self.table.as_ref()?.begin(columns)
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

/// A command with its engines and the look of its answers.
pub struct Answerer<C> {
    pub command: C,
    pub search: Search,
    pub grids: Grids,
}

/// A command whose types are hidden, so that everything below is compiled once and not for each command.
trait AnyCommand: Send + Sync {
    /// Returns what a thread answers records with.
    fn worker<'a>(&'a self, rows: Option<&'a Rows>) -> Box<RecordWorker<'a>>;
}

type RecordWorker<'a> = dyn FnMut(usize, &Record, &mut Reply<'_>) -> Result<Outcome, NoAnswer> + 'a;

impl<C: Command> AnyCommand for Answerer<C> {
    fn worker<'a>(&'a self, rows: Option<&'a Rows>) -> Box<RecordWorker<'a>> {
        let (command, grids) = (&self.command, self.grids);
        let mut asker = self.search.asker();
        Box::new(move |number, record, reply| {
            let (puzzle, form) = match &record.content {
                Ok((puzzle, form)) => (puzzle, *form),
                Err(invalid) => {
                    command.skip(number, record, reply);
                    return Ok(refuse(record, invalid, rows, reply));
                }
            };
            let asked = Asked {
                number,
                record,
                puzzle,
                form,
                grids,
            };
            let write = |row: &C::Row, reply: &mut Reply<'_>| match rows {
                Some(rows) => reply.text(rows.line(Some(record), row)),
                None => command.show(&asked, row, reply),
            };
            let write = &write;
            command.answer(&mut asker, &asked, &mut Out { reply, write })
        })
    }
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

/// An item and what precedes its answer in a table.
struct Prepared {
    /// The header, before the first item.
    header: Option<String>,
    /// The error that the header lacks columns of this record.
    missing: Option<String>,
    item: Item,
}

/// Returns the records of an input.
pub fn of_input(input: &Input, terminal: Terminal) -> Box<Source> {
    let input = input.clone();
    Box::new(move |push, before_wait| {
        let _ = input.read(&terminal, before_wait, push);
    })
}

/// Returns the source of these items.
pub fn of_items(items: Vec<Item>) -> Box<Source> {
    Box::new(move |push, _| {
        let _ = items.into_iter().try_for_each(push);
    })
}

/// Answers every record of `source`.
pub fn run<C: Command>(
    records: Records,
    source: Box<Source>,
    answerer: Answerer<C>,
    extras: Extras,
    output: Output,
) -> anyhow::Result<Exit> {
    let rows = Rows::new::<C::Row>(answerer.grids.format, answerer.command.hidden());
    let command = Box::new(answerer);
    let task = RecordTask { command, rows };
    run_task(records, source, task, extras, output)
}

fn run_task(
    records: Records,
    source: Box<Source>,
    task: RecordTask,
    extras: Extras,
    mut output: Output,
) -> anyhow::Result<Exit> {
    let settings = Settings {
        jobs: records.run.jobs,
        amount: records.input.amount(),
        extras,
    };
    let task = Arc::new(task);
    let read = prepared(source, task.clone());
    let counts = writer::run(task, read, settings, &mut output)?;
    let exit = counts.exit();
    if exit >= Exit::Failed {
        output.leave_out_empty_file();
    }
    output.finish()?;
    if records.has_summary {
        counts.print();
    }
    Ok(match exit {
        Exit::Negative | Exit::Invalid if records.run.exit_zero => Exit::Success,
        exit => exit,
    })
}

/// Hands over items, and calls the other function before it may have to wait.
pub type Source = dyn FnOnce(&mut dyn FnMut(Item) -> ControlFlow<()>, &dyn Fn()) + Send;

/// Returns a reader of items with what precedes their answers in a table.
fn prepared(source: Box<Source>, task: Arc<RecordTask>) -> Read<Prepared> {
    Box::new(move |feed: &Feed<'_, Prepared>| {
        let table = task.rows.as_ref().and_then(|rows| rows.table.as_ref());
        let mut compared = Compared::default();
        let mut push = |item| {
            let (header, missing) = match (&item, table) {
                (Item::Record(record), Some(table)) => (
                    table.begin(|| record_columns(record)),
                    table.missing(record, &mut compared),
                ),
                (Item::EmptyTable(columns), Some(table)) => {
                    (table.begin(|| columns.to_vec()), None)
                }
                _ => (None, None),
            };
            feed.push(Prepared {
                header,
                missing,
                item,
            })
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
            if let Some(header) = &prepared.header {
                reply.text(header.clone());
            }
            if let Some(missing) = &prepared.missing {
                reply.error(missing);
            }
            let mut outcome = match &prepared.item {
                Item::Record(record) => {
                    if let Some(note) = &record.note {
                        reply.message(format_args!("{}{note}", place_of(record)));
                    }
                    answer(number, record, reply)
                        .or_else(|failure| self.report(record, failure, reply))?
                }
                Item::EmptyTable(_) => Outcome::without_record(Exit::Success),
                Item::Unreadable(error) => {
                    reply.error(format_args!("{error:#}"));
                    Outcome::without_record(Exit::Failed)
                }
            };
            if prepared.missing.is_some() {
                outcome.exit.add(Exit::Failed);
            }
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
