//! Counts of digits in some cells, such as counting circles.
//!
//! - The counts of all digits add up to the number of cells, which a rule for each digit does not see: without
//!   that, counting circles that took 5,325 and 37,542 guesses take more than 380,000.
//! - Every row has a digit once, so a digit is counted at least as often as there are rows with all places
//!   for it among the cells, and at most as often as there are rows with any. The same holds for columns and
//!   boxes. Counting circles that take 4,878 guesses take more than 93,000 without.

use super::peers::Peers;
use super::position::{Position, Refuted};
use super::propagator::Propagator;
use super::scratch::Scratch;
use super::sum::{differences, sums_of_two};

/// The largest number of cells: numbers up to it are bits of a word.
pub(super) const MOST_CELLS: usize = 63;

/// Cells in which digits occur a number of times.
#[derive(Debug)]
pub(super) struct DigitCounts {
    cells: Vec<u32>,
    /// For each digit, the possible numbers of cells, as bits.
    counts: Vec<u64>,
    covers: Vec<Cover>,
}

/// Full houses that contain each counted cell once: for each house, its counted cells and the others.
pub(super) type Cover = Vec<[Vec<u32>; 2]>;

impl DigitCounts {
    /// Creates the constraint for at most [`MOST_CELLS`] cells, without any count that is excluded.
    pub(super) fn new(cells: Vec<u32>, digits: usize, covers: Vec<Cover>) -> DigitCounts {
        DigitCounts {
            counts: vec![u64::MAX >> (MOST_CELLS - cells.len()); digits],
            cells,
            covers,
        }
    }

    /// Excludes all other counts of a digit.
    pub(super) fn allow(&mut self, digit: usize, counts: &[usize]) {
        let counts = counts.iter().filter(|count| **count <= MOST_CELLS);
        self.counts[digit] &= counts.fold(0, |all, count| all | 1 << count);
    }

    /// The number of cells that hold a digit, and of those that can.
    fn bounds(&self, digit: usize, position: &Position) -> (u32, u32) {
        let (mut least, mut most) = (0, 0);
        for cell in &self.cells {
            let candidates = position.of(*cell);
            most += (candidates >> digit & 1) as u32;
            least += u32::from(candidates == 1 << digit);
        }
        (least, most)
    }

    /// The number of houses of a cover with a digit in counted cells in any case, and of those that can have it
    /// there.
    fn bounds_in(cover: &Cover, digit: usize, position: &Position) -> (u32, u32) {
        let (mut least, mut most) = (0, 0);
        for [counted, others] in cover {
            let is_possible = can_hold(counted, digit, position);
            most += u32::from(is_possible);
            least += u32::from(is_possible && !can_hold(others, digit, position));
        }
        (least, most)
    }

    /// Keeps the counts of each digit that add up to the number of cells with counts of the others.
    fn add_up(&self, counts: &mut [u64]) -> Result<(), Refuted> {
        let total = self.cells.len();
        let up_to_total = u64::MAX >> (MOST_CELLS - total);
        let mut before = Vec::with_capacity(counts.len());
        let mut sums = 1;
        for counts in &*counts {
            before.push(sums);
            sums = sums_of_two(sums, *counts) & up_to_total;
        }
        let mut needed = 1 << total;
        for (counts, before) in counts.iter_mut().zip(before).rev() {
            *counts &= differences(needed, before);
            if *counts == 0 {
                return Err(Refuted);
            }
            needed = differences(needed, *counts);
        }
        Ok(())
    }

    /// Requires a digit between `least` and `most` times.
    fn restrict(
        &self,
        digit: usize,
        least: u32,
        most: u32,
        position: &mut Position,
    ) -> Result<(), Refuted> {
        let bit = 1 << digit;
        let (held, possible) = self.bounds(digit, position);
        if held < possible && (held == most || possible == least) {
            for &cell in &self.cells {
                if position.of(cell) & bit == 0 {
                    continue;
                }
                if possible == least {
                    position.restrict(cell, bit)?;
                } else if position.of(cell) != bit {
                    position.restrict(cell, !bit)?;
                }
            }
        }
        for cover in &self.covers {
            let (held, possible) = DigitCounts::bounds_in(cover, digit, position);
            if held == possible || (held < most && possible > least) {
                continue;
            }
            for house in cover {
                if house.iter().all(|part| can_hold(part, digit, position)) {
                    let mut excluded = house[usize::from(possible == least)].iter();
                    excluded.try_for_each(|cell| position.restrict(*cell, !bit))?;
                }
            }
        }
        Ok(())
    }
}

/// Returns true if one of the cells can hold a digit.
fn can_hold(cells: &[u32], digit: usize, position: &Position) -> bool {
    cells
        .iter()
        .any(|cell| position.of(*cell) >> digit & 1 != 0)
}

impl Propagator for DigitCounts {
    fn cells(&self) -> &[u32] {
        &self.cells
    }

    /// Removes candidates that lead to an impossible count.
    fn propagate(
        &self,
        position: &mut Position,
        _: &Peers,
        _: &mut Scratch,
    ) -> Result<(), Refuted> {
        let mut counts = Vec::with_capacity(self.counts.len());
        for (digit, of_digit) in self.counts.iter().enumerate() {
            let (mut least, mut most) = self.bounds(digit, position);
            for cover in &self.covers {
                let (held, possible) = DigitCounts::bounds_in(cover, digit, position);
                (least, most) = (least.max(held), most.min(possible));
            }
            if least > most {
                return Err(Refuted);
            }
            counts.push(of_digit & (u64::MAX >> (63 - (most - least)) << least));
        }
        self.add_up(&mut counts)?;
        for (digit, counts) in counts.into_iter().enumerate() {
            let (least, most) = (counts.trailing_zeros(), 63 - counts.leading_zeros());
            self.restrict(digit, least, most, position)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::board::DigitBits;

    /// All ways to fill five cells with three digits that these candidates, as bits, allow.
    fn fillings(candidates: &[DigitBits]) -> Vec<[usize; 5]> {
        let all = (0..3_usize.pow(5))
            .map(|number| std::array::from_fn(|cell| number / 3_usize.pow(cell as u32) % 3));
        let can_hold =
            |filling: &[usize; 5]| (0..5).all(|cell| candidates[cell] >> filling[cell] & 1 != 0);
        all.filter(can_hold).collect()
    }

    fn peers() -> Peers {
        Peers::new(&crate::board::Layout::classic("2x2".parse().unwrap()))
    }

    fn position(candidates: &[DigitBits]) -> Position {
        let mut position = Position::default();
        position.reset(candidates);
        position
    }

    #[test]
    fn no_digit_of_a_solution_is_removed() {
        let (mut refuted, mut removed) = (0, 0);
        for seed in 0..1_500 {
            println!("seed {seed}");
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let candidates: Vec<DigitBits> = (0..5).map(|_| random.random_range(1..8)).collect();
            let mut counts = DigitCounts::new((0..5).collect(), 3, Vec::new());
            let allowed: Vec<Vec<usize>> = (0..3)
                .map(|_| (0..=3).filter(|_| random.random_bool(0.6)).collect())
                .collect();
            for (digit, allowed) in allowed.iter().enumerate() {
                counts.allow(digit, allowed);
            }
            let mut position = position(&candidates);
            let result = counts.propagate(&mut position, &peers(), &mut Scratch::default());
            let holds = |filling: &[usize; 5]| {
                (0..3).all(|digit| {
                    let count = filling.iter().filter(|held| **held == digit).count();
                    allowed[digit].contains(&count)
                })
            };
            let all: Vec<[usize; 5]> = fillings(&candidates).into_iter().filter(holds).collect();
            if result.is_err() {
                assert!(all.is_empty());
                refuted += 1;
                continue;
            }
            removed += position.trail.len();
            for filling in all {
                let is_left = |cell: usize| position.candidates[cell] >> filling[cell] & 1 != 0;
                assert!((0..5).all(is_left), "{filling:?}");
            }
        }
        assert!(refuted > 100 && removed > 200, "{refuted} {removed}");
    }

    #[test]
    fn a_digit_has_no_more_places_than_its_count_and_the_other_digits_leave() {
        // Two 1s and two 3s leave one 2, because the counts add up to five.
        let mut counts = DigitCounts::new((0..5).collect(), 3, Vec::new());
        counts.allow(0, &[2]);
        counts.allow(2, &[2]);
        let mut position = position(&[0b100, 0b100, 0b110, 0b101, 0b011]);
        counts
            .propagate(&mut position, &peers(), &mut Scratch::default())
            .unwrap();
        assert_eq!(position.candidates, [0b100, 0b100, 0b010, 0b001, 0b001]);
    }

    #[test]
    fn a_digit_is_counted_in_as_many_rows_as_its_count() {
        // The cells of the first two columns of a 4×4 board, and the rows with their other cells.
        let cells: Vec<u32> = (0..16).filter(|cell| cell % 4 < 2).collect();
        let rows =
            (0..4).map(|row| [0, 2].map(|column| vec![4 * row + column, 4 * row + column + 1]));
        let holders = |count: usize, start: &[DigitBits]| {
            let mut counts = DigitCounts::new(cells.clone(), 4, vec![rows.clone().collect()]);
            counts.allow(0, &[count]);
            let mut position = position(start);
            let result = counts.propagate(&mut position, &peers(), &mut Scratch::default());
            result.map(|()| {
                (0..16)
                    .filter(|cell| position.of(*cell) & 1 != 0)
                    .collect::<Vec<u32>>()
            })
        };
        let all = [0b1111; 16];
        assert_eq!(holders(4, &all).unwrap(), cells);
        let in_others: Vec<u32> = (0..16).filter(|cell| cell % 4 >= 2).collect();
        assert_eq!(holders(0, &all).unwrap(), in_others);
        // In the first row, the digit can only be counted. That is the one place if the count is 1.
        let mut first = all;
        (first[2], first[3]) = (0b1110, 0b1110);
        assert_eq!(holders(1, &first).unwrap(), [0, 1, 6, 7, 10, 11, 14, 15]);
        assert!(holders(0, &first).is_err());
    }
}
