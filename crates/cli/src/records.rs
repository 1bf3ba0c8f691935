//! The records of the input, answered one by one.

use std::ops::ControlFlow;
use std::sync::Arc;

use satdoku_answer::{Failure, Row};
use satdoku_text::{Invalid, Record};
use serde_json::{Map, Value};

use super::command::{Asked, Command, NoAnswer};
use super::excerpt::excerpt;
use super::exit::Exit;
use super::format::Format;
use super::grids::Grids;
use super::input::{Input, Item};
use super::message::{place_of, with_option};
use super::options::input::RunArgs;
use super::options::limits::Search;
use super::output::Output;
use super::progress::Amount;
use super::reply::Reply;
use super::run::{Feed, Read, Task, Worker};
use super::sink::{Compared, CsvTable, json_line, record_columns};
use super::summary::Outcome;
use super::terminal::Terminal;
use super::writer::{self, Extras};

/// The rows of a command.
pub struct Rows {
    /// The table; `None` for JSON.
    table: Option<CsvTable>,
    /// The field that is null, or for a verdict the outcome, if there is no answer.
    answer: Option<&'static str>,
    /// True if rows begin with the fields of their records.
    has_records: bool,
}

impl Rows {
    /// Returns the rows of a format, if it has some.
    pub fn new<R: Row>(format: Format, hidden: &[&str], has_records: bool) -> Option<Rows> {
        let columns = || {
            let columns = R::columns().into_iter();
            columns.filter(|name| !hidden.contains(name)).collect()
        };
        format.has_rows().then(|| Rows {
            table: (format == Format::Csv).then(|| CsvTable::new(columns())),
            answer: R::ANSWER,
            has_records,
        })
    }

    /// Returns the header of a table, unless there is one already.
    pub fn begin(&self, columns: impl FnOnce() -> Vec<String>) -> Option<String> {
        let columns = || match self.has_records {
            true => columns(),
            false => Vec::new(),
        };
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
    fn write_failure(&self, record: &Record, verdict: &str, error: &str, reply: &Reply<'_>) {
        let mut fields = Map::new();
        if let Some(name) = self.answer {
            let value = (name == "verdict").then(|| Value::from(verdict));
            fields.insert(name.into(), value.unwrap_or_default());
        }
        fields.insert("error".into(), error.into());
        reply.text(self.line_of(Some(record), fields));
    }

    fn line_of(&self, record: Option<&Record>, mut fields: Map<String, Value>) -> String {
        let record = record.filter(|_| self.has_records);
        match &self.table {
            Some(table) => table.line(record, &mut fields),
            None => json_line(record, &fields),
        }
    }
}

/// A command at work, with its engines and the look of its answers.
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

type RecordWorker<'a> = dyn FnMut(usize, &Record, &Reply<'_>) -> Result<Outcome, NoAnswer> + 'a;

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
            if C::HAS_RECORDS {
                grids.require_expressible(puzzle)?;
            }
            let asked = Asked {
                number,
                record,
                puzzle,
                form,
                grids,
                reply,
            };
            let (row, outcome) = command.answer(&mut asker, &asked)?;
            let write = |rows: &Rows, row: &C::Row| reply.text(rows.line(Some(record), row));
            match rows {
                None => command.show(&asked, &row),
                Some(rows) if rows.table.is_none() => write(rows, &row),
                Some(rows) => {
                    let of_table = command.in_table(row);
                    of_table.iter().for_each(|row| write(rows, row));
                }
            }
            Ok(outcome)
        })
    }
}

/// Reports a record that is not a puzzle.
fn refuse(record: &Record, invalid: &Invalid, rows: Option<&Rows>, reply: &Reply<'_>) -> Outcome {
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

/// The items of a run.
pub struct Source {
    read: Box<ReadItems>,
    amount: Amount,
}

/// Hands over items, and calls the other function before it may have to wait.
type ReadItems = dyn FnOnce(&mut dyn FnMut(Item) -> ControlFlow<()>, &dyn Fn()) + Send;

/// Returns the records of an input.
pub fn of_input(input: &Input, terminal: Terminal) -> Source {
    let (amount, input) = (input.amount(), input.clone());
    let read = Box::new(
        move |push: &mut dyn FnMut(Item) -> ControlFlow<()>, before_wait: &dyn Fn()| {
            let _ = input.read(&terminal, before_wait, push);
        },
    );
    Source { read, amount }
}

/// Returns the source of these items, of which there are `total` if that is known.
pub fn of_items(items: impl Iterator<Item = Item> + Send + 'static, total: Option<u64>) -> Source {
    let read = Box::new(
        move |push: &mut dyn FnMut(Item) -> ControlFlow<()>, _: &dyn Fn()| {
            let mut items = items;
            let _ = items.try_for_each(push);
        },
    );
    let amount = Amount { total, read: None };
    Source { read, amount }
}

/// Answers every record of `source`.
pub fn run<C: Command>(
    args: RunArgs,
    source: Source,
    answerer: Answerer<C>,
    extras: Extras,
    output: Output,
) -> anyhow::Result<Exit> {
    let hidden = answerer.command.hidden();
    let rows = Rows::new::<C::Row>(answerer.grids.format, &hidden, C::HAS_RECORDS);
    let command = Box::new(answerer);
    let task = RecordTask { command, rows };
    run_task(args, source, task, extras, output)
}

fn run_task(
    args: RunArgs,
    source: Source,
    task: RecordTask,
    extras: Extras,
    mut output: Output,
) -> anyhow::Result<Exit> {
    let task = Arc::new(task);
    let read = prepared(source.read, task.clone());
    let counts = writer::run(task, read, args.jobs, source.amount, extras, &mut output)?;
    let exit = counts.exit();
    if exit >= Exit::Failed {
        output.leave_out_empty_file();
    }
    output.finish()?;
    if args.summary {
        counts.print();
    }
    Ok(match exit {
        Exit::Negative | Exit::Invalid if args.exit_zero => Exit::Success,
        exit => exit,
    })
}

/// Returns a reader of items with what precedes their answers in a table.
fn prepared(source: Box<ReadItems>, task: Arc<RecordTask>) -> Read<Prepared> {
    Box::new(move |feed: &Feed<'_, Prepared>| {
        let rows = task.rows.as_ref();
        let mut compared = Compared::default();
        let mut push = |item| {
            let (header, missing) = match (&item, rows) {
                (Item::Record(record), Some(rows)) => {
                    let header = rows.begin(|| record_columns(record));
                    let table = rows.table.as_ref().filter(|_| rows.has_records);
                    let missing = table.and_then(|table| table.missing(record, &mut compared));
                    (header, missing)
                }
                (Item::EmptyTable(columns), Some(rows)) => (rows.begin(|| columns.to_vec()), None),
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

    fn panicked(&self, prepared: &Prepared, message: &str, reply: &Reply<'_>) -> Outcome {
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
        reply: &Reply<'_>,
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
pub fn report(failure: &Failure, reply: &Reply<'_>) -> Outcome {
    let exit = match failure {
        Failure::Unanswered(_) => return Outcome::new(Exit::Negative, "unanswered"),
        Failure::External(_) => Exit::Failed,
        Failure::WrongAnswer(_) | Failure::Bug(_) => Exit::Bug,
    };
    reply.error(failure.report());
    Outcome::new(exit, "failed")
}
