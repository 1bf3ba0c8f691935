//! Little killers: the sum of a diagonal.

use super::text::{Arguments, cell_names};
use super::*;

/// A clue outside the grid for a diagonal. Its digits add up to the total and may repeat.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LittleKiller {
    /// The sum.
    pub total: usize,
    /// The cells of the diagonal, from the clue on.
    pub cells: Vec<Cell>,
}

impl Rule for LittleKiller {
    const NAMES: &'static [&'static str] = &["little-killer"];

    fn rule(&self) -> &'static str {
        "A clue with an arrow is the sum of the digits along its diagonal, which may repeat."
    }

    /// `little-killer 12 r1c3-r7c9`
    fn parse(_: &str, arguments: &mut Arguments) -> Result<LittleKiller, ConstraintError> {
        Ok(LittleKiller {
            total: arguments.number("a sum")?,
            cells: arguments.cells(1)?,
        })
    }

    fn arguments(&self, board: &Geometry) -> String {
        format!("{} {}", self.total, cell_names(&self.cells, board))
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        filled.sum(&self.cells) == self.total
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        to.at_least(1, &self.cells)?;
        let terms: Vec<(Cell, i64)> = self.cells.iter().map(|cell| (*cell, 1)).collect();
        to.linear(&terms, i64::try_from(self.total).unwrap_or(i64::MAX))
    }
}
