//! Houses: sets of cells whose digits all differ.

use std::sync::Arc;

use super::cell::Cell;
use super::digit_bits::DigitBits;
use super::source::Source;

/// A set of cells whose digits all differ. A house with as many cells as the board has digits
/// contains each digit exactly once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct House {
    /// The origin.
    pub source: Source,
    /// The cells in ascending order.
    pub cells: Vec<Cell>,
    // Only the lowering of a drawn constraint, which `verify` knows, sets these.
    sets: Option<Arc<[DigitBits]>>,
    total: Option<i64>,
}

impl House {
    /// Creates a house that can hold any digits. The cells are in ascending order.
    pub fn new(source: Source, cells: Vec<Cell>) -> House {
        House {
            source,
            cells,
            sets: None,
            total: None,
        }
    }

    /// Returns the house that can only hold these sets of digits. If `total` is given, they are all sets
    /// with this sum.
    pub(super) fn with_sets(self, sets: Vec<DigitBits>, total: Option<i64>) -> House {
        House {
            total: total.filter(|_| !sets.is_empty()),
            sets: Some(sets.into()),
            ..self
        }
    }

    /// The sets of digits that the cells can hold, if a drawn constraint does not allow all of that
    /// size. A cage of two cells with the sum 5 can hold {1, 4} and {2, 3}.
    pub fn sets(&self) -> Option<&[DigitBits]> {
        self.sets.as_deref()
    }

    /// The sum of the digits if [`House::sets`] are all sets with this sum: the total of a cage. A house
    /// without any set has none.
    pub fn total(&self) -> Option<i64> {
        self.total
    }
}
