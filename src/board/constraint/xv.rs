//! X and V: two cells with the sum 10 or 5.

use super::text::{Arguments, cell_names};
use super::*;

/// Two cells whose digits add up to 10 (X) or 5 (V).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Xv {
    /// True for an X, false for a V.
    pub is_x: bool,
    /// The cells.
    pub cells: [Cell; 2],
}

impl Xv {
    fn sum(&self) -> usize {
        if self.is_x { 10 } else { 5 }
    }
}

impl Rule for Xv {
    const NAMES: &'static [&'static str] = &["x", "v"];

    fn name(&self) -> &'static str {
        Self::NAMES[usize::from(!self.is_x)]
    }

    fn rule(&self) -> &'static str {
        match self.is_x {
            true => "Cells with an X between them add up to 10.",
            false => "Cells with a V between them add up to 5.",
        }
    }

    /// `x r1c1 r1c2`
    fn parse(name: &str, arguments: &mut Arguments) -> Result<Xv, ConstraintError> {
        Ok(Xv {
            is_x: name == Self::NAMES[0],
            cells: arguments.pair()?,
        })
    }

    fn arguments(&self, board: &Geometry) -> String {
        cell_names(&self.cells, board)
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        self.cells.to_vec()
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        filled.sum(&self.cells) == self.sum()
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        to.relation(self.cells, |one, other| one + other == self.sum())
    }
}
