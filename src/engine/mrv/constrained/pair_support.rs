//! Arc consistency of relations.

use super::position::{MaskPosition, Refuted};
use crate::board::{DigitBits, Relation};

/// For each digit of either cell of a relation, the digits of the other cell that it allows.
#[derive(Debug)]
pub(super) struct PairSupport {
    cells: [u32; 2],
    /// For each cell, each byte of its candidates and each value of that byte, the digits that the other
    /// cell can hold.
    supports: [Vec<[DigitBits; 256]>; 2],
}

impl PairSupport {
    pub(super) fn new(relation: &Relation, size: usize) -> PairSupport {
        let all = DigitBits::MAX >> (DigitBits::BITS as usize - size);
        let mut allowed = [vec![all; size], vec![all; size]];
        for [first, second] in relation.pairs() {
            allowed[0][first.digit.index()] &= !(1 << second.digit.index());
            allowed[1][second.digit.index()] &= !(1 << first.digit.index());
        }
        let table = |digits: &[DigitBits]| {
            std::array::from_fn(|byte| {
                let chosen = (0..digits.len()).filter(|bit| byte >> bit & 1 != 0);
                chosen.fold(0, |union, bit| union | digits[bit])
            })
        };
        PairSupport {
            cells: relation.cells.map(|cell| cell.index() as u32),
            supports: allowed.map(|digits| digits.chunks(8).map(table).collect()),
        }
    }

    /// The size of the tables of a relation, in bytes.
    pub(super) fn bytes(size: usize) -> usize {
        2 * size.div_ceil(8) * size_of::<[DigitBits; 256]>()
    }

    pub(super) fn cells(&self) -> &[u32] {
        &self.cells
    }

    /// Removes candidates without support in the other cell.
    pub(super) fn propagate(&self, position: &mut MaskPosition) -> Result<(), Refuted> {
        for (place, supports) in self.supports.iter().enumerate() {
            let candidates = position.candidates[self.cells[place] as usize];
            let bytes = supports.iter().zip(candidates.to_le_bytes());
            let supported = bytes.fold(0, |union, (table, byte)| union | table[usize::from(byte)]);
            position.restrict(self.cells[1 - place], supported)?;
        }
        Ok(())
    }
}
