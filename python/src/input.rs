//! Text and numbers as Python passes them.

use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyFloat, PyInt, PyString};
use satdoku::board::{Digit, Geometry, Grid};

use crate::error::{board_error, type_error};

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

/// Converts rows of numbers, or the numbers of all cells, with 0, `None` or NaN for a blank.
pub fn grid(object: &Bound<'_, PyAny>) -> PyResult<Grid> {
    let cells = numbers(object, "text, rows of numbers, or an array of numbers")?;
    let digit = |value: &usize| match *value {
        0 => Ok(None),
        value if value <= Geometry::MAX_DIGIT => Ok(Some(Digit::from_index(value - 1))),
        value => Err(board_error(format!(
            "expected digits of the board, found {value}"
        ))),
    };
    let digits = cells.iter().map(digit).collect::<PyResult<Vec<_>>>()?;
    let found = digits.len();
    Grid::from_cells(digits)
        .ok_or_else(|| board_error(format!("expected a square number of cells, found {found}")))
}

/// Converts square rows of numbers, or the numbers of all cells. The error names what is expected.
pub fn numbers(object: &Bound<'_, PyAny>, expected: &str) -> PyResult<Vec<usize>> {
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
    for row in &items {
        let row: Vec<Bound<'_, PyAny>> = to_list(row)?.extract().map_err(wrong)?;
        let (count, found) = (items.len(), row.len());
        if found != count {
            return Err(board_error(format!(
                "expected {count} rows of {count} cells, found a row of {found}"
            )));
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

/// Converts a number, with 0 for `None` and NaN.
fn number(object: &Bound<'_, PyAny>) -> PyResult<usize> {
    if object.is_none() {
        return Ok(0);
    }
    if let Ok(value) = object.cast::<PyFloat>().map(|float| float.value()) {
        return match value {
            _ if value.is_nan() => Ok(0),
            _ if value.fract() == 0.0 && value >= 0.0 => Ok(value as usize),
            _ => Err(board_error(format!(
                "expected whole numbers, found {value:?}"
            ))),
        };
    }
    object
        .extract()
        .map_err(|_| match object.is_instance_of::<PyInt>() {
            true => board_error(format!("expected numbers from 0 to 400, found {object}")),
            false => type_error("numbers", object),
        })
}
