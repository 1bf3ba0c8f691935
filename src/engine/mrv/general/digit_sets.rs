//! Cells with different digits that together hold one of some sets of digits.

use super::peers::Peers;
use super::position::{MaskPosition, Refuted};
use crate::board::DigitBits;

/// The largest number of cells for which the ways to place a digit set are examined.
pub(super) const MOST_PLACED: usize = 6;

/// Cells that together hold one of some digit sets, such as a renban.
#[derive(Debug)]
pub(super) struct DigitSets {
    cells: Vec<u32>,
    sets: Vec<DigitBits>,
}

/// Working memory of [`DigitSets::propagate`].
#[derive(Debug, Default)]
pub(super) struct SetsMemory {
    candidates: Vec<DigitBits>,
    pub(super) supported: Vec<DigitBits>,
}

impl DigitSets {
    pub(super) fn new(cells: Vec<u32>, sets: impl Iterator<Item = DigitBits>) -> DigitSets {
        DigitSets {
            cells,
            sets: sets.collect(),
        }
    }

    /// Returns true if running it again without other changes has no effect: if every set that the
    /// first check keeps can be placed.
    pub(super) fn is_idempotent(&self) -> bool {
        self.cells.len() <= MOST_PLACED
    }

    pub(super) fn cells(&self) -> &[u32] {
        &self.cells
    }

    /// Removes candidates without support.
    pub(super) fn propagate(
        &self,
        position: &mut MaskPosition,
        peers: &Peers,
        memory: &mut SetsMemory,
    ) -> Result<(), Refuted> {
        let SetsMemory {
            candidates,
            supported,
        } = memory;
        let of_cells = self.cells.iter();
        candidates.clear();
        candidates.extend(of_cells.map(|cell| position.candidates[*cell as usize]));
        let union = candidates.iter().fold(0, |union, of_cell| union | of_cell);
        let fits = |set: &DigitBits| {
            set & !union == 0 && candidates.iter().all(|of_cell| of_cell & set != 0)
        };
        let sets = self.sets.iter().copied().filter(fits);
        restrict(&self.cells, candidates, supported, sets, position, peers)
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
    position: &mut MaskPosition,
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
}
