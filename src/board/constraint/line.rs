//! Rows and columns as seen from a clue outside the grid.

use std::fmt;

use super::super::cell::Cell;

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
    /// Returns the cells from the clue on, on a board with `size` digits. If it has no such row or
    /// column, some of them are not on the board.
    pub fn cells(self, size: usize) -> Vec<Cell> {
        // Large numbers would overflow.
        let index = self.index.min(size);
        let cell = |place: usize| match self.side {
            Side::Left | Side::Right => Cell::at(index, place, size),
            Side::Top | Side::Bottom => Cell::at(place, index, size),
        };
        let cells = (0..size).map(cell);
        match self.side {
            Side::Left | Side::Top => cells.collect(),
            Side::Right | Side::Bottom => cells.rev().collect(),
        }
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
