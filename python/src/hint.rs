//! The next step.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use satdoku::board::{self, Grid};
use satdoku::explain::{ExplainError, Explainer, Step};
use satdoku::format::ReadOptions;
use satdoku::task::{Session, Verdict};
use serde_json::json;

use crate::error::{bug, task_error};
use crate::puzzle::{Puzzle, grid};
use crate::questions::{duration, explainer};
use crate::results::{fields, result_of};

/// The next step from a partly filled grid.
struct NextStep {
    step: Option<Step>,
    /// The names of digits that differ from the solution.
    wrong: Vec<String>,
    verdict: &'static str,
    error: Option<String>,
}

#[pymethods]
impl Puzzle {
    #[pyo3(signature = (filled=None, *, timeout=None))]
    fn hint<'py>(
        &self,
        py: Python<'py>,
        filled: Option<Bound<'py, PyAny>>,
        timeout: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let filled = filled.map(|filled| self.filled(&filled)).transpose()?;
        let mut explainer = explainer(duration(timeout)?);
        let next = self.ask(py, "sat", timeout, move |session, puzzle| {
            next_step(session, &mut explainer, puzzle, filled.as_ref())
        })??;
        let fields = fields(
            py,
            &json!({ "wrong": next.wrong, "verdict": next.verdict, "error": next.error }),
        )?;
        let step = next.step.map(|step| self.step(py, step)).transpose()?;
        fields.set_item("step", step)?;
        result_of(py, "Hint", self.clone(), fields)
    }
}

impl Puzzle {
    /// Converts a partly filled grid of this size.
    fn filled(&self, object: &Bound<'_, PyAny>) -> PyResult<Grid> {
        let filled = match object.cast::<PyString>() {
            Ok(text) => {
                let shape = Some(self.puzzle.layout().shape());
                let options = ReadOptions {
                    shape,
                    ..ReadOptions::default()
                };
                Puzzle::of_text(text.to_str()?, options)?
                    .puzzle
                    .givens()
                    .clone()
            }
            Err(_) => grid(object)?,
        };
        match filled.size() == self.puzzle.size() {
            true => Ok(filled),
            false => Err(PyValueError::new_err(
                "expected a grid of the size of the puzzle",
            )),
        }
    }
}

fn next_step(
    session: &mut Session,
    explainer: &mut Explainer,
    puzzle: &board::Puzzle,
    filled: Option<&Grid>,
) -> PyResult<NextStep> {
    let answer = session.check(puzzle).map_err(|error| task_error(&error))?;
    let mut next = NextStep {
        step: None,
        wrong: Vec::new(),
        verdict: answer.outcome.name(),
        error: None,
    };
    let mut grid = puzzle.givens().clone();
    match (answer.outcome, filled) {
        (Verdict::None(conflict), _) => {
            next.error = Some(format!("no solution: {conflict}"));
            return Ok(next);
        }
        (Verdict::Unique(solution), Some(filled)) => {
            for at in filled.filled() {
                if solution.get(at.cell) == Some(at.digit) {
                    grid.set(at.cell, Some(at.digit));
                } else {
                    next.wrong.push(at.name(puzzle.size()).to_string());
                }
            }
        }
        (_, Some(_)) => {
            let error = "expected a puzzle with one solution to compare the filled grid with";
            next.error = Some(error.to_string());
            return Ok(next);
        }
        (_, None) => {}
    }
    let is_solved = grid.blanks().next().is_none();
    let position = puzzle.with_givens(grid).map_err(bug)?;
    match explainer.hint(&position) {
        Ok(None) if !is_solved => {
            next.verdict = "multiple";
            next.error = Some("several solutions: nothing more follows".to_string());
        }
        Ok(step) => next.step = step,
        Err(error) => next.error = Some(expected_failure(error)?),
    }
    Ok(next)
}

/// Returns the message of an error that is no fault of the library.
pub fn expected_failure(error: ExplainError) -> PyResult<String> {
    match error.is_bug() {
        true => Err(bug(error)),
        false => Ok(error.to_string()),
    }
}
