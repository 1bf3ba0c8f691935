//! Counting circles: how many circles have the same digit.

use super::cells_rule::CellsRule;
use super::*;

/// Circles whose digit is the number of circles with this digit.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CountingCircles {
    /// The cells with circles.
    pub cells: Vec<Cell>,
}

impl From<Vec<Cell>> for CountingCircles {
    fn from(cells: Vec<Cell>) -> CountingCircles {
        CountingCircles { cells }
    }
}

/// `counting-circles r1c1 r5c5 r9c9`
impl CellsRule for CountingCircles {
    const NAME: &'static str = "counting-circles";
    const LEAST: usize = 1;
    const RULE: &'static str = "The digit in a circle is the number of circles with this digit.";

    fn list(&self) -> &[Cell] {
        &self.cells
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        let digits = filled.values(&self.cells);
        let count = |digit: usize| digits.iter().filter(|other| **other == digit).count();
        digits.iter().all(|digit| count(*digit) == *digit)
    }

    /// Adds an automaton for each digit, which is in no circle or in as many as it says.
    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        let count = self.cells.len();
        for counted in to.board().all_values() {
            let step = |place: usize, found: &usize, digit: usize| {
                let found = found + usize::from(digit == counted);
                let rest = count - place - 1;
                (found == 0 || (found..=found + rest).contains(&counted)).then_some(found)
            };
            let is_final = |found: &usize| *found == 0 || *found == counted;
            to.automaton(self.cells.clone(), 0, step, is_final)?;
        }
        Ok(())
    }
}
