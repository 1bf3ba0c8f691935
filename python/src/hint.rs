//! The next step, and steps one after the other.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use satdoku::board::{self, Grid};
use satdoku::task::Session;
use satdoku_explain::{Explainer, NoStep, Progress, Step};
use satdoku_text::ReadOptions;
use serde_json::{Value, json};

use crate::error::{board_error, bug, expected_failure, value_error};
use crate::input::{cells, grid_on, text};
use crate::job;
use crate::puzzle::Puzzle;
use crate::questions::Search;
use crate::results::{fields, result_of};

#[pymethods]
impl Puzzle {
    /// Finds the next step, from the givens or from a `filled` grid, which is whatever makes a `Puzzle`.
    /// Digits that differ from the solution are named and left out. With `assume_unique`, the step may use
    /// that there is one solution.
    #[pyo3(signature = (filled=None, *, assume_unique=false, timeout=None))]
    fn hint<'py>(
        &self,
        py: Python<'py>,
        filled: Option<Bound<'py, PyAny>>,
        assume_unique: bool,
        timeout: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let filled = filled.map(|filled| self.filled(&filled)).transpose()?;
        let progress = filled.as_ref().map(Progress::from).unwrap_or_default();
        let search = Search::new("sat", timeout)?.assuming_unique(assume_unique);
        let puzzle = self.puzzle.clone();
        let next = job::run(py, move |interrupt| {
            let (mut session, mut explainer) =
                (search.session(interrupt), search.explainer(interrupt));
            next_step(&mut session, &mut explainer, &puzzle, &progress)
        })?;
        let (answer, step) = next?;
        let fields = fields(py, &answer)?;
        fields.set_item("step", step.map(|step| self.step(py, step)).transpose()?)?;
        result_of(py, "Hint", self.clone(), fields)
    }

    /// Returns an iterator over the steps of `explain` that finds each when it is needed.
    ///
    /// >>> next(Puzzle("1.4...2..3.....4").steps()).places
    /// ('r1c2=2',)
    #[pyo3(signature = (*, assume_unique=false))]
    fn steps(&self, py: Python<'_>, assume_unique: bool) -> PyResult<Steps> {
        let search = Search::new("sat", None)?.assuming_unique(assume_unique);
        let puzzle = self.puzzle.clone();
        let interrupt = job::take_flag();
        let steps = job::run(py, move |_| search.explainer(interrupt).steps(&puzzle))?;
        let steps = match steps {
            Ok(steps) => steps,
            Err(error) => return Err(value_error(expected_failure(error)?)),
        };
        Ok(Steps {
            puzzle: self.clone(),
            steps: Mutex::new(Some(steps)),
            interrupt,
        })
    }
}

/// The steps of an explanation, found one by one.
#[pyclass(frozen, module = "satdoku._satdoku")]
pub struct Steps {
    puzzle: Puzzle,
    /// `None` while a step is being found, and after an interrupt.
    steps: Mutex<Option<satdoku_explain::Steps>>,
    /// Ends the search for a step.
    interrupt: &'static AtomicBool,
}

impl Drop for Steps {
    fn drop(&mut self) {
        // After an interrupt, a thread may still look at it.
        if !self.interrupt.load(Ordering::Relaxed) {
            job::return_flag(self.interrupt);
        }
    }
}

#[pymethods]
impl Steps {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let taken = self.steps.lock().ok().and_then(|mut steps| steps.take());
        let Some(mut steps) = taken else {
            return Ok(None);
        };
        let (steps, next) = job::run(py, move |_| {
            let next = steps.next();
            (steps, next)
        })
        .inspect_err(|_| self.interrupt.store(true, Ordering::Relaxed))?;
        if let Ok(mut kept) = self.steps.lock() {
            *kept = Some(steps);
        }
        match next {
            Some(Ok(step)) => self.puzzle.step(py, step).map(Some),
            Some(Err(error)) => Err(value_error(expected_failure(error)?)),
            None => Ok(None),
        }
    }
}

/// Finds the next step. Returns the fields of the hint, and the step if there is one.
///
/// # Errors
/// If an engine fails or the library has a fault.
pub fn next_step(
    session: &mut Session,
    explainer: &mut Explainer,
    puzzle: &board::Puzzle,
    progress: &Progress,
) -> PyResult<(Value, Option<Step>)> {
    let answer = session.check(puzzle).map_err(bug)?;
    let verdict = answer.outcome.name();
    let next = match explainer.next_step(puzzle, answer.outcome, progress) {
        Ok(next) => next,
        Err(error) => {
            let error = expected_failure(error)?;
            let fields = json!({ "step": null, "wrong": [], "verdict": verdict, "error": error });
            return Ok((fields, None));
        }
    };
    let names = next.wrong.iter().map(|at| at.name(puzzle.geometry()));
    let wrong: Vec<String> = names.map(|name| name.to_string()).collect();
    let mut fields = json!({ "step": null, "wrong": wrong, "verdict": next.verdict });
    Ok(match next.step {
        Ok(step) => (fields, Some(step)),
        Err(NoStep::Solved) => (fields, None),
        Err(reason) => {
            fields["error"] = json!(reason.to_string());
            (fields, None)
        }
    })
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
