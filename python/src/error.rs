//! Errors as Python exceptions.

use std::fmt::Display;

use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use satdoku::FormatError;
use satdoku::board::Mismatch;
use satdoku_answer::Failure;

/// Returns the `PuzzleError` for a text that is not a puzzle.
pub fn format_error(error: &FormatError) -> PyErr {
    let place = (error.place.line, error.place.column);
    let parts = (!error.expected.is_empty()).then(|| (&*error.expected, &*error.found));
    puzzle_error(&error.to_string(), Some(place), parts)
}

/// Returns the `PuzzleError` for a board or digits that the library rejects.
pub fn board_error(error: impl Into<Mismatch>) -> PyErr {
    let error = error.into();
    let parts = (&*error.expected, &*error.found);
    puzzle_error(&error.to_string(), None, Some(parts))
}

/// Returns the `PuzzleError` with these parts.
pub fn mismatch(expected: impl Into<String>, found: impl Display) -> PyErr {
    board_error(Mismatch::new(expected, found.to_string()))
}

/// Returns the `PuzzleError` for a puzzle to which a question does not apply.
pub fn refused(error: impl Display) -> PyErr {
    puzzle_error(&error.to_string(), None, None)
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
    PyRuntimeError::new_err(Failure::Bug(error.to_string()).report())
}

/// Returns the message of a failure.
///
/// # Errors
/// A fault of the library is an exception.
pub fn unanswered(failure: Failure) -> PyResult<String> {
    match failure {
        Failure::Unanswered(reason) => Ok(reason),
        failure => Err(PyRuntimeError::new_err(failure.report())),
    }
}

/// Returns the exception for a question without an answer: a `ValueError`, unless the library is at fault.
pub fn failed(failure: Failure) -> PyErr {
    unanswered(failure).map_or_else(|bug| bug, value_error)
}
