//! Cells with different digits that together hold one of some sets of digits, such as a renban; and all
//! sets with a given size and sum.

use super::peers::Peers;
use super::position::{Position, Refuted};
use super::propagator::Propagator;
use super::scratch::Scratch;
use crate::board::{DigitBits, digit_set_count, digit_sets, ones};

/// The largest number of cells for which the ways to place a digit set are examined.
pub(super) const MOST_PLACED: usize = 6;

/// Cells that together hold one of some digit sets.
#[derive(Debug)]
pub(super) struct DigitSetsPropagator {
    pub cells: Vec<u32>,
    pub sets: Vec<DigitBits>,
}

impl Propagator for DigitSetsPropagator {
    fn cells(&self) -> &[u32] {
        &self.cells
    }

    fn is_idempotent(&self) -> bool {
        self.cells.len() <= MOST_PLACED
    }

    fn propagate(
        &self,
        position: &mut Position,
        peers: &Peers,
        scratch: &mut Scratch,
    ) -> Result<(), Refuted> {
        let candidates = self.cells.iter().map(|cell| position.of(*cell));
        let candidates: Vec<DigitBits> = candidates.collect();
        let union = candidates.iter().fold(0, |union, of_cell| union | of_cell);
        let fits = |set: &DigitBits| {
            set & !union == 0 && candidates.iter().all(|of_cell| of_cell & set != 0)
        };
        let sets = self.sets.iter().copied().filter(fits);
        let supported = &mut scratch.sums.supported;
        restrict(&self.cells, &candidates, supported, sets, position, peers)
    }
}

/// Restricts cells with different digits, and these candidates, to the digits that some of the sets
/// support. Digits that all sets contain are placed, or removed from the cells that see all of their
/// places.
pub(super) fn restrict(
    cells: &[u32],
    candidates: &[DigitBits],
    supported: &mut Vec<DigitBits>,
    sets: impl Iterator<Item = DigitBits>,
    position: &mut Position,
    peers: &Peers,
) -> Result<(), Refuted> {
    supported.clear();
    supported.resize(cells.len(), 0);
    let mut required = DigitBits::MAX;
    for set in sets {
        // Most sets support nothing new, and placing them costs most of the time.
        let mut of_cells = supported.iter().zip(candidates);
        let is_new = required & !set != 0
            || of_cells.any(|(supported, candidates)| set & candidates & !supported != 0);
        if is_new && place_set(set, candidates, supported) {
            required &= set;
            // Further sets change nothing.
            if required == 0 && supported == candidates {
                return Ok(());
            }
        }
    }
    for (cell, supported) in cells.iter().zip(&*supported) {
        position.restrict(*cell, *supported)?;
    }
    peers.require(cells, required, position)
}

/// For each of up to six digits, the subsets of them that contain it.
const CONTAINING: [u64; MOST_PLACED] = [
    0xAAAA_AAAA_AAAA_AAAA,
    0xCCCC_CCCC_CCCC_CCCC,
    0xF0F0_F0F0_F0F0_F0F0,
    0xFF00_FF00_FF00_FF00,
    0xFFFF_0000_FFFF_0000,
    0xFFFF_FFFF_0000_0000,
];

/// Adds to `supported`, for each cell, the digits that it holds in some way to place all digits of the
/// set. Returns false if there is none. For more than [`MOST_PLACED`] cells it only removes the digits
/// that are not in the set.
///
/// The subsets of the set that the first cells can hold are the bits of a word.
fn place_set(set: DigitBits, candidates: &[DigitBits], supported: &mut [DigitBits]) -> bool {
    let count = candidates.len();
    if count > MOST_PLACED {
        for (supported, candidates) in supported.iter_mut().zip(candidates) {
            *supported |= set & candidates;
        }
        return true;
    }
    let mut digits = [0; MOST_PLACED];
    let mut rest = set;
    for digit in &mut digits[..count] {
        *digit = rest.trailing_zeros();
        rest &= rest.wrapping_sub(1);
    }
    let digits = &digits[..count];
    let mut placed = [0_u64; MOST_PLACED + 1];
    placed[0] = 1;
    for (place, candidates) in candidates.iter().enumerate() {
        let before = placed[place];
        placed[place + 1] = digits.iter().enumerate().fold(0, |after, (number, digit)| {
            let with = (before & !CONTAINING[number]) << (1 << number);
            after | with & (candidates >> digit & 1).wrapping_neg()
        });
    }
    let mut wanted = 1 << ((1_u64 << count) - 1);
    if placed[count] & wanted == 0 {
        return false;
    }
    for place in (0..count).rev() {
        let mut before = 0;
        for (number, digit) in digits.iter().enumerate() {
            let possible = (candidates[place] >> digit & 1).wrapping_neg();
            let without = wanted >> (1 << number) & !CONTAINING[number] & placed[place] & possible;
            supported[place] |= u64::from(without != 0) << digit;
            before |= without;
        }
        wanted = before;
    }
    true
}

/// The most sets of one size.
const MOST_SETS: usize = 600;

/// The sets of digits, by size and then by the sum of the indices of their digits. Sizes with too many
/// sets have none.
#[derive(Debug)]
pub(super) struct SetsBySum {
    /// For each size and each sum, the sets.
    sets: Vec<Vec<Vec<DigitBits>>>,
}

impl SetsBySum {
    pub(super) fn new(digits: usize) -> SetsBySum {
        let of_size = |size: usize| {
            let mut by_sum = Vec::new();
            if has_few_sets(digits, size) {
                by_sum.resize(largest_sum(digits, size) + 1, Vec::new());
                for set in digit_sets(digits, size) {
                    by_sum[ones(set).sum::<usize>()].push(set);
                }
            }
            by_sum
        };
        let sizes = (0..=digits).take_while(|size| has_few_sets(digits, *size));
        SetsBySum {
            sets: sizes.map(of_size).collect(),
        }
    }

    /// Returns true if it has the sets of `size` digits.
    pub(super) fn has_size(&self, size: usize) -> bool {
        size < self.sets.len()
    }

    /// The sets of `size` digits with this sum of indices.
    pub(super) fn of(&self, size: usize, sum: usize) -> &[DigitBits] {
        let by_sum = self.sets.get(size).and_then(|by_sum| by_sum.get(sum));
        by_sum.map_or(&[], Vec::as_slice)
    }
}

/// Returns true if there are few sets of `size` digits, and their sums fit in a word as bits.
fn has_few_sets(digits: usize, size: usize) -> bool {
    digit_set_count(digits, size) <= MOST_SETS && largest_sum(digits, size) < 64
}

/// The sum of the largest indices.
fn largest_sum(digits: usize, size: usize) -> usize {
    (digits - size..digits).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_supports_the_digits_of_all_ways_to_place_it() {
        // The digits 1, 2 and 4 in cells that allow {1, 2}, {1, 2} and {1, 4}: only 4 is left in the last.
        let mut supported = [0; 3];
        assert!(place_set(0b1011, &[0b0011, 0b0011, 0b1001], &mut supported));
        assert_eq!(supported, [0b0011, 0b0011, 0b1000]);
        // Two cells that allow the same digit alone.
        assert!(!place_set(0b1011, &[0b0001, 0b0001, 0b1010], &mut [0; 3]));
    }

    #[test]
    fn sets_are_found_by_their_size_and_sum() {
        let sets = SetsBySum::new(9);
        // The digits with the indices 0, 1 and 3, the only ones with the sum 4.
        assert_eq!(sets.of(3, 4), [0b1011]);
        assert_eq!(sets.of(9, 36), [0b1_1111_1111]);
        assert_eq!(sets.of(9, 35), [0; 0]);
        assert!((3..=9).all(|size| sets.has_size(size)));
        // 16 × 15 × 14 ÷ 6 sets of three digits are few, but not those of four.
        let sets = SetsBySum::new(16);
        assert!(sets.has_size(3) && !sets.has_size(4));
        // The sum of two of 64 digits can be 125.
        let sets = SetsBySum::new(64);
        assert!(sets.has_size(1) && !sets.has_size(2));
    }
}
