//! Houses: sets of cells whose digits all differ.

use super::cell::Cell;
use super::digit_bits::{DigitBits, digit_sum};
use super::geometry::Geometry;
use super::source::Source;

/// A set of cells whose digits all differ. A house with as many cells as the board has digits
/// contains each digit exactly once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct House {
    /// The origin.
    pub source: Source,
    /// The cells in ascending order.
    pub cells: Vec<Cell>,
    /// Only the lowering of a drawn constraint, which [`verify`](super::verify) knows, sets it.
    pub(super) sets: Option<Vec<DigitBits>>,
}

impl House {
    /// Creates a house that can hold any digits. The cells are in ascending order.
    pub fn new(source: Source, cells: Vec<Cell>) -> House {
        House {
            source,
            cells,
            sets: None,
        }
    }

    /// Returns the house that can only hold these sets of digits.
    pub(super) fn with_sets(self, sets: Vec<DigitBits>) -> House {
        House {
            sets: Some(sets),
            ..self
        }
    }

    /// The sets of digits that the cells can hold, if a drawn constraint does not allow all of that
    /// size. A cage of two cells with the sum 5 can hold {1, 4} and {2, 3}.
    pub fn sets(&self) -> Option<&[DigitBits]> {
        self.sets.as_deref()
    }

    /// Returns the sum of the digits, if all [`House::sets`] have the same: that of a cage.
    pub fn sum(&self, board: &Geometry) -> Option<i64> {
        let mut sums = self.sets()?.iter().map(|set| digit_sum(*set, board));
        let sum = sums.next()?;
        sums.all(|other| other == sum).then_some(sum)
    }
}
