//! Filled grids, as the definitions of constraints see them.

use super::super::cell::Cell;
use super::super::grid::Grid;
use super::context::Context;

/// A grid without blanks, and its board.
pub(in super::super) struct FilledBoard<'a> {
    pub context: &'a Context<'a>,
    pub grid: &'a Grid,
}

impl FilledBoard<'_> {
    /// The value of the digit in a cell; 0 for a blank.
    pub fn value(&self, cell: Cell) -> usize {
        self.grid.value(cell).unwrap_or(0)
    }

    /// The values of the digits in cells.
    pub fn values(&self, cells: &[Cell]) -> Vec<usize> {
        cells.iter().map(|cell| self.value(*cell)).collect()
    }

    /// The sum of the digits in cells.
    pub fn sum(&self, cells: &[Cell]) -> usize {
        self.values(cells).iter().sum()
    }

    /// Returns true if no digit occurs twice in cells.
    pub fn are_different(&self, cells: &[Cell]) -> bool {
        let mut values = self.values(cells);
        values.sort_unstable();
        values.windows(2).all(|pair| pair[0] != pair[1])
    }
}
