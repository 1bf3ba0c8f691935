//! The interface of a SAT solver.

use std::convert::Infallible;

use thiserror::Error;

use super::super::formula::{ClauseSink, Literal, Model};
use crate::Limit;

/// An incremental SAT solver: clauses can be added between calls.
pub trait Solver: ClauseSink<Error = Infallible> {
    /// Decides whether all clauses so far are satisfiable together with `assumptions`, literals
    /// that hold for this call only.
    ///
    /// A solver without support for assumptions adds a unit clause for each and returns all of them
    /// as the core.
    ///
    /// # Errors
    /// If the solver failed or its answer is inconsistent.
    fn solve_under(&mut self, assumptions: &[Literal]) -> Result<SolverAnswer, SolverError>;

    /// Decides whether all clauses so far are satisfiable.
    ///
    /// # Errors
    /// See [`Solver::solve_under`].
    fn solve(&mut self) -> Result<SolverAnswer, SolverError> {
        self.solve_under(&[])
    }
}

impl ClauseSink for Box<dyn Solver> {
    type Error = Infallible;

    fn clause(&mut self, literals: &[Literal]) -> Result<(), Infallible> {
        (**self).clause(literals)
    }
}

impl Solver for Box<dyn Solver> {
    fn solve_under(&mut self, assumptions: &[Literal]) -> Result<SolverAnswer, SolverError> {
        (**self).solve_under(assumptions)
    }
}

/// The answer of a solver, in terms of variables, or decoded, with a grid as the model `M` and
/// candidates as the literals `L`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SolverAnswer<M = Model, L = Literal> {
    /// This model satisfies the clauses.
    Satisfiable(M),
    /// There is no model under the assumptions. These of them, the core, are sufficient for that;
    /// the core is empty if nothing was assumed.
    ///
    /// That there is no model under *all* assumptions is as reliable as any answer. The core is
    /// only a hint: rely on it only if solving under it alone has the same result.
    Unsatisfiable(Vec<L>),
    /// The solver gave up.
    Unknown(Limit),
}

/// The failure of a solver.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{solver}: {reason}")]
pub struct SolverError {
    /// The name of the solver, or the command of an external one.
    pub solver: String,
    /// A description of the failure.
    pub reason: String,
}
