//! Rows and columns as seen from a clue outside the grid.

use std::fmt;

use super::super::cell::Cell;
use super::super::geometry::Geometry;

/// A row or a column, read from the side of its clue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct OuterLine {
    /// The side on which the clue is.
    pub side: Side,
    /// The number of the row or column, counted from 0.
    pub index: usize,
}

/// A side of the grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// A clue to the left of a row.
    Left,
    /// A clue to the right of a row.
    Right,
    /// A clue above a column.
    Top,
    /// A clue below a column.
    Bottom,
}

impl Side {
    pub(super) const ALL: [(Side, &'static str); 4] = [
        (Side::Left, "left"),
        (Side::Right, "right"),
        (Side::Top, "top"),
        (Side::Bottom, "bottom"),
    ];
}

impl OuterLine {
    /// Returns the cells from the clue on, without missing ones; none if the board has no such row or column. Of
    /// several grids, the line ends with the one next to the clue.
    pub fn cells(self, board: &Geometry) -> Vec<Cell> {
        let (rows, columns) = board.grid_size();
        let (places, tile) = match self.side {
            Side::Left | Side::Right => (((self.index, 0), (1, board.columns())), (1, columns)),
            Side::Top | Side::Bottom => (((0, self.index), (board.rows(), 1)), (rows, 1)),
        };
        let mut cells = board.rectangle(places.0, places.1);
        if matches!(self.side, Side::Right | Side::Bottom) {
            cells.reverse();
        }
        let first = cells.first().copied();
        let of_grid = first.map_or(Vec::new(), |first| board.tile_of(first, tile));
        cells.retain(|cell| of_grid.contains(cell));
        cells
    }
}

impl fmt::Display for OuterLine {
    /// `row 3 left`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = match self.side {
            Side::Left | Side::Right => "row",
            Side::Top | Side::Bottom => "column",
        };
        let side = Side::ALL.iter().find(|(side, _)| *side == self.side);
        let name = side.map_or("", |(_, name)| name);
        write!(f, "{line} {} {name}", self.index.saturating_add(1))
    }
}
