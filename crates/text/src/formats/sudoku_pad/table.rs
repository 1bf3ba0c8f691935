//! The table of a drawing: the grid, and rows of variables below it.

use serde_json::{Value, json};

use super::super::values_left;
use crate::picture::drawing::{CELL, Plan};
use satdoku::board::{Cell, Grid, Puzzle};

/// The row and the column of a cell in the table.
pub(super) type Place = [usize; 2];

/// The table of cells, in which each cell has a row and a column.
pub(super) struct Table<'a> {
    pub plan: Plan<'a>,
    rows: usize,
    columns: usize,
}

impl Table<'_> {
    pub fn of(puzzle: &Puzzle) -> Table<'_> {
        let plan = Plan {
            board: puzzle.geometry(),
        };
        let (width, height) = plan.size();
        Table {
            plan,
            rows: height / CELL,
            columns: width / CELL,
        }
    }

    /// Returns the row and the column of a cell.
    pub fn place(&self, cell: Cell) -> Place {
        let (x, y) = self.plan.corner(cell);
        [y / CELL, x / CELL]
    }

    pub fn places(&self, cells: &[Cell]) -> Vec<Place> {
        cells.iter().map(|cell| self.place(*cell)).collect()
    }

    /// Returns the value for each place of the table, in rows.
    pub fn rows<T: Clone>(&self, blank: T, of: impl Fn(Cell) -> T) -> Vec<Vec<T>> {
        let mut rows = vec![vec![blank; self.columns]; self.rows];
        for cell in self.plan.board.cells() {
            let [row, column] = self.place(cell);
            rows[row][column] = of(cell);
        }
        rows
    }

    /// Returns the objects of cells, with givens and with the candidates that are left in a cell that has lost
    /// some.
    pub fn cells(&self, puzzle: &Puzzle) -> Vec<Value> {
        let rows = self.rows(json!({}), |cell| {
            let mut fields = json!({});
            if let Some(value) = puzzle.givens().value(cell) {
                fields["value"] = value.into();
            }
            if let Some(left) = values_left(puzzle, cell) {
                fields["centremarks"] = left.into();
            }
            fields
        });
        rows.into_iter().map(Value::from).collect()
    }

    /// Returns the solution of all places in a row, if it is complete and all digits have one symbol.
    pub fn solution(&self, solution: &Grid) -> Option<String> {
        if *self.plan.board.values().end() > 9 || solution.blanks().next().is_some() {
            return None;
        }
        let symbol = |cell| {
            solution
                .value(cell)
                .map_or(String::new(), |value| value.to_string())
        };
        Some(self.rows("?".to_string(), symbol).concat().concat())
    }
}
