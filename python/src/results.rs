//! The library's answers as objects of the classes in `satdoku/results.py`.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use serde::Serialize;
use serde_json::Value;

use crate::error::bug;

/// Creates the result of a class about a puzzle, or about a text that is none. `answer` serializes to an
/// object whose fields the class has.
pub fn result<'py>(
    py: Python<'py>,
    class: &str,
    puzzle: impl IntoPyObject<'py>,
    answer: &impl Serialize,
) -> PyResult<Bound<'py, PyAny>> {
    result_of(py, class, puzzle, fields(py, answer)?)
}

/// Creates the result of a class with these fields.
pub fn result_of<'py>(
    py: Python<'py>,
    class: &str,
    puzzle: impl IntoPyObject<'py>,
    fields: Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    ResultClass::new(py, class)?.result(puzzle, fields)
}

/// Creates a part of a result.
pub fn part<'py>(
    py: Python<'py>,
    class: &str,
    fields: Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    ResultClass::new(py, class)?.part(fields)
}

/// A class of results, looked up once for many of them.
pub struct ResultClass<'py> {
    class: Bound<'py, PyAny>,
    /// The function that creates an object.
    create: Bound<'py, PyAny>,
}

impl<'py> ResultClass<'py> {
    pub fn new(py: Python<'py>, name: &str) -> PyResult<ResultClass<'py>> {
        let module = py.import("satdoku.results")?;
        Ok(ResultClass {
            class: module.getattr(name)?,
            create: module.getattr("_of")?,
        })
    }

    /// Creates a result about a puzzle, or about a text that is none.
    pub fn result(
        &self,
        puzzle: impl IntoPyObject<'py>,
        fields: Bound<'py, PyDict>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let all = PyDict::new(fields.py());
        all.set_item("puzzle", puzzle)?;
        all.update_if_missing(fields.as_mapping())?;
        self.part(all)
    }

    fn part(&self, fields: Bound<'py, PyDict>) -> PyResult<Bound<'py, PyAny>> {
        self.create.call1((&self.class, fields))
    }
}

/// Returns the fields of an answer, which serializes to an object.
pub fn fields<'py>(py: Python<'py>, answer: &impl Serialize) -> PyResult<Bound<'py, PyDict>> {
    let value = serde_json::to_value(answer).map_err(bug)?;
    Ok(to_python(py, value)?.cast_into::<PyDict>()?)
}

/// Converts JSON to Python. Lists become tuples, because results are frozen.
pub fn to_python(py: Python<'_>, value: Value) -> PyResult<Bound<'_, PyAny>> {
    match value {
        Value::Null => Ok(py.None().into_bound(py)),
        Value::Bool(value) => value.into_bound_py_any(py),
        Value::String(text) => text.into_bound_py_any(py),
        Value::Number(number) => match number.as_u64() {
            Some(number) => number.into_bound_py_any(py),
            None => number.as_f64().into_bound_py_any(py),
        },
        Value::Array(items) => {
            let items = items.into_iter().map(|item| to_python(py, item));
            let items = items.collect::<PyResult<Vec<_>>>()?;
            Ok(PyTuple::new(py, items)?.into_any())
        }
        Value::Object(fields) => {
            let dict = PyDict::new(py);
            for (name, value) in fields {
                dict.set_item(name, to_python(py, value)?)?;
            }
            Ok(dict.into_any())
        }
    }
}
