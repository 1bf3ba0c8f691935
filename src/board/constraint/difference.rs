//! Differences: white Kropki dots.

use super::text::{Arguments, value_and_cells};
use super::*;

/// Two cells whose digits have this difference.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Difference {
    /// The difference.
    pub value: usize,
    /// The cells.
    pub cells: [Cell; 2],
}

impl Rule for Difference {
    const NAMES: &'static [&'static str] = &["difference"];

    fn rule(&self) -> &'static str {
        "Cells with a white dot between them have the difference of the dot, or 1."
    }

    /// `difference r1c1 r1c2`, `difference 3 r1c1 r1c2`
    fn parse(_: &str, arguments: &mut Arguments) -> Result<Difference, ConstraintError> {
        Ok(Difference {
            value: arguments.optional_number().unwrap_or(1),
            cells: arguments.pair()?,
        })
    }

    fn arguments(&self, board: &Geometry) -> String {
        value_and_cells((self.value != 1).then_some(self.value), &self.cells, board)
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        self.cells.to_vec()
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        let [one, other] = self.cells.map(|cell| filled.value(cell));
        one.abs_diff(other) == self.value
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        to.relation(self.cells, |one, other| one.abs_diff(other) == self.value)
    }
}
