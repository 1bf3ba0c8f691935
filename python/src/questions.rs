//! The questions about one puzzle.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use satdoku::Deadline;
use satdoku::board::{self, Grid};
use satdoku::engine::mrv::Mrv;
use satdoku::engine::{Budget, EngineName};
use satdoku::propagate::Candidates;
use satdoku::task::canonical::{canonical, shuffled};
use satdoku::task::{
    Answer, ClueKind, QuestionError, Session, TaskError, Verdict, candidates_of_givens, repair,
};
use satdoku_explain::{Explainer, Rating, Step};
use satdoku_text::{Picture, candidate_words};
use serde::Serialize;
use serde_json::{Value, json};

use crate::error::{board_error, bug, expected_failure, value_error};
use crate::job;
use crate::puzzle::Puzzle;
use crate::results::{fields, part, result, result_of};

/// The engine that answers and the time for each puzzle.
#[derive(Clone, Copy)]
pub struct Search {
    engine: EngineName,
    timeout: Option<Duration>,
    /// True if explainers assume that each puzzle has one solution.
    assumes_unique: bool,
}

impl Search {
    /// Checks the arguments `engine` and `timeout`.
    pub fn new(engine: &str, timeout: Option<f64>) -> PyResult<Search> {
        Ok(Search {
            engine: engine.parse().map_err(value_error)?,
            timeout: duration(timeout)?,
            assumes_unique: false,
        })
    }

    /// Sets the argument `assume_unique`.
    pub fn assuming_unique(self, assumes_unique: bool) -> Search {
        Search {
            assumes_unique,
            ..self
        }
    }

    /// Returns a session that ends early once `interrupt` is true.
    pub fn session(self, interrupt: &'static AtomicBool) -> Session {
        let session = Session::new(self.engine.make()).with_budget(Budget {
            deadline: Some(until(interrupt)),
            ..Budget::UNLIMITED
        });
        match self.timeout {
            Some(timeout) => session.with_timeout(timeout),
            None => session,
        }
    }

    /// Returns an explainer that ends early once `interrupt` is true.
    pub fn explainer(self, interrupt: &'static AtomicBool) -> Explainer {
        let explainer = Explainer::default().with_deadline(until(interrupt));
        let explainer = match self.assumes_unique {
            true => explainer.assuming_unique(),
            false => explainer,
        };
        match self.timeout {
            Some(timeout) => explainer.with_timeout(timeout),
            None => explainer,
        }
    }
}

/// Returns the deadline that only an interrupt ends.
pub fn until(interrupt: &'static AtomicBool) -> Deadline {
    Deadline::after(Duration::MAX).or_at(interrupt)
}

/// Converts a number of seconds.
pub fn duration(seconds: Option<f64>) -> PyResult<Option<Duration>> {
    let duration = |seconds: f64| {
        let duration = Duration::try_from_secs_f64(seconds);
        duration.map_err(|_| PyValueError::new_err(format!("expected seconds, found {seconds:?}")))
    };
    seconds.map(duration).transpose()
}

/// Checks the smallest value of an argument.
fn at_least(least: u64, name: &str, value: u64) -> PyResult<u64> {
    match value >= least {
        true => Ok(value),
        false => Err(PyValueError::new_err(format!(
            "{name}: expected at least {least}, found {value}"
        ))),
    }
}

/// Returns the fields of a question without an answer.
pub fn unanswered(field: &str, error: impl std::fmt::Display) -> Value {
    json!({ field: null, "error": error.to_string() })
}

/// The picture of a step, drawn when it is needed.
#[pyclass(frozen, module = "satdoku._satdoku")]
pub struct Drawing {
    puzzle: Puzzle,
    step: Step,
}

#[pymethods]
impl Drawing {
    fn __str__(&self) -> String {
        let notes = self.step.notes(self.puzzle.puzzle.layout());
        let placed = self.step.before.to_grid();
        let picture = Picture::new(&self.puzzle.puzzle, self.puzzle.alphabet());
        picture.with_solution(&placed).with_notes(&notes).svg()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let text = py.get_type::<PyString>().into_any();
        Ok((text, (self.__str__(),)))
    }
}

#[pymethods]
impl Puzzle {
    /// Finds a solution, or the givens and constraints that contradict each other. `engine` is the name of an
    /// engine, such as `"sat"` or `"mrv"`. A search of more than `timeout` seconds ends without an answer.
    #[pyo3(signature = (*, engine="sat", timeout=None))]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        engine: &str,
        timeout: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let answer = self.ask(py, engine, timeout, |session, puzzle| session.solve(puzzle))?;
        self.answered(py, "Solved", answer)
    }

    /// Determines whether there is one solution, several or none. The arguments are those of `solve`.
    #[pyo3(signature = (*, engine="sat", timeout=None))]
    fn check<'py>(
        &self,
        py: Python<'py>,
        engine: &str,
        timeout: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let answer = self.ask(py, engine, timeout, |session, puzzle| session.check(puzzle))?;
        self.answered(py, "Checked", answer)
    }

    /// Finds solutions, up to `limit`. The other arguments are those of `solve`.
    #[pyo3(signature = (limit=1000, *, engine="sat", timeout=None))]
    fn solutions<'py>(
        &self,
        py: Python<'py>,
        limit: u64,
        engine: &str,
        timeout: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let limit = at_least(1, "limit", limit)?;
        let answer = self.ask(py, engine, timeout, move |session, puzzle| {
            let mut solutions = Vec::new();
            let mut receive = |grid: &Grid| {
                solutions.push(grid.to_string());
                std::ops::ControlFlow::Continue(())
            };
            let answer = session.enumerate(puzzle, limit, &mut receive)?;
            Ok::<_, TaskError>((answer, solutions))
        })?;
        let (answer, solutions) = answer.map_err(bug)?;
        let fields = fields(py, &answer)?;
        fields.set_item("solution", solutions.first())?;
        fields.set_item("solutions", PyTuple::new(py, solutions)?)?;
        result_of(py, "Solutions", self.clone(), fields)
    }

    /// Counts the solutions, up to `limit`. The other arguments are those of `solve`.
    #[pyo3(signature = (limit=1_000_000, *, engine="mrv", timeout=None))]
    fn count<'py>(
        &self,
        py: Python<'py>,
        limit: u64,
        engine: &str,
        timeout: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let limit = at_least(1, "limit", limit)?;
        let (search, puzzle) = (Search::new(engine, timeout)?, self.puzzle.clone());
        let answer = job::run(py, move |interrupt| {
            search
                .session(interrupt)
                .without_reasons()
                .count(&puzzle, limit)
        })?;
        self.answered(py, "Counted", answer)
    }

    /// Estimates the number of solutions from random `probes`. The same `seed` gives the same estimate.
    #[pyo3(signature = (probes=100_000, *, seed=0, timeout=None))]
    fn estimate<'py>(
        &self,
        py: Python<'py>,
        probes: u64,
        seed: u64,
        timeout: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let probes = at_least(2, "probes", probes)?;
        let (search, puzzle) = (Search::new("mrv", timeout)?, self.puzzle.clone());
        let answer = job::run(py, move |interrupt| {
            search
                .session(interrupt)
                .without_reasons()
                .estimate(&puzzle, probes, seed)
        })?;
        self.answered(py, "Estimated", answer)
    }

    /// Returns the digits that each cell can have: after the givens, or after `"solutions"`, that is,
    /// in some solution. `counts` is the largest number of solutions to count for each digit.
    #[pyo3(signature = (after="givens", *, counts=None, timeout=None))]
    fn candidates<'py>(
        &self,
        py: Python<'py>,
        after: &str,
        counts: Option<u64>,
        timeout: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let is_exact = match after {
            "givens" => false,
            "solutions" => true,
            _ => {
                return Err(PyValueError::new_err(format!(
                    "expected givens or solutions, found `{after}`"
                )));
            }
        };
        if counts.is_some() && !is_exact {
            let error = "counts are those of solutions: pass after=\"solutions\"";
            return Err(PyValueError::new_err(error));
        }
        let counts = counts
            .map(|limit| at_least(1, "counts", limit))
            .transpose()?;
        let alphabet = self.alphabet();
        let words = move |left: &Candidates| candidate_words(left, alphabet);
        let fields = self.ask(py, "sat", timeout, move |session, puzzle| {
            let answer = match (is_exact, counts) {
                (false, _) => {
                    return Ok(match candidates_of_givens(puzzle) {
                        Ok(left) => json!({ "candidates": words(&left) }),
                        Err(conflict) => json!(conflict),
                    });
                }
                (true, None) => session
                    .candidates(puzzle)
                    .map(|answer| json!({ "candidates": words(&answer.outcome) })),
                (true, Some(limit)) => session.candidate_counts(puzzle, limit).map(|answer| {
                    let counted = answer.outcome;
                    json!({ "candidates": words(&counted.candidates), "counts": counted.of_cells() })
                }),
            };
            answer.or_else(|error| match &error {
                QuestionError::Verdict(answer) => Ok(match &answer.outcome {
                    Verdict::Unsolvable(conflict) => json!(conflict),
                    _ => unanswered("candidates", error),
                }),
                QuestionError::Task(error) => Err(bug(error)),
            })
        })?;
        result(py, "Candidates", self.clone(), &fields?)
    }

    /// Explains the solution in steps of which each is as small as possible. With `assume_unique`, steps may
    /// use that there is one solution. After `timeout` seconds, the steps so far are the answer.
    #[pyo3(signature = (*, assume_unique=false, timeout=None))]
    fn explain<'py>(
        &self,
        py: Python<'py>,
        assume_unique: bool,
        timeout: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let search = Search::new("sat", timeout)?.assuming_unique(assume_unique);
        let puzzle = self.puzzle.clone();
        let explained = job::run(py, move |interrupt| {
            explanation(&mut search.explainer(interrupt), &puzzle)
        })?;
        let (answer, steps) = explained?;
        let fields = fields(py, &answer)?;
        if let Some(steps) = steps {
            fields.set_item("steps", self.steps_of(py, steps)?)?;
        }
        result_of(py, "Explanation", self.clone(), fields)
    }

    /// Rates the difficulty by the steps of `explain`, whose arguments it takes.
    #[pyo3(signature = (*, assume_unique=false, timeout=None))]
    fn rate<'py>(
        &self,
        py: Python<'py>,
        assume_unique: bool,
        timeout: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let search = Search::new("sat", timeout)?.assuming_unique(assume_unique);
        let puzzle = self.puzzle.clone();
        let rating = job::run(py, move |interrupt| {
            rating(&mut search.explainer(interrupt), &puzzle)
        })?;
        result(py, "Rating", self.clone(), &rating.map_err(bug)?)
    }

    /// Suggests changes that give the puzzle one solution.
    fn repair<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let puzzle = self.puzzle.clone();
        let repairs = job::run(py, move |interrupt| {
            let budget = Budget {
                deadline: Some(until(interrupt)),
                ..Budget::UNLIMITED
            };
            repair(&puzzle, &mut Mrv::default(), budget)
        })?;
        let repairs = repairs.map_err(bug)?;
        let parts = repairs
            .repairs
            .iter()
            .map(|repair| part(py, "Repair", fields(py, repair)?));
        let fields = PyDict::new(py);
        fields.set_item(
            "repairs",
            PyTuple::new(py, parts.collect::<PyResult<Vec<_>>>()?)?,
        )?;
        fields.set_item("repairs_complete", repairs.limit.is_none())?;
        result_of(py, "Repairs", self.clone(), fields)
    }

    /// Removes redundant givens, or redundant drawn constraints if `constraints` is true, in an order
    /// that depends on `seed`.
    #[pyo3(signature = (*, seed=None, constraints=false, timeout=None))]
    fn minimise<'py>(
        &self,
        py: Python<'py>,
        seed: Option<u64>,
        constraints: bool,
        timeout: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let answer = self.ask(py, "sat", timeout, move |session, puzzle| {
            let kind = match constraints {
                true => ClueKind::Constraints,
                false => ClueKind::Givens,
            };
            session.minimise(puzzle, kind, seed)
        })?;
        match answer {
            Ok(answer) => {
                let minimal = answer.outcome;
                let removed = minimal.removed.iter();
                let removed = removed.map(|clue| clue.text(self.puzzle.layout()));
                let fields = fields(
                    py,
                    &json!({
                        "removed": removed.collect::<Vec<_>>(),
                        "confirmed": answer.confirmation,
                    }),
                )?;
                let puzzle = minimal.puzzle;
                fields.set_item("minimal", Puzzle { puzzle })?;
                result_of(py, "Minimised", self.clone(), fields)
            }
            Err(QuestionError::Task(error)) => Err(bug(error)),
            Err(error) => result(py, "Minimised", self.clone(), &unanswered("minimal", error)),
        }
    }

    /// The same as `minimise`.
    #[pyo3(signature = (*, seed=None, constraints=false, timeout=None))]
    fn minimize<'py>(
        &self,
        py: Python<'py>,
        seed: Option<u64>,
        constraints: bool,
        timeout: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.minimise(py, seed, constraints, timeout)
    }

    /// Returns the minlex form: the same for all equivalent puzzles.
    fn canonical(&self, py: Python<'_>) -> PyResult<Puzzle> {
        let puzzle = self.puzzle.clone();
        let puzzle = job::run(py, move |_| canonical(&puzzle))?;
        Ok(Puzzle {
            puzzle: puzzle.map_err(board_error)?,
        })
    }

    /// Returns an equivalent puzzle: the one with this seed.
    #[pyo3(signature = (seed))]
    fn shuffled(&self, seed: u64) -> PyResult<Puzzle> {
        let puzzle = shuffled(&self.puzzle, seed, 0).map_err(board_error)?;
        Ok(Puzzle { puzzle })
    }
}

impl Puzzle {
    /// Creates the result of a class with this answer.
    fn answered<'py, T: Serialize>(
        &self,
        py: Python<'py>,
        class: &str,
        answer: Result<Answer<T>, TaskError>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let answer = answer.map_err(bug)?;
        result(py, class, self.clone(), &answer)
    }

    /// Asks a session about this puzzle, with reasons if it has no solution.
    pub fn ask<T: Send + 'static>(
        &self,
        py: Python<'_>,
        engine: &str,
        timeout: Option<f64>,
        question: impl FnOnce(&mut Session, &board::Puzzle) -> T + Send + 'static,
    ) -> PyResult<T> {
        let search = Search::new(engine, timeout)?;
        let puzzle = self.puzzle.clone();
        job::run(py, move |interrupt| {
            question(&mut search.session(interrupt), &puzzle)
        })
    }

    /// Returns steps with their pictures.
    pub fn steps_of<'py>(
        &self,
        py: Python<'py>,
        steps: Vec<Step>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let steps = steps.into_iter().map(|step| self.step(py, step));
        PyTuple::new(py, steps.collect::<PyResult<Vec<_>>>()?)
    }

    /// Returns a step with its picture.
    pub fn step<'py>(&self, py: Python<'py>, step: Step) -> PyResult<Bound<'py, PyAny>> {
        let fields = fields(py, &step)?;
        let puzzle = self.clone();
        fields.set_item("conclusion", step.conclusion())?;
        fields.set_item("drawing", Drawing { puzzle, step })?;
        part(py, "Step", fields)
    }
}

/// Explains a puzzle. Returns the fields of the explanation without its steps, and the steps if there are any.
///
/// # Errors
/// If the library has a fault.
pub fn explanation(
    explainer: &mut Explainer,
    puzzle: &board::Puzzle,
) -> PyResult<(Value, Option<Vec<Step>>)> {
    let mut explained = match explainer.explain(puzzle) {
        Ok(explained) => explained,
        Err(error) => return Ok((unanswered("solution", expected_failure(error)?), None)),
    };
    let steps = std::mem::take(&mut explained.steps);
    Ok((serde_json::to_value(&explained).map_err(bug)?, Some(steps)))
}

/// Rates a puzzle. Returns the fields of the rating.
///
/// # Errors
/// The message of a fault of the library.
pub fn rating(explainer: &mut Explainer, puzzle: &board::Puzzle) -> Result<Value, String> {
    let rating: Option<Rating> = match explainer.rate(puzzle) {
        Ok(rating) => rating,
        Err(error) if error.is_bug() => return Err(error.to_string()),
        Err(error) => return Ok(unanswered("level", error)),
    };
    Ok(match rating {
        Some(rating) => json!(rating),
        None => unanswered("level", "no level: it does not have exactly one solution"),
    })
}
