//! The search: guesses where constraints failed often, and there are few alternatives.
//!
//! Every cell has a weight, which grows when a constraint of the cell fails (F. Boussemart and others,
//! *Boosting Systematic Search by Weighting Constraints*, ECAI 2004), and when the cell was guessed
//! last before a failure. Later failures weigh more.
//!
//! # Alternatives tried
//! On 80 puzzles with 198,000 guesses altogether, up to 60,000 for each:
//! - Preferring cells that can hold the digit whose guesses failed most often, as the Interactive Sudoku
//!   Solver does: 230,000 guesses.
//! - Guessing not the lowest digit first but the highest: 231,000; the one whose guesses failed most often:
//!   225,000, or least often: 231,000; the same for the cell alone: 222,000 and 220,000; the one with the most
//!   places: 217,000, or the fewest: 244,000.
//! - Halving the weight of a cell whose guess removed four digits there and no others, as the same solver does:
//!   no difference.

use super::position::Position;
use super::propagation::{Memory, Propagation};
use crate::board::{Cell, Digit, DigitBits, Grid, Puzzle, ones};
use crate::engine::{Budget, End, EngineError, Report, SolutionSink, Work};

/// The ratio of the weights of a failure and of the one before.
const GROWTH: f64 = 1.0003;

/// The weight that a cell has for each of its constraints before the first failure.
const WEIGHT_OF_CONSTRAINT: f64 = 10.0;

/// The weights are scaled down when a failure weighs this much.
const MOST: f64 = 1e100;

/// The working memory of a search.
#[derive(Debug, Default)]
pub(super) struct WeightedSearch {
    position: Position,
    memory: Memory,
    guesses: Vec<Guess>,
    weights: FailureWeights,
}

/// An assumed digit and the number of changes before it.
#[derive(Debug, Clone, Copy)]
struct Guess {
    cell: u32,
    digit: DigitBits,
    length: usize,
}

impl WeightedSearch {
    pub(super) fn run(
        &mut self,
        rules: &Propagation,
        puzzle: &Puzzle,
        budget: &Budget,
        solutions: &mut SolutionSink<'_>,
    ) -> Result<Report, EngineError> {
        self.guesses.clear();
        self.weights.reset(rules);
        let started = rules.start(puzzle, &mut self.position, &mut self.memory);
        let mut is_possible = started.is_ok();
        let mut grid = puzzle.givens().clone();
        let mut work = Work::default();
        let end = loop {
            if solutions.is_closed() {
                break End::Stopped;
            }
            if let Some(end) = budget.end_after(work.nodes) {
                break end;
            }
            work.nodes += 1;
            if is_possible && self.propagate(rules) {
                if let Some((cell, digit)) = self.weights.choose(&self.position, rules) {
                    work.guesses += 1;
                    let length = self.position.trail.len();
                    self.guesses.push(Guess {
                        cell,
                        digit,
                        length,
                    });
                    is_possible = self.position.restrict(cell, digit).is_ok();
                    continue;
                }
                self.write(&mut grid);
                if solutions.deliver(&grid)?.is_break() {
                    break End::Stopped;
                }
            }
            let Some(guess) = self.guesses.pop() else {
                break End::Complete;
            };
            rules.undo_to(guess.length, &mut self.position, &mut self.memory);
            is_possible = self.position.restrict(guess.cell, !guess.digit).is_ok();
        };
        work.updates = self.position.removals;
        Ok(Report::new(end, work))
    }

    /// Writes the only candidate of each cell to `grid`.
    fn write(&self, grid: &mut Grid) {
        for (cell, digits) in self.position.candidates.iter().enumerate() {
            let digit = Digit::from_index(digits.trailing_zeros() as usize);
            grid.set(Cell::from_index(cell), Some(digit));
        }
    }

    /// Propagates the changes of the position. Returns false if that refutes it.
    fn propagate(&mut self, rules: &Propagation) -> bool {
        match rules.propagate(&mut self.position, &mut self.memory) {
            Ok(()) => true,
            Err(cells) => {
                let guessed = self.guesses.last().map(|guess| guess.cell);
                let failed = cells.iter().copied().chain(guessed);
                self.weights.note_failure(failed);
                false
            }
        }
    }
}

/// The weights of all cells.
#[derive(Debug, Default)]
struct FailureWeights {
    of_cells: Vec<f64>,
    /// The weight of the next failure.
    next: f64,
}

impl FailureWeights {
    /// Begins with weights for the numbers of constraints.
    fn reset(&mut self, rules: &Propagation) {
        let weight = |constraints| 1.0 + WEIGHT_OF_CONSTRAINT * constraints as f64;
        self.of_cells.clear();
        self.of_cells.extend(rules.constraint_counts().map(weight));
        self.next = 1.0;
    }

    /// Adds a failure of a constraint with these cells.
    fn note_failure(&mut self, cells: impl Iterator<Item = u32>) {
        for cell in cells {
            self.of_cells[cell as usize] += self.next;
        }
        self.next *= GROWTH;
        if self.next > MOST {
            self.of_cells.iter_mut().for_each(|weight| *weight /= MOST);
            self.next /= MOST;
        }
    }

    /// Returns a cell and its lowest candidate, or a cell and a digit that has only one other cell in
    /// some house: the one with the largest weight for each alternative. Returns `None` if every cell
    /// has its digit.
    fn choose(&self, position: &Position, rules: &Propagation) -> Option<(u32, DigitBits)> {
        let open = (0_u32..)
            .zip(&position.candidates)
            .map(|(cell, digits)| (cell, digits.count_ones()))
            .filter(|(_, count)| *count > 1)
            .map(|(cell, count)| (cell, self.of_cells[cell as usize] / f64::from(count)));
        let (cell, mut best_score) = open.max_by(|one, other| one.1.total_cmp(&other.1))?;
        let digits = position.of(cell);
        let mut best = (cell, digits & digits.wrapping_neg());
        if digits.count_ones() == 2 {
            return Some(best);
        }
        for house in rules.full_houses() {
            for digit in ones(digits_with_two_cells(house, position)) {
                for &cell in house {
                    let score = self.of_cells[cell as usize] / 2.0;
                    if score > best_score && position.of(cell) >> digit & 1 != 0 {
                        best_score = score;
                        best = (cell, 1 << digit);
                    }
                }
            }
        }
        Some(best)
    }
}

/// The digits that exactly two cells can hold.
fn digits_with_two_cells(cells: &[u32], position: &Position) -> DigitBits {
    let (mut one, mut two, mut three) = (0, 0, 0);
    for cell in cells {
        let of_cell = position.of(*cell);
        three |= two & of_cell;
        two |= one & of_cell;
        one |= of_cell;
    }
    two & !three
}
