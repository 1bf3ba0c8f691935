//! A count and a sum in one integer: how many are left, and, once it is one, which.

/// Some indices, as their number and their sum.
///
/// Taking an index out is one subtraction, putting it back one addition. When one index is left
/// the sum is that index, and nothing has to be searched. The number is in the low bits and the
/// sum above it, so that the sum may overflow: it is only read when a single index is left, and
/// then it is right modulo the 2²¹ that fit, more than any index here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Tally(u32);

/// Bits of the number: up to 400 indices, and up to 3 times [`MET`].
const NUMBER_BITS: u32 = 11;
/// Added where nothing is needed: the number then never looks like one or none.
const MET: u32 = 1 << (NUMBER_BITS - 2);

impl Tally {
    /// Of no indices.
    pub(super) const EMPTY: Tally = Tally(0);

    fn one(index: usize) -> u32 {
        (index as u32) << NUMBER_BITS | 1
    }

    /// Puts an index in that is out.
    #[inline]
    pub(super) fn put(&mut self, index: usize) {
        self.0 = self.0.wrapping_add(Tally::one(index));
    }

    /// Takes an index out that is in.
    #[inline]
    pub(super) fn take(&mut self, index: usize) {
        self.0 = self.0.wrapping_sub(Tally::one(index));
    }

    /// Says that one of the indices is chosen, or that none need be; up to three times.
    #[inline]
    pub(super) fn assign(&mut self) {
        self.0 = self.0.wrapping_add(MET);
    }

    /// Takes one [`Tally::assign`] back.
    #[inline]
    pub(super) fn unassign(&mut self) {
        self.0 = self.0.wrapping_sub(MET);
    }

    /// The number of indices to choose from, or 512 and more, far above any number of indices,
    /// where no choice is needed.
    #[inline]
    pub(super) fn choices(self) -> u32 {
        self.0 & ((1 << NUMBER_BITS) - 1)
    }

    /// Whether a choice was made or is not needed.
    #[inline]
    pub(super) fn is_met(self) -> bool {
        self.choices() >= MET
    }

    /// The number of indices, whether one of them is chosen or not.
    #[inline]
    pub(super) fn count(self) -> u32 {
        self.0 & (MET - 1)
    }

    /// The index, if only one is left.
    #[inline]
    pub(super) fn last(self) -> usize {
        (self.0 >> NUMBER_BITS) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_index_is_known_even_after_the_sum_overflowed() {
        // The cells of the last row of the largest board; their sum needs 26 bits.
        let cells: Vec<usize> = (399 * 400..400 * 400).collect();
        let mut tally = Tally::EMPTY;
        cells.iter().for_each(|cell| tally.put(*cell));
        assert_eq!((tally.count(), tally.choices()), (400, 400));
        for cell in &cells[..399] {
            tally.take(*cell);
        }
        assert_eq!((tally.count(), tally.last()), (1, 159_999));
        tally.take(159_999);
        assert_eq!(tally, Tally::EMPTY);
    }

    #[test]
    fn what_is_met_never_looks_short_of_choices() {
        let mut tally = Tally::EMPTY;
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
        assert_eq!(tally, Tally::EMPTY);
    }
}
