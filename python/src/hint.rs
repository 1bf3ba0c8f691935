//! The next step.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use satdoku::board::Grid;
use satdoku_explain::{NoStep, Progress};
use satdoku_text::ReadOptions;
use serde_json::json;

use crate::error::{board_error, expected_failure, task_error};
use crate::input::{cells, grid_on, text};
use crate::job;
use crate::puzzle::Puzzle;
use crate::questions::Search;
use crate::results::{fields, result, result_of};

#[pymethods]
impl Puzzle {
    #[pyo3(signature = (filled=None, *, assume_unique=false, timeout=None))]
    fn hint<'py>(
        &self,
        py: Python<'py>,
        filled: Option<Bound<'py, PyAny>>,
        assume_unique: bool,
        timeout: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let filled = filled.map(|filled| self.filled(&filled)).transpose()?;
        let search = Search::new("sat", timeout)?.assuming_unique(assume_unique);
        let puzzle = self.puzzle.clone();
        let next = job::run(py, move |interrupt| {
            let answer = search.session(interrupt).check(&puzzle)?;
            let (verdict, mut explainer) = (answer.outcome, search.explainer(interrupt));
            let name = verdict.name();
            let progress = filled.as_ref().map(Progress::from).unwrap_or_default();
            let next = explainer.next_step(&puzzle, verdict, &progress);
            Ok((name, next))
        })?;
        let (verdict, next) = next.map_err(|error| task_error(&error))?;
        let next = match next {
            Ok(next) => next,
            Err(error) => {
                let error = expected_failure(error)?;
                let fields =
                    json!({ "step": null, "wrong": [], "verdict": verdict, "error": error });
                return result(py, "Hint", self.clone(), &fields);
            }
        };
        let names = next.wrong.iter().map(|at| at.name(self.puzzle.geometry()));
        let wrong: Vec<String> = names.map(|name| name.to_string()).collect();
        let (step, error) = match next.step {
            Ok(step) => (Some(self.step(py, step)?), None),
            Err(NoStep::Solved) => (None, None),
            Err(reason) => (None, Some(reason.to_string())),
        };
        let fields = fields(py, &json!({ "wrong": wrong, "verdict": next.verdict }))?;
        if let Some(error) = error {
            fields.set_item("error", error)?;
        }
        fields.set_item("step", step)?;
        result_of(py, "Hint", self.clone(), fields)
    }
}

impl Puzzle {
    /// Converts a partly filled grid of this size.
    fn filled(&self, object: &Bound<'_, PyAny>) -> PyResult<Grid> {
        let filled = match text(object) {
            Some(text) if !self.puzzle.geometry().is_square() => {
                Grid::parse(&text, self.puzzle.geometry()).map_err(board_error)?
            }
            Some(text) => {
                let shape = Some(self.puzzle.layout().shape());
                let options = ReadOptions {
                    shape,
                    ..ReadOptions::default()
                };
                Puzzle::of_text(&text, options)?.puzzle.givens().clone()
            }
            None => grid_on(self.puzzle.geometry(), &cells(object)?)?,
        };
        match filled.geometry() == self.puzzle.geometry() {
            true => Ok(filled),
            false => Err(PyValueError::new_err(
                "expected a grid of the size of the puzzle",
            )),
        }
    }
}
