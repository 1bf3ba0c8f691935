//! Clones: groups of cells with the same digits.

use super::text::{Arguments, cell_names};
use super::*;

/// Two groups of cells with the same digits in the same order.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CloneRegion {
    /// The cells of the first group.
    pub cells: Vec<Cell>,
    /// The cells of the second group: as many.
    pub clones: Vec<Cell>,
}

impl Rule for CloneRegion {
    const NAMES: &'static [&'static str] = &["clone"];

    fn rule(&self) -> &'static str {
        "Cloned groups of cells have the same digits in the same places."
    }

    /// `clone r1c1 r1c2: r5c5 r5c6`
    fn parse(_: &str, arguments: &mut Arguments) -> Result<CloneRegion, ConstraintError> {
        let cells = arguments.cells(1)?;
        arguments.expect(":")?;
        let clones = arguments.cells(1)?;
        Ok(CloneRegion { cells, clones })
    }

    fn arguments(&self, board: &Geometry) -> String {
        let [cells, clones] = [&self.cells, &self.clones].map(|cells| cell_names(cells, board));
        format!("{cells}: {clones}")
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        [&self.cells[..], &self.clones].concat()
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        filled.values(&self.cells) == filled.values(&self.clones)
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        to.at_least(1, &self.cells)?;
        if self.cells.len() != self.clones.len() {
            let expected = format!("{} cells in the clone", self.cells.len());
            return Err(ConstraintError::new(expected, self.clones.len().to_string()));
        }
        for (one, other) in self.cells.iter().zip(&self.clones) {
            to.relation([*one, *other], |one, other| one == other)?;
        }
        Ok(())
    }
}
