//! Solving under assumptions: literals that hold for one question and are forgotten after it.

use std::convert::Infallible;

use super::cnf::ClauseSink;
use super::decode::Model;
use super::literal::Literal;
use super::solver::{Solver, SolverAnswer, SolverError};

/// A solver that can be asked many questions about one formula.
///
/// A solver that knows no assumptions can still be one: it solves the formula with a unit clause
/// for each, and says that all of them are the core.
pub trait AssumingSolver: Solver {
    /// A model of all clauses in which all of `assumptions` hold, or some assumptions that no
    /// model has together. Later questions know nothing of them.
    ///
    /// # Errors
    /// When the solver came to no answer.
    fn solve_under(&mut self, assumptions: &[Literal]) -> Result<Assumed, SolverError>;
}

impl ClauseSink for Box<dyn AssumingSolver> {
    type Error = Infallible;

    fn clause(&mut self, literals: &[Literal]) -> Result<(), Infallible> {
        (**self).clause(literals)
    }
}

impl Solver for Box<dyn AssumingSolver> {
    fn solve(&mut self) -> Result<SolverAnswer, SolverError> {
        (**self).solve()
    }
}

impl AssumingSolver for Box<dyn AssumingSolver> {
    fn solve_under(&mut self, assumptions: &[Literal]) -> Result<Assumed, SolverError> {
        (**self).solve_under(assumptions)
    }
}

/// An answer under assumptions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Assumed {
    /// There is a model.
    Model(Model),
    /// There is none. The solver says that these assumptions are enough for that. That there is
    /// no model under *all* assumptions is as sure as any answer; which of them are enough is a
    /// hint, to be believed when the same question about them alone has the same answer.
    Core(Vec<Literal>),
    /// The solver ran out of time or gave up. It need not be asked again.
    GaveUp,
}
