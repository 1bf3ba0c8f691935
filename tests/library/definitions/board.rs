//! Small boards as plain numbers, and all ways to fill them.

use std::ops::RangeInclusive;

/// A digit, a sum, or another number of a text. None of them overflows.
pub type Number = i128;

/// A board whose fillings can be enumerated. Cells are indices: those of the grid in reading order, then
/// the variables.
pub struct Board {
    pub rows: usize,
    pub columns: usize,
    /// The digits of the grid.
    pub digits: RangeInclusive<Number>,
    /// True if digits differ in rows and columns.
    has_lines: bool,
    /// The label of the region of each cell, and `.` for a cell in none.
    regions: &'static str,
    /// The cells of the grid: `.` is a blank.
    givens: String,
    /// The lines about the board in the order of a text.
    lines: Vec<String>,
    pub variables: Option<Variables>,
}

/// Variables with the name `x`.
pub struct Variables {
    pub extent: Extent,
    digits: RangeInclusive<Number>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    Single,
    List(usize),
    Table(usize, usize),
}

impl Board {
    /// The 4×4 board with boxes and these givens.
    pub fn sudoku(givens: &str) -> Board {
        Board {
            has_lines: true,
            regions: "1122112233443344",
            givens: givens.to_string(),
            lines: Vec::new(),
            ..Board::raw(4, 4, 1..=4)
        }
    }

    /// A board without boxes whose digits can repeat.
    pub fn raw(rows: usize, columns: usize, digits: RangeInclusive<Number>) -> Board {
        let lines = vec![format!("board {rows}x{columns}"), "raw".to_string()];
        let board = Board {
            rows,
            columns,
            digits: digits.clone(),
            has_lines: false,
            regions: "",
            givens: ".".repeat(rows * columns),
            lines,
            variables: None,
        };
        board.with_digits(digits)
    }

    /// A board without boxes whose digits differ in rows and columns.
    pub fn latin(rows: usize, columns: usize, digits: RangeInclusive<Number>) -> Board {
        let mut board = Board::raw(rows, columns, digits);
        board.has_lines = true;
        board.lines.retain(|line| line != "raw");
        board
    }

    pub fn with_digits(mut self, digits: RangeInclusive<Number>) -> Board {
        self.lines
            .push(format!("digits {}-{}", digits.start(), digits.end()));
        Board { digits, ..self }
    }

    pub fn with_regions(mut self, regions: &'static str) -> Board {
        self.lines.push(format!("regions {regions}"));
        Board { regions, ..self }
    }

    pub fn with_variables(mut self, extent: Extent, digits: RangeInclusive<Number>) -> Board {
        let extent_text = match extent {
            Extent::Single => String::new(),
            Extent::List(length) => format!("{length} "),
            Extent::Table(rows, columns) => format!("{rows}x{columns} "),
        };
        let (low, high) = (digits.start(), digits.end());
        self.lines
            .push(format!("variables x {extent_text}{low}-{high}"));
        let variables = Some(Variables { extent, digits });
        Board { variables, ..self }
    }

    /// The text of the puzzle with these rules.
    pub fn text(&self, rules: &str) -> String {
        let lines = self.lines.iter().map(String::as_str);
        let parts = [&*self.givens].into_iter().chain(lines).chain([rules]);
        let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
        parts.join("; ")
    }

    pub fn grid_cell_count(&self) -> usize {
        self.rows * self.columns
    }

    pub fn cell_count(&self) -> usize {
        let of_variables = self.variables.as_ref().map(|variables| variables.extent);
        self.grid_cell_count()
            + match of_variables {
                None => 0,
                Some(Extent::Single) => 1,
                Some(Extent::List(length)) => length,
                Some(Extent::Table(rows, columns)) => rows * columns,
            }
    }

    /// The number of digits of the grid.
    pub fn digit_count(&self) -> Number {
        self.digits.end() - self.digits.start() + 1
    }

    /// The digits of all cells, and those between them.
    pub fn all_digits(&self) -> RangeInclusive<Number> {
        let of_variables = self
            .variables
            .as_ref()
            .map_or(&self.digits, |of| &of.digits);
        let low = self.digits.start().min(of_variables.start());
        let high = self.digits.end().max(of_variables.end());
        *low..=*high
    }

    /// The digits that a cell can have.
    pub fn digits_of(&self, cell: usize) -> RangeInclusive<Number> {
        match &self.variables {
            Some(variables) if cell >= self.grid_cell_count() => variables.digits.clone(),
            _ => self.digits.clone(),
        }
    }

    /// Returns true if a cell can have digits that the grid does not have.
    pub fn is_foreign(&self, cell: usize) -> bool {
        let own = self.digits_of(cell);
        !(self.digits.contains(own.start()) && self.digits.contains(own.end()))
    }

    /// The row and column of a cell of the grid, counted from 0.
    pub fn place(&self, cell: usize) -> (usize, usize) {
        (cell / self.columns, cell % self.columns)
    }

    /// The label of the region of a cell.
    pub fn region_of(&self, cell: usize) -> Option<char> {
        self.regions.chars().nth(cell).filter(|label| *label != '.')
    }

    /// The cells that share a side with a cell, in the grid or among variables. A list of variables is a
    /// row.
    pub fn neighbours(&self, cell: usize) -> Vec<usize> {
        let grid = self.grid_cell_count();
        let (first, last, columns) = match self.variables.as_ref().map(|of| of.extent) {
            _ if cell < grid => (0, grid, self.columns),
            Some(Extent::Table(_, columns)) => (grid, self.cell_count(), columns),
            _ => (grid, self.cell_count(), self.cell_count() - grid),
        };
        let place = |cell: usize| ((cell - first) / columns, (cell - first) % columns);
        let distance = |other: usize| {
            let ((row, column), (other_row, other_column)) = (place(cell), place(other));
            row.abs_diff(other_row) + column.abs_diff(other_column)
        };
        (first..last)
            .filter(|other| distance(*other) == 1)
            .collect()
    }

    pub fn name(&self, cell: usize) -> String {
        let in_table = |number: usize, columns: usize| {
            format!("r{}c{}", number / columns + 1, number % columns + 1)
        };
        let grid = self.grid_cell_count();
        match self.variables.as_ref().map(|of| of.extent) {
            _ if cell < grid => in_table(cell, self.columns),
            Some(Extent::Table(_, columns)) => format!("x.{}", in_table(cell - grid, columns)),
            Some(Extent::List(_)) => format!("x{}", cell - grid + 1),
            _ => "x".to_string(),
        }
    }

    /// All ways to fill the cells that obey the givens, and rows, columns and regions.
    pub fn fillings(&self) -> Vec<Vec<Number>> {
        (0..self.cell_count()).fold(vec![Vec::new()], |before, cell| {
            let filled = before.iter().flat_map(|digits: &Vec<Number>| {
                let next = self
                    .digits_of(cell)
                    .filter(|digit| self.fits(digits, *digit));
                next.map(|digit| [&digits[..], &[digit]].concat())
            });
            filled.collect()
        })
    }

    /// Returns true if the next cell after some filled ones can have a digit.
    fn fits(&self, before: &[Number], digit: Number) -> bool {
        let cell = before.len();
        if cell >= self.grid_cell_count() {
            return true;
        }
        let given = self
            .givens
            .chars()
            .nth(cell)
            .and_then(|given| given.to_digit(10));
        let is_in_sight = |other: &usize| {
            let ((row, column), (other_row, other_column)) = (self.place(cell), self.place(*other));
            let is_in_line = self.has_lines && (row == other_row || column == other_column);
            let region = self.region_of(cell);
            is_in_line || region.is_some() && region == self.region_of(*other)
        };
        given.is_none_or(|given| Number::from(given) == digit)
            && !(0..cell).any(|other| before[other] == digit && is_in_sight(&other))
    }
}
