//! Names of cells and candidates, which exist only where text is read or written.

use std::fmt;
use std::str::FromStr;

use super::cell::{Candidate, Cell};
use super::geometry::{Extent, Geometry};

impl Cell {
    /// Parses a name such as `r1c1`, or that of a variable. Returns `None` for any other text, and for
    /// a cell that is not on the board.
    pub fn from_name(name: &str, board: impl Into<Geometry>) -> Option<Cell> {
        board.into().named(name)
    }

    /// Returns the displayed name: `r1c1` for the first cell of a board without holes.
    pub fn name(self, board: impl Into<Geometry>) -> CellName {
        board.into().name(self)
    }
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
    fn at(cell: Cell, row: usize, column: usize) -> CellName {
        let name = Name::At(row as u32, column as u32);
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

impl Geometry {
    /// Returns the cell with this name: `r1c1`, or that of a variable.
    fn named(&self, name: &str) -> Option<Cell> {
        if let Some((row, column)) = row_and_column(name) {
            return self.cell_at(row, column);
        }
        let mut start = self.grid_cell_count();
        for variables in self.variables() {
            if let Some(rest) = name.strip_prefix(&*variables.name) {
                let place = match variables.extent {
                    Extent::Single => rest.is_empty().then_some(0),
                    Extent::List(length) => number(rest)
                        .and_then(|number: usize| number.checked_sub(1))
                        .filter(|place| *place < length),
                    Extent::Table(rows, columns) => rest
                        .strip_prefix('.')
                        .and_then(row_and_column)
                        .filter(|(row, column)| *row < rows && *column < columns)
                        .map(|(row, column)| row * columns + column),
                };
                if let Some(place) = place {
                    return Some(Cell::from_index(start + place));
                }
            }
            start += variables.extent.count();
        }
        None
    }

    /// Returns the name of a cell.
    fn name(&self, cell: Cell) -> CellName {
        if let Some((row, column)) = self.position(cell) {
            return CellName::at(cell, row, column);
        }
        let Some((variables, place)) = self.variable(cell) else {
            // Not on the board: its place if the board had more rows.
            let columns = self.columns().max(1);
            return CellName::at(cell, cell.index() / columns, cell.index() % columns);
        };
        let name = &variables.name;
        let name = match variables.extent {
            Extent::Single => name.clone(),
            Extent::List(_) => format!("{name}{}", place + 1),
            Extent::Table(_, columns) => {
                let at = CellName::at(cell, place / columns, place % columns);
                format!("{name}.{at}")
            }
        };
        let name = Name::Variable(name.into());
        CellName { cell, name }
    }
}

/// Parses a number without a plus sign and leading zeros.
pub(super) fn number<N: FromStr>(text: &str) -> Option<N> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_plain = text == "0" || digits.starts_with(|first| ('1'..='9').contains(&first));
    text.parse().ok().filter(|_| is_plain)
}

/// Parses two numbers such as `6x9`.
pub(super) fn sides(text: &str) -> Option<(usize, usize)> {
    let (rows, columns) = text.split_once(['x', 'X'])?;
    Some((number(rows.trim())?, number(columns.trim())?))
}

/// Parses `r1c1` to a row and a column, counted from 0.
pub(super) fn row_and_column(name: &str) -> Option<(usize, usize)> {
    let (row, column) = name.strip_prefix('r')?.split_once('c')?;
    let place = |text: &str| number::<usize>(text)?.checked_sub(1);
    Some((place(row)?, place(column)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Digit;

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
}
