//! Grids: a digit or a blank in every cell, regardless of any rules.

use std::fmt;
use std::ops::Index;
use std::str::FromStr;

use thiserror::Error;

use super::cell::{Candidate, Cell, Digit};

/// A square of cells, each blank or holding a digit.
///
/// Grids are ordered by size and then by their cells in reading order, a blank before any digit.
///
/// ```
/// use satdoku::board::{Cell, Digit, Grid};
///
/// let grid: Grid = "12.. 34.. .... ...4".parse()?;
/// assert_eq!(grid[Cell::at(1, 0, 4)], Digit::from_value(3));
/// assert_eq!((&grid).into_iter().flatten().count(), 5);
/// assert_eq!(grid.to_string(), "12..34.........4");
/// assert_eq!(grid, Grid::from([[1, 2, 0, 0], [3, 4, 0, 0], [0; 4], [0, 0, 0, 4]]));
/// assert_eq!(grid, Grid::try_from(&grid.to_bytes().unwrap()[..])?);
/// # Ok::<(), satdoku::board::GridError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Grid {
    size: usize,
    cells: Vec<Option<Digit>>,
}

impl Grid {
    /// The largest size at which each digit has a character of its own.
    pub const MAX_LETTERS: usize = 35;

    /// Returns a blank grid of `size` × `size` cells.
    pub fn blank(size: usize) -> Grid {
        Grid {
            size,
            cells: vec![None; size * size],
        }
    }

    /// Creates a grid from its cells in reading order, if their number is a square.
    pub fn from_cells(cells: Vec<Option<Digit>>) -> Option<Grid> {
        let size = cells.len().isqrt();
        (size * size == cells.len()).then_some(Grid { size, cells })
    }

    /// The number of rows, and of columns.
    pub fn size(&self) -> usize {
        self.size
    }

    /// All cells in reading order.
    pub fn cells(&self) -> &[Option<Digit>] {
        &self.cells
    }

    /// All cells in reading order, mutably.
    pub(crate) fn cells_mut(&mut self) -> &mut [Option<Digit>] {
        &mut self.cells
    }

    /// The rows from the top, each from the left.
    pub fn rows(&self) -> impl Iterator<Item = &[Option<Digit>]> {
        self.cells.chunks(self.size.max(1))
    }

    /// Returns the digit in `cell`, or `None` if it is blank or not on the grid.
    pub fn get(&self, cell: Cell) -> Option<Digit> {
        self.cells.get(cell.index()).copied().flatten()
    }

    /// Sets `cell` to a digit or to blank.
    ///
    /// # Panics
    /// If the cell is not on the grid.
    pub fn set(&mut self, cell: Cell, digit: Option<Digit>) {
        self.cells[cell.index()] = digit;
    }

    /// The cells that hold a digit, with their digits, in reading order.
    pub fn filled(&self) -> impl Iterator<Item = Candidate> + '_ {
        self.cells.iter().enumerate().filter_map(|(index, digit)| {
            digit.map(|digit| Candidate {
                cell: Cell::from_index(index),
                digit,
            })
        })
    }

    /// The blank cells in reading order.
    pub fn blanks(&self) -> impl Iterator<Item = Cell> + '_ {
        self.cells
            .iter()
            .enumerate()
            .filter(|(_, digit)| digit.is_none())
            .map(|(index, _)| Cell::from_index(index))
    }

    /// The cells in which two grids of the same size differ, in reading order.
    pub fn differences<'a>(&'a self, other: &'a Grid) -> impl Iterator<Item = Cell> + 'a {
        let pairs = self.cells.iter().zip(&other.cells).enumerate();
        pairs
            .filter(|(_, (one, two))| one != two)
            .map(|(index, _)| Cell::from_index(index))
    }

    /// Returns the digits as numbers, in reading order, with 0 for a blank; `None` if one is above
    /// 255, which only boards of more than 255 digits have. For the text, use
    /// [`to_string`](ToString::to_string).
    pub fn to_bytes(&self) -> Option<Vec<u8>> {
        let value = |digit: &Option<Digit>| digit.map_or(0, Digit::value).try_into().ok();
        self.cells.iter().map(value).collect()
    }

    /// Returns the cells on one line in reading order: for each digit the ASCII character at its
    /// index in `symbols`, a part of [`SYMBOLS`], and `.` for a blank.
    pub(crate) fn line(&self, symbols: &[u8]) -> String {
        let mut table = [b'?'; SYMBOLS.len() + 1];
        table[0] = b'.';
        table[1..=symbols.len()].copy_from_slice(symbols);
        let value = |digit: &Option<Digit>| digit.map_or(0, Digit::value).min(SYMBOLS.len());
        let line = self.cells.iter().map(|digit| table[value(digit)]).collect();
        // Checking once that ASCII is UTF-8 is faster than pushing one character at a time.
        String::from_utf8(line).unwrap_or_default()
    }
}

impl Index<Cell> for Grid {
    type Output = Option<Digit>;

    /// The content of `cell`.
    ///
    /// # Panics
    /// If the cell is not on the grid.
    fn index(&self, cell: Cell) -> &Option<Digit> {
        &self.cells[cell.index()]
    }
}

impl IntoIterator for Grid {
    type Item = Option<Digit>;
    type IntoIter = std::vec::IntoIter<Option<Digit>>;

    /// The cells in reading order.
    fn into_iter(self) -> Self::IntoIter {
        self.cells.into_iter()
    }
}

impl<'a> IntoIterator for &'a Grid {
    type Item = &'a Option<Digit>;
    type IntoIter = std::slice::Iter<'a, Option<Digit>>;

    /// The cells in reading order.
    fn into_iter(self) -> Self::IntoIter {
        self.cells.iter()
    }
}

/// The characters of digits. In the text of a [`Grid`] with up to 35 digits, that of a digit is at its
/// value.
pub const SYMBOLS: &[u8; 36] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

impl fmt::Display for Grid {
    /// Writes the cells on one line in reading order. Up to 35 digits, each cell is one character:
    /// `1` to `9`, then `A` to `Z`, and `.` for a blank. Above that, cells are numbers separated by
    /// spaces, with `0` for a blank.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.size <= Grid::MAX_LETTERS {
            return f.write_str(&self.line(&SYMBOLS[1..]));
        }
        for (index, digit) in self.cells.iter().enumerate() {
            let space = if index == 0 { "" } else { " " };
            write!(f, "{space}{}", digit.map_or(0, Digit::value))?;
        }
        Ok(())
    }
}

/// The reason why a text is not a grid.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GridError {
    /// A character or word that is not a cell.
    #[error("expected a digit or a blank as cell {place}, found `{found}`")]
    Cell {
        /// The position of the cell in reading order, counted from 1.
        place: usize,
        /// The text found there.
        found: String,
    },
    /// The number of cells is not a square.
    #[error("expected a square number of cells, found {0}")]
    Count(usize),
}

impl FromStr for Grid {
    type Err = GridError;

    /// Parses what [`Display`](fmt::Display) writes, and a little more: `0` for a blank, letters in
    /// either case, and white space anywhere. Other forms, such as framed grids, are read by
    /// [`Puzzle`](super::Puzzle).
    fn from_str(text: &str) -> Result<Grid, GridError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        if words.len() > Grid::MAX_LETTERS.pow(2) {
            let mut cells = Vec::with_capacity(words.len());
            for word in &words {
                let number: u16 = word.parse().map_err(|_| GridError::Cell {
                    place: cells.len() + 1,
                    found: (*word).to_string(),
                })?;
                cells.push(Digit::from_value(number.into()));
            }
            return Grid::from_cells(cells).ok_or(GridError::Count(words.len()));
        }
        let mut cells = Vec::new();
        for character in text.chars() {
            match character.to_digit(36) {
                Some(value) => cells.push(Digit::from_value(value as usize)),
                None if character == '.' => cells.push(None),
                None if character.is_whitespace() => {}
                None => {
                    let (place, found) = (cells.len() + 1, character.to_string());
                    return Err(GridError::Cell { place, found });
                }
            }
        }
        let count = cells.len();
        Grid::from_cells(cells)
            .filter(|_| count > 0)
            .ok_or(GridError::Count(count))
    }
}

impl<const N: usize> From<[[u8; N]; N]> for Grid {
    /// Converts rows from the top; 0 is a blank. A grid knows no rules, so any other number is a
    /// digit; [`Puzzle::new`](super::Puzzle::new) rejects digits that are too large.
    fn from(rows: [[u8; N]; N]) -> Grid {
        let cells = rows.as_flattened().iter();
        Grid {
            size: N,
            cells: cells
                .map(|value| Digit::from_value((*value).into()))
                .collect(),
        }
    }
}

impl TryFrom<&[u8]> for Grid {
    type Error = GridError;

    /// Converts the digits as numbers, in reading order, with 0 for a blank. This is the inverse of
    /// [`Grid::to_bytes`], not a parser of text.
    ///
    /// # Errors
    /// If the number of cells is not a square.
    fn try_from(values: &[u8]) -> Result<Grid, GridError> {
        let cells = values.iter().map(|value| Digit::try_from(*value).ok());
        Grid::from_cells(cells.collect()).ok_or(GridError::Count(values.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_in_reading_order() {
        let mut grid = Grid::blank(4);
        grid.set(Cell::at(1, 2, 4), Digit::from_value(3));
        assert_eq!(grid.cells()[6], Digit::from_value(3));
        assert_eq!(grid.rows().nth(1).unwrap()[2], Digit::from_value(3));
        assert_eq!(grid.filled().next().unwrap().name(4).to_string(), "r2c3=3");
        assert_eq!(grid.blanks().count(), 15);
        let differing: Vec<Cell> = grid.differences(&Grid::blank(4)).collect();
        assert_eq!(differing, [Cell::from_index(6)]);
    }

    #[test]
    fn text_survives_a_round_trip() {
        for (size, value) in [(4, 3), (9, 9), (35, 35), (36, 36), (50, 7)] {
            let mut grid = Grid::blank(size);
            grid.set(Cell::at(1, 2, size), Digit::from_value(value));
            assert_eq!(grid.to_string().parse(), Ok(grid));
        }
        let error = |text: &str| text.parse::<Grid>().unwrap_err().to_string();
        assert_eq!(error(""), "expected a square number of cells, found 0");
        assert_eq!(error("12345"), "expected a square number of cells, found 5");
        assert_eq!(
            error("12 3?"),
            "expected a digit or a blank as cell 4, found `?`"
        );
        assert_eq!(
            error(&"1 x ".repeat(1_000)),
            "expected a digit or a blank as cell 2, found `x`"
        );
    }

    #[test]
    fn bytes_survive_a_round_trip_up_to_255() {
        let mut grid = Grid::blank(256);
        grid.set(Cell::from_index(3), Digit::from_value(255));
        let bytes = grid.to_bytes().unwrap();
        assert_eq!(bytes[..5], [0, 0, 0, 255, 0]);
        assert_eq!(Grid::try_from(&bytes[..]), Ok(grid.clone()));
        assert_eq!(Grid::try_from(&bytes[1..]), Err(GridError::Count(65_535)));
        grid.set(Cell::from_index(3), Digit::from_value(256));
        assert_eq!(grid.to_bytes(), None);
    }

    #[test]
    fn grids_are_ordered_by_size_and_cells() {
        let ordered = ["1...", "1.2.", "12..", ".........", "3........"];
        let grids = ordered.map(|text| text.parse::<Grid>().unwrap());
        assert!(grids.is_sorted());
    }

    #[test]
    fn only_square_numbers_of_cells_are_a_grid() {
        assert_eq!(Grid::from_cells(vec![None; 81]), Some(Grid::blank(9)));
        assert_eq!(Grid::from_cells(vec![None; 80]), None);
    }

    #[test]
    fn a_line_has_a_character_or_a_number_for_each_cell() {
        let mut grid = Grid::blank(16);
        grid.set(Cell::from_index(1), Digit::from_value(9));
        grid.set(Cell::from_index(255), Digit::from_value(16));
        assert_eq!(grid.to_string(), format!(".9{}G", ".".repeat(253)));
        let mut grid = Grid::blank(36);
        grid.set(Cell::from_index(1), Digit::from_value(36));
        assert_eq!(grid.to_string(), format!("0 36{}", " 0".repeat(1294)));
    }
}
