//! Solvers, and the loop that finds one solution after another: solve, decode, block.

#[cfg(feature = "external")]
mod child;
#[cfg(feature = "external")]
mod external;
mod load;
mod output;
mod solver;
mod varisat;

use std::ops::ControlFlow;

#[cfg(feature = "external")]
pub use child::{SolversStopped, stop_solvers};
#[cfg(feature = "external")]
pub use external::{External, SolverCommand};
pub use load::Loader;
pub use output::{OutputError, SolverOutput, Status};
pub use solver::{Solver, SolverAnswer, SolverError};
pub use varisat::Varisat;
pub(super) use varisat::lit;

use super::decode::DecodeError;
use super::encode::Translation;
use crate::board::Grid;
use crate::{Deadline, Limit};

/// The end of a search for models, and its work.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Searched {
    pub end: SearchEnd,
    /// The number of clauses given to the solver.
    pub clauses: u64,
    /// The number of calls of the solver.
    pub calls: u64,
}

/// The reason why a search for models ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SearchEnd {
    /// There are no other solutions.
    Complete,
    /// No more were wanted.
    Stopped,
    /// A limit was reached.
    Limit(Limit),
}

/// Passes the solutions of a formula to `deliver`, one by one, each time with a clause that excludes the one
/// before. The solutions in `known` have been delivered already. The solver is new.
///
/// # Errors
/// If the solver fails, a model is not a grid, or `deliver` fails.
pub(crate) fn search<E: From<SolverError> + From<DecodeError>>(
    translation: &Translation<'_>,
    solver: &mut dyn Solver,
    (deadline, memory): (Option<&Deadline>, u64),
    known: &[Grid],
    mut deliver: impl FnMut(&Grid) -> Result<ControlFlow<()>, E>,
) -> Result<Searched, E> {
    let mut searched = Searched {
        end: SearchEnd::Complete,
        clauses: 0,
        calls: 0,
    };
    match translation.load(solver, deadline, memory) {
        Ok(clauses) => searched.clauses = clauses + known.len() as u64,
        Err(limit) => {
            searched.end = SearchEnd::Limit(limit);
            return Ok(searched);
        }
    }
    for grid in known {
        let Ok(()) = solver.clause(&translation.blocking_clause(grid));
    }
    loop {
        searched.calls += 1;
        let grid = match solver.solve()? {
            SolverAnswer::Satisfiable(model) => translation.decode(&model)?,
            SolverAnswer::Unsatisfiable(_) => return Ok(searched),
            SolverAnswer::Unknown(limit) => {
                searched.end = SearchEnd::Limit(limit);
                return Ok(searched);
            }
        };
        if deliver(&grid)?.is_break() {
            searched.end = SearchEnd::Stopped;
            return Ok(searched);
        }
        let Ok(()) = solver.clause(&translation.blocking_clause(&grid));
        searched.clauses += 1;
    }
}
