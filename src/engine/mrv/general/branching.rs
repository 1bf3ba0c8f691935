//! The choice of the next guess: where constraints failed often, and there are few alternatives.
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

use super::position::{DigitBit, MaskPosition};
use super::propagators::Propagators;
use crate::board::DigitBits;

/// The ratio of the weights of a failure and of the one before.
const GROWTH: f64 = 1.0003;

/// The weight that a cell has for each of its constraints before the first failure.
const WEIGHT_OF_CONSTRAINT: f64 = 10.0;

/// The weights are scaled down when a failure weighs this much.
const MOST: f64 = 1e100;

/// The weights of all cells.
#[derive(Debug, Default)]
pub(super) struct FailureWeights {
    of_cells: Vec<f64>,
    /// The weight of the next failure.
    next: f64,
}

impl FailureWeights {
    /// Begins with weights for the numbers of constraints.
    pub(super) fn reset(&mut self, propagators: &Propagators) {
        let weight = |constraints: &u32| 1.0 + WEIGHT_OF_CONSTRAINT * f64::from(*constraints);
        self.of_cells.clear();
        self.of_cells
            .extend(propagators.constraint_counts().iter().map(weight));
        self.next = 1.0;
    }

    /// Adds a failure of a constraint with these cells.
    pub(super) fn note_failure(&mut self, cells: impl Iterator<Item = u32>) {
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
    pub(super) fn choose(
        &self,
        position: &MaskPosition,
        propagators: &Propagators,
    ) -> Option<(u32, DigitBit)> {
        let open = (0_u32..)
            .zip(&position.counts)
            .filter(|(_, count)| **count > 1)
            .map(|(cell, count)| (cell, self.of_cells[cell as usize] / f64::from(*count)));
        let (cell, mut best_score) = open.max_by(|one, other| one.1.total_cmp(&other.1))?;
        let mut best = (cell, position.lowest(cell));
        if position.counts[cell as usize] == 2 {
            return Some(best);
        }
        for house in propagators.full_houses() {
            for word in 0..position.words as u32 {
                let mut pairs = digits_with_two_cells(house, word, position);
                while pairs != 0 {
                    let bit = pairs & pairs.wrapping_neg();
                    pairs &= pairs - 1;
                    for &cell in house {
                        let score = self.of_cells[cell as usize] / 2.0;
                        if score > best_score && position.word(cell, word) & bit != 0 {
                            best_score = score;
                            best = (cell, DigitBit { word, bit });
                        }
                    }
                }
            }
        }
        Some(best)
    }
}

/// The digits in a word that exactly two cells can hold.
fn digits_with_two_cells(cells: &[u32], word: u32, position: &MaskPosition) -> DigitBits {
    let (mut one, mut two, mut three) = (0, 0, 0);
    for cell in cells {
        let of_cell = position.word(*cell, word);
        three |= two & of_cell;
        two |= one & of_cell;
        one |= of_cell;
    }
    two & !three
}
