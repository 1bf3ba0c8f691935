//! Text and numbers as Python passes them.

use pyo3::Borrowed;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyFloat, PyInt, PyString};
use satdoku::board::{Cell, Geometry, Grid, Mismatch};

use crate::error::{mismatch, type_error};

/// Returns the text of a string, of a list of rows, or of rows or a list of cells that are strings.
pub fn text(object: &Bound<'_, PyAny>) -> Option<String> {
    if let Ok(text) = object.cast::<PyString>() {
        // A character that is not valid is reported with its place.
        return Some(text.to_string_lossy().into_owned());
    }
    let list = to_list(object).ok()?;
    if let Ok(rows) = list.extract::<Vec<String>>() {
        let has_cells = rows.iter().all(|row| row.chars().count() == 1);
        return (!rows.is_empty()).then(|| rows.join(if has_cells { "" } else { "\n" }));
    }
    let rows: Vec<Vec<String>> = list.extract().ok()?;
    let rows: Vec<String> = rows.iter().map(|row| row.join(" ")).collect();
    (!rows.is_empty()).then(|| rows.join("\n"))
}

/// Converts rows of numbers, or the numbers of all cells, with `None` or NaN for a blank.
pub fn cells(object: &Bound<'_, PyAny>) -> PyResult<Vec<Option<usize>>> {
    numbers(object, "text, rows of numbers, or an array of numbers")
}

/// Strings, or a single one.
#[derive(Default)]
pub struct Strings(pub Vec<String>);

impl<'a, 'py> FromPyObject<'a, 'py> for Strings {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Strings> {
        if let Ok(text) = object.extract::<String>() {
            return Ok(Strings(vec![text]));
        }
        let found = || type_error("a string, or a list of strings", &object);
        let items = object.try_iter().map_err(|_| found())?;
        let items = items.map(|item| item?.extract::<String>().map_err(|_| found()));
        items.collect::<PyResult<_>>().map(Strings)
    }
}

/// Returns the number of rows and columns of rows of numbers.
pub fn shape(object: &Bound<'_, PyAny>) -> Option<(usize, usize)> {
    let rows = to_list(object).ok()?;
    let first = to_list(&rows.get_item(0).ok()?).ok()?;
    Some((rows.len().ok()?, first.len().ok()?))
}

/// Returns the grid of a board with these cells: all of the grid, or with holes as blanks. 0 is a
/// blank, too, unless it is a digit.
pub fn grid_on(board: &Geometry, values: &[Option<usize>]) -> Result<Grid, Mismatch> {
    let mismatch = |expected: String, found: String| Mismatch::new(expected, found);
    let places = board.rows() * board.columns();
    let cells: Vec<Option<Cell>> = match values.len() == places {
        true => (0..board.rows()).flat_map(|row| board.row(row)).collect(),
        false => board.grid_cells().map(Some).collect(),
    };
    if values.len() != cells.len() {
        let (expected, found) = (cells.len(), values.len());
        return Err(mismatch(format!("{expected} cells"), found.to_string()));
    }
    let mut grid = Grid::blank(board);
    for (cell, value) in cells.into_iter().zip(values) {
        // Variables may have a 0 that the grid lacks.
        let value = value.filter(|value| *value > 0 || board.has_zero());
        let digit = value.and_then(|value| board.digit(value));
        match (cell, digit, value) {
            (Some(cell), Some(_), _) => grid.set(cell, digit),
            (_, None, None) => {}
            (None, _, Some(value)) => {
                return Err(mismatch("a hole".to_string(), value.to_string()));
            }
            (Some(cell), None, Some(value)) => {
                let (cell, digits) = (cell.name(board), board.values());
                let (lowest, highest) = (digits.start(), digits.end());
                let expected = format!("digits from {lowest} to {highest}");
                return Err(mismatch(expected, format!("{value} in {cell}")));
            }
            (None, Some(_), None) => {}
        }
    }
    Ok(grid)
}

/// Converts rows of numbers, or the numbers of all cells. The error names what is expected.
pub fn numbers(object: &Bound<'_, PyAny>, expected: &str) -> PyResult<Vec<Option<usize>>> {
    let wrong = |_| type_error(expected, object);
    if object.is_instance_of::<PyBytes>() || object.is_instance_of::<PyByteArray>() {
        return Err(type_error(expected, object));
    }
    let items: Vec<Bound<'_, PyAny>> = to_list(object)?.extract().map_err(wrong)?;
    let is_row = |item: &Bound<'_, PyAny>| item.hasattr("__len__").unwrap_or_default();
    if !items.iter().any(is_row) {
        return items.iter().map(number).collect();
    }
    let mut numbers = Vec::new();
    let mut columns = None;
    for row in &items {
        let row: Vec<Bound<'_, PyAny>> = to_list(row)?.extract().map_err(wrong)?;
        let (rows, found) = (items.len(), row.len());
        let columns = *columns.get_or_insert(found);
        if found != columns {
            let expected = format!("{rows} rows of {columns} cells");
            return Err(mismatch(expected, format!("a row of {found}")));
        }
        for cell in &row {
            numbers.push(number(cell)?);
        }
    }
    Ok(numbers)
}

/// Converts an array or a data frame to lists, and leaves other objects as they are.
fn to_list<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let mut object = object.clone();
    for method in ["to_numpy", "tolist"] {
        if object.hasattr(method)? {
            object = object.call_method0(method)?;
        }
    }
    Ok(object)
}

/// Converts a number. Returns `None` for `None` and NaN.
fn number(object: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
    if object.is_none() {
        return Ok(None);
    }
    if let Ok(value) = object.cast::<PyFloat>().map(|float| float.value()) {
        return match value {
            _ if value.is_nan() => Ok(None),
            _ if value.fract() == 0.0 && value >= 0.0 => Ok(Some(value as usize)),
            _ => Err(mismatch("whole numbers", format!("{value:?}"))),
        };
    }
    object
        .extract()
        .map(Some)
        .map_err(|_| match object.is_instance_of::<PyInt>() {
            true => mismatch("numbers from 0 to 400", object),
            false => type_error("numbers", object),
        })
}
