//! Between lines: digits between those of the ends.

use super::cells_rule::CellsRule;
use super::*;

/// A between line. The digits inside lie strictly between those of the ends.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Between {
    /// The cells of the line: at least three.
    pub cells: Vec<Cell>,
}

impl From<Vec<Cell>> for Between {
    fn from(cells: Vec<Cell>) -> Between {
        Between { cells }
    }
}

/// `between r1c1-r1c5`
impl CellsRule for Between {
    const NAME: &'static str = "between";
    const LEAST: usize = 3;
    const RULE: &'static str = "Digits on a between line lie between those in the circles at its ends.";

    fn list(&self) -> &[Cell] {
        &self.cells
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        let digits = filled.values(&self.cells);
        let [first, inner @ .., last] = &digits[..] else {
            return true;
        };
        let (low, high) = (first.min(last), first.max(last));
        inner.iter().all(|digit| low < digit && digit < high)
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        to.ends_and_inner(&self.cells, |_, _| true, |low, high, digit| low < digit && digit < high)
    }
}
