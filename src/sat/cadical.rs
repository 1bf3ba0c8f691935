//! CaDiCaL inside the program, with the feature `cadical`. Only this file names rustsat.

use std::convert::Infallible;

use rustsat::solvers::{ControlSignal, Solve, SolverResult, Terminate};
use rustsat::types::{Lit, TernaryVal};
use rustsat_cadical::CaDiCaL;

use super::cnf::ClauseSink;
use super::decode::Model;
use super::literal::{Literal, Variable};
use super::solver::{Solver, SolverAnswer, SolverError};
use crate::Deadline;

/// [CaDiCaL](https://github.com/arminbiere/cadical), a CDCL solver by A. Biere and others, with all
/// that was learnt since the one that is built in: inprocessing, restarts by the quality of clauses,
/// phases that are kept.
#[derive(Default)]
pub struct Cadical {
    solver: CaDiCaL<'static, 'static>,
    buffer: Vec<Lit>,
    variables: usize,
    deadline: Option<Deadline>,
    /// What went wrong with a clause.
    fault: Option<SolverError>,
}

impl Cadical {
    /// One that gives up at the deadline, if there is one.
    pub fn within(deadline: Option<Deadline>) -> Cadical {
        let mut cadical = Cadical {
            deadline,
            ..Cadical::default()
        };
        if let Some(deadline) = deadline {
            cadical
                .solver
                .attach_terminator(move || match deadline.is_over() {
                    true => ControlSignal::Terminate,
                    false => ControlSignal::Continue,
                });
        }
        cadical
    }

    /// The value of every variable. One that the solver leaves open is false: its clauses hold
    /// either way.
    fn model(&self) -> Result<Model, SolverError> {
        let value = |index: usize| {
            let variable = Variable::from_index(index);
            let value = self.solver.lit_val(Lit::positive(index as u32));
            value.map_err(fault).map(|value| match value {
                TernaryVal::True => variable.positive(),
                TernaryVal::False | TernaryVal::DontCare => variable.negative(),
            })
        };
        (0..self.variables).map(value).collect()
    }
}

impl ClauseSink for Cadical {
    type Error = Infallible;

    fn clause(&mut self, literals: &[Literal]) -> Result<(), Infallible> {
        self.buffer.clear();
        for literal in literals {
            let index = literal.variable().index();
            self.variables = self.variables.max(index + 1);
            self.buffer
                .push(Lit::new(index as u32, !literal.is_positive()));
        }
        if let Err(error) = self.solver.add_clause_ref(&self.buffer) {
            self.fault.get_or_insert(fault(error));
        }
        Ok(())
    }
}

impl Solver for Cadical {
    fn solve(&mut self) -> Result<SolverAnswer, SolverError> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        if self.deadline.is_some_and(|deadline| deadline.is_over()) {
            return Ok(SolverAnswer::OutOfTime);
        }
        Ok(match self.solver.solve().map_err(fault)? {
            SolverResult::Sat => SolverAnswer::Satisfiable(self.model()?),
            SolverResult::Unsat => SolverAnswer::Unsatisfiable,
            SolverResult::Interrupted => SolverAnswer::OutOfTime,
        })
    }
}

fn fault(error: anyhow::Error) -> SolverError {
    SolverError {
        solver: "cadical".to_string(),
        reason: error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn clauses_can_be_added_between_calls() {
        let mut solver = Cadical::within(Some(Deadline::after(Duration::from_secs(3_600))));
        let [a, b] = [0, 1].map(Variable::from_index);
        let Ok(()) = solver.clause(&[a.positive(), b.positive()]);
        let Ok(()) = solver.clause(&[a.negative(), b.negative()]);
        for _ in 0..2 {
            let Ok(SolverAnswer::Satisfiable(model)) = solver.solve() else {
                panic!("no model");
            };
            assert_ne!(model.is_true(a), model.is_true(b));
            let Ok(()) = match model.is_true(a) {
                true => solver.clause(&[a.negative()]),
                false => solver.clause(&[b.negative()]),
            };
        }
        assert_eq!(solver.solve(), Ok(SolverAnswer::Unsatisfiable));
    }

    #[test]
    fn no_time_is_no_answer_and_the_empty_clause_has_no_model() {
        let mut solver = Cadical::within(Some(Deadline::after(Duration::ZERO)));
        assert_eq!(solver.solve(), Ok(SolverAnswer::OutOfTime));
        let mut solver = Cadical::within(None);
        let Ok(()) = solver.clause(&[]);
        assert_eq!(solver.solve(), Ok(SolverAnswer::Unsatisfiable));
    }
}
