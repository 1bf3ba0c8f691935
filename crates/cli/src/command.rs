//! The interface of the commands that answer records: options, a question, and how a row looks as text.

use std::ops::ControlFlow;

use satdoku::board::{Grid, Puzzle};
use satdoku_answer::{Asker, ConflictRow, Failure, Row};
use satdoku_text::{Form, Record};

use super::file::Paths;
use super::format::Formats;
use super::grids::Grids;
use super::message::place_of;
use super::options::input::Records;
use super::options::limits::SearchOptions;
use super::reply::Reply;
use super::summary::Outcome;
use super::terminal::Terminal;
use super::writer::Extras;

/// A command that answers records one by one, with the options that only it has.
pub trait Command: Send + Sync + 'static {
    /// The formats of its results.
    const FORMATS: Formats;

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

    /// Answers a record: passes what it finds to `out`, and returns what it counts as.
    fn answer(
        &self,
        asker: &mut Asker,
        asked: &Asked<'_>,
        out: &mut Out<'_, '_, Self::Row>,
    ) -> Result<Outcome, NoAnswer>;

    /// Writes a row for people.
    fn show(&self, asked: &Asked<'_>, row: &Self::Row, reply: &mut Reply<'_>);

    /// Takes note of a record that is not a puzzle.
    fn skip(&self, _number: usize, _record: &Record, _reply: &mut Reply<'_>) {}

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
    /// The look of the answer.
    pub grids: Grids,
}

impl Asked<'_> {
    /// Returns the start of a line of text about it.
    pub fn place(&self) -> String {
        place_of(self.record)
    }

    /// Refuses a puzzle that the format cannot express.
    pub fn require_expressible(&self) -> Result<(), Failure> {
        self.grids.require_expressible(self.puzzle)
    }

    /// Writes the puzzle of the record, or another form of it.
    pub fn show_puzzle(&self, puzzle: &Puzzle, reply: &mut Reply<'_>) {
        let caption = (self.number + 1).to_string();
        self.grids.write(&caption, puzzle, self.form, None, reply);
    }

    /// Writes a solution or, for standard error, that there is none.
    pub fn show_solution(
        &self,
        solution: Option<&Grid>,
        conflict: Option<&ConflictRow>,
        error: Option<&String>,
        reply: &mut Reply<'_>,
    ) {
        let caption = (self.number + 1).to_string();
        let place = self.place();
        if let Some(grid) = solution {
            let solution = Some(grid);
            self.grids
                .write(&caption, self.puzzle, self.form, solution, reply);
        }
        if let Some(conflict) = conflict {
            reply.message(format_args!("{place}no solution: {}", conflict.reason));
        }
        if let Some(error) = error {
            reply.message(format_args!("{place}unknown: {error}"));
        }
    }
}

/// Takes the answer to a record.
pub struct Out<'a, 'r, R> {
    /// The parts that are no rows: messages, and a text that is too long for one.
    pub reply: &'a mut Reply<'r>,
    /// Writes a row, or what a person sees of it.
    pub write: &'a dyn Fn(&R, &mut Reply<'_>),
}

impl<R> Out<'_, '_, R> {
    /// Adds a row. Breaks if nobody reads it.
    pub fn row(&mut self, row: &R) -> ControlFlow<()> {
        (self.write)(row, self.reply);
        self.reply.flow()
    }

    /// Adds the only row, and returns what the record counts as.
    pub fn finish(&mut self, row: &R, outcome: Outcome) -> Result<Outcome, NoAnswer> {
        let _ = self.row(row);
        Ok(outcome)
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
