//! The rows of `satdoku-answer` as objects of the classes in `satdoku/results.py`.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString, PyTuple};
use pythonize::{PythonizeTypes, PythonizeUnnamedMappingAdapter, pythonize_custom};
use satdoku_answer::{
    CandidatesRow, CheckRow, CountRow, ExplainRow, Failure, GenerateRow, HintRow, MinimalRow,
    RateRow, RepairRow, Row, SolveRow, StepRow,
};
use satdoku_explain::Step;
use satdoku_text::Picture;
use serde::Serialize;

use crate::error::unanswered;
use crate::puzzle::Puzzle;

/// An object of Python, or an exception.
pub type Object<'py> = PyResult<Bound<'py, PyAny>>;

/// The types of frozen objects: their lists are tuples.
struct Frozen;

impl PythonizeTypes for Frozen {
    type Map = PyDict;
    type NamedMap = PythonizeUnnamedMappingAdapter<PyDict>;
    type List = PyTuple;
}

/// A row that becomes an object.
pub trait Answer: Row + Send + 'static {
    /// Returns the fields of the object, with objects for puzzles, steps and repairs.
    fn fields<'py>(self, py: Python<'py>, _: &Puzzle) -> PyResult<Bound<'py, PyDict>> {
        fields_of(py, &self)
    }
}

impl Answer for SolveRow {}
impl Answer for CheckRow {}
impl Answer for CountRow {}
impl Answer for CandidatesRow {}
impl Answer for RateRow {}

impl Answer for GenerateRow {}

impl Answer for MinimalRow {
    fn fields<'py>(self, py: Python<'py>, _: &Puzzle) -> PyResult<Bound<'py, PyDict>> {
        let fields = fields_of(py, &self)?;
        fields.set_item("minimal", self.puzzle.map(Puzzle::from))?;
        Ok(fields)
    }
}

impl Answer for RepairRow {
    fn fields<'py>(mut self, py: Python<'py>, _: &Puzzle) -> PyResult<Bound<'py, PyDict>> {
        let repairs = self.repairs.take().unwrap_or_default().into_iter();
        let repairs = repairs.map(|repair| object(py, "Repair", fields_of(py, &repair)?));
        let fields = fields_of(py, &self)?;
        fields.set_item("repairs", tuple(py, repairs)?)?;
        Ok(fields)
    }
}

impl Answer for HintRow {
    fn fields<'py>(mut self, py: Python<'py>, puzzle: &Puzzle) -> PyResult<Bound<'py, PyDict>> {
        let step = self.step.take();
        let fields = fields_of(py, &self)?;
        let step = step.map(|step| step_object(py, puzzle, step));
        fields.set_item("step", step.transpose()?)?;
        Ok(fields)
    }
}

impl Answer for ExplainRow {
    fn fields<'py>(mut self, py: Python<'py>, puzzle: &Puzzle) -> PyResult<Bound<'py, PyDict>> {
        let steps = self.steps.take().unwrap_or_default().into_iter();
        let fields = fields_of(py, &self)?;
        let steps = steps.map(|step| step_object(py, puzzle, step));
        fields.set_item("steps", tuple(py, steps)?)?;
        Ok(fields)
    }
}

/// Creates the answer of a class about a puzzle. A question without an answer has an error.
pub fn answer<'py, R: Answer>(
    py: Python<'py>,
    class: &str,
    puzzle: &Puzzle,
    row: Result<R, Failure>,
) -> Object<'py> {
    let fields = match row {
        Ok(row) => row.fields(py, puzzle)?,
        Err(failure) => without_answer::<R>(py, "unknown", &unanswered(failure)?)?,
    };
    about(py, class, puzzle.clone(), &fields)
}

/// Creates the answer of a class about a text that is no puzzle.
pub fn invalid<'py, R: Answer>(
    py: Python<'py>,
    class: &str,
    text: &str,
    error: &str,
) -> Object<'py> {
    let fields = without_answer::<R>(py, "invalid", error)?;
    about(py, class, text, &fields)
}

/// Returns the fields of a row without an answer.
fn without_answer<'py, R: Row>(
    py: Python<'py>,
    verdict: &str,
    error: &str,
) -> PyResult<Bound<'py, PyDict>> {
    let fields = PyDict::new(py);
    if let Some(name) = R::ANSWER {
        fields.set_item(name, (name == "verdict").then_some(verdict))?;
    }
    fields.set_item("error", error)?;
    Ok(fields)
}

/// Creates an object of a class about a puzzle, or about a text that is none.
pub fn about<'py>(
    py: Python<'py>,
    class: &str,
    puzzle: impl IntoPyObject<'py>,
    fields: &Bound<'py, PyDict>,
) -> Object<'py> {
    let puzzle = puzzle.into_bound_py_any(py)?;
    let all = PyDict::new(py);
    all.set_item("puzzle", &puzzle)?;
    all.update(fields.as_mapping())?;
    // The row of a new puzzle has its text.
    all.set_item("puzzle", puzzle)?;
    object(py, class, all)
}

/// Creates an object of a class.
fn object<'py>(py: Python<'py>, class: &str, fields: Bound<'py, PyDict>) -> Object<'py> {
    static RESULTS: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let import = || py.import("satdoku.results").map(Bound::unbind);
    let results = RESULTS.get_or_try_init(py, import)?.bind(py);
    results.call_method1("_of", (results.getattr(class)?, fields))
}

/// Returns the fields of a row.
pub fn fields_of<'py>(py: Python<'py>, row: &impl Serialize) -> PyResult<Bound<'py, PyDict>> {
    let fields = pythonize_custom::<Frozen, _>(py, row)?;
    Ok(fields.cast_into()?)
}

fn tuple<'py>(
    py: Python<'py>,
    items: impl Iterator<Item = Object<'py>>,
) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, items.collect::<PyResult<Vec<_>>>()?)
}

/// Creates a step with its picture.
pub fn step_object<'py>(py: Python<'py>, puzzle: &Puzzle, mut row: StepRow) -> Object<'py> {
    let step = row.step.take();
    let fields = fields_of(py, &row)?;
    if let Some(step) = step {
        fields.set_item("conclusion", step.conclusion())?;
        let puzzle = puzzle.clone();
        fields.set_item("drawing", Drawing { puzzle, step })?;
    }
    object(py, "Step", fields)
}

/// The picture of a step, drawn when it is needed.
#[pyclass(frozen, module = "satdoku._satdoku")]
pub struct Drawing {
    puzzle: Puzzle,
    step: Box<Step>,
}

#[pymethods]
impl Drawing {
    fn __str__(&self) -> String {
        let puzzle = &self.puzzle.puzzle;
        let notes = self.step.notes(puzzle.layout());
        let placed = self.step.before.to_grid();
        let picture = Picture::new(puzzle, self.puzzle.alphabet());
        picture.with_solution(&placed).with_notes(&notes).svg()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let text = py.get_type::<PyString>().into_any();
        Ok((text, (self.__str__(),)))
    }
}
