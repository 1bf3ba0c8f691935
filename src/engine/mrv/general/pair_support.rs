//! Arc consistency of relations.

use std::sync::Arc;

use super::position::{MaskPosition, Refuted};
use crate::board::{DigitBits, Relation};

/// Two cells and the digits that they allow each other.
#[derive(Debug)]
pub(super) struct PairSupport {
    cells: [u32; 2],
    tables: Arc<SupportTables>,
}

/// What relations that allow the same digits share.
#[derive(Debug)]
pub(super) struct SupportTables {
    /// For each cell, each byte of its candidates and each value of that byte, the digits that the other
    /// cell can hold.
    supports: [Vec<[DigitBits; 256]>; 2],
    /// For each cell, the most candidates that can exclude a digit from the other cell.
    most: [u16; 2],
}

/// For each digit of either cell of a relation, the digits of the other cell that it allows.
pub(super) type AllowedDigits = [Vec<DigitBits>; 2];

/// Returns what a relation allows on a board with this many digits.
pub(super) fn allowed_digits(relation: &Relation, digits: usize) -> AllowedDigits {
    let all = DigitBits::MAX >> (DigitBits::BITS as usize - digits);
    let mut allowed = [vec![all; digits], vec![all; digits]];
    for [first, second] in relation.pairs() {
        allowed[0][first.digit.index()] &= !(1 << second.digit.index());
        allowed[1][second.digit.index()] &= !(1 << first.digit.index());
    }
    allowed
}

impl SupportTables {
    pub(super) fn new(allowed: &AllowedDigits) -> SupportTables {
        let table = |digits: &[DigitBits]| {
            std::array::from_fn(|byte| {
                let chosen = (0..digits.len()).filter(|bit| byte >> bit & 1 != 0);
                chosen.fold(0, |union, bit| union | digits[bit])
            })
        };
        let most = |place: usize| {
            let of_other = &allowed[1 - place];
            let fewest = of_other.iter().map(|digits| digits.count_ones()).min();
            (of_other.len() as u32 - fewest.unwrap_or(0)) as u16
        };
        SupportTables {
            supports: allowed
                .each_ref()
                .map(|digits| digits.chunks(8).map(table).collect()),
            most: [most(0), most(1)],
        }
    }

    /// The size of the tables, in bytes.
    pub(super) fn bytes(digits: usize) -> usize {
        2 * digits.div_ceil(8) * size_of::<[DigitBits; 256]>()
    }
}

impl PairSupport {
    pub(super) fn new(relation: &Relation, tables: &Arc<SupportTables>) -> PairSupport {
        PairSupport {
            cells: relation.cells.map(|cell| cell.index() as u32),
            tables: tables.clone(),
        }
    }

    pub(super) fn cells(&self) -> &[u32] {
        &self.cells
    }

    /// The most candidates with which a cell can exclude anything, in the order of the cells.
    pub(super) fn most(&self) -> [u16; 2] {
        self.tables.most
    }

    /// Removes candidates without support in the other cell.
    pub(super) fn propagate(&self, position: &mut MaskPosition) -> Result<(), Refuted> {
        for (place, supports) in self.tables.supports.iter().enumerate() {
            if position.counts[self.cells[place] as usize] > self.tables.most[place] {
                continue;
            }
            let candidates = position.candidates[self.cells[place] as usize];
            let bytes = supports.iter().zip(candidates.to_le_bytes());
            let supported = bytes.fold(0, |union, (table, byte)| union | table[usize::from(byte)]);
            position.restrict(self.cells[1 - place], supported)?;
        }
        Ok(())
    }
}
