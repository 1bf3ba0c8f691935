//! The geometry of a board: its cells and its digits, without any rules.

use std::fmt;
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

use super::cell::{Candidate, Cell, Digit};
use super::mismatch::Mismatch;

/// The cells and the digits of a board.
///
/// A board has rows and columns, of which some cells can be missing (*holes*), digits that are
/// consecutive numbers, and *variables*: named cells outside the grid. Cells are numbered in reading
/// order, without the holes; variables follow the cells of the grid.
///
/// A number means a square: `9` is a board of 9 rows, 9 columns and the digits 1 to 9. Functions
/// that need a geometry take either.
///
/// ```
/// use satdoku::board::{Cell, Geometry};
///
/// let board = Geometry::new(6, 9, 0..=8)?;
/// let cell = board.cell_at(5, 8).unwrap();
/// assert_eq!(cell.name(&board).to_string(), "r6c9");
/// assert_eq!(board.cell_count(), 54);
/// assert_eq!(board.value(board.digit(8).unwrap()), 8);
/// assert_eq!(Geometry::from(9), Geometry::new(9, 9, 1..=9)?);
/// # Ok::<(), satdoku::board::Mismatch>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Geometry {
    rows: u32,
    columns: u32,
    /// The lowest and the highest digit of the cells of the grid.
    grid_digits: (u32, u32),
    /// The lowest and the highest of these and of the digits of all variables.
    digits: (u32, u32),
    /// Holes, several grids and variables, which most boards lack.
    irregular: Option<Arc<Irregular>>,
}

/// Holes, several grids and variables.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Irregular {
    /// For each place of the rectangle in reading order, the number of its cell; empty if there are
    /// no holes.
    cell_at: Vec<Option<Cell>>,
    /// For each cell of the grid, its place in the rectangle; empty if there are no holes.
    places: Vec<u32>,
    /// The number of rows and columns of each of several overlapping grids.
    grid_size: usize,
    /// The rows and columns of their top left corners, counted from 0; empty if the board is one grid.
    corners: Vec<(usize, usize)>,
    variables: Vec<Variables>,
}

impl Irregular {
    const NONE: &Irregular = &Irregular {
        cell_at: Vec::new(),
        places: Vec::new(),
        grid_size: 0,
        corners: Vec::new(),
        variables: Vec::new(),
    };
}

/// Named cells outside the grid.
///
/// A single variable is called by its name, `x`; those of a list by name and number, `x1`, and those
/// of a table by name, row and column, `x.r1c1`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Variables {
    /// The name: lower-case letters.
    pub name: String,
    /// The number of cells.
    pub extent: Extent,
    /// The lowest and the highest digit, if they are not those of the grid.
    pub digits: Option<(usize, usize)>,
}

/// The number of cells of [`Variables`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Extent {
    /// One cell.
    Single,
    /// A list of this length.
    List(usize),
    /// A table with this number of rows and of columns.
    Table(usize, usize),
}

/// Returns the lowest and the highest of consecutive digits.
///
/// # Errors
/// If there are none or too many, or one is too large.
fn checked(first: usize, last: usize) -> Result<(u32, u32), Mismatch> {
    let (most, highest) = (Geometry::MAX_DIGITS, Geometry::MAX_DIGIT);
    if first <= last && last <= highest && last - first < most {
        return Ok((first as u32, last as u32));
    }
    let expected = format!("1 to {most} digits up to {highest}, the lowest first");
    Err(Mismatch::new(expected, format!("{first}-{last}")))
}

impl Extent {
    /// The number of cells.
    pub fn count(self) -> usize {
        match self {
            Extent::Single => 1,
            Extent::List(length) => length,
            Extent::Table(rows, columns) => rows.saturating_mul(columns),
        }
    }
}

impl fmt::Display for Variables {
    /// Writes the name, the extent and the digits: `x 9x9 1-3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        match self.extent {
            Extent::Single => {}
            Extent::List(length) => write!(f, " {length}")?,
            Extent::Table(rows, columns) => write!(f, " {rows}x{columns}")?,
        }
        match self.digits {
            None => Ok(()),
            Some((first, last)) => write!(f, " {first}-{last}"),
        }
    }
}

impl From<usize> for Geometry {
    /// The square with this number of rows, of columns and of digits, which begin with 1.
    fn from(size: usize) -> Geometry {
        Geometry {
            rows: size as u32,
            columns: size as u32,
            grid_digits: (1, size as u32),
            digits: (1, size as u32),
            irregular: None,
        }
    }
}

impl From<&Geometry> for Geometry {
    fn from(geometry: &Geometry) -> Geometry {
        geometry.clone()
    }
}

impl Geometry {
    /// The largest number of rows, and of columns.
    pub const MAX_SIDE: usize = 400;

    /// The largest number of digits.
    pub const MAX_DIGITS: usize = 400;

    /// The largest digit.
    pub const MAX_DIGIT: usize = 9_999;

    /// The largest number of variables.
    pub const MAX_VARIABLES: usize = 10_000;

    /// The words that rules use where the name of variables can be, so that no variables have them.
    const WORDS: [&str; 14] = [
        "as",
        "bottom",
        "c",
        "column",
        "excluding",
        "find",
        "first",
        "left",
        "or",
        "r",
        "right",
        "row",
        "size",
        "top",
    ];

    /// Returns the rectangle with these rows, columns and digits.
    ///
    /// # Errors
    /// If a number is zero or too large.
    pub fn new(
        rows: usize,
        columns: usize,
        digits: RangeInclusive<usize>,
    ) -> Result<Geometry, Mismatch> {
        let sides = 1..=Geometry::MAX_SIDE;
        if !sides.contains(&rows) || !sides.contains(&columns) {
            return Err(Mismatch::new(
                format!("rows and columns from 1 to {}", Geometry::MAX_SIDE),
                format!("{rows}x{columns}"),
            ));
        }
        let digits = checked(*digits.start(), *digits.end())?;
        Ok(Geometry {
            rows: rows as u32,
            columns: columns as u32,
            grid_digits: digits,
            digits,
            irregular: None,
        })
    }

    /// Returns the smallest rectangle around square grids with `size` rows and the digits from 1, given by the
    /// row and the column of their top left corners, counted from 0. Cells in no grid are missing.
    ///
    /// # Errors
    /// If there is no grid, or the rectangle is too large.
    pub fn of_grids(size: usize, corners: Vec<(usize, usize)>) -> Result<Geometry, Mismatch> {
        let end = |start: fn(&(usize, usize)) -> usize| {
            let ends = corners
                .iter()
                .map(|corner| start(corner).saturating_add(size));
            ends.max().unwrap_or(0)
        };
        let plain = Geometry::new(end(|corner| corner.0), end(|corner| corner.1), 1..=size)?;
        let board = plain.altered(|irregular| {
            irregular.grid_size = size;
            irregular.corners = corners;
        });
        let is_in_grid = |row, column| board.grid_at(row, column).is_some();
        Ok(board.clone().with_cells(is_in_grid))
    }

    /// Keeps only the cells of the grid at those rows and columns, counted from 0, for which `exists`
    /// is true. Variables are kept.
    #[must_use]
    pub fn with_cells(self, exists: impl Fn(usize, usize) -> bool) -> Geometry {
        let (rows, columns) = (self.rows(), self.columns());
        self.altered(|irregular| {
            (irregular.cell_at, irregular.places) = (Vec::new(), Vec::new());
            for place in 0..rows * columns {
                let is_cell = exists(place / columns, place % columns);
                let next = Cell::from_index(irregular.places.len());
                irregular.cell_at.push(is_cell.then_some(next));
                irregular.places.extend(is_cell.then_some(place as u32));
            }
            if irregular.places.len() == irregular.cell_at.len() {
                (irregular.cell_at, irregular.places) = (Vec::new(), Vec::new());
            }
        })
    }

    /// Holes, several grids and variables.
    fn irregular(&self) -> &Irregular {
        self.irregular.as_deref().unwrap_or(Irregular::NONE)
    }

    /// Changes holes, several grids or variables.
    fn altered(self, change: impl FnOnce(&mut Irregular)) -> Geometry {
        let mut irregular = self.irregular().clone();
        change(&mut irregular);
        let is_regular = irregular == *Irregular::NONE;
        Geometry {
            irregular: (!is_regular).then(|| Arc::new(irregular)),
            ..self
        }
    }

    /// Adds variables.
    ///
    /// # Errors
    /// If the name is taken or not a name, or there are too many of them.
    pub fn with_variables(self, variables: Variables) -> Result<Geometry, Mismatch> {
        let name = &variables.name;
        let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase());
        let is_taken = Geometry::WORDS.contains(&&**name)
            || self.variables().iter().any(|other| other.name == *name);
        if !is_name || is_taken {
            let words = Geometry::WORDS.join(", ");
            let expected = format!("a new name of letters, other than {words}");
            return Err(Mismatch::new(expected, format!("`{name}`")));
        }
        let before = self.cell_count() - self.grid_cell_count();
        let count = variables.extent.count();
        if count == 0 || count > Geometry::MAX_VARIABLES - before {
            let expected = format!("1 to {} variables", Geometry::MAX_VARIABLES);
            return Err(Mismatch::new(expected, count.to_string()));
        }
        let mut digits = self.digits;
        if let Some((first, last)) = variables.digits {
            checked(first, last)?;
            let [lowest, highest] = [digits.0, digits.1].map(|digit| digit as usize);
            let all = checked(lowest.min(first), highest.max(last));
            let found = || format!("{first}-{last}");
            digits = all.map_err(|error| Mismatch {
                found: found(),
                ..error
            })?;
        }
        let board = self.altered(|irregular| irregular.variables.push(variables));
        Ok(Geometry { digits, ..board })
    }

    /// Replaces the digits of the grid.
    ///
    /// # Errors
    /// If there are none or too many, or one is too large.
    pub fn with_digits(self, digits: RangeInclusive<usize>) -> Result<Geometry, Mismatch> {
        let grid_digits = checked(*digits.start(), *digits.end())?;
        let variables = self.variables().to_vec();
        let grid = Geometry {
            grid_digits,
            digits: grid_digits,
            ..self.altered(|irregular| irregular.variables.clear())
        };
        variables
            .into_iter()
            .try_fold(grid, Geometry::with_variables)
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows as usize
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns as usize
    }

    /// The number of cells, variables included. Their indices are below it.
    pub fn cell_count(&self) -> usize {
        let variables = self.variables().iter();
        self.grid_cell_count() + variables.map(|of| of.extent.count()).sum::<usize>()
    }

    /// The number of cells without variables.
    pub fn grid_cell_count(&self) -> usize {
        match self.irregular().cell_at.is_empty() {
            true => self.rows() * self.columns(),
            false => self.irregular().places.len(),
        }
    }

    /// All cells, the variables last.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        (0..self.cell_count()).map(Cell::from_index)
    }

    /// The cells of the grid in reading order, without variables.
    pub fn grid_cells(&self) -> impl Iterator<Item = Cell> + use<> {
        (0..self.grid_cell_count()).map(Cell::from_index)
    }

    /// Returns true if some cells of the rectangle are missing.
    pub fn has_holes(&self) -> bool {
        self.grid_cell_count() < self.rows() * self.columns()
    }

    /// The groups of variables.
    pub fn variables(&self) -> &[Variables] {
        &self.irregular().variables
    }

    /// Returns true for a square whose digits count from 1 to the number of rows, without holes and
    /// variables.
    pub fn is_square(&self) -> bool {
        self.irregular.is_none() && *self == Geometry::from(self.rows())
    }

    /// Returns the cell in this row and column, both counted from 0, if there is one.
    pub fn cell_at(&self, row: usize, column: usize) -> Option<Cell> {
        if row >= self.rows() || column >= self.columns() {
            return None;
        }
        let place = row * self.columns() + column;
        let with_holes = self.irregular().cell_at.get(place);
        with_holes.map_or(Some(Cell::from_index(place)), |cell| *cell)
    }

    /// The top left corners of overlapping grids, rows and columns counted from 0; empty if the board is
    /// one grid.
    pub fn corners(&self) -> &[(usize, usize)] {
        &self.irregular().corners
    }

    /// The corners of all grids.
    pub(super) fn grid_corners(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let whole = self.corners().is_empty().then_some((0, 0));
        whole.into_iter().chain(self.corners().iter().copied())
    }

    /// The number of rows and columns of each grid.
    pub fn grid_size(&self) -> (usize, usize) {
        match (self.corners(), self.irregular().grid_size) {
            ([], _) => (self.rows(), self.columns()),
            (_, size) => (size, size),
        }
    }

    /// Returns the number of the first grid that has a place in this row and column.
    pub(super) fn grid_at(&self, row: usize, column: usize) -> Option<usize> {
        let (rows, columns) = self.grid_size();
        self.grid_corners().position(|(top, left)| {
            (top..top + rows).contains(&row) && (left..left + columns).contains(&column)
        })
    }

    /// Returns the cells of a rectangle in reading order, given its top left corner and its rows and columns.
    pub(super) fn rectangle(
        &self,
        (top, left): (usize, usize),
        (rows, columns): (usize, usize),
    ) -> Vec<Cell> {
        let rows = top..top.saturating_add(rows);
        let cells = rows.flat_map(|row| {
            let columns = left..left.saturating_add(columns);
            columns.filter_map(move |column| self.cell_at(row, column))
        });
        cells.collect()
    }

    /// Returns the tile that contains a cell, if tiles of this size fill the grids: a row, a column or a box of its
    /// grid, or of the first of several. A variable is in none.
    pub(super) fn tile_of(&self, cell: Cell, (rows, columns): (usize, usize)) -> Vec<Cell> {
        let tile = |cell| {
            let (row, column) = self.position(cell)?;
            let (top, left) = self.grid_corners().nth(self.grid_at(row, column)?)?;
            let corner = (row - (row - top) % rows, column - (column - left) % columns);
            Some(self.rectangle(corner, (rows, columns)))
        };
        tile(cell).unwrap_or_default()
    }

    /// The places of a row from the left, the row counted from 0; none if there is no such row. A hole
    /// is `None`.
    pub fn row(&self, row: usize) -> impl Iterator<Item = Option<Cell>> + '_ {
        let columns = if row < self.rows() { self.columns() } else { 0 };
        (0..columns).map(move |column| self.cell_at(row, column))
    }

    /// Returns the variables of the group with this name.
    pub fn variables_named(&self, name: &str) -> Option<impl Iterator<Item = Cell> + use<>> {
        let mut first = self.grid_cell_count();
        for variables in self.variables() {
            let count = variables.extent.count();
            if variables.name == name {
                return Some((first..first + count).map(Cell::from_index));
            }
            first += count;
        }
        None
    }

    /// Returns the row and the column of a cell, both counted from 0; `None` for a variable.
    pub fn position(&self, cell: Cell) -> Option<(usize, usize)> {
        if cell.index() >= self.grid_cell_count() {
            return None;
        }
        let with_holes = self.irregular().places.get(cell.index());
        let place = with_holes.map_or(cell.index(), |place| *place as usize);
        Some((place / self.columns(), place % self.columns()))
    }

    /// Returns the variables that contain a cell, and its number among them, counted from 0.
    pub fn variable(&self, cell: Cell) -> Option<(&Variables, usize)> {
        let mut number = cell.index().checked_sub(self.grid_cell_count())?;
        for variables in self.variables() {
            match number.checked_sub(variables.extent.count()) {
                None => return Some((variables, number)),
                Some(rest) => number = rest,
            }
        }
        None
    }

    /// The number of digits, those of variables included. Indices of digits are below it.
    pub fn digit_count(&self) -> usize {
        (self.digits.1 + 1 - self.digits.0) as usize
    }

    /// The digits, those of variables included.
    pub fn digits(&self) -> impl DoubleEndedIterator<Item = Digit> + ExactSizeIterator + use<> {
        (0..self.digit_count()).map(Digit::from_index)
    }

    /// The indices of the digits that cells of the grid can hold.
    pub fn grid_digits(&self) -> Range<usize> {
        let (first, last) = self.grid_digits;
        self.indices(first as usize, last as usize)
    }

    /// The number of digits that cells of the grid can hold.
    pub(crate) fn digits_in_grid(&self) -> usize {
        (self.grid_digits.1 + 1 - self.grid_digits.0) as usize
    }

    /// The lowest and the highest value of the digits of the grid.
    pub fn values(&self) -> RangeInclusive<usize> {
        self.grid_digits.0 as usize..=self.grid_digits.1 as usize
    }

    /// Returns true if cells of the grid can hold the digit 0, so that it cannot mean a blank.
    pub fn has_zero(&self) -> bool {
        self.grid_digits.0 == 0
    }

    /// Returns the sum of the digits of a house that has each digit of the grid once.
    pub fn house_total(&self) -> i64 {
        self.values().map(|value| value as i64).sum()
    }

    /// The lowest and the highest value of all digits, those of variables included.
    pub fn all_values(&self) -> RangeInclusive<usize> {
        self.digits.0 as usize..=self.digits.1 as usize
    }

    /// The indices of the digits that a cell can hold.
    pub fn digits_of(&self, cell: Cell) -> Range<usize> {
        let own = self.variable(cell).and_then(|(of, _)| of.digits);
        own.map_or_else(
            || self.grid_digits(),
            |(first, last)| self.indices(first, last),
        )
    }

    /// Returns the indices of the digits with values from `first` to `last`.
    fn indices(&self, first: usize, last: usize) -> Range<usize> {
        let lowest = self.digits.0 as usize;
        first - lowest..last + 1 - lowest
    }

    /// Returns the candidates that no puzzle on this board has, in ascending order: digits of
    /// variables in the grid, and other digits in variables.
    pub fn outside(&self) -> Vec<Candidate> {
        if self.digits == self.grid_digits && self.variables().iter().all(|of| of.digits.is_none())
        {
            return Vec::new();
        }
        let outside = self.cells().flat_map(|cell| {
            let own = self.digits_of(cell);
            let digits = self
                .digits()
                .filter(move |digit| !own.contains(&digit.index()));
            digits.map(move |digit| Candidate { cell, digit })
        });
        outside.collect()
    }

    /// Returns the digit with this value, if the board has it.
    pub fn digit(&self, value: usize) -> Option<Digit> {
        let index = value.checked_sub(self.digits.0 as usize)?;
        (index < self.digit_count()).then(|| Digit::from_index(index))
    }

    /// Returns the value of a digit.
    #[inline]
    pub fn value(&self, digit: Digit) -> usize {
        digit.index() + self.digits.0 as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_numbered_without_holes_and_variables_follow() {
        let cross = Geometry::new(3, 3, 1..=3).unwrap();
        let cross = cross.with_cells(|row, column| row == 1 || column == 1);
        let list = Variables {
            name: "x".into(),
            extent: Extent::List(2),
            digits: Some((0, 1)),
        };
        let table = Variables {
            name: "t".into(),
            extent: Extent::Table(1, 2),
            digits: None,
        };
        let single = Variables {
            name: "xy".into(),
            extent: Extent::Single,
            digits: None,
        };
        let board = [list, table, single].into_iter();
        let board = board.fold(cross, |board, more| board.with_variables(more).unwrap());
        assert_eq!((board.grid_cell_count(), board.cell_count()), (5, 10));
        let names: Vec<String> = board
            .cells()
            .map(|cell| cell.name(&board).to_string())
            .collect();
        let expected = "r1c2 r2c1 r2c2 r2c3 r3c2 x1 x2 t.r1c1 t.r1c2 xy";
        assert_eq!(names.join(" "), expected);
        for cell in board.cells() {
            let name = cell.name(&board).to_string();
            assert_eq!(Cell::from_name(&name, &board), Some(cell), "{name}");
            if let Some((row, column)) = board.position(cell) {
                assert_eq!(board.cell_at(row, column), Some(cell));
            }
        }
        for name in ["r1c1", "r4c1", "x", "x0", "x3", "t.r2c1", "y", "xy1"] {
            assert_eq!(Cell::from_name(name, &board), None, "{name}");
        }
        // The digits are 0 to 3; the grid has 1 to 3 and the list 0 and 1.
        assert_eq!((board.digit_count(), board.grid_digits()), (4, 1..4));
        assert_eq!(board.digits_of(Cell::from_index(5)), 0..2);
        assert_eq!(board.outside().len(), 5 + 2 * 2 + 2 + 1);
        let full = board.clone().with_cells(|_, _| true);
        assert!(board.has_holes() && !full.has_holes());
    }

    #[test]
    fn impossible_boards_are_rejected() {
        let error = |result: Result<Geometry, Mismatch>| result.unwrap_err().to_string();
        assert_eq!(
            error(Geometry::new(0, 9, 1..=9)),
            "expected rows and columns from 1 to 400, found 0x9"
        );
        assert_eq!(
            error(Geometry::new(9, 9, RangeInclusive::new(5, 4))),
            "expected 1 to 400 digits up to 9999, the lowest first, found 5-4"
        );
        let named = |name: &str| Variables {
            name: name.into(),
            extent: Extent::List(3),
            digits: None,
        };
        for name in ["", "r", "row", "x1", "X"] {
            assert!(
                Geometry::from(4).with_variables(named(name)).is_err(),
                "{name}"
            );
        }
        let board = Geometry::from(4).with_variables(named("x")).unwrap();
        assert!(board.with_variables(named("x")).is_err());
    }
}
