//! Candidates, and tallies of indices, packed into 32 bits each.

/// A digit in a cell, both counted from 0, with a mark for the use of its owner.
///
/// Trail and queues can have as many entries as there are candidates, 64 million on the largest
/// board.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Packed(u32);

/// Enough for the 160,000 cells of the largest board; its 400 digits take the 9 bits above.
const CELL_BITS: u32 = 18;
const MARK: u32 = 1 << 31;

impl Packed {
    /// Creates a candidate without the mark.
    #[inline]
    pub(super) fn new(cell: usize, digit: usize) -> Packed {
        Packed((digit as u32) << CELL_BITS | cell as u32)
    }

    /// Sets the mark.
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

/// A set of indices, stored as their number and their sum.
///
/// Removing or adding an index is one subtraction or addition. If a single index is left, the sum
/// is that index, so nothing has to be searched. The number is in the low bits and the sum above
/// it. The sum may overflow, but it is read only if a single index is left, and then it is correct
/// modulo 2²¹, more than any index here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct IndexTally(u32);

/// The bits of the number: up to 400 indices, and up to 3 times [`MET`].
const NUMBER_BITS: u32 = 11;
/// Added if no choice is needed, so that the number never looks like one or zero.
const MET: u32 = 1 << (NUMBER_BITS - 2);

impl IndexTally {
    /// The empty tally.
    pub(super) const EMPTY: IndexTally = IndexTally(0);

    fn one(index: usize) -> u32 {
        (index as u32) << NUMBER_BITS | 1
    }

    /// Adds an index.
    #[inline]
    pub(super) fn put(&mut self, index: usize) {
        self.0 = self.0.wrapping_add(IndexTally::one(index));
    }

    /// Removes an index.
    #[inline]
    pub(super) fn take(&mut self, index: usize) {
        self.0 = self.0.wrapping_sub(IndexTally::one(index));
    }

    /// Marks the choice as made or as not needed; up to three times.
    #[inline]
    pub(super) fn assign(&mut self) {
        self.0 = self.0.wrapping_add(MET);
    }

    /// Undoes one [`IndexTally::assign`].
    #[inline]
    pub(super) fn unassign(&mut self) {
        self.0 = self.0.wrapping_sub(MET);
    }

    /// The number of indices to choose from; at least 512, far above any number of indices, if no
    /// choice is needed.
    #[inline]
    pub(super) fn choices(self) -> u32 {
        self.0 & ((1 << NUMBER_BITS) - 1)
    }

    /// Returns true if a choice was made or is not needed.
    #[inline]
    pub(super) fn is_met(self) -> bool {
        self.choices() >= MET
    }

    /// The number of indices, whether or not one of them is chosen.
    #[inline]
    pub(super) fn count(self) -> u32 {
        self.0 & (MET - 1)
    }

    /// The remaining index, if there is only one.
    #[inline]
    pub(super) fn last(self) -> usize {
        (self.0 >> NUMBER_BITS) as usize
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

    #[test]
    fn the_last_index_is_known_even_after_the_sum_overflowed() {
        // The cells of the last row of the largest board; their sum needs 26 bits.
        let cells: Vec<usize> = (399 * 400..400 * 400).collect();
        let mut tally = IndexTally::EMPTY;
        cells.iter().for_each(|cell| tally.put(*cell));
        assert_eq!((tally.count(), tally.choices()), (400, 400));
        for cell in &cells[..399] {
            tally.take(*cell);
        }
        assert_eq!((tally.count(), tally.last()), (1, 159_999));
        tally.take(159_999);
        assert_eq!(tally, IndexTally::EMPTY);
    }

    #[test]
    fn a_met_tally_never_looks_like_a_single() {
        let mut tally = IndexTally::EMPTY;
        tally.put(7);
        tally.assign();
        tally.assign();
        assert_eq!((tally.count(), tally.last()), (1, 7));
        assert!(tally.is_met() && tally.choices() > 400);
        tally.take(7);
        assert_eq!(tally.count(), 0);
        tally.unassign();
        assert!(tally.is_met());
        tally.unassign();
        assert_eq!(tally, IndexTally::EMPTY);
    }
}
