//! The questions about one puzzle.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use pyo3::prelude::*;
use satdoku::Session;
use satdoku::board::{self, Grid};
use satdoku::engine::EngineName;
use satdoku::task::ClueKind;
use satdoku::task::canonical::{canonical, shuffled};
use satdoku_answer::{Asker, Failure, Limits};

use crate::answer::{Answer, Object, answer};
use crate::error::{refused, value_error};
use crate::job;
use crate::puzzle::Puzzle;

/// The engine that answers and the time for each puzzle.
#[derive(Clone, Copy)]
pub struct Search {
    engine: EngineName,
    timeout: Option<Duration>,
    /// True if steps assume that each puzzle has one solution.
    assumes_unique: bool,
    /// False if a puzzle without a solution needs no conflict.
    gives_reasons: bool,
}

impl Search {
    /// Checks the arguments `engine` and `timeout`.
    pub fn new(engine: &str, timeout: Option<f64>) -> PyResult<Search> {
        Ok(Search {
            engine: engine.parse().map_err(value_error)?,
            timeout: timeout.map(duration).transpose()?,
            assumes_unique: false,
            gives_reasons: true,
        })
    }

    /// Checks the arguments of questions about steps.
    pub fn of_steps(assumes_unique: bool, timeout: Option<f64>) -> PyResult<Search> {
        let search = Search::new("sat", timeout)?;
        Ok(Search {
            assumes_unique,
            ..search
        })
    }

    /// Leaves out the conflicts of puzzles without a solution.
    pub fn without_reasons(self) -> Search {
        Search {
            gives_reasons: false,
            ..self
        }
    }

    /// Returns what answers until `interrupt` is true.
    pub fn asker(self, interrupt: Arc<AtomicBool>) -> Asker {
        let mut session = Session::new(self.engine.make());
        if !self.gives_reasons {
            session = session.without_reasons();
        }
        let limits = Limits {
            timeout: self.timeout,
            interrupt: Some(interrupt),
            ..Limits::default()
        };
        let asker = Asker::new(session, limits);
        match self.assumes_unique {
            true => asker.assuming_unique(),
            false => asker,
        }
    }
}

/// Converts a number of seconds.
pub fn duration(seconds: f64) -> PyResult<Duration> {
    let duration = Duration::try_from_secs_f64(seconds);
    duration.map_err(|_| value_error(format!("expected seconds, found {seconds:?}")))
}

/// Checks the smallest value of an argument.
fn at_least(least: u64, name: &str, value: u64) -> PyResult<u64> {
    match value >= least {
        true => Ok(value),
        false => Err(value_error(format!(
            "{name}: expected at least {least}, found {value}"
        ))),
    }
}

#[pymethods]
impl Puzzle {
    /// Finds a solution, or the givens and constraints that contradict each other. `engine` is the name of an
    /// engine, such as `"sat"` or `"mrv"`. A search of more than `timeout` seconds ends without an answer.
    #[pyo3(signature = (*, engine="sat", timeout=None))]
    fn solve<'py>(&self, py: Python<'py>, engine: &str, timeout: Option<f64>) -> Object<'py> {
        let search = Search::new(engine, timeout)?;
        self.ask(py, "Solved", search, |asker, puzzle| asker.solve(puzzle))
    }

    /// Determines whether there is one solution, several or none. The arguments are those of `solve`.
    #[pyo3(signature = (*, engine="sat", timeout=None))]
    fn check<'py>(&self, py: Python<'py>, engine: &str, timeout: Option<f64>) -> Object<'py> {
        let search = Search::new(engine, timeout)?;
        self.ask(py, "Checked", search, |asker, puzzle| asker.check(puzzle))
    }

    /// Finds solutions, up to `limit`. The other arguments are those of `solve`.
    #[pyo3(signature = (limit=1000, *, engine="sat", timeout=None))]
    fn solutions<'py>(
        &self,
        py: Python<'py>,
        limit: u64,
        engine: &str,
        timeout: Option<f64>,
    ) -> Object<'py> {
        let limit = at_least(1, "limit", limit)?;
        let search = Search::new(engine, timeout)?;
        self.ask(py, "Solutions", search, move |asker, puzzle| {
            let mut solutions = Vec::new();
            let mut receive = |grid: &Grid| {
                solutions.push(grid.clone());
                ControlFlow::Continue(())
            };
            let mut row = asker.solutions(puzzle, limit, &mut receive)?;
            row.solutions = Some(solutions);
            Ok(row)
        })
    }

    /// Counts the solutions, up to `limit`. The other arguments are those of `solve`.
    #[pyo3(signature = (limit=1_000_000, *, engine="mrv", timeout=None))]
    fn count<'py>(
        &self,
        py: Python<'py>,
        limit: u64,
        engine: &str,
        timeout: Option<f64>,
    ) -> Object<'py> {
        let limit = at_least(1, "limit", limit)?;
        let search = Search::new(engine, timeout)?.without_reasons();
        self.ask(py, "Counted", search, move |asker, puzzle| {
            asker.count(puzzle, limit, &Default::default())
        })
    }

    /// Estimates the number of solutions from random `probes`. The same `seed` gives the same estimate.
    #[pyo3(signature = (probes=100_000, *, seed=0, timeout=None))]
    fn estimate<'py>(
        &self,
        py: Python<'py>,
        probes: u64,
        seed: u64,
        timeout: Option<f64>,
    ) -> Object<'py> {
        let probes = at_least(2, "probes", probes)?;
        let search = Search::new("mrv", timeout)?.without_reasons();
        self.ask(py, "Estimated", search, move |asker, puzzle| {
            asker.estimate(puzzle, probes, seed)
        })
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
    ) -> Object<'py> {
        let is_exact = match (after, counts) {
            ("solutions", _) => true,
            ("givens", None) => false,
            ("givens", Some(_)) => {
                let error = "counts are those of solutions: pass after=\"solutions\"";
                return Err(value_error(error));
            }
            _ => {
                let error = format!("expected givens or solutions, found `{after}`");
                return Err(value_error(error));
            }
        };
        let counts = counts.map(|limit| at_least(1, "counts", limit));
        let (counts, alphabet) = (counts.transpose()?, self.alphabet());
        let search = Search::new("sat", timeout)?;
        self.ask(py, "Candidates", search, move |asker, puzzle| {
            asker.candidates(puzzle, is_exact, counts, alphabet)
        })
    }

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
    ) -> Object<'py> {
        let filled = filled.map(|filled| self.filled(&filled)).transpose()?;
        let search = Search::of_steps(assume_unique, timeout)?;
        self.ask(py, "Hint", search, move |asker, puzzle| {
            asker.hint(puzzle, filled.as_ref())
        })
    }

    /// Explains the solution in steps of which each is as small as possible. With `assume_unique`, steps may
    /// use that there is one solution. After `timeout` seconds, the steps so far are the answer.
    #[pyo3(signature = (*, assume_unique=false, timeout=None))]
    fn explain<'py>(
        &self,
        py: Python<'py>,
        assume_unique: bool,
        timeout: Option<f64>,
    ) -> Object<'py> {
        let search = Search::of_steps(assume_unique, timeout)?;
        self.ask(py, "Explanation", search, |asker, puzzle| {
            asker.explain(puzzle, None)
        })
    }

    /// Rates the difficulty by the steps of `explain`, whose arguments it takes.
    #[pyo3(signature = (*, assume_unique=false, timeout=None))]
    fn rate<'py>(&self, py: Python<'py>, assume_unique: bool, timeout: Option<f64>) -> Object<'py> {
        let search = Search::of_steps(assume_unique, timeout)?;
        self.ask(py, "Rating", search, |asker, puzzle| asker.rate(puzzle))
    }

    /// Suggests changes that give the puzzle one solution.
    #[pyo3(signature = (*, timeout=None))]
    fn repair<'py>(&self, py: Python<'py>, timeout: Option<f64>) -> Object<'py> {
        let search = Search::new("sat", timeout)?;
        self.ask(py, "Repairs", search, |asker, puzzle| asker.repair(puzzle))
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
    ) -> Object<'py> {
        let clues = match constraints {
            true => ClueKind::Constraints,
            false => ClueKind::Givens,
        };
        let search = Search::new("sat", timeout)?;
        self.ask(py, "Minimised", search, move |asker, puzzle| {
            asker.minimise(puzzle, clues, seed)
        })
    }

    /// The same as `minimise`.
    #[pyo3(signature = (*, seed=None, constraints=false, timeout=None))]
    fn minimize<'py>(
        &self,
        py: Python<'py>,
        seed: Option<u64>,
        constraints: bool,
        timeout: Option<f64>,
    ) -> Object<'py> {
        self.minimise(py, seed, constraints, timeout)
    }

    /// Returns the minlex form: the same for all equivalent puzzles.
    fn canonical(&self, py: Python<'_>) -> PyResult<Puzzle> {
        let puzzle = self.puzzle.clone();
        let puzzle = job::run(py, move |_| canonical(&puzzle))?;
        puzzle.map(Puzzle::from).map_err(refused)
    }

    /// Returns an equivalent puzzle: the one with this seed.
    #[pyo3(signature = (seed))]
    fn shuffled(&self, seed: u64) -> PyResult<Puzzle> {
        let puzzle = shuffled(&self.puzzle, seed, 0);
        puzzle.map(Puzzle::from).map_err(refused)
    }
}

impl Puzzle {
    /// Asks about this puzzle, and returns the answer as an object of a class.
    fn ask<'py, R: Answer>(
        &self,
        py: Python<'py>,
        class: &str,
        search: Search,
        question: impl FnOnce(&mut Asker, &board::Puzzle) -> Result<R, Failure> + Send + 'static,
    ) -> Object<'py> {
        let row = self.row(py, search, question)?;
        answer(py, class, self, row)
    }

    /// Asks about this puzzle.
    pub fn row<R: Send + 'static>(
        &self,
        py: Python<'_>,
        search: Search,
        question: impl FnOnce(&mut Asker, &board::Puzzle) -> R + Send + 'static,
    ) -> PyResult<R> {
        let puzzle = self.puzzle.clone();
        job::run(py, move |interrupt| {
            question(&mut search.asker(interrupt), &puzzle)
        })
    }
}
