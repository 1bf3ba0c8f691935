//! Counts of digits in some cells, such as counting circles.
//!
//! - Every full house has each digit once. In rows side by side, a digit occurs at least as often in the cells
//!   as there are rows with places among the cells only, and at most as often as there are rows with any
//!   place among them. The same holds for columns and for boxes.
//! - The counts of all digits add up to the number of cells.
//!
//! If nine 9s are in circles, all rows have their 9 in a circle, so no other cell has a 9. The Interactive
//! Sudoku Solver finds this with groups of circles that see each other. An automaton for each digit does not:
//! with 45 circles it took more than 50,000 guesses, and this takes 3. Of two puzzles with fewer circles or other
//! counts, one took more than 93,000 and now 4,825, and one more than 138,000 and now 32,766.

use super::position::{DigitBit, MaskPosition, Refuted};
use super::sum::{differences, sums_of_two};
use crate::board::{DigitBits, ones};

/// The largest number of cells: numbers up to it are bits of a word.
pub(super) const MOST_CELLS: usize = 63;

/// Full houses that have no cell in common.
#[derive(Debug)]
pub(super) struct HouseFamily {
    /// The cells of each house, as bits.
    houses: Vec<Vec<u64>>,
    /// The cells of no house, as bits.
    outside: Vec<u64>,
}

/// Cells in which digits occur a number of times, on a board with up to 64 digits.
#[derive(Debug)]
pub(super) struct DigitCounts {
    cells: Vec<u32>,
    /// The cells as bits.
    bits: Vec<u64>,
    /// For each digit, the possible numbers of cells, as bits.
    counts: Vec<u64>,
    /// The digits that each full house has.
    of_houses: DigitBits,
    families: Vec<HouseFamily>,
}

/// The bounds of a count, in one family of houses or without any.
#[derive(Debug, Clone, Copy)]
struct Bounds {
    least: u32,
    most: u32,
}

impl HouseFamily {
    /// Creates a family of those of the houses that have no cell in common with one before, on a board with
    /// `words` words for a bit for each cell.
    pub(super) fn new<'a>(houses: impl Iterator<Item = &'a [u32]>, words: usize) -> HouseFamily {
        let mut family = HouseFamily {
            houses: Vec::new(),
            outside: vec![u64::MAX; words],
        };
        for house in houses.map(|cells| cell_bits(cells, words)) {
            let outside = family.outside.iter_mut();
            if outside
                .zip(&house)
                .all(|(outside, house)| *outside & house == *house)
            {
                let outside = family.outside.iter_mut();
                outside
                    .zip(&house)
                    .for_each(|(outside, house)| *outside &= !house);
                family.houses.push(house);
            }
        }
        family
    }
}

/// The bits of cells.
fn cell_bits(cells: &[u32], words: usize) -> Vec<u64> {
    let mut bits = vec![0; words];
    cells
        .iter()
        .for_each(|cell| bits[*cell as usize / 64] |= 1 << (cell % 64));
    bits
}

impl DigitCounts {
    /// Creates the constraint for at most [`MOST_CELLS`] cells, without any count that is excluded.
    /// `of_houses` are the digits that each house of a family has.
    pub(super) fn new(
        cells: Vec<u32>,
        digits: usize,
        of_houses: DigitBits,
        families: Vec<HouseFamily>,
        words: usize,
    ) -> DigitCounts {
        DigitCounts {
            bits: cell_bits(&cells, words),
            counts: vec![u64::MAX >> (MOST_CELLS - cells.len()); digits],
            cells,
            of_houses,
            families,
        }
    }

    pub(super) fn cells(&self) -> &[u32] {
        &self.cells
    }

    /// Excludes all other counts of a digit.
    pub(super) fn allow(&mut self, digit: usize, counts: &[usize]) {
        let counts = counts.iter().filter(|count| **count <= MOST_CELLS);
        self.counts[digit] &= counts.fold(0, |all, count| all | 1 << count);
    }

    /// Removes candidates that lead to an impossible count.
    pub(super) fn propagate(&self, position: &mut MaskPosition) -> Result<(), Refuted> {
        let mut counts = Vec::with_capacity(self.counts.len());
        for (digit, of_digit) in self.counts.iter().enumerate() {
            let own = self.bounds_of_cells(digit, position);
            let (mut least, mut most) = (own.least, own.most);
            for family in self.families_of(digit) {
                let bounds = self.bounds(family, digit, position);
                (least, most) = (least.max(bounds.least), most.min(bounds.most));
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

    /// The families whose houses all have a digit.
    fn families_of(&self, digit: usize) -> &[HouseFamily] {
        match self.of_houses >> digit & 1 {
            0 => &[],
            _ => &self.families,
        }
    }

    /// The number of cells that hold a digit, and of those that can.
    fn bounds_of_cells(&self, digit: usize, position: &MaskPosition) -> Bounds {
        let (mut least, mut most) = (0, 0);
        for cell in &self.cells {
            let candidates = position.candidates[*cell as usize];
            most += (candidates >> digit & 1) as u32;
            least += u32::from(candidates == 1 << digit);
        }
        Bounds { least, most }
    }

    /// The number of houses of a family that have a digit in the cells in any case, and of those that can.
    fn bounds(&self, family: &HouseFamily, digit: usize, position: &MaskPosition) -> Bounds {
        let holders = holders(digit, self.bits.len(), position);
        let (mut least, mut most) = (0, 0);
        for house in &family.houses {
            let (inside, outside) = self.places(house, holders);
            least += u32::from(inside && !outside);
            most += u32::from(inside);
        }
        let of_word = |(word, outside): (usize, &u64)| outside & holders[word] & self.bits[word];
        let others = family.outside.iter().enumerate().map(of_word);
        most += others.map(u64::count_ones).sum::<u32>();
        Bounds { least, most }
    }

    /// Returns true for a place of a digit in a house among the cells, and true for one elsewhere.
    fn places(&self, house: &[u64], holders: &[u64]) -> (bool, bool) {
        let (mut inside, mut outside) = (0, 0);
        for ((house, holders), cells) in house.iter().zip(holders).zip(&self.bits) {
            inside |= house & holders & cells;
            outside |= house & holders & !cells;
        }
        (inside != 0, outside != 0)
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
        position: &mut MaskPosition,
    ) -> Result<(), Refuted> {
        let bit = DigitBit::of(digit);
        let own = self.bounds_of_cells(digit, position);
        if own.least == own.most {
            return Ok(());
        }
        if own.least == most || own.most == least {
            for &cell in &self.cells {
                if position.candidates[cell as usize] & bit.bit == 0 {
                    continue;
                }
                if own.most == least {
                    position.fix(cell, bit)?;
                } else if position.counts[cell as usize] > 1 {
                    position.exclude(cell, bit)?;
                }
            }
            return Ok(());
        }
        for family in self.families_of(digit) {
            let bounds = self.bounds(family, digit, position);
            if bounds.least == bounds.most {
                continue;
            }
            let (goes_inside, goes_outside) = (bounds.most == least, bounds.least == most);
            for house in family.houses.iter().filter(|_| goes_inside || goes_outside) {
                let holders = holders(digit, self.bits.len(), position);
                if self.places(house, holders) == (true, true) {
                    self.move_into(house, goes_inside, bit, position)?;
                }
            }
        }
        Ok(())
    }

    /// Removes a digit from the cells of a house that are among the cells, or from those that are not.
    fn move_into(
        &self,
        house: &[u64],
        goes_inside: bool,
        digit: DigitBit,
        position: &mut MaskPosition,
    ) -> Result<(), Refuted> {
        for (number, (house, cells)) in house.iter().zip(&self.bits).enumerate() {
            let left = house & if goes_inside { !cells } else { *cells };
            for bit in ones(left) {
                position.exclude((number * 64 + bit) as u32, digit)?;
            }
        }
        Ok(())
    }
}

/// The cells that can hold a digit, as bits in this many words.
fn holders(digit: usize, words: usize, position: &MaskPosition) -> &[u64] {
    &position.holders[digit * words..][..words]
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    /// All Latin squares of size 3 with candidates as bits, row by row.
    fn squares(candidates: &[DigitBits]) -> Vec<[usize; 9]> {
        let all = (0..3_usize.pow(9))
            .map(|number| std::array::from_fn(|cell| number / 3_usize.pow(cell as u32) % 3));
        let is_latin = |square: &[usize; 9]| {
            (0..9).all(|one| {
                (0..one).all(|other| {
                    (one / 3 != other / 3 && one % 3 != other % 3) || square[one] != square[other]
                })
            })
        };
        let can_hold =
            |square: &[usize; 9]| (0..9).all(|cell| candidates[cell] >> square[cell] & 1 != 0);
        all.filter(can_hold).filter(is_latin).collect()
    }

    fn position(candidates: &[DigitBits]) -> MaskPosition {
        let mut position = MaskPosition::default();
        position.reset(candidates, 1);
        position.count(3);
        position.holders = vec![0; 3];
        for (cell, candidates) in candidates.iter().enumerate() {
            ones(*candidates).for_each(|digit| position.holders[digit] |= 1 << cell);
        }
        position
    }

    #[test]
    fn no_digit_of_a_solution_is_removed() {
        let (mut refuted, mut removed) = (0, 0);
        for seed in 0..1_500 {
            println!("seed {seed}");
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let cells: Vec<u32> = (0..9).filter(|_| random.random_bool(0.6)).collect();
            let candidates: Vec<DigitBits> = (0..9).map(|_| random.random_range(1..8)).collect();
            let lines = |step: u32, next: u32| -> Vec<Vec<u32>> {
                (0..3)
                    .map(|line| (0..3).map(|place| line * next + place * step).collect())
                    .collect()
            };
            let families = [lines(1, 3), lines(3, 1)]
                .map(|lines| HouseFamily::new(lines.iter().map(Vec::as_slice), 1));
            let mut counts = DigitCounts::new(cells.clone(), 3, 0b111, families.into(), 1);
            let allowed: Vec<Vec<usize>> = (0..3)
                .map(|_| (0..=3).filter(|_| random.random_bool(0.6)).collect())
                .collect();
            for (digit, allowed) in allowed.iter().enumerate() {
                counts.allow(digit, allowed);
            }
            let mut position = position(&candidates);
            let result = counts.propagate(&mut position);
            let holds = |square: &[usize; 9]| {
                (0..3).all(|digit| {
                    let count = cells
                        .iter()
                        .filter(|cell| square[**cell as usize] == digit)
                        .count();
                    allowed[digit].contains(&count)
                })
            };
            let all: Vec<[usize; 9]> = squares(&candidates).into_iter().filter(holds).collect();
            if result.is_err() {
                assert!(all.is_empty());
                refuted += 1;
                continue;
            }
            removed += position.trail.len();
            for square in all {
                let is_left = |cell: usize| position.candidates[cell] >> square[cell] & 1 != 0;
                assert!((0..9).all(is_left), "{square:?}");
            }
        }
        assert!(refuted > 100 && removed > 200, "{refuted} {removed}");
    }

    #[test]
    fn a_digit_with_all_its_places_in_circles_is_nowhere_else() {
        // Each row has its 3 among five cells that have three 3s.
        let cells = vec![0, 1, 4, 8, 5];
        let rows: Vec<Vec<u32>> = (0..3).map(|row| (row * 3..row * 3 + 3).collect()).collect();
        let family = HouseFamily::new(rows.iter().map(Vec::as_slice), 1);
        let mut counts = DigitCounts::new(cells, 3, 0b111, vec![family], 1);
        counts.allow(2, &[3]);
        let mut position = position(&[0b111; 9]);
        counts.propagate(&mut position).unwrap();
        let without: Vec<usize> = (0..9)
            .filter(|cell| position.candidates[*cell] >> 2 & 1 == 0)
            .collect();
        assert_eq!(without, [2, 3, 6, 7]);
    }
}
