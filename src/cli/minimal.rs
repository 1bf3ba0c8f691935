//! `satdoku check --minimal`: whether a unique puzzle needs every given.

use std::fmt;

use satdoku::board::{Grid, Puzzle};
use satdoku::sat::Varisat;
use satdoku::task::{TaskError, needs};

/// Which givens of a unique puzzle could go.
#[derive(Debug)]
pub struct Minimality {
    /// The names of the givens each of which could go on its own.
    pub redundant: Vec<String>,
}

impl Minimality {
    /// Of a puzzle whose only solution is `solution`.
    pub fn of(puzzle: &Puzzle, solution: &Grid) -> Result<Minimality, TaskError> {
        let needs = needs(puzzle, solution, Varisat::default());
        let needs = needs.map_err(|error| TaskError::Engine {
            engine: "sat",
            puzzle: puzzle.givens().to_string(),
            error,
        })?;
        let Some(needs) = needs else {
            return Err(TaskError::Disagreement {
                engines: ["check", "minimise"],
                puzzle: puzzle.givens().to_string(),
                answers: ["one solution".to_string(), "more than one".to_string()],
            });
        };
        let names = needs
            .redundant
            .iter()
            .map(|given| given.name(puzzle.size()).to_string());
        Ok(Minimality {
            redundant: names.collect(),
        })
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
