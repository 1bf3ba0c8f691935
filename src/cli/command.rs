//! What the commands that answer records one by one have in common: a record that is no puzzle, an
//! answer, or an engine at fault, each as text, as a JSON object or as a row of CSV.

use std::sync::Arc;

use clap::ValueEnum;
use satdoku::board::Puzzle;
use satdoku::engine::Report;
use satdoku::format::{Form, Record};
use satdoku::task::TaskError;

use super::batch::Batch;
use super::engine::fault;
use super::exit::Exit;
use super::json::Object;
use super::output::{Output, say};
use super::reply::{Part, Reply};
use super::table::RecordRow;

/// A command that answers records one by one.
pub trait Command: Send + Sync + 'static {
    /// What a thread keeps from record to record, such as a session.
    type Worker;
    /// What is found out about a puzzle.
    type Answer;

    /// The records, and how to go through them.
    fn batch(&self) -> &Batch;

    /// How answers are written.
    fn style(&self) -> Style;

    /// The fields of [`Object`] that the command's rows of CSV have.
    fn columns(&self) -> Vec<&'static str>;

    /// What a thread needs.
    fn worker(&self) -> Self::Worker;

    /// Finds out about a puzzle. What there is to say while that goes on can go into the reply.
    fn answer(
        &self,
        question: &Question<'_>,
        worker: &mut Self::Worker,
        reply: &mut Reply<'_>,
    ) -> Result<Self::Answer, Failure>;

    /// What an answer comes to.
    fn tally(&self, answer: &Self::Answer) -> Tally;

    /// An answer as text.
    fn write_text(&self, question: &Question<'_>, answer: &Self::Answer, reply: &mut Reply<'_>);

    /// An answer as the fields of an object that names the record.
    fn fill<'a>(&self, object: Object<'a>, answer: &Self::Answer, puzzle: &Puzzle) -> Object<'a>;

    /// The fields that an object has where there is no answer. `outcome` is `invalid` or `unknown`.
    fn fill_unanswered<'a>(&self, object: Object<'a>, outcome: &'static str) -> Object<'a>;

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
        Ok(Exit::Fulfilled)
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
    match record.source.is_empty() {
        true => String::new(),
        false => format!("{}:{}: ", record.source, record.line),
    }
}

/// How answers are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    Text,
    Jsonl,
    Csv,
}

/// The forms of answers that are no grids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A line for each puzzle, and more where there is more to say
    Text,
    /// A JSON object for each record
    Jsonl,
    /// A row of CSV for each record
    Csv,
}

impl From<Format> for Style {
    fn from(format: Format) -> Style {
        match format {
            Format::Text => Style::Text,
            Format::Jsonl => Style::Jsonl,
            Format::Csv => Style::Csv,
        }
    }
}

/// Why there is no answer to a puzzle.
pub enum Failure {
    /// It has not what was asked for, or it took too long.
    Unfulfilled(String),
    /// An engine is at fault.
    Fault(TaskError),
    /// The run cannot go on.
    Fatal(anyhow::Error),
}

impl From<TaskError> for Failure {
    fn from(error: TaskError) -> Failure {
        Failure::Fault(error)
    }
}

impl Failure {
    /// Says what it is of a record that is the only one.
    ///
    /// # Errors
    /// What ends the run.
    pub fn end(self, record: &Record, output: &mut Output) -> anyhow::Result<Exit> {
        match self {
            Failure::Unfulfilled(why) => {
                say(format_args!("{}{why}", place_of(record)));
                Ok(Exit::Unfulfilled)
            }
            Failure::Fault(error) => output.reply(|reply| fault(&error, reply)),
            Failure::Fatal(error) => Err(error),
        }
    }
}

/// What came of a record, for the end of the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tally {
    pub exit: Exit,
    /// In one word, such as a verdict; `None` where there was no record.
    pub outcome: Option<&'static str>,
    /// Whether a SAT solver was asked.
    pub needed_solver: bool,
}

impl Tally {
    /// Of an answer that cost this.
    pub fn new(exit: Exit, outcome: &'static str, report: &Report) -> Tally {
        Tally {
            exit,
            outcome: Some(outcome),
            needed_solver: report.work.solver_calls > 0,
        }
    }

    fn failed(exit: Exit, outcome: &'static str) -> Tally {
        Tally {
            exit,
            outcome: Some(outcome),
            needed_solver: false,
        }
    }

    /// Of something that could not be read.
    pub fn unreadable() -> Tally {
        Tally {
            exit: Exit::Failed,
            outcome: None,
            needed_solver: false,
        }
    }
}

/// A thread's part of a command.
pub struct Answerer<C: Command> {
    command: Arc<C>,
    worker: C::Worker,
}

impl<C: Command> Answerer<C> {
    pub fn new(command: Arc<C>) -> Answerer<C> {
        Answerer {
            worker: command.worker(),
            command,
        }
    }

    /// Answers one record.
    ///
    /// # Errors
    /// What ends the run.
    pub fn answer(
        &mut self,
        number: usize,
        record: &Record,
        reply: &mut Reply<'_>,
    ) -> anyhow::Result<Tally> {
        let (puzzle, form) = match &record.content {
            Ok((puzzle, form)) => (puzzle, *form),
            Err(invalid) => {
                let error = invalid.error.to_string();
                if self.command.style() == Style::Text {
                    reply.say(&error);
                }
                self.write_unanswered(record, "invalid", error, reply);
                let mut exit = Exit::Invalid;
                exit.add(self.command.conclude(number, record, None, reply)?);
                return Ok(Tally::failed(exit, "invalid"));
            }
        };
        let question = Question {
            number,
            record,
            puzzle,
            form,
        };
        let answer = self.command.answer(&question, &mut self.worker, reply);
        let mut tally = match &answer {
            Ok(answer) => {
                self.write(&question, answer, reply);
                self.command.tally(answer)
            }
            Err(Failure::Unfulfilled(why)) => {
                if self.command.style() == Style::Text {
                    reply.say(format_args!("{}{why}", question.place()));
                }
                self.write_unanswered(record, "unknown", why.clone(), reply);
                Tally::failed(Exit::Unfulfilled, "unfulfilled")
            }
            Err(Failure::Fault(error)) => {
                let exit = fault(error, reply);
                self.write_unanswered(record, "unknown", error.to_string(), reply);
                Tally::failed(exit, "failed")
            }
            Err(Failure::Fatal(_)) => Tally::failed(Exit::Failed, "failed"),
        };
        let answer = match answer {
            Err(Failure::Fatal(error)) => return Err(error),
            answer => answer.ok(),
        };
        let concluded = self
            .command
            .conclude(number, record, answer.as_ref(), reply)?;
        tally.exit.add(concluded);
        Ok(tally)
    }

    /// Says that answering a record ended in a panic.
    pub fn give_up(&mut self, record: &Record, message: &str, reply: &mut Reply<'_>) -> Tally {
        let error = format!("{}panic: {message}", place_of(record));
        reply.say(format_args!("BUG in satdoku, please report it: {error}"));
        self.write_unanswered(record, "unknown", error, reply);
        Tally::failed(Exit::Disagreement, "failed")
    }

    fn write(&self, question: &Question<'_>, answer: &C::Answer, reply: &mut Reply<'_>) {
        let object = || {
            let object = Object::of(question.record);
            self.command.fill(object, answer, question.puzzle)
        };
        match self.command.style() {
            Style::Text => self.command.write_text(question, answer, reply),
            Style::Jsonl => reply.json(&object()),
            Style::Csv => self.write_row(question.record, &object(), reply),
        }
    }

    fn write_row(&self, record: &Record, object: &Object<'_>, reply: &mut Reply<'_>) {
        reply.part(Part::Row(RecordRow {
            input: record.row.clone(),
            record: object.record(),
            answer: object.fields(&self.command.columns()),
        }));
    }

    /// The record in the output for one without an answer, where there are records.
    fn write_unanswered(
        &self,
        record: &Record,
        outcome: &'static str,
        error: String,
        reply: &mut Reply<'_>,
    ) {
        let object = || {
            let object = Object::of(record).with_error(error);
            self.command.fill_unanswered(object, outcome)
        };
        match self.command.style() {
            Style::Text => {}
            Style::Jsonl => reply.json(&object()),
            Style::Csv => self.write_row(record, &object(), reply),
        }
    }
}
