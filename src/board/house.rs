//! A house: a group of cells that never holds a digit twice.

use std::fmt;

use super::cell::Cell;

/// What a house is, numbered from 0 within its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HouseKind {
    /// A row, from the top.
    Row(usize),
    /// A column, from the left.
    Column(usize),
    /// A box, in reading order.
    Box(usize),
    /// A region of a jigsaw, in the order of their first cells.
    Region(usize),
    /// A diagonal: 0 begins in the top left corner, 1 in the top right one.
    Diagonal(usize),
    /// A window of a windoku, in reading order.
    Window(usize),
    /// The cells with one place in their boxes, by that place in reading order.
    Group(usize),
}

impl fmt::Display for HouseKind {
    /// The name a person reads, counted from 1: `row 1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HouseKind::Row(index) => write!(f, "row {}", index + 1),
            HouseKind::Column(index) => write!(f, "column {}", index + 1),
            HouseKind::Box(index) => write!(f, "box {}", index + 1),
            HouseKind::Region(index) => write!(f, "region {}", index + 1),
            HouseKind::Diagonal(0) => f.write_str("the diagonal from top left"),
            HouseKind::Diagonal(_) => f.write_str("the diagonal from top right"),
            HouseKind::Window(index) => write!(f, "window {}", index + 1),
            HouseKind::Group(index) => write!(f, "group {}", index + 1),
        }
    }
}

/// A group of different cells. With as many cells as the board has digits it holds each digit
/// exactly once, with fewer it holds each digit at most once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct House {
    /// What a person calls it.
    pub kind: HouseKind,
    /// Its cells in rising order.
    pub cells: Vec<Cell>,
}
