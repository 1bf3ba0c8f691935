//! Entropic lines: low, middle and high digits.

use super::text::{Arguments, cell_names};
use super::*;
use super::classes::have_different_classes;

/// An entropic line. Each three of its cells in a row have a low, a middle and a high digit: a third of
/// the digits each.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Entropic {
    /// The cells of the line.
    pub cells: Vec<Cell>,
}

impl Rule for Entropic {
    const NAMES: &'static [&'static str] = &["entropic"];

    fn rule(&self) -> &'static str {
        "Each three cells in a row of an entropic line have a low, a middle and a high digit."
    }

    /// `entropic r1c1-r1c5`
    fn parse(_: &str, arguments: &mut Arguments) -> Result<Entropic, ConstraintError> {
        let cells = arguments.cells(2)?;
        Ok(Entropic { cells })
    }

    fn arguments(&self, size: usize) -> String {
        cell_names(&self.cells, size)
    }

    fn cells(&self, _: usize) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, filled: &Filled) -> bool {
        have_different_classes(&filled.values(&self.cells), 3, |digit| third(digit, filled.size()))
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        let size = to.size();
        to.classes(&self.cells, 3, |digit| third(digit, size))
    }
}

/// Returns 0, 1 or 2 for a low, middle or high digit.
fn third(digit: usize, size: usize) -> usize {
    (digit - 1) * 3 / size
}
