//! `satdoku check --minimal`: whether a unique puzzle needs every given.

use std::fmt;

use satdoku::Deadline;
use satdoku::board::{Grid, Puzzle};
use satdoku::task::{Minimised, TaskError, needs};

use super::engine::SearchChoice;

/// Which givens of a unique puzzle could go.
#[derive(Debug)]
pub struct Minimality {
    /// The names of the givens each of which could go on its own.
    pub redundant: Vec<String>,
}

impl Minimality {
    /// Of a puzzle whose only solution is `solution`; `None` when the solver gave up.
    pub fn of(
        puzzle: &Puzzle,
        solution: &Grid,
        search: &SearchChoice,
        deadline: Option<Deadline>,
    ) -> Result<Option<Minimality>, TaskError> {
        let needs = needs(puzzle, solution, search.solver_within(deadline));
        Ok(
            match needs.map_err(|error| search.solver_failed(puzzle, error))? {
                Minimised::GaveUp => None,
                Minimised::NotUnique(other) => return Err(disagreement(puzzle, solution, &other)),
                Minimised::Found(needs) => {
                    let size = puzzle.size();
                    let names = needs
                        .redundant
                        .iter()
                        .map(|given| given.name(size).to_string());
                    Some(Minimality {
                        redundant: names.collect(),
                    })
                }
            },
        )
    }
}

/// A puzzle that was found unique has another solution after all.
pub fn disagreement(puzzle: &Puzzle, solution: &Grid, other: &Grid) -> TaskError {
    TaskError::Disagreement {
        engines: ["check", "minimise"].map(String::from),
        puzzle: puzzle.givens().to_string(),
        answers: [format!("only {solution}"), format!("also {other}")],
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
