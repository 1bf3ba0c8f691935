//! Double arrows: the ends add up to the sum between them.

use super::cells_rule::CellsRule;
use super::*;

/// A double arrow. The digits at its ends add up to the sum of the digits between them.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DoubleArrow {
    /// The cells of the line: at least three.
    pub cells: Vec<Cell>,
}

impl From<Vec<Cell>> for DoubleArrow {
    fn from(cells: Vec<Cell>) -> DoubleArrow {
        DoubleArrow { cells }
    }
}

/// `double-arrow r1c1-r1c5`
impl CellsRule for DoubleArrow {
    const NAME: &'static str = "double-arrow";
    const LEAST: usize = 3;
    const RULE: &'static str = "The ends of a double arrow add up to the sum of the digits between them.";

    fn list(&self) -> &[Cell] {
        &self.cells
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        let [first, inner @ .., last] = &self.cells[..] else {
            return true;
        };
        filled.value(*first) + filled.value(*last) == filled.sum(inner)
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        let [first, inner @ .., last] = &self.cells[..] else {
            return Ok(());
        };
        let mut terms = vec![(*first, 1), (*last, 1)];
        terms.extend(inner.iter().map(|cell| (*cell, -1)));
        to.linear(&terms, 0)
    }
}
