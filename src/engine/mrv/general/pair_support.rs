//! Arc consistency of relations.

use std::sync::Arc;

use super::peers::Peers;
use super::position::{Position, Refuted};
use super::propagator::Propagator;
use super::scratch::Scratch;
use crate::board::{DigitBits, PairTable};

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
}

/// For each digit of either cell of a relation, the digits of the other cell that it allows.
pub(super) type AllowedDigits = [Vec<DigitBits>; 2];

/// Returns what a relation allows on a board with this many digits.
pub(super) fn allowed_digits(table: &PairTable, digits: usize) -> AllowedDigits {
    let all = DigitBits::MAX >> (DigitBits::BITS as usize - digits);
    let mut allowed = [vec![all; digits], vec![all; digits]];
    for [first, second] in table.pairs() {
        allowed[0][first.index()] &= !(1 << second.index());
        allowed[1][second.index()] &= !(1 << first.index());
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
        SupportTables {
            supports: allowed
                .each_ref()
                .map(|digits| digits.chunks(8).map(table).collect()),
        }
    }

    /// The size of the tables, in bytes.
    pub(super) fn bytes(digits: usize) -> usize {
        2 * digits.div_ceil(8) * size_of::<[DigitBits; 256]>()
    }
}

impl PairSupport {
    pub(super) fn new(cells: [u32; 2], tables: &Arc<SupportTables>) -> PairSupport {
        PairSupport {
            cells,
            tables: tables.clone(),
        }
    }
}

impl Propagator for PairSupport {
    fn cells(&self) -> &[u32] {
        &self.cells
    }

    fn is_idempotent(&self) -> bool {
        true
    }

    fn propagate(
        &self,
        position: &mut Position,
        _: &Peers,
        _: &mut Scratch,
    ) -> Result<(), Refuted> {
        for (place, supports) in self.tables.supports.iter().enumerate() {
            let candidates = position.of(self.cells[place]);
            let bytes = supports.iter().zip(candidates.to_le_bytes());
            let supported = bytes.fold(0, |union, (table, byte)| union | table[usize::from(byte)]);
            position.restrict(self.cells[1 - place], supported)?;
        }
        Ok(())
    }
}
