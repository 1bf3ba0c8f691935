//! The interface of the commands that answer records: options, a question, and how a row looks as text.

use satdoku::board::{Grid, Puzzle};
use satdoku_answer::{Asker, ConflictRow, Failure, Row};
use satdoku_text::{Form, Record};

pub use super::exit::Exit;
pub use super::file::Paths;
pub use super::format::{ANSWERS, Format, Formats};
pub use super::grids::Grids;
pub use super::options::input::Records;
pub use super::reply::Reply;
pub use super::summary::Outcome;
pub use super::terminal::Terminal;
pub use super::writer::Extras;

use super::message::place_of;
use super::options::limits::SearchOptions;

/// A command that answers records one by one, with the options that only it has.
pub trait Command: Send + Sync + 'static {
    /// The formats of its results.
    const FORMATS: Formats;

    /// True if its rows begin with the fields of their records.
    const HAS_RECORDS: bool = true;

    /// True if Ctrl-C ends a search with an answer: what has been found so far.
    const ANSWERS_AT_INTERRUPT: bool = false;

    /// The rows of its answers.
    type Row: Row;

    /// The options for engines and limits.
    type Search: SearchOptions;

    /// Checks the options before anything is read or written. Adds the files that they name to `paths`.
    fn check(&self, _grids: &mut Grids, _paths: &mut Paths) -> anyhow::Result<()> {
        Ok(())
    }

    /// Opens the files that the options name, when the output is open.
    fn start(&mut self, _records: &Records, _terminal: &Terminal) -> anyhow::Result<Extras> {
        Ok(Extras::default())
    }

    /// Returns the engine if no option names one.
    fn default_engine(&self) -> &'static str {
        "sat"
    }

    /// Answers a record, and returns what the answer counts as.
    fn answer(&self, asker: &mut Asker, asked: &Asked<'_>) -> Answer<Self::Row>;

    /// Writes a row for people.
    fn show(&self, asked: &Asked<'_>, row: &Self::Row);

    /// Returns the rows of a table that a row becomes.
    fn in_table(&self, row: Self::Row) -> Vec<Self::Row> {
        vec![row]
    }

    /// Takes note of a record that is not a puzzle.
    fn skip(&self, _number: usize, _record: &Record, _reply: &Reply<'_>) {}

    /// Returns the columns of its rows that CSV leaves out, because the options do not ask for them.
    fn hidden(&self) -> Vec<&'static str> {
        Vec::new()
    }
}

/// The row of a record and what the record counts as.
pub type Answer<R> = Result<(R, Outcome), NoAnswer>;

/// A record to answer.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// The number of the record, counted from 0.
    pub number: usize,
    pub record: &'a Record,
    pub puzzle: &'a Puzzle,
    pub form: Form,
    /// The look of the answer.
    pub grids: Grids,
    /// Takes the parts that are no rows: messages, and a text that is too long for one.
    pub reply: &'a Reply<'a>,
}

impl Asked<'_> {
    /// Returns the start of a line of text about it.
    pub fn place(&self) -> String {
        place_of(self.record)
    }

    /// Adds a line about it for standard error.
    pub fn message(&self, text: &str) {
        self.reply.message(self.place() + text);
    }

    /// Writes the puzzle of the record, or another form of it.
    pub fn show_puzzle(&self, puzzle: Option<&Puzzle>) {
        if let Some(puzzle) = puzzle {
            self.show(puzzle, None);
        }
    }

    /// Writes a solution or, for standard error, that there is none.
    pub fn show_solution(
        &self,
        solution: Option<&Grid>,
        conflict: Option<&ConflictRow>,
        error: Option<&String>,
    ) {
        if let Some(grid) = solution {
            self.show(self.puzzle, Some(grid));
        }
        if let Some(conflict) = conflict {
            self.message(&format!("no solution: {}", conflict.reason));
        }
        if let Some(error) = error {
            self.message(&format!("unknown: {error}"));
        }
    }

    fn show(&self, puzzle: &Puzzle, solution: Option<&Grid>) {
        let caption = (self.number + 1).to_string();
        self.grids
            .write(&caption, puzzle, self.form, solution, self.reply);
    }
}

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
