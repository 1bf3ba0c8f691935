//! Grids, cells and candidates as numbers, and rows with them.

use satdoku::Grid;
use satdoku::board::{Candidate, Cell, Digit, Geometry};
use serde::Serialize;
use serde_json::Value;

use crate::{Answer, Result, words};

/// Returns a row whose fields are replaced by others with the same name. Those that are null are left out.
pub fn row(row: &impl Serialize, fields: Value) -> Answer {
    let mut row = serde_json::to_value(row).map_err(words)?;
    if let (Value::Object(row), Value::Object(fields)) = (&mut row, fields) {
        row.extend(fields.into_iter().filter(|(_, value)| !value.is_null()));
    }
    Ok(row)
}

/// Returns the digits of a grid, counted from 1, with 0 for a blank.
pub fn digits(grid: &Grid) -> Vec<u16> {
    let number = |digit: &Option<Digit>| digit.map_or(0, number);
    grid.cells().iter().map(number).collect()
}

/// Returns the number of a digit.
pub fn number(digit: Digit) -> u16 {
    digit.index() as u16 + 1
}

/// Returns the indices of cells.
pub fn cells(cells: &[Cell]) -> Vec<u16> {
    cells.iter().map(|cell| cell.index() as u16).collect()
}

/// Returns candidates as a flat list: cell, digit, cell, digit, …
pub fn candidates(candidates: impl IntoIterator<Item = Candidate>) -> Vec<u16> {
    let pairs = candidates.into_iter();
    pairs
        .flat_map(|at| [at.cell.index() as u16, number(at.digit)])
        .collect()
}

/// Creates a grid from the digits of its cells, counted from 1; 0 is a blank.
pub fn grid(board: &Geometry, cells: &[u16]) -> Result<Grid> {
    let digit = |number: &u16| Some(Digit::from_index(usize::from(*number).checked_sub(1)?));
    let (expected, found) = (board.cell_count(), cells.len());
    Grid::new(board, cells.iter().map(digit).collect())
        .ok_or_else(|| format!("expected {expected} cells, found {found}"))
}

/// Reads candidates of a board from a flat list.
pub fn read_candidates(board: &Geometry, pairs: &[u16]) -> Result<Vec<Candidate>> {
    let candidates = pairs.as_chunks::<2>().0.iter().map(|[cell, digit]| {
        let digit = Digit::from_index(usize::from(*digit).checked_sub(1)?);
        let cell = Cell::from_index(usize::from(*cell));
        (cell.index() < board.cell_count()).then_some(Candidate { cell, digit })
    });
    let candidates: Option<Vec<Candidate>> = candidates.collect();
    candidates.ok_or_else(|| "expected candidates of the board".to_string())
}
