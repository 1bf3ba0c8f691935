//! Ratios: black Kropki dots.

use super::text::{Arguments, value_and_cells};
use super::*;

/// Two cells, one of whose digits is this multiple of the other.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Ratio {
    /// The larger digit divided by the smaller.
    pub value: usize,
    /// The cells.
    pub cells: [Cell; 2],
}

impl Rule for Ratio {
    const NAMES: &'static [&'static str] = &["ratio"];

    fn rule(&self) -> &'static str {
        "Cells with a black dot between them have the ratio of the dot, or 2."
    }

    /// `ratio r1c1 r1c2`, `ratio 3 r1c1 r1c2`
    fn parse(_: &str, arguments: &mut Arguments) -> Result<Ratio, ConstraintError> {
        Ok(Ratio {
            value: arguments.optional_number().unwrap_or(2),
            cells: arguments.pair()?,
        })
    }

    fn arguments(&self, board: &Geometry) -> String {
        value_and_cells((self.value != 2).then_some(self.value), &self.cells, board)
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        self.cells.to_vec()
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        let [one, other] = self.cells.map(|cell| filled.value(cell));
        has_ratio(one, other, self.value)
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        to.relation(self.cells, |one, other| has_ratio(one, other, self.value))
    }
}

/// Returns true if one digit is `ratio` times the other.
pub(in super::super) fn has_ratio(one: usize, other: usize, ratio: usize) -> bool {
    one.checked_mul(ratio) == Some(other) || other.checked_mul(ratio) == Some(one)
}
