//! The digits that cells with different digits lose because of the digit sets that they can hold. Solving
//! and explanations share it.

use crate::board::DigitBits;

/// The digits that some cells with different digits keep because of the sets that they can hold.
pub struct SetFilter {
    /// The digits of some possible set.
    in_some: DigitBits,
    /// The digits of all possible sets that have one place, in a cell that has other digits as well.
    hidden: DigitBits,
}

impl SetFilter {
    /// Returns the filter of cells with these digits, or `None` if it removes nothing. A set is possible
    /// if each of its digits has a place and each cell has a digit of it.
    #[inline]
    pub fn new(
        of_cells: impl Iterator<Item = DigitBits> + Clone,
        sets: &[DigitBits],
    ) -> Option<SetFilter> {
        let (mut anywhere, mut twice, mut solved) = (0, 0, 0);
        for bits in of_cells.clone() {
            twice |= anywhere & bits;
            anywhere |= bits;
            if bits & bits.wrapping_sub(1) == 0 {
                solved |= bits;
            }
        }
        let is_possible = |set: &&DigitBits| {
            **set & !anywhere == 0
                && solved & !**set == 0
                && of_cells.clone().all(|bits| bits & **set != 0)
        };
        let (mut in_some, mut in_all) = (0, DigitBits::MAX);
        for set in sets.iter().filter(is_possible) {
            in_some |= set;
            in_all &= set;
        }
        let hidden = in_some & in_all & !twice & !solved;
        (anywhere & !in_some != 0 || hidden != 0).then_some(SetFilter { in_some, hidden })
    }

    /// Returns the digits that a cell with these digits may keep. If two digits have no other place, one
    /// is kept, and the house lacks the other.
    #[inline]
    pub fn allowed(&self, of_cell: DigitBits) -> DigitBits {
        match of_cell & self.hidden {
            0 => self.in_some,
            only => only & only.wrapping_neg(),
        }
    }
}
