//! A candidate in 32 bits: trail and queues can be as long as there are candidates, and the
//! largest board has 64 million.

/// A digit in a cell, both counted from 0, and a mark for whoever keeps it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Packed(u32);

/// Enough for the 160,000 cells of the largest board; its 400 digits take 9 bits above them.
const CELL_BITS: u32 = 18;
const MARK: u32 = 1 << 31;

impl Packed {
    /// Without a mark.
    #[inline]
    pub(super) fn new(cell: usize, digit: usize) -> Packed {
        Packed((digit as u32) << CELL_BITS | cell as u32)
    }

    /// The same with the mark.
    #[inline]
    pub(super) fn marked(self) -> Packed {
        Packed(self.0 | MARK)
    }

    #[inline]
    pub(super) fn is_marked(self) -> bool {
        self.0 & MARK != 0
    }

    #[inline]
    pub(super) fn cell(self) -> usize {
        (self.0 & ((1 << CELL_BITS) - 1)) as usize
    }

    #[inline]
    pub(super) fn digit(self) -> usize {
        ((self.0 & !MARK) >> CELL_BITS) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_candidate_of_the_largest_board_fits() {
        let last = Packed::new(159_999, 399);
        assert_eq!((last.cell(), last.digit()), (159_999, 399));
        assert!(!last.is_marked());
        let marked = last.marked();
        assert_eq!((marked.cell(), marked.digit()), (159_999, 399));
        assert!(marked.is_marked());
    }
}
