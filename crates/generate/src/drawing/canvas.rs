//! A solved grid while constraints are drawn on it.

use rand_chacha::ChaCha8Rng;

use super::super::{below, shuffle};
use satdoku::board::{Argument, Cell, Constraint, Digit, Geometry, Grid};

/// A solved grid and the constraints that are drawn on it.
pub struct Canvas<'a> {
    pub board: Geometry,
    pub size: usize,
    /// By cell, the value of its digit.
    pub values: Vec<usize>,
    /// By cell, true if it is on a line.
    pub is_on_line: Vec<bool>,
    /// The pairs of successive cells of all lines.
    pub line_steps: Vec<[Cell; 2]>,
    pub constraints: Vec<Constraint>,
    pub random: &'a mut ChaCha8Rng,
}

impl Canvas<'_> {
    pub fn new<'a>(solution: &Grid, random: &'a mut ChaCha8Rng) -> Canvas<'a> {
        let value = |digit: &Option<Digit>| digit.map_or(0, |digit| digit.index() + 1);
        Canvas {
            board: solution.geometry().clone(),
            size: solution.geometry().rows(),
            values: solution.cells().iter().map(value).collect(),
            is_on_line: vec![false; solution.cells().len()],
            line_steps: Vec::new(),
            constraints: Vec::new(),
            random,
        }
    }

    /// Adds a constraint with a number and groups of cells.
    pub fn add(&mut self, kind: &str, number: Option<usize>, groups: Vec<Vec<Cell>>) {
        self.constraints.extend(constraint(kind, number, groups));
    }

    /// Returns all cells in reading order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        (0..self.values.len()).map(Cell::from_index)
    }

    pub fn value(&self, cell: Cell) -> usize {
        self.values[cell.index()]
    }

    /// Returns the cell this many rows and columns away, if it is on the board.
    pub fn beside(&self, cell: Cell, rows: isize, columns: isize) -> Option<Cell> {
        let row = (cell.index() / self.size).checked_add_signed(rows)?;
        let column = (cell.index() % self.size).checked_add_signed(columns)?;
        (row < self.size && column < self.size).then(|| Cell::at(row, column, self.size))
    }

    /// Returns a random number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        below(end, self.random)
    }

    /// Draws constraints, and keeps at most this many of them, chosen at random.
    pub fn draw_some(&mut self, most: usize, draw: impl FnOnce(&mut Self)) {
        let first = self.constraints.len();
        draw(self);
        shuffle(&mut self.constraints[first..], self.random);
        self.constraints.truncate(first + most);
    }
}

/// Returns a constraint with a number and groups of cells.
pub fn constraint(kind: &str, number: Option<usize>, groups: Vec<Vec<Cell>>) -> Option<Constraint> {
    let number = number.map(|number| Argument::Number(number as i64));
    let groups = groups.into_iter().map(Argument::Cells);
    let arguments: Vec<Argument> = number.into_iter().chain(groups).collect();
    Constraint::new(kind, arguments).ok()
}
