//! Positions: the candidates of every cell as a bit set, which are removed and restored.

use crate::board::DigitBits;

/// The error for a position without a solution.
#[derive(Debug, Clone, Copy)]
pub(super) struct Refuted;

/// The candidates of every cell, and the changes from which they are restored.
#[derive(Debug, Default)]
pub(super) struct MaskPosition {
    /// For each cell, its candidates.
    pub(super) candidates: Vec<DigitBits>,
    /// The changed cells in order, each with its candidates before the change.
    trail: Vec<(u32, DigitBits)>,
    /// Cells whose consequences are not drawn yet, each with the removed candidates. A cell can occur
    /// several times.
    pub(super) changed: Vec<(u32, DigitBits)>,
    /// The number of candidates removed, including those that were restored.
    pub(super) removals: u64,
}

impl MaskPosition {
    /// Begins with these candidates.
    pub(super) fn reset(&mut self, candidates: Vec<DigitBits>) {
        self.changed.clear();
        let cells = 0..candidates.len() as u32;
        self.changed
            .extend(cells.map(|cell| (cell, DigitBits::MAX)));
        self.candidates = candidates;
        self.trail.clear();
        self.removals = 0;
    }

    /// Removes all candidates of a cell that are not in `allowed`.
    #[inline]
    pub(super) fn restrict(&mut self, cell: u32, allowed: DigitBits) -> Result<(), Refuted> {
        let candidates = &mut self.candidates[cell as usize];
        let gone = *candidates & !allowed;
        if gone == 0 {
            return Ok(());
        }
        self.trail.push((cell, *candidates));
        self.changed.push((cell, gone));
        self.removals += u64::from(gone.count_ones());
        *candidates &= allowed;
        match *candidates {
            0 => Err(Refuted),
            _ => Ok(()),
        }
    }

    /// The number of changes.
    pub(super) fn length(&self) -> usize {
        self.trail.len()
    }

    /// Undoes all changes after the first `length`.
    pub(super) fn undo_to(&mut self, length: usize) {
        for (cell, candidates) in self.trail.drain(length..).rev() {
            self.candidates[cell as usize] = candidates;
        }
        self.changed.clear();
    }
}
