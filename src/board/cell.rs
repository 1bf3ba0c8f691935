//! The indices of a board: [`Cell`], [`Digit`] and [`Candidate`].
//!
//! Internally every index counts from 0; digits, rows and columns that people read count from 1.
//! The functions in this file are the only places that convert between the two.

use std::fmt;
use std::num::{NonZeroU8, NonZeroU16, TryFromIntError};

/// A cell of a board, numbered from 0 in reading order.
///
/// A cell does not store the size of its board, so the functions that convert it from or to a row
/// and a column take that size.
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
    /// Returns the cell with this number in reading order, counted from 0.
    pub fn from_index(index: usize) -> Cell {
        Cell(index as u32)
    }

    /// Returns the cell in `row` and `column`, both counted from 0, of a board with `size` columns.
    pub fn at(row: usize, column: usize, size: usize) -> Cell {
        Cell::from_index(row * size + column)
    }

    /// Parses a name such as `r1c1`, on a board with `size` columns. Returns `None` for any other
    /// text, and for a cell that is not on the board.
    pub fn from_name(name: &str, size: usize) -> Option<Cell> {
        let (row, column) = name.strip_prefix('r')?.split_once('c')?;
        let (row, column) = (number_up_to(size, row)?, number_up_to(size, column)?);
        Some(Cell::at(row - 1, column - 1, size))
    }

    /// The number of this cell in reading order, counted from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the displayed name, `r1c1` for the first cell, on a board with `size` columns.
    pub fn name(self, size: usize) -> CellName {
        CellName { cell: self, size }
    }
}

/// Parses a number from 1 to `size` without a sign and leading zeros.
fn number_up_to(size: usize, text: &str) -> Option<usize> {
    let number = text.parse().ok()?;
    let is_plain = text.starts_with(|first| ('1'..='9').contains(&first));
    (is_plain && (1..=size).contains(&number)).then_some(number)
}

/// A [`Cell`] that displays as `r1c1`, rows and columns counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CellName {
    cell: Cell,
    size: usize,
}

impl CellName {
    /// The cell.
    pub fn cell(self) -> Cell {
        self.cell
    }
}

impl fmt::Display for CellName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.size.max(1);
        let (row, column) = (self.cell.index() / columns, self.cell.index() % columns);
        write!(f, "r{}c{}", row + 1, column + 1)
    }
}

/// A digit of a board, from 1 to the number of cells per house.
///
/// `Option<Digit>` is as small as `Digit`.
///
/// ```
/// use satdoku::Digit;
///
/// let five = Digit::try_from(5)?;
/// assert_eq!((five.value(), five.index()), (5, 4));
/// assert_eq!(Digit::from_value(0), None);
/// # Ok::<(), std::num::TryFromIntError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Digit(NonZeroU16);

impl Digit {
    /// Returns the digit with this value, counted from 1, or `None` for 0 and for values above
    /// 65,535.
    pub fn from_value(value: usize) -> Option<Digit> {
        u16::try_from(value)
            .ok()
            .and_then(NonZeroU16::new)
            .map(Digit)
    }

    /// Returns the digit with this index, counted from 0: index 0 is the digit 1.
    ///
    /// # Panics
    /// If `index` is 65,535 or more, far above the largest board.
    pub fn from_index(index: usize) -> Digit {
        Digit::from_value(index + 1).expect("digit indices stay below 65,535")
    }

    /// The value, counted from 1.
    pub fn value(self) -> usize {
        self.0.get() as usize
    }

    /// The index, counted from 0.
    pub fn index(self) -> usize {
        self.value() - 1
    }
}

impl TryFrom<u8> for Digit {
    type Error = TryFromIntError;

    /// Returns the digit with this value, counted from 1.
    ///
    /// # Errors
    /// If the value is 0.
    fn try_from(value: u8) -> Result<Digit, TryFromIntError> {
        NonZeroU8::try_from(value).map(|value| Digit(value.into()))
    }
}

impl fmt::Display for Digit {
    /// The value as a decimal number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A digit in a cell.
///
/// ```
/// use satdoku::{Candidate, Cell, Digit};
///
/// let candidate = Candidate {
///     cell: Cell::at(0, 1, 9),
///     digit: Digit::try_from(5)?,
/// };
/// assert_eq!(candidate.name(9).to_string(), "r1c2=5");
/// assert_eq!(Candidate::from_name("r1c2=5", 9), Some(candidate));
/// # Ok::<(), std::num::TryFromIntError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Candidate {
    /// The cell.
    pub cell: Cell,
    /// The digit.
    pub digit: Digit,
}

impl Candidate {
    /// Returns the displayed name, `r1c1=5`, on a board with `size` columns.
    pub fn name(self, size: usize) -> CandidateName {
        CandidateName {
            candidate: self,
            size,
        }
    }

    /// Parses a name such as `r1c1=5`, on a board with `size` columns and digits.
    pub fn from_name(name: &str, size: usize) -> Option<Candidate> {
        let (cell, digit) = name.split_once('=')?;
        Some(Candidate {
            cell: Cell::from_name(cell, size)?,
            digit: Digit::from_value(number_up_to(size, digit)?)?,
        })
    }
}

/// A [`Candidate`] that displays as `r1c1=5`, rows and columns counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CandidateName {
    candidate: Candidate,
    size: usize,
}

impl CandidateName {
    /// The candidate.
    pub fn candidate(self) -> Candidate {
        self.candidate
    }
}

impl fmt::Display for CandidateName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Candidate { cell, digit } = self.candidate;
        write!(f, "{}={digit}", cell.name(self.size))
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
    fn zero_is_not_a_digit() {
        assert_eq!(Digit::from_value(0), None);
        assert!(Digit::try_from(0).is_err());
        assert_eq!(Digit::try_from(255).ok(), Digit::from_value(255));
        assert_eq!(Digit::from_value(70_000), None);
        assert_eq!(Digit::from_value(9).unwrap().index(), 8);
        assert_eq!(size_of::<Option<Digit>>(), 2);
    }
}
