//! A contradiction: a cell without a digit or a house without a place for one.

use thiserror::Error;

use super::cell::{CellName, Digit};
use super::constraint::HouseKind;

/// Why a position has no solution, as propagation of any kind finds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Contradiction {
    /// A cell has no digit left.
    #[error("no digit is left for {0}")]
    NoDigit(CellName),
    /// A full house has no cell left for a digit.
    #[error("no cell is left for {digit} in {house}")]
    NoPlace {
        /// The house.
        house: HouseKind,
        /// The digit.
        digit: Digit,
    },
    /// Some cells of a house have fewer digits left than they are.
    #[error("too few digits are left for some cells of {house}")]
    TooFewDigits {
        /// The house.
        house: HouseKind,
    },
}
