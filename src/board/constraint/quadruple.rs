//! Quadruples: digits that occur in four cells.

use super::text::{Arguments, cell_names};
use super::*;

/// Digits that occur in a group of cells, usually 2×2, each as often as it is listed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Quadruple {
    /// The values of the digits.
    pub values: Vec<usize>,
    /// The cells.
    pub cells: Vec<Cell>,
}

impl Rule for Quadruple {
    const NAMES: &'static [&'static str] = &["quadruple"];

    fn rule(&self) -> &'static str {
        "Digits in a circle occur in the four cells around it."
    }

    /// `quadruple 1 2 3 r1c1 r1c2 r2c1 r2c2`
    fn parse(_: &str, arguments: &mut Arguments) -> Result<Quadruple, ConstraintError> {
        let values = arguments.digits()?;
        let cells = arguments.cells(1)?;
        Ok(Quadruple { values, cells })
    }

    fn arguments(&self, board: &Geometry) -> String {
        let values: Vec<String> = self.values.iter().map(usize::to_string).collect();
        format!("{} {}", values.join(" "), cell_names(&self.cells, board))
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        let digits = filled.values(&self.cells);
        let count = |values: &[usize], value| values.iter().filter(|other| **other == value).count();
        let mut values = self.values.iter();
        values.all(|value| count(&digits, *value) >= count(&self.values, *value))
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        to.contains(&self.cells, &self.values, false)
    }
}
