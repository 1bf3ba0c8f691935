//! Between lines: digits between those of the ends.

use super::text::{Arguments, cell_names};
use super::*;

/// A between line. The digits inside lie strictly between those of the ends. A line of two cells means
/// nothing.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Between {
    /// The cells of the line.
    pub cells: Vec<Cell>,
}

impl Rule for Between {
    const NAMES: &'static [&'static str] = &["between"];

    fn rule(&self) -> &'static str {
        "Digits on a between line lie between those in the circles at its ends."
    }

    /// `between r1c1-r1c5`
    fn parse(_: &str, arguments: &mut Arguments) -> Result<Between, ConstraintError> {
        let cells = arguments.cells(3)?;
        Ok(Between { cells })
    }

    fn arguments(&self, size: usize) -> String {
        cell_names(&self.cells, size)
    }

    fn cells(&self, _: usize) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, filled: &Filled) -> bool {
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
