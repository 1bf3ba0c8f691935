//! The solutions of a puzzle, one at a time.
//!
//! An engine delivers its solutions in one call and cannot be paused. Instead, each solution found
//! splits what is left to search: in a cell where two solutions of a part differ, the digit of one
//! is placed in the first half and excluded from the second, so that each half has one of the two.
//! A part is done when its search ends without a further solution. So each solution takes about two
//! searches for two solutions, no solution is found again outside of its own part, and memory does
//! not grow with the number of solutions.

use super::error::TaskError;
use super::verdict::Limit;
use crate::board::{Candidate, Grid, Puzzle};
use crate::engine::{Budget, Engine};

/// The iterator of [`Session::solutions`](super::Session::solutions).
pub(super) struct SolutionIter<'a> {
    engine: &'a mut dyn Engine,
    budget: Budget,
    /// The parts left to search. No grid is in two of them.
    parts: Vec<Part>,
}

/// A puzzle that has some of the solutions, all of them found or none but `known`.
struct Part {
    puzzle: Puzzle,
    known: Option<Grid>,
}

impl<'a> SolutionIter<'a> {
    pub fn new(engine: &'a mut dyn Engine, puzzle: &Puzzle, budget: Budget) -> SolutionIter<'a> {
        SolutionIter {
            engine,
            budget,
            parts: vec![Part {
                puzzle: puzzle.clone(),
                known: None,
            }],
        }
    }

    /// Searches a part for a solution that is not known yet, and keeps what is left of the part.
    fn search(&mut self, part: Part) -> Result<Option<Grid>, TaskError> {
        let limit = if part.known.is_some() { 2 } else { 1 };
        let found = self.engine.solutions(&part.puzzle, limit, self.budget);
        let (solutions, report) =
            found.map_err(|error| TaskError::failed(self.engine, &part.puzzle, error))?;
        let mut solutions = solutions.into_iter();
        let Some(new) = solutions.find(|grid| Some(grid) != part.known.as_ref()) else {
            return if report.end.is_cut_short() {
                Err(TaskError::Unknown {
                    puzzle: part.puzzle.givens().to_string(),
                    limit: Limit::of_search(report.end, self.budget),
                })
            } else {
                Ok(None)
            };
        };
        match part.known {
            Some(known) => self.parts.extend(split(&part.puzzle, known, new.clone())),
            None => self.parts.push(Part {
                puzzle: part.puzzle,
                known: Some(new.clone()),
            }),
        }
        Ok(Some(new))
    }
}

/// Splits a puzzle in two, each with one of two different solutions.
fn split(puzzle: &Puzzle, one: Grid, other: Grid) -> [Part; 2] {
    let mut differing = one.differences(&other);
    let cell = differing.next().expect("two different solutions");
    let digit = one.get(cell).expect("a solution has a digit in every cell");
    drop(differing);
    let mut givens = puzzle.givens().clone();
    givens.set(cell, Some(digit));
    let with = puzzle.with_givens(givens);
    let without = puzzle.clone().without([Candidate { cell, digit }]);
    [
        Part {
            puzzle: without.expect("the cell has another digit in the other solution"),
            known: Some(other),
        },
        Part {
            puzzle: with.expect("the digit is not excluded, because a solution has it"),
            known: Some(one),
        },
    ]
}

impl Iterator for SolutionIter<'_> {
    type Item = Result<Grid, TaskError>;

    fn next(&mut self) -> Option<Result<Grid, TaskError>> {
        while let Some(part) = self.parts.pop() {
            match self.search(part) {
                Ok(None) => {}
                Ok(Some(grid)) => return Some(Ok(grid)),
                Err(error) => {
                    self.parts.clear();
                    return Some(Err(error));
                }
            }
        }
        None
    }
}
