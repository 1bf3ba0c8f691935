//! Errors as Python exceptions.

use std::fmt::Display;

use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use satdoku::FormatError;
use satdoku_explain::ExplainError;

/// Returns the `PuzzleError` for a text that is not a puzzle.
pub fn format_error(error: &FormatError) -> PyErr {
    let place = (error.place.line, error.place.column);
    let parts = (!error.expected.is_empty()).then(|| (&*error.expected, &*error.found));
    puzzle_error(&error.to_string(), Some(place), parts)
}

/// Returns the `PuzzleError` for a board or digits that the library rejects. Its messages have the form
/// "expected …, found …".
pub fn board_error(error: impl Display) -> PyErr {
    let message = error.to_string();
    let parts = message.strip_prefix("expected ");
    let parts = parts.and_then(|rest| rest.split_once(", found "));
    puzzle_error(&message, None, parts)
}

/// Returns the `ValueError` for an argument that is none of the possible values.
pub fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

fn puzzle_error(
    message: &str,
    place: Option<(usize, usize)>,
    parts: Option<(&str, &str)>,
) -> PyErr {
    Python::attach(|py| {
        let (line, column) = place.unzip();
        let (expected, found) = parts.unzip();
        let class = py.import("satdoku.error");
        let class = class.and_then(|module| module.getattr("PuzzleError"));
        let error = class.and_then(|class| class.call1((message, line, column, expected, found)));
        error.map_or_else(|error| error, PyErr::from_value)
    })
}

/// Returns the `TypeError` for an argument of the wrong type.
pub fn type_error(expected: &str, found: &Bound<'_, PyAny>) -> PyErr {
    let name = found.get_type().name();
    let name = name.map_or_else(|_| "an object".to_string(), |name| name.to_string());
    PyTypeError::new_err(format!("expected {expected}, found {name}"))
}

/// Returns the exception for a fault of the library.
pub fn bug(error: impl Display) -> PyErr {
    PyRuntimeError::new_err(format!("BUG in satdoku, please report it: {error}"))
}

/// Returns the message of an error that is no fault of the library.
pub fn expected_failure(error: ExplainError) -> PyResult<String> {
    match error.is_bug() {
        true => Err(bug(error)),
        false => Ok(error.to_string()),
    }
}
