//! Inequalities between two cells.

use super::text::{Arguments, cell_names};
use super::*;

/// Two cells, the first of which has the higher digit.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Greater {
    /// The cell of the higher digit and the cell of the lower digit.
    pub cells: [Cell; 2],
}

impl Rule for Greater {
    const NAMES: &'static [&'static str] = &["greater"];

    fn rule(&self) -> &'static str {
        "A sign between two cells points to the lower digit."
    }

    /// `greater r1c1 r1c2`
    fn parse(_: &str, arguments: &mut Arguments) -> Result<Greater, ConstraintError> {
        let cells = arguments.pair()?;
        Ok(Greater { cells })
    }

    fn arguments(&self, board: &Geometry) -> String {
        cell_names(&self.cells, board)
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        self.cells.to_vec()
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        let [high, low] = self.cells.map(|cell| filled.value(cell));
        high > low
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        to.relation(self.cells, |high, low| high > low)
    }
}
