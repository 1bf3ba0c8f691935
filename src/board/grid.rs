//! Grids: a digit or a blank in every cell, regardless of any rules.

use std::fmt;
use std::str::FromStr;

use super::cell::{Candidate, Cell, Digit};
use super::geometry::Geometry;
use super::mismatch::{self, Mismatch};
use super::names::number;

/// The cells of a board, each blank or holding a digit. Variables follow the cells of the grid.
///
/// Grids are ordered by their geometry and then by their cells, a blank before any digit.
///
/// ```
/// use satdoku::board::{Cell, Digit, Grid};
///
/// let grid: Grid = "12.. 34.. .... ...4".parse()?;
/// assert_eq!(grid.value(Cell::at(1, 0, 4)), Some(3));
/// assert_eq!(grid.filled().count(), 5);
/// assert_eq!(grid.to_string(), "12..34.........4");
/// assert_eq!(grid, Grid::from([[1, 2, 0, 0], [3, 4, 0, 0], [0; 4], [0, 0, 0, 4]]));
/// assert_eq!(grid, Grid::try_from(&grid.to_bytes().unwrap()[..])?);
/// # Ok::<(), satdoku::board::Mismatch>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Grid {
    geometry: Geometry,
    cells: Vec<Option<Digit>>,
}

impl Grid {
    /// The largest digit of a board on which each digit has a character of its own.
    pub const MAX_LETTERS: usize = 35;

    /// Returns the blank grid of a board. A number means a square with that many rows, columns and
    /// digits.
    pub fn blank(board: impl Into<Geometry>) -> Grid {
        let geometry = board.into();
        let cells = vec![None; geometry.cell_count()];
        Grid { geometry, cells }
    }

    /// Creates the grid of a square board from its cells in reading order, if their number is a square.
    pub fn from_cells(cells: Vec<Option<Digit>>) -> Option<Grid> {
        let size = cells.len().isqrt();
        (size * size == cells.len()).then(|| Grid {
            geometry: size.into(),
            cells,
        })
    }

    /// Creates the grid of a board from all its cells, if their number is right.
    pub fn new(board: impl Into<Geometry>, cells: Vec<Option<Digit>>) -> Option<Grid> {
        let geometry = board.into();
        (geometry.cell_count() == cells.len()).then_some(Grid { geometry, cells })
    }

    /// The cells and digits of the board.
    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// Returns the value of the digit in `cell`, or `None` if it is blank or not on the board.
    pub fn value(&self, cell: Cell) -> Option<usize> {
        self.get(cell).map(|digit| self.geometry.value(digit))
    }

    /// All cells: those of the grid in reading order, then the variables.
    pub fn cells(&self) -> &[Option<Digit>] {
        &self.cells
    }

    /// All cells, mutably.
    pub(crate) fn cells_mut(&mut self) -> &mut [Option<Digit>] {
        &mut self.cells
    }

    /// The cells of the grid in reading order, without variables.
    pub fn grid_cells(&self) -> &[Option<Digit>] {
        &self.cells[..self.geometry.grid_cell_count()]
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

    /// Returns the values of the digits of the grid, in reading order, with 0 for a blank; `None` if one
    /// is above 255, or if 0 is a digit of the board. For the text, use
    /// [`to_string`](ToString::to_string).
    pub fn to_bytes(&self) -> Option<Vec<u8>> {
        if self.geometry.has_zero() {
            return None;
        }
        let value = |digit: Digit| self.geometry.value(digit);
        let cells = self.grid_cells().iter();
        cells
            .map(|digit| digit.map_or(0, value).try_into().ok())
            .collect()
    }

    /// Returns true if each digit of the board has a character of its own.
    pub(crate) fn has_letters(&self) -> bool {
        *self.geometry.values().end() <= Grid::MAX_LETTERS
    }

    /// Returns the cells on one line in reading order: for each digit the ASCII character at its
    /// index in `symbols`, a part of [`SYMBOLS`], and `.` for a blank.
    pub(crate) fn line(&self, symbols: &[u8]) -> String {
        let mut table = [b'?'; SYMBOLS.len() + 2];
        table[0] = b'.';
        table[1..=symbols.len()].copy_from_slice(symbols);
        let place = |digit: &Option<Digit>| digit.map_or(0, |digit| digit.index() + 1);
        let cells = self.grid_cells().iter();
        let line = cells
            .map(|digit| table[place(digit).min(SYMBOLS.len() + 1)])
            .collect();
        // Checking once that ASCII is UTF-8 is faster than pushing one character at a time.
        String::from_utf8(line).unwrap_or_default()
    }
}

/// Returns the digit with this value on a board whose digits count from 1, or `None` for 0. It may be
/// higher than the board allows.
fn digit_of_square(value: usize) -> Option<Digit> {
    value.checked_sub(1).map(Digit::from_index)
}

/// The characters of digits. In the text of a [`Grid`] with up to 35 digits, that of a digit is at its
/// value.
pub const SYMBOLS: &[u8; 36] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

impl fmt::Display for Grid {
    /// Writes the cells of the grid on one line in reading order, without variables. If no digit is
    /// above 35, each cell is one character: `0` to `9`, then `A` to `Z`, and `.` for a blank.
    /// Otherwise, cells are numbers separated by spaces, with `0` for a blank, or `.` if 0 is a digit.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lowest = *self.geometry.all_values().start();
        if self.has_letters() {
            return f.write_str(&self.line(&SYMBOLS[lowest..]));
        }
        let blank = if self.geometry.has_zero() { "." } else { "0" };
        for (index, digit) in self.grid_cells().iter().enumerate() {
            let space = if index == 0 { "" } else { " " };
            match digit {
                None => write!(f, "{space}{blank}")?,
                Some(digit) => write!(f, "{space}{}", self.geometry.value(*digit))?,
            }
        }
        Ok(())
    }
}

/// Returns the error of a number of cells that is not a square.
fn not_square(count: usize) -> Mismatch {
    Mismatch::new("a square number of cells", count.to_string())
}

impl Grid {
    /// Returns the number of cells of a text: characters, or numbers if there are more of them than a
    /// board with letters has cells.
    pub(crate) fn count(text: &str) -> usize {
        match text.split_whitespace().count() {
            words if words > Grid::MAX_LETTERS.pow(2) => words,
            _ => text.chars().filter(|c| !c.is_whitespace()).count(),
        }
    }

    /// Parses the cells of the grid of a board, variables left blank: what [`Display`](fmt::Display)
    /// writes, letters in either case, and white space anywhere. `0` is a blank unless it is a digit of
    /// the board.
    ///
    /// # Errors
    /// If a character or word is not a digit of the board or a blank, or the number of cells is wrong.
    pub fn parse(text: &str, board: impl Into<Geometry>) -> Result<Grid, Mismatch> {
        let mut grid = Grid::blank(board);
        let board = grid.geometry.clone();
        let values = board.values();
        let cell = |place: usize, value: Option<usize>, found: &str| match value {
            Some(0) if !board.has_zero() => Ok(None),
            Some(value) if values.contains(&value) => Ok(board.digit(value)),
            Some(value) => {
                let expected = format!("digits from {} to {}", values.start(), values.end());
                let cell = Cell::from_index(place).name(&board);
                Err(Mismatch::new(expected, format!("{cell}={value}")))
            }
            None if found == "." => Ok(None),
            None => {
                let expected = format!("a digit or a blank as cell {}", place + 1);
                Err(Mismatch::new(expected, format!("`{found}`")))
            }
        };
        let cells: Result<Vec<Option<Digit>>, Mismatch> = if grid.has_letters() {
            let letters = text.chars().filter(|c| !c.is_whitespace()).enumerate();
            let value = |c: char| c.to_digit(36).map(|value| value as usize);
            letters
                .map(|(place, c)| cell(place, value(c), c.encode_utf8(&mut [0; 4])))
                .collect()
        } else {
            let words = text.split_whitespace().enumerate();
            words
                .map(|(place, word)| cell(place, number(word), word))
                .collect()
        };
        let cells = cells?;
        let expected = board.grid_cell_count();
        if cells.len() != expected {
            let found = cells.len().to_string();
            return Err(Mismatch::new(mismatch::cells(expected), found));
        }
        grid.cells[..expected].copy_from_slice(&cells);
        Ok(grid)
    }
}

impl FromStr for Grid {
    type Err = Mismatch;

    /// Parses the cells of a square board: see [`Grid::parse`]. Other forms, such as framed grids, are
    /// read by [`Puzzle`](super::Puzzle).
    fn from_str(text: &str) -> Result<Grid, Mismatch> {
        let count = Grid::count(text);
        let size = count.isqrt();
        match size * size == count && count > 0 {
            true => Grid::parse(text, size),
            false => Err(not_square(count)),
        }
    }
}

impl<const N: usize> From<[[u8; N]; N]> for Grid {
    /// Converts rows from the top; 0 is a blank. A grid knows no rules, so any other number is a
    /// digit; [`Puzzle::new`](super::Puzzle::new) rejects digits that are too large.
    fn from(rows: [[u8; N]; N]) -> Grid {
        let cells = rows.as_flattened().iter();
        Grid {
            geometry: N.into(),
            cells: cells
                .map(|value| digit_of_square((*value).into()))
                .collect(),
        }
    }
}

impl TryFrom<&[u8]> for Grid {
    type Error = Mismatch;

    /// Converts the digits as numbers, in reading order, with 0 for a blank. This is the inverse of
    /// [`Grid::to_bytes`], not a parser of text.
    ///
    /// # Errors
    /// If the number of cells is not a square.
    fn try_from(values: &[u8]) -> Result<Grid, Mismatch> {
        let cells = values.iter().map(|value| digit_of_square((*value).into()));
        Grid::from_cells(cells.collect()).ok_or_else(|| not_square(values.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_in_reading_order() {
        let mut grid = Grid::blank(4);
        grid.set(Cell::at(1, 2, 4), Some(Digit::from_index(2)));
        assert_eq!(grid.cells()[6], Some(Digit::from_index(2)));
        assert_eq!(grid.value(Cell::at(1, 2, 4)), Some(3));
        assert_eq!(grid.filled().next().unwrap().name(4).to_string(), "r2c3=3");
        assert_eq!(grid.blanks().count(), 15);
        let differing: Vec<Cell> = grid.differences(&Grid::blank(4)).collect();
        assert_eq!(differing, [Cell::from_index(6)]);
    }

    #[test]
    fn text_survives_a_round_trip() {
        for (size, value) in [(4, 3), (9, 9), (35, 35), (36, 36), (50, 7)] {
            let mut grid = Grid::blank(size);
            grid.set(Cell::at(1, 2, size), Some(Digit::from_index(value - 1)));
            assert_eq!(grid.to_string().parse(), Ok(grid));
        }
        let error = |text: &str| text.parse::<Grid>().unwrap_err().to_string();
        assert_eq!(error(""), "expected a square number of cells, found 0");
        assert_eq!(error("12345"), "expected a square number of cells, found 5");
        assert_eq!(
            error("12 1?"),
            "expected a digit or a blank as cell 4, found `?`"
        );
        assert_eq!(error("12 3?"), "expected digits from 1 to 2, found r2c1=3");
        assert_eq!(
            error(&"1 x ".repeat(1_250)),
            "expected a digit or a blank as cell 2, found `x`"
        );
    }

    #[test]
    fn bytes_survive_a_round_trip_up_to_255() {
        let mut grid = Grid::blank(256);
        grid.set(Cell::from_index(3), Some(Digit::from_index(254)));
        let bytes = grid.to_bytes().unwrap();
        assert_eq!(bytes[..5], [0, 0, 0, 255, 0]);
        assert_eq!(Grid::try_from(&bytes[..]), Ok(grid.clone()));
        assert_eq!(Grid::try_from(&bytes[1..]), Err(not_square(65_535)));
        grid.set(Cell::from_index(3), Some(Digit::from_index(255)));
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
        grid.set(Cell::from_index(1), Some(Digit::from_index(8)));
        grid.set(Cell::from_index(255), Some(Digit::from_index(15)));
        assert_eq!(grid.to_string(), format!(".9{}G", ".".repeat(253)));
        let mut grid = Grid::blank(36);
        grid.set(Cell::from_index(1), Some(Digit::from_index(35)));
        assert_eq!(grid.to_string(), format!("0 36{}", " 0".repeat(1294)));
    }
}
