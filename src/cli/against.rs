//! `satdoku check --against`: whether a solution that stands beside a puzzle is one.

use std::fmt;

use anyhow::bail;
use satdoku::board::{Puzzle, verify};
use satdoku::format::{Alphabet, Column, Record, Visible, parse_solution};
use satdoku::task::Verdict;
use serde::{Serialize, Serializer};

use super::exit::Exit;

/// What a given solution is worth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Against {
    /// It solves the puzzle.
    Right,
    /// It does not, because of this.
    Wrong(String),
    /// There is none, or it is no grid.
    Invalid(String),
}

impl Against {
    /// Of the solution in this column of the record.
    pub fn of(record: &Record, column: &Column, puzzle: &Puzzle, alphabet: Alphabet) -> Against {
        let text = record.row.as_ref().and_then(|row| row.field(column));
        let Some(text) = text else {
            return Against::Invalid(format!("no column {column}"));
        };
        match parse_solution(text, puzzle, alphabet) {
            Err(error) => Against::Invalid(format!(
                "expected {}, found {}",
                error.expected, error.found
            )),
            Ok(grid) => match verify(puzzle, &grid) {
                Err(violation) => Against::Wrong(violation.to_string()),
                Ok(()) => Against::Right,
            },
        }
    }

    /// The name in output: `right`, `wrong` or `invalid`.
    pub fn name(&self) -> &'static str {
        match self {
            Against::Right => "right",
            Against::Wrong(_) => "wrong",
            Against::Invalid(_) => "invalid",
        }
    }

    /// What is wrong with it.
    fn flaw(&self) -> Option<&str> {
        match self {
            Against::Right => None,
            Against::Wrong(flaw) | Against::Invalid(flaw) => Some(flaw),
        }
    }

    /// How it ends the run, whatever the verdict.
    pub fn exit(&self) -> Exit {
        match self {
            Against::Right => Exit::Success,
            Against::Wrong(_) => Exit::Negative,
            Against::Invalid(_) => Exit::Invalid,
        }
    }

    /// What it is to a puzzle with this verdict, in words.
    pub fn beside(&self, verdict: &Verdict) -> Beside<'_> {
        let is_one_of_many = matches!(verdict, Verdict::Multiple(_));
        Beside(self, is_one_of_many)
    }
}

impl Serialize for Against {
    /// `against`, and `flaw` where it has one.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let flaw = self.flaw().map(|flaw| ("flaw", flaw));
        serializer.collect_map([("against", self.name())].into_iter().chain(flaw))
    }
}

/// Words for what a given solution is worth.
pub struct Beside<'a>(&'a Against, bool);

impl fmt::Display for Beside<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Beside(Against::Right, false) => f.write_str("the given solution is right"),
            Beside(Against::Right, true) => {
                f.write_str("the given solution is right, but not the only one")
            }
            Beside(Against::Wrong(flaw), _) => write!(f, "the given solution is wrong: {flaw}"),
            Beside(Against::Invalid(flaw), _) => write!(f, "no solution to compare: {flaw}"),
        }
    }
}

/// Refuses an input that has no such column, the first record of which this is.
///
/// # Errors
/// When it is a table without the column, or no table.
pub fn refuse_without_column(record: &Record, column: &Column) -> anyhow::Result<()> {
    let source = Visible(&record.source);
    let place = if record.source.is_empty() {
        String::new()
    } else {
        format!("{source}: ")
    };
    match &record.row {
        Some(row) if column.index(&row.names).is_none() => {
            let names = row.names.join(", ");
            bail!("{place}expected a column {column} (--against), found {names}")
        }
        None if record.content.is_ok() => {
            bail!("{place}expected a table with a column {column} (--against), found no table")
        }
        _ => Ok(()),
    }
}
