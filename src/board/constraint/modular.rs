//! Modular lines: different remainders.

use super::text::{Arguments, value_and_cells};
use super::classes::have_different_classes;
use super::*;

/// A modular line. Every `modulus` consecutive cells have different remainders after division by it; on a
/// line with fewer cells, all have. With more cells, the remainders return after `modulus` cells.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Modular {
    /// The divisor: at least 1, which allows all digits.
    pub modulus: usize,
    /// The cells of the line.
    pub cells: Vec<Cell>,
}

impl Modular {
    /// Returns the usual value on a board.
    pub fn usual(_: &Geometry) -> usize {
        3
    }

    fn zero() -> ConstraintError {
        ConstraintError::new("a divisor of at least 1", "0")
    }
}

impl Rule for Modular {
    const NAMES: &'static [&'static str] = &["modular"];

    fn rule(&self) -> &'static str {
        "Every k consecutive cells of a modular line have different remainders modulo k, where k is the given number, or 3. If the line has fewer than k cells, all of them have."
    }

    /// `modular r1c1-r1c5`, `modular 4 r1c1-r1c5`
    fn parse(_: &str, arguments: &mut Arguments) -> Result<Modular, ConstraintError> {
        let column = arguments.column();
        let value = arguments.optional_number();
        if value == Some(0) {
            return Err(Modular::zero().at(column));
        }
        Ok(Modular {
            modulus: value.unwrap_or(Modular::usual(arguments.board)),
            cells: arguments.cells(2)?,
        })
    }

    fn arguments(&self, board: &Geometry) -> String {
        let value = Some(self.modulus).filter(|value| *value != Modular::usual(board));
        value_and_cells(value, &self.cells, board)
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        have_different_classes(&filled.values(&self.cells), self.modulus, |digit| digit % self.modulus)
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        to.at_least(2, &self.cells)?;
        if self.modulus == 0 {
            return Err(Modular::zero());
        }
        to.classes(&self.cells, self.modulus, |digit| digit % self.modulus)
    }
}
