//! The indices of a board: [`Cell`], [`Digit`] and [`Candidate`].
//!
//! Every index counts from 0. The names of cells and the values of digits exist only where text is
//! read or written; [`Geometry`](super::Geometry) converts between the two.

use std::num::NonZeroU16;

/// A cell of a board, numbered from 0: the cells of the grid in reading order, then the variables.
///
/// A cell does not know its board, so the functions that convert it from or to a name take the
/// [`Geometry`](super::Geometry), or a number if the board is a square.
///
/// ```
/// use satdoku::Cell;
///
/// let cell = Cell::at(3, 8, 9);
/// assert_eq!(cell.index(), 35);
/// assert_eq!(cell.name(9).to_string(), "r4c9");
/// assert_eq!(Cell::from_name("r4c9", 9), Some(cell));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(u32);

impl Cell {
    /// Returns the cell with this number, counted from 0.
    pub fn from_index(index: usize) -> Cell {
        Cell(index as u32)
    }

    /// Returns the cell in `row` and `column`, both counted from 0, of a board with `columns` columns
    /// and no holes. [`Geometry::cell_at`](super::Geometry::cell_at) works on every board.
    pub fn at(row: usize, column: usize, columns: usize) -> Cell {
        Cell::from_index(row * columns + column)
    }

    /// The number of this cell, counted from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A digit of a board, numbered from 0: the lowest digit of the board has the index 0.
///
/// A digit does not know its value, which [`Geometry::value`](super::Geometry::value) and [`Grid::value`](super::Grid::value)
/// return. `Option<Digit>` is as small as `Digit`.
///
/// ```
/// use satdoku::{Digit, board::Geometry};
///
/// let board = Geometry::from(9);
/// let five = board.digit(5).unwrap();
/// assert_eq!(five, Digit::from_index(4));
/// assert_eq!((board.value(five), five.index()), (5, 4));
/// assert_eq!(board.digit(0), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Digit(NonZeroU16);

impl Digit {
    /// Returns the digit with this index, counted from 0.
    ///
    /// # Panics
    /// If `index` is 65,535 or more, far above the largest board.
    pub fn from_index(index: usize) -> Digit {
        let number = u16::try_from(index + 1).ok().and_then(NonZeroU16::new);
        Digit(number.expect("digit indices stay below 65,535"))
    }

    /// The index, counted from 0.
    pub fn index(self) -> usize {
        usize::from(self.0.get()) - 1
    }
}

/// A digit in a cell.
///
/// ```
/// use satdoku::{Candidate, Cell, Digit};
///
/// let candidate = Candidate {
///     cell: Cell::at(0, 1, 9),
///     digit: Digit::from_index(4),
/// };
/// assert_eq!(candidate.name(9).to_string(), "r1c2=5");
/// assert_eq!(Candidate::from_name("r1c2=5", 9), Some(candidate));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Candidate {
    /// The cell.
    pub cell: Cell,
    /// The digit.
    pub digit: Digit,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_optional_digit_takes_no_more_memory_than_a_digit() {
        assert_eq!(size_of::<Option<Digit>>(), 2);
    }
}
