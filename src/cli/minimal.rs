//! `satdoku check --minimal`: whether a unique puzzle needs every given.

use std::fmt;

use satdoku::board::Puzzle;
use satdoku::task::{Session, TaskError};

use super::json::names;

/// Which givens of a unique puzzle could go.
#[derive(Debug)]
pub struct Minimality {
    /// The names of the givens each of which could go on its own.
    pub redundant: Vec<String>,
}

impl Minimality {
    /// Of a unique puzzle; `None` when the solver gave up.
    pub fn of(puzzle: &Puzzle, session: &mut Session) -> Result<Option<Minimality>, TaskError> {
        let needs = session.needs(puzzle)?.outcome.ok();
        Ok(needs.map(|needs| Minimality {
            redundant: names(&needs.redundant, puzzle.size()),
        }))
    }
}

impl fmt::Display for Minimality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.redundant[..] {
            [] => f.write_str("minimal"),
            [one] => write!(f, "not minimal: {one} could go"),
            [one, others @ ..] => {
                let others = others.len();
                write!(f, "not minimal: {one} could go, or any of {others} others")
            }
        }
    }
}
