//! The kernel for the standard board: 9×9 with boxes of 3×3 and nothing else.

mod choose;
mod completions;
mod position;
mod tables;

use crate::board::{Cell, Digit, Grid, Layout, Puzzle};
use crate::engine::{Budget, End, EngineError, SolutionSink, Work};

pub(crate) use self::completions::{CellSet, Completions, bit_of};
use self::position::{Candidate, Outcome, Position, Seen};

/// Working memory: a position for each guess, and the grid that is delivered.
#[derive(Debug)]
pub(super) struct Kernel {
    guesses: Vec<(Position, Candidate)>,
    grid: Grid,
}

/// Whether this is the standard board: the houses are rows, columns and boxes of 3×3, in this
/// order, and nothing else restricts a digit.
pub(crate) fn is_standard(layout: &Layout) -> bool {
    let cells = |house: usize| {
        let (kind, number) = (house / 9, house % 9);
        (0..9).map(move |place| match kind {
            0 => Cell::at(number, place, 9),
            1 => Cell::at(place, number, 9),
            _ => {
                let (row, column) = (number / 3 * 3 + place / 3, number % 3 * 3 + place % 3);
                Cell::at(row, column, 9)
            }
        })
    };
    let houses = layout.houses();
    layout.size() == 9
        && layout.pair_constraints().is_empty()
        && houses.len() == 27
        && (houses.iter().enumerate())
            .all(|(number, house)| house.cells.iter().copied().eq(cells(number)))
}

impl Default for Kernel {
    fn default() -> Kernel {
        Kernel {
            guesses: Vec::with_capacity(81),
            grid: Grid::blank(9),
        }
    }
}

impl Kernel {
    /// [`Engine::search`](crate::engine::Engine::search) on the standard board. It is not said what
    /// is wrong with a puzzle that is refuted without a guess.
    pub(super) fn search(
        &mut self,
        puzzle: &Puzzle,
        budget: Budget,
        solutions: &mut SolutionSink<'_>,
    ) -> Result<(End, Work), EngineError> {
        let Kernel { guesses, grid } = self;
        guesses.clear();
        let mut work = Work::default();
        let givens = puzzle.givens().cells().iter();
        let first = Position::new(givens.map(|digit| digit.map_or(0, Digit::value)));
        let is_possible = first.is_some();
        let mut position = first.unwrap_or(Position::NONE);
        let mut seen = Seen::NOTHING;
        let end = loop {
            if solutions.is_closed() {
                break End::Stopped;
            }
            if let Some(end) = budget.end_after(work.nodes) {
                break end;
            }
            work.nodes += 1;
            let outcome = if is_possible {
                position.propagate(&mut seen, &mut work.updates)
            } else {
                Outcome::Refuted
            };
            match outcome {
                Outcome::Open { two, three } => {
                    let candidate = position.choose(&two, &three);
                    work.guesses += 1;
                    guesses.push((position, candidate));
                    position.assume(candidate);
                    continue;
                }
                Outcome::Solved => {
                    for (cell, digit) in position.solution() {
                        grid.set(Cell::from_index(cell), Some(Digit::from_index(digit)));
                    }
                    if solutions.deliver(grid)?.is_break() {
                        break End::Stopped;
                    }
                }
                Outcome::Refuted => {}
            }
            let Some((before, candidate)) = guesses.pop() else {
                break End::Complete;
            };
            position = before;
            seen = Seen::all(&position);
            position.exclude(candidate);
        };
        Ok((end, work))
    }
}
