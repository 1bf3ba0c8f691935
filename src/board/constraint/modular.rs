//! Modular lines: different remainders.

use super::text::{Arguments, value_and_cells};
use super::classes::have_different_classes;
use super::*;

/// A modular line. As many cells in a row as the modulus have different remainders after division by it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Modular {
    /// The divisor: at least 1.
    pub modulus: usize,
    /// The cells of the line.
    pub cells: Vec<Cell>,
}

impl Modular {
    /// Returns the usual value on a board with `size` digits.
    pub fn usual(_: usize) -> usize {
        3
    }
}

impl Rule for Modular {
    const NAMES: &'static [&'static str] = &["modular"];

    fn rule(&self) -> &'static str {
        "Every three consecutive cells of a modular line have different remainders modulo 3 (or another number, where given)."
    }

    /// `modular r1c1-r1c5`, `modular 4 r1c1-r1c5`
    fn parse(_: &str, arguments: &mut Arguments) -> Result<Modular, ConstraintError> {
        let column = arguments.column();
        let value = arguments.optional_number();
        if value == Some(0) {
            return Err(ConstraintError::new("a divisor of at least 1", "0").at(column));
        }
        Ok(Modular {
            modulus: value.unwrap_or(Modular::usual(arguments.size)),
            cells: arguments.cells(2)?,
        })
    }

    fn arguments(&self, size: usize) -> String {
        let value = Some(self.modulus).filter(|value| *value != Modular::usual(size));
        value_and_cells(value, &self.cells, size)
    }

    fn cells(&self, _: usize) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        let modulus = self.modulus.max(1);
        have_different_classes(&filled.values(&self.cells), modulus, |digit| digit % modulus)
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        let modulus = self.modulus.max(1);
        to.classes(&self.cells, modulus, |digit| digit % modulus)
    }
}
