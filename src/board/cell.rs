//! The indices of a board: [`Cell`], [`Digit`] and [`Candidate`].
//!
//! Every index counts from 0. The names of cells and the values of digits exist only where text is
//! read or written; [`Geometry`] converts between the two.

use std::fmt;
use std::num::NonZeroU16;

use super::geometry::Geometry;

/// A cell of a board, numbered from 0: the cells of the grid in reading order, then the variables.
///
/// A cell does not know its board, so the functions that convert it from or to a name take the
/// [`Geometry`], for which a number can stand if the board is a square.
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
    /// and no holes. [`Geometry::cell_at`] works on every board.
    pub fn at(row: usize, column: usize, columns: usize) -> Cell {
        Cell::from_index(row * columns + column)
    }

    /// Parses a name such as `r1c1`, or that of a variable. Returns `None` for any other text, and for
    /// a cell that is not on the board.
    pub fn from_name(name: &str, board: impl Into<Geometry>) -> Option<Cell> {
        board.into().named(name)
    }

    /// The number of this cell, counted from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the displayed name: `r1c1` for the first cell of a board without holes.
    pub fn name(self, board: impl Into<Geometry>) -> CellName {
        board.into().name(self)
    }
}

/// Parses a number without a sign and leading zeros.
pub(super) fn number(text: &str) -> Option<usize> {
    let is_plain = text == "0" || text.starts_with(|first| ('1'..='9').contains(&first));
    text.parse().ok().filter(|_| is_plain)
}

/// A [`Cell`] that displays as `r1c1`, rows and columns counted from 1, or by the name of a variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellName {
    cell: Cell,
    name: Name,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Name {
    /// A row and a column, counted from 0.
    At(u32, u32),
    Variable(Box<str>),
}

impl CellName {
    /// Returns the name of a cell in a row and a column, counted from 0.
    pub(super) fn at(cell: Cell, row: usize, column: usize) -> CellName {
        let name = Name::At(row as u32, column as u32);
        CellName { cell, name }
    }

    /// Returns the name of a variable.
    pub(super) fn of_variable(cell: Cell, name: String) -> CellName {
        let name = Name::Variable(name.into());
        CellName { cell, name }
    }

    /// The cell.
    pub fn cell(&self) -> Cell {
        self.cell
    }
}

impl fmt::Display for CellName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Name::At(row, column) => write!(f, "r{}c{}", row + 1, column + 1),
            Name::Variable(name) => f.write_str(name),
        }
    }
}

/// A digit of a board, numbered from 0: the lowest digit of the board has the index 0.
///
/// A digit does not know its value, which [`Geometry::value`] and [`Grid::value`](super::Grid::value)
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

impl Candidate {
    /// Returns the displayed name, such as `r1c1=5`.
    pub fn name(self, board: impl Into<Geometry>) -> CandidateName {
        let board = board.into();
        CandidateName {
            candidate: self,
            cell: board.name(self.cell),
            value: board.value(self.digit) as u32,
        }
    }

    /// Parses a name such as `r1c1=5`. Returns `None` for any other text, and if the board does not
    /// have the cell or the digit.
    pub fn from_name(name: &str, board: impl Into<Geometry>) -> Option<Candidate> {
        let board = board.into();
        let (cell, digit) = name.split_once('=')?;
        Some(Candidate {
            cell: board.named(cell)?,
            digit: board.digit(number(digit)?)?,
        })
    }
}

/// A [`Candidate`] that displays as `r1c1=5`, rows and columns counted from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CandidateName {
    candidate: Candidate,
    cell: CellName,
    value: u32,
}

impl CandidateName {
    /// The candidate.
    pub fn candidate(&self) -> Candidate {
        self.candidate
    }
}

impl fmt::Display for CandidateName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.cell, self.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_count_from_zero_and_names_from_one() {
        let cell = Cell::at(3, 8, 9);
        assert_eq!(cell.index(), 35);
        assert_eq!(cell.name(9).to_string(), "r4c9");
        assert_eq!(Cell::from_name("r4c9", 9), Some(cell));
        for name in [
            "", "r4", "r4c0", "r10c1", "r4c9=5", "4,9", "r+4c9", "r4c+9", "r04c9", "r4c09", "r-4c9",
        ] {
            assert_eq!(Cell::from_name(name, 9), None, "{name}");
        }
        let candidate = Candidate {
            cell,
            digit: Digit::from_index(4),
        };
        assert_eq!(candidate.name(9).to_string(), "r4c9=5");
        assert_eq!(Candidate::from_name("r4c9=5", 9), Some(candidate));
        for name in [
            "", "r4c9", "r4c9=0", "r4c9=10", "r0c9=5", "c9r4=5", "r4c9=5 ", "r4c9=+5", "r4c9=05",
        ] {
            assert_eq!(Candidate::from_name(name, 9), None, "{name}");
        }
    }

    #[test]
    fn an_optional_digit_takes_no_more_memory_than_a_digit() {
        assert_eq!(size_of::<Option<Digit>>(), 2);
    }
}
