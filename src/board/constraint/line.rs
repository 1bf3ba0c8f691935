//! Rows and columns as seen from a clue outside the grid.

use std::fmt;

use super::super::cell::Cell;

/// A row or a column, read from the side of its clue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct OuterLine {
    /// The side on which the clue is.
    pub side: Direction,
    /// The number of the row or column, counted from 0.
    pub index: usize,
}

/// A side of the grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// A clue to the left of a row.
    Left,
    /// A clue to the right of a row.
    Right,
    /// A clue above a column.
    Top,
    /// A clue below a column.
    Bottom,
}

impl Direction {
    pub(super) const ALL: [(Direction, &'static str); 4] = [
        (Direction::Left, "left"),
        (Direction::Right, "right"),
        (Direction::Top, "top"),
        (Direction::Bottom, "bottom"),
    ];
}

impl OuterLine {
    /// Returns the cells from the clue on, on a board with `size` digits.
    pub fn cells(self, size: usize) -> Vec<Cell> {
        let cell = |place: usize| match self.side {
            Direction::Left | Direction::Right => Cell::at(self.index, place, size),
            Direction::Top | Direction::Bottom => Cell::at(place, self.index, size),
        };
        let cells = (0..size).map(cell);
        match self.side {
            Direction::Left | Direction::Top => cells.collect(),
            Direction::Right | Direction::Bottom => cells.rev().collect(),
        }
    }
}

impl fmt::Display for OuterLine {
    /// `row 3 left`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = match self.side {
            Direction::Left | Direction::Right => "row",
            Direction::Top | Direction::Bottom => "column",
        };
        let side = Direction::ALL.iter().find(|(side, _)| *side == self.side);
        let name = side.map_or("", |(_, name)| name);
        write!(f, "{line} {} {name}", self.index + 1)
    }
}
