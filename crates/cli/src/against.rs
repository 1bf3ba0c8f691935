//! `satdoku check --against`: the solution that a table gives for a puzzle.

use satdoku::board::{Puzzle, verify};
use satdoku::task::Verdict;
use satdoku_text::{Alphabet, Column, Record, parse_solution};
use serde::{Serialize, Serializer};

use crate::exit::Exit;

/// The worth of a given solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Against {
    /// It solves the puzzle.
    Right,
    /// It does not, for this reason.
    Wrong(String),
    /// It is missing or not a grid, for this reason.
    Invalid(String),
}

impl Against {
    /// Verifies the solution in this column of the record.
    pub fn new(record: &Record, column: &Column, puzzle: &Puzzle, alphabet: Alphabet) -> Against {
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

    /// Returns the name in output: `right`, `wrong` or `invalid`.
    pub fn name(&self) -> &'static str {
        match self {
            Against::Right => "right",
            Against::Wrong(_) => "wrong",
            Against::Invalid(_) => "invalid",
        }
    }

    /// Returns what is wrong with it.
    fn flaw(&self) -> Option<&str> {
        match self {
            Against::Right => None,
            Against::Wrong(flaw) | Against::Invalid(flaw) => Some(flaw),
        }
    }

    /// Returns the exit status that it causes, whatever the verdict.
    pub fn exit(&self) -> Exit {
        match self {
            Against::Right => Exit::Success,
            Against::Wrong(_) => Exit::Negative,
            Against::Invalid(_) => Exit::Invalid,
        }
    }

    /// Returns it in words, for a puzzle with this verdict.
    pub fn text(&self, verdict: &Verdict) -> String {
        match self {
            Against::Right if matches!(verdict, Verdict::Multiple(_)) => {
                "the given solution is right, but not the only one".to_string()
            }
            Against::Right => "the given solution is right".to_string(),
            Against::Wrong(flaw) => format!("the given solution is wrong: {flaw}"),
            Against::Invalid(flaw) => format!("no solution to compare: {flaw}"),
        }
    }
}

impl Serialize for Against {
    /// Writes the field `against`, and `flaw` if there is one.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let flaw = self.flaw().map(|flaw| ("flaw", flaw));
        serializer.collect_map([("against", self.name())].into_iter().chain(flaw))
    }
}
