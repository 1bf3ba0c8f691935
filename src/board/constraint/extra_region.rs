//! Extra regions: different digits.

use super::text::{Arguments, cell_names};
use super::*;

/// Cells whose digits differ. As many cells as there are digits contain each digit once.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ExtraRegion {
    /// The cells.
    pub cells: Vec<Cell>,
}

impl Rule for ExtraRegion {
    const NAMES: &'static [&'static str] = &["extra-region"];

    fn rule(&self) -> &'static str {
        "Digits in a shaded region differ."
    }

    /// `extra-region r1c1-r9c9`
    fn parse(_: &str, arguments: &mut Arguments) -> Result<ExtraRegion, ConstraintError> {
        let cells = arguments.cells(1)?;
        Ok(ExtraRegion { cells })
    }

    fn arguments(&self, size: usize) -> String {
        cell_names(&self.cells, size)
    }

    fn cells(&self, _: usize) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, filled: &Filled) -> bool {
        filled.are_different(&self.cells)
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        to.house(&self.cells)
    }
}
