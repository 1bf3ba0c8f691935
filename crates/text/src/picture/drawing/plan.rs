//! The places of cells in a picture.

use satdoku::board::{Cell, Extent, Geometry};

/// Units per cell.
pub(crate) const CELL: usize = 40;

/// The places of cells in a picture. Variables are in rows of their own below the grid.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plan<'a> {
    pub board: &'a Geometry,
}

impl Plan<'_> {
    /// Variables in a row on boards with fewer columns.
    const VARIABLES: usize = 9;

    /// Returns the number of variables in a row: the columns of the tables if all are of the same width.
    pub fn per_row(self) -> usize {
        let mut widths = self.board.variables().iter().map(|of| match of.extent {
            Extent::Table(_, columns) => Some(columns),
            _ => None,
        });
        match widths.next().flatten() {
            Some(width) if widths.all(|other| other == Some(width)) => width,
            _ => self.board.columns().max(Plan::VARIABLES),
        }
    }

    pub fn variables(self) -> impl ExactSizeIterator<Item = Cell> {
        (self.board.grid_cell_count()..self.board.cell_count()).map(Cell::from_index)
    }

    /// Returns the left and top coordinates of a cell.
    pub fn corner(self, cell: Cell) -> (usize, usize) {
        if let Some((row, column)) = self.board.position(cell) {
            return (column * CELL, row * CELL);
        }
        let number = cell.index() - self.board.grid_cell_count();
        let (row, column) = (number / self.per_row(), number % self.per_row());
        // Clues outside the grid are between both.
        (column * CELL, (self.board.rows() + 1 + row) * CELL)
    }

    /// Returns the width and the height of the grid.
    pub fn grid_size(self) -> (usize, usize) {
        (self.board.columns() * CELL, self.board.rows() * CELL)
    }

    /// Returns the width and the height, variables included.
    pub fn size(self) -> (usize, usize) {
        let (width, height) = self.grid_size();
        let count = self.variables().len();
        match count {
            0 => (width, height),
            _ => (
                width.max(count.min(self.per_row()) * CELL),
                height + (1 + count.div_ceil(self.per_row())) * CELL,
            ),
        }
    }
}
