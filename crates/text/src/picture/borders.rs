//! The borders of the boxes and regions of a board.

use std::collections::BTreeMap;

use satdoku::board::{Cell, Geometry, Layout, Shape};

/// The borders of a board: around the cells that exist, and between boxes, regions or overlapping
/// grids.
pub(crate) struct Borders {
    pub rows: usize,
    pub columns: usize,
    /// For each place in reading order, 0 for a hole, and otherwise the number of its block. Cells in
    /// the same boxes and grids are in one block.
    blocks: Vec<usize>,
    /// False if the edges of the board have none.
    has_frame: bool,
}

impl Borders {
    /// Returns the borders between boxes, without those around the board.
    pub fn inside(board: &Geometry, shape: Shape) -> Borders {
        let (rows, columns) = (board.rows(), board.columns());
        let block = |place: usize| {
            let (row, column) = (place / columns, place % columns);
            1 + row / shape.box_rows() * columns + column / shape.box_columns()
        };
        Borders {
            rows,
            columns,
            blocks: (0..rows * columns).map(block).collect(),
            has_frame: false,
        }
    }

    pub fn new(layout: &Layout) -> Borders {
        let board = layout.geometry();
        let mut kinds = vec![Vec::new(); board.grid_cell_count()];
        let boxes = layout.houses().iter().filter(|house| house.source.is_box());
        for (number, house) in boxes.enumerate() {
            house
                .cells
                .iter()
                .for_each(|cell| kinds[cell.index()].push(number));
        }
        let (corners, (size, _)) = (layout.rules().corners(), board.grid_size());
        for (cell, kinds) in board.grid_cells().zip(&mut kinds) {
            let (row, column) = board.position(cell).unwrap_or_default();
            let is_in = |(top, left): &(usize, usize)| {
                (*top..top + size).contains(&row) && (*left..left + size).contains(&column)
            };
            // These numbers are not those of boxes.
            let grids = (0..corners.len()).filter(|grid| is_in(&corners[*grid]));
            kinds.extend(grids.map(|grid| usize::MAX - grid));
        }
        let mut known = BTreeMap::new();
        let mut block = |cell: Option<Cell>| match cell {
            None => 0,
            Some(cell) => {
                let next = known.len() + 1;
                *known.entry(&kinds[cell.index()]).or_insert(next)
            }
        };
        let places = (0..board.rows()).flat_map(|row| board.row(row));
        Borders {
            rows: board.rows(),
            columns: board.columns(),
            blocks: places.map(&mut block).collect(),
            has_frame: true,
        }
    }

    /// Returns true if a border runs to the left of the place in `row` and `column`, both counted
    /// from 0. `column` may be one past the last, for the right edge.
    pub fn is_left(&self, row: usize, column: usize) -> bool {
        self.is_between((row, column), (row, column.wrapping_sub(1)))
    }

    /// Returns true if a border runs above the place in `row` and `column`. `row` may be one past the
    /// last, for the bottom edge.
    pub fn is_above(&self, row: usize, column: usize) -> bool {
        self.is_between((row, column), (row.wrapping_sub(1), column))
    }

    fn is_between(&self, one: (usize, usize), other: (usize, usize)) -> bool {
        let [one, other] = [one, other].map(|(row, column)| self.block(row, column));
        (self.has_frame || (one != 0 && other != 0)) && one != other
    }

    /// Returns true for each column, and the right edge, that has a border to its left in some row. The
    /// others are separated by a single space.
    pub fn wide_columns(&self) -> Vec<bool> {
        let is_wide = |column| (0..self.rows).any(|row| self.is_left(row, column));
        (0..=self.columns).map(is_wide).collect()
    }

    /// Returns the width that a line of a drawing takes up apart from its cells.
    pub fn width(&self) -> usize {
        let wide = self.wide_columns().into_iter().filter(|is_wide| *is_wide);
        (self.columns + 2 * wide.count()).saturating_sub(1)
    }

    /// Returns true if there is a cell in this place.
    pub fn is_cell(&self, row: usize, column: usize) -> bool {
        self.block(row, column) != 0
    }

    /// Returns the block of a place, which is 0 beyond the board.
    fn block(&self, row: usize, column: usize) -> usize {
        match row < self.rows && column < self.columns {
            true => self.blocks[row * self.columns + column],
            false => 0,
        }
    }
}
