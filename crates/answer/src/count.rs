//! Numbers of solutions.

use std::sync::atomic::AtomicU64;

use satdoku::board::Puzzle;
use satdoku::task::{Count, Estimate, Estimated};

use crate::asker::Asker;
use crate::conflict::ConflictRow;
use crate::failure::Failure;
use crate::row;

row! {
    /// The number of solutions of a puzzle.
    CountRow {
        /// The number of solutions that were found.
        count: Option<u64>,
        /// True if there are no others.
        complete: bool,
        /// The estimated number; null above 1.8e308.
        estimate: Option<Option<f64>>,
        /// Its logarithm.
        log10: Option<f64>,
        /// Its standard error.
        relative_error: Option<f64>,
        /// The number of random probes.
        probes: Option<u64>,
        /// The reason why there is no solution.
        #[serde(flatten)]
        conflict: Option<ConflictRow>,
        /// The limit that was reached.
        error: Option<String>,
    }
    hidden {
        /// The estimate.
        estimated: Option<Estimate>,
        /// True if a SAT solver was called.
        needed_solver: bool,
    }
}

impl From<&Count> for CountRow {
    fn from(count: &Count) -> CountRow {
        let (found, complete) = match *count {
            Count::Unsolvable(_) => (0, true),
            Count::Exactly(count) => (count, true),
            Count::AtLeast(count) | Count::Unknown(count, _) => (count, false),
        };
        let row = CountRow {
            count: Some(found),
            complete,
            ..CountRow::default()
        };
        match count {
            Count::Unsolvable(conflict) => CountRow {
                conflict: Some(conflict.into()),
                ..row
            },
            Count::Unknown(_, limit) => CountRow {
                error: Some(limit.to_string()),
                ..row
            },
            Count::Exactly(_) | Count::AtLeast(_) => row,
        }
    }
}

impl Asker {
    /// Counts solutions up to `limit`, and adds each to `counter`.
    ///
    /// # Errors
    /// See [`Asker::solve`].
    pub fn count(
        &mut self,
        puzzle: &Puzzle,
        limit: u64,
        counter: &AtomicU64,
    ) -> Result<CountRow, Failure> {
        self.start();
        let answer = self.session.count_in(puzzle, limit, counter)?;
        Ok(CountRow {
            needed_solver: answer.report.work.solver_calls > 0,
            ..CountRow::from(&answer.outcome)
        })
    }

    /// Estimates the number of solutions by random probes, or counts them if they are few.
    ///
    /// # Errors
    /// See [`Asker::solve`].
    pub fn estimate(
        &mut self,
        puzzle: &Puzzle,
        probes: u64,
        seed: u64,
    ) -> Result<CountRow, Failure> {
        self.start();
        let answer = self.session.estimate(puzzle, probes, seed)?;
        Ok(match answer.outcome {
            Estimated::Counted(count) => CountRow::from(&count),
            Estimated::About(estimate) => CountRow {
                estimate: Some(Some(estimate.mean()).filter(|mean| mean.is_finite())),
                log10: Some(estimate.log10),
                relative_error: Some(estimate.relative_error),
                probes: Some(estimate.probes),
                estimated: Some(estimate),
                ..CountRow::default()
            },
        })
    }
}
