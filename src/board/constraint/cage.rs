//! Cages: different digits, possibly with a sum.

use super::text::{Arguments, value_and_cells};
use super::*;

/// A cage. Its digits differ; with a total, they add up to it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Cage {
    /// The sum of the digits.
    pub total: Option<usize>,
    /// The cells.
    pub cells: Vec<Cell>,
}

impl Rule for Cage {
    const NAMES: &'static [&'static str] = &["cage"];

    fn rule(&self) -> &'static str {
        "Digits in a cage differ and add up to its total, if it has one."
    }

    /// `cage 15 r1c1 r1c2 r2c1`
    fn parse(_: &str, arguments: &mut Arguments) -> Result<Cage, ConstraintError> {
        Ok(Cage {
            total: arguments.optional_number(),
            cells: arguments.cells(1)?,
        })
    }

    fn arguments(&self, board: &Geometry) -> String {
        value_and_cells(self.total, &self.cells, board)
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        let sum = filled.sum(&self.cells);
        filled.are_different(&self.cells) && self.total.is_none_or(|total| sum == total)
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        to.at_least(1, &self.cells)?;
        match self.total {
            Some(total) => to.sum_of_house(&self.cells, total),
            None => to.house(&self.cells),
        }
    }
}
