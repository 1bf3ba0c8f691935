//! Tallies: the cells of a house that can hold a digit.

/// A set of indices, stored as their number and their sum.
///
/// Removing or adding an index is one subtraction or addition. If a single index is left, the sum
/// is that index, so nothing has to be searched. The number is in the low bits and the sum above
/// it. The sum may overflow, but it is read only if a single index is left, and then it is correct
/// modulo 2²³, more than any index here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct IndexTally(u32);

/// The bits of the number: up to 400 indices.
const NUMBER_BITS: u32 = 9;

impl IndexTally {
    /// The empty tally.
    pub(super) const EMPTY: IndexTally = IndexTally(0);

    fn one(index: u32) -> u32 {
        index << NUMBER_BITS | 1
    }

    /// Adds an index.
    #[inline]
    pub(super) fn put(&mut self, index: u32) {
        self.0 = self.0.wrapping_add(IndexTally::one(index));
    }

    /// Removes an index.
    #[inline]
    pub(super) fn take(&mut self, index: u32) {
        self.0 = self.0.wrapping_sub(IndexTally::one(index));
    }

    /// The number of indices.
    #[inline]
    pub(super) fn count(self) -> usize {
        (self.0 & ((1 << NUMBER_BITS) - 1)) as usize
    }

    /// The remaining index, if there is only one.
    #[inline]
    pub(super) fn last(self) -> u32 {
        self.0 >> NUMBER_BITS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_index_is_known_even_after_the_sum_overflowed() {
        // The cells of the last row of the largest board; their sum needs 26 bits.
        let cells: Vec<u32> = (399 * 400..400 * 400).collect();
        let mut tally = IndexTally::EMPTY;
        cells.iter().for_each(|cell| tally.put(*cell));
        assert_eq!(tally.count(), 400);
        for cell in &cells[..399] {
            tally.take(*cell);
        }
        assert_eq!((tally.count(), tally.last()), (1, 159_999));
        tally.take(159_999);
        assert_eq!(tally, IndexTally::EMPTY);
    }
}
