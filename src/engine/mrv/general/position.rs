//! Positions: the candidates of every cell as a bit set, which are removed and restored.

use crate::board::DigitBits;

/// The error for a position without a solution.
#[derive(Debug, Clone, Copy)]
pub(super) struct Refuted;

/// Candidates removed from a cell.
#[derive(Debug, Clone, Copy)]
pub(super) struct Change {
    pub cell: u32,
    /// True if the cell is left with one digit.
    pub is_last: bool,
    pub gone: DigitBits,
}

/// The candidates of every cell, and the changes from which they are restored.
#[derive(Debug, Default)]
pub(super) struct Position {
    /// For each cell, its candidates.
    pub candidates: Vec<DigitBits>,
    /// For each digit, the cells that can hold it, except for changes whose consequences are not drawn:
    /// as bits in as many words as needed.
    pub holders: Vec<u64>,
    /// All changes in order.
    pub trail: Vec<Change>,
    /// The number of changes whose consequences are drawn.
    pub drawn: usize,
    /// The number of candidates removed, including those that were restored.
    pub removals: u64,
}

/// Returns true if a set has one digit.
#[inline]
pub(super) fn is_single(digits: DigitBits) -> bool {
    digits.is_power_of_two()
}

impl Position {
    /// Begins with these candidates.
    pub(super) fn reset(&mut self, candidates: &[DigitBits]) {
        self.candidates.clear();
        self.candidates.extend_from_slice(candidates);
        self.trail.clear();
        self.drawn = 0;
        self.removals = 0;
    }

    /// The candidates of a cell.
    #[inline]
    pub(super) fn of(&self, cell: u32) -> DigitBits {
        self.candidates[cell as usize]
    }

    /// Removes all candidates of a cell that are not in `allowed`.
    #[inline]
    pub(super) fn restrict(&mut self, cell: u32, allowed: DigitBits) -> Result<(), Refuted> {
        let candidates = &mut self.candidates[cell as usize];
        let gone = *candidates & !allowed;
        if gone == 0 {
            return Ok(());
        }
        *candidates ^= gone;
        let left = *candidates;
        self.removals += u64::from(gone.count_ones());
        self.trail.push(Change {
            cell,
            is_last: is_single(left),
            gone,
        });
        match left {
            0 => Err(Refuted),
            _ => Ok(()),
        }
    }

    /// Returns true if a cell has lower and higher candidates than those removed by a change.
    #[inline]
    pub(super) fn is_inside(&self, change: Change) -> bool {
        let left = self.of(change.cell);
        let lowest = left & left.wrapping_neg();
        lowest < change.gone & change.gone.wrapping_neg() && left > change.gone
    }

    /// Schedules the consequences of the digit of a cell, as if it were new.
    pub(super) fn note(&mut self, cell: u32) {
        self.trail.push(Change {
            cell,
            is_last: true,
            gone: 0,
        });
    }

    /// Undoes all changes after the first `length`.
    pub(super) fn undo_to(&mut self, length: usize) {
        for change in self.trail.drain(length..) {
            self.candidates[change.cell as usize] |= change.gone;
        }
        self.drawn = length;
    }
}
