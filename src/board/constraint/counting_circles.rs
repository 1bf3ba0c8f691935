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

    /// Adds an automaton for each digit, which is in no circle or in as many as it says. The digits that
    /// occur add up to the number of circles, so some must occur, and others cannot.
    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        let circles = self.cells.len();
        let values: Vec<usize> = to.board().all_values().collect();
        for value in &values {
            let others = values.iter().filter(|other| *other != value);
            let sums = subset_sums(others.copied());
            let has_sum = |sum: usize| sum >= MOST_NARROWED || sums >> sum & 1 != 0;
            let can_occur = *value > 0 && circles.checked_sub(*value).is_some_and(has_sum);
            let counts = [(0, has_sum(circles)), (*value, can_occur)].into_iter();
            let counts = counts.filter_map(|(count, is_possible)| is_possible.then_some(count));
            to.count(self.cells.clone(), *value, counts.collect())?;
        }
        Ok(())
    }
}

/// The number of circles from which on all sums of digits count as possible.
const MOST_NARROWED: usize = u128::BITS as usize;

/// Returns the sums of sets of these values below [`MOST_NARROWED`], as bits.
fn subset_sums(values: impl Iterator<Item = usize>) -> u128 {
    let values = values.filter(|value| *value < MOST_NARROWED);
    values.fold(1, |sums, value| sums | sums << value)
}
