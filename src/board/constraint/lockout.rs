//! Lockout lines: digits outside of those of the ends.

use super::text::{Arguments, value_and_cells};
use super::*;

/// A lockout line. Its ends differ by at least this much, usually 4 at 9×9, and the digits inside are
/// neither between those of the ends nor equal to one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Lockout {
    /// The smallest difference between the ends.
    pub difference: usize,
    /// The cells of the line.
    pub cells: Vec<Cell>,
}

impl Lockout {
    /// Returns the usual value on a board: the largest number below half of the number of digits.
    pub fn usual(board: &Geometry) -> usize {
        board.grid_digits().len().div_ceil(2).saturating_sub(1)
    }
}

impl Rule for Lockout {
    const NAMES: &'static [&'static str] = &["lockout"];

    fn rule(&self) -> &'static str {
        "The ends of a lockout line differ by at least the given number, or by the largest number below half of the highest digit (4 at 9×9). The digits inside are neither between them nor equal to one of them."
    }

    /// `lockout r1c1-r1c4`, `lockout 3 r1c1-r1c4`
    fn parse(_: &str, arguments: &mut Arguments) -> Result<Lockout, ConstraintError> {
        let value = arguments.optional_number();
        Ok(Lockout {
            difference: value.unwrap_or(Lockout::usual(arguments.board)),
            cells: arguments.cells(2)?,
        })
    }

    fn arguments(&self, board: &Geometry) -> String {
        let value = Some(self.difference).filter(|value| *value != Lockout::usual(board));
        value_and_cells(value, &self.cells, board)
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        let digits = filled.values(&self.cells);
        let [first, inner @ .., last] = &digits[..] else {
            return true;
        };
        let (low, high) = (first.min(last), first.max(last));
        high - low >= self.difference && inner.iter().all(|digit| digit < low || digit > high)
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        to.at_least(2, &self.cells)?;
        to.ends_and_inner(
            &self.cells,
            |low, high| high - low >= self.difference,
            |low, high, digit| digit < low || digit > high,
        )
    }
}
