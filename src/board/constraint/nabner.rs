//! Nabner lines: no two equal or consecutive digits.

use super::cells_rule::CellsRule;
use super::*;

/// A nabner line. Every two of its digits differ by at least 2.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Nabner {
    /// The cells of the line.
    pub cells: Vec<Cell>,
}

impl From<Vec<Cell>> for Nabner {
    fn from(cells: Vec<Cell>) -> Nabner {
        Nabner { cells }
    }
}

/// `nabner r1c1-r1c4`
impl CellsRule for Nabner {
    const NAME: &'static str = "nabner";
    const LEAST: usize = 2;
    const RULE: &'static str = "No two digits on a nabner line are equal or consecutive.";

    fn list(&self) -> &[Cell] {
        &self.cells
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        let digits = filled.values(&self.cells);
        let mut pairs = (1..digits.len()).flat_map(|at| (0..at).map(move |other| (at, other)));
        pairs.all(|(one, other)| digits[one].abs_diff(digits[other]) >= 2)
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        to.all_pairs(&self.cells, |one, other| one.abs_diff(other) >= 2)
    }
}
