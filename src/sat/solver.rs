//! What a SAT solver is asked, and what it answers.

use std::convert::Infallible;

use thiserror::Error;

use super::cnf::{ClauseSink, Literal, Model};

/// A SAT solver that takes clauses, also between two questions.
pub trait Solver: ClauseSink<Error = Infallible> {
    /// Whether all clauses so far can hold together with `assumptions`: literals that hold for
    /// this question and are forgotten after it.
    ///
    /// A solver that knows no assumptions adds a unit clause for each, and says that all of them
    /// are the core.
    ///
    /// # Errors
    /// When the solver failed or what it says cannot be true.
    fn solve_under(&mut self, assumptions: &[Literal]) -> Result<SolverAnswer, SolverError>;

    /// Whether all clauses so far can hold together.
    ///
    /// # Errors
    /// When the solver failed or what it says cannot be true.
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

/// What a solver says of its clauses: about variables, or decoded, with a grid for the model `M`
/// and candidates for the literals `L`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SolverAnswer<M = Model, L = Literal> {
    /// They hold in this model.
    Satisfiable(M),
    /// They hold in none. These of the assumptions, the core, are enough for that; none of them
    /// where nothing was assumed.
    ///
    /// That there is no model under *all* assumptions is as sure as any answer; which of them are
    /// enough is a hint, to be believed when the same question about them alone has the same
    /// answer.
    Unsatisfiable(Vec<L>),
    /// The solver gave up.
    Unknown(SolverLimit),
}

/// Why a solver gave up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SolverLimit {
    /// The deadline came.
    Time,
    /// The work that it was allowed was done.
    Work,
    /// An external solver has reasons of its own.
    Own,
}

/// Why a solver came to no answer.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{solver}: {reason}")]
pub struct SolverError {
    /// The name of the solver, or the command that started it.
    pub solver: String,
    /// What happened.
    pub reason: String,
}
