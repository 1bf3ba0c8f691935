//! Steps one after the other.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use pyo3::prelude::*;
use satdoku::Deadline;
use satdoku_explain::Explainer;

use crate::answer::step_object;
use crate::error::failed;
use crate::job;
use crate::puzzle::Puzzle;

#[pymethods]
impl Puzzle {
    /// Returns an iterator over the steps of `explain` that finds each when it is needed.
    ///
    /// >>> next(Puzzle("1.4...2..3.....4").steps()).places
    /// ('r1c2=2',)
    #[pyo3(signature = (*, assume_unique=false))]
    fn steps(&self, py: Python<'_>, assume_unique: bool) -> PyResult<Steps> {
        let puzzle = self.puzzle.clone();
        let interrupt = Arc::new(AtomicBool::new(false));
        let deadline = Deadline::after(Duration::MAX).or_at(interrupt.clone());
        let mut explainer = Explainer::default().with_deadline(deadline);
        if assume_unique {
            explainer = explainer.assuming_unique();
        }
        let steps = job::run(py, move |_| explainer.steps(&puzzle))?;
        Ok(Steps {
            puzzle: self.clone(),
            steps: Arc::new(Mutex::new(steps.map_err(|error| failed(error.into()))?)),
            interrupt,
        })
    }
}

/// The steps of an explanation, found one by one. Threads that share them get each step once.
#[pyclass(frozen, module = "satdoku._satdoku")]
pub struct Steps {
    puzzle: Puzzle,
    steps: Arc<Mutex<satdoku_explain::Steps>>,
    /// Ends the search for a step.
    interrupt: Arc<AtomicBool>,
}

#[pymethods]
impl Steps {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let (steps, interrupt) = (self.steps.clone(), self.interrupt.clone());
        let next = job::run(py, move |_| {
            // The lock is held by another thread while it searches.
            let mut steps = steps.lock().unwrap_or_else(PoisonError::into_inner);
            let is_over = interrupt.load(Ordering::Relaxed);
            (!is_over).then(|| steps.next()).flatten()
        });
        match next.inspect_err(|_| self.interrupt.store(true, Ordering::Relaxed))? {
            Some(step) => step_object(
                py,
                &self.puzzle,
                step.map_err(|error| failed(error.into()))?.into(),
            )
            .map(Some),
            None => Ok(None),
        }
    }
}
