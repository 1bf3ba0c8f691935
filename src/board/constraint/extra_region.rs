//! Extra regions: different digits.

use super::cells_rule::CellsRule;
use super::*;

/// Cells whose digits differ. As many cells as there are digits contain each digit once.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ExtraRegion {
    /// The cells.
    pub cells: Vec<Cell>,
}

impl From<Vec<Cell>> for ExtraRegion {
    fn from(cells: Vec<Cell>) -> ExtraRegion {
        ExtraRegion { cells }
    }
}

/// `extra-region r1c1-r9c9`
impl CellsRule for ExtraRegion {
    const NAME: &'static str = "extra-region";
    const LEAST: usize = 1;
    const RULE: &'static str = "Digits in a shaded region differ.";

    fn list(&self) -> &[Cell] {
        &self.cells
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        filled.are_different(&self.cells)
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        to.house(&self.cells)
    }
}
