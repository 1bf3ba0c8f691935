//! The embedded solver. Only this file and `proof.rs` name varisat.

use std::convert::Infallible;

use thiserror::Error;
use varisat::{ExtendFormula, Lit, Var};

use super::assume::{Assumed, AssumingSolver};
use super::cnf::ClauseSink;
use super::decode::Model;
use super::literal::{Literal, Variable};

/// A SAT solver that takes clauses, also between two calls of [`Solver::solve`].
pub trait Solver: ClauseSink<Error = Infallible> {
    /// A model of all clauses so far, or `None` when there is none.
    ///
    /// # Errors
    /// When the solver came to no answer.
    fn solve(&mut self) -> Result<Option<Model>, SolverError>;
}

/// Why a solver came to no answer.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{solver} gave no answer: {reason}")]
pub struct SolverError {
    /// The name of the solver.
    pub solver: &'static str,
    /// What it said.
    pub reason: String,
}

/// [varisat](https://docs.rs/varisat) 0.2, a CDCL solver by J. Harder.
///
/// A fresh one per puzzle is faster than one that lives on: learnt clauses of another puzzle only
/// slow it down (DESIGN.md, *Facts about varisat*).
#[derive(Default)]
pub struct Varisat {
    solver: varisat::Solver<'static>,
    buffer: Vec<Lit>,
}

impl ClauseSink for Varisat {
    type Error = Infallible;

    fn clause(&mut self, literals: &[Literal]) -> Result<(), Infallible> {
        self.buffer.clear();
        self.buffer.extend(literals.iter().map(lit));
        self.solver.add_clause(&self.buffer);
        Ok(())
    }
}

impl Solver for Varisat {
    fn solve(&mut self) -> Result<Option<Model>, SolverError> {
        match self.is_satisfiable()? {
            true => Ok(Some(self.model())),
            false => Ok(None),
        }
    }
}

impl AssumingSolver for Varisat {
    fn solve_under(&mut self, assumptions: &[Literal]) -> Result<Assumed, SolverError> {
        self.buffer.clear();
        self.buffer.extend(assumptions.iter().map(lit));
        self.solver.assume(&self.buffer);
        let answer = match self.is_satisfiable()? {
            true => Assumed::Model(self.model()),
            false => {
                let core = self.solver.failed_core().unwrap_or(&self.buffer);
                Assumed::Core(core.iter().map(literal).collect())
            }
        };
        self.solver.assume(&[]);
        Ok(answer)
    }
}

impl Varisat {
    fn is_satisfiable(&mut self) -> Result<bool, SolverError> {
        self.solver.solve().map_err(|error| SolverError {
            solver: "varisat",
            reason: error.to_string(),
        })
    }

    /// The model of a satisfiable answer, to be taken before anything else happens: a variable
    /// made in between would make varisat panic.
    fn model(&self) -> Model {
        let model = self.solver.model().unwrap_or_default();
        model.iter().map(literal).collect()
    }
}

pub(super) fn lit(literal: &Literal) -> Lit {
    let var = Var::from_index(literal.variable().index());
    Lit::from_var(var, literal.is_positive())
}

fn literal(lit: &Lit) -> Literal {
    let variable = Variable::from_index(lit.var().index());
    match lit.is_positive() {
        true => variable.positive(),
        false => variable.negative(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_can_be_added_between_calls() {
        let [a, b] = [0, 1].map(Variable::from_index);
        let mut solver = Varisat::default();
        let Ok(()) = solver.clause(&[a.positive(), b.positive()]);
        let Ok(()) = solver.clause(&[a.negative(), b.negative()]);
        let first = solver.solve().unwrap().unwrap();
        assert_ne!(first.is_true(a), first.is_true(b));
        let block = |model: &Model| match model.is_true(a) {
            true => a.negative(),
            false => b.negative(),
        };
        let Ok(()) = solver.clause(&[block(&first)]);
        let second = solver.solve().unwrap().unwrap();
        assert_eq!(second.is_true(a), first.is_true(b));
        let Ok(()) = solver.clause(&[block(&second)]);
        assert_eq!(solver.solve(), Ok(None));
    }

    #[test]
    fn the_empty_formula_has_a_model_and_the_empty_clause_none() {
        let mut solver = Varisat::default();
        assert_eq!(solver.solve(), Ok(Some(Model::default())));
        let Ok(()) = solver.clause(&[]);
        assert_eq!(solver.solve(), Ok(None));
    }
    #[test]
    fn assumptions_hold_for_one_question() {
        let [a, b, c] = [0, 1, 2].map(Variable::from_index);
        let mut solver = Varisat::default();
        let Ok(()) = solver.clause(&[a.negative(), b.negative()]);
        let all = [c.positive(), a.positive(), b.positive()];
        let Ok(Assumed::Core(core)) = solver.solve_under(&all) else {
            panic!("a model");
        };
        assert!(core.contains(&a.positive()) && core.contains(&b.positive()));
        let Ok(Assumed::Model(model)) = solver.solve_under(&[a.positive()]) else {
            panic!("no model");
        };
        assert!(model.is_true(a) && !model.is_true(b));
        let Ok(()) = solver.clause(&[a.negative()]);
        assert!(solver.solve().unwrap().is_some());
    }
}
