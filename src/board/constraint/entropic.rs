//! Entropic lines: low, middle and high digits.

use super::cells_rule::CellsRule;
use super::*;
use super::classes::have_different_classes;

/// An entropic line. Each three of its cells in a row have a low, a middle and a high digit: a third of
/// the digits each.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Entropic {
    /// The cells of the line.
    pub cells: Vec<Cell>,
}

impl From<Vec<Cell>> for Entropic {
    fn from(cells: Vec<Cell>) -> Entropic {
        Entropic { cells }
    }
}

/// `entropic r1c1-r1c5`
impl CellsRule for Entropic {
    const NAME: &'static str = "entropic";
    const LEAST: usize = 2;
    const RULE: &'static str = "Every three consecutive cells of an entropic line have a low, a middle and a high digit.";

    fn list(&self) -> &[Cell] {
        &self.cells
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        have_different_classes(&filled.values(&self.cells), 3, |digit| third(digit, filled.board()))
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        let board = to.context.board;
        to.classes(&self.cells, 3, |digit| third(digit, board))
    }
}

/// Returns 0, 1 or 2 for a low, middle or high digit of the board, and further classes for the digits of
/// variables below and above.
fn third(digit: usize, board: &Geometry) -> i64 {
    let values = board.values();
    let above_lowest = digit as i64 - *values.start() as i64;
    (above_lowest * 3).div_euclid(values.count() as i64)
}
