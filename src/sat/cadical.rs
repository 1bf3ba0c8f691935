//! CaDiCaL as a linked library, with the feature `cadical`.

use std::convert::Infallible;

use rustsat::solvers::{ControlSignal, Solve, SolveIncremental, SolverResult, Terminate};
use rustsat::types::{Lit, TernaryVal};
use rustsat_cadical::CaDiCaL;

use super::cnf::{ClauseSink, Literal, Model, Variable};
use super::solver::{Solver, SolverAnswer, SolverError, SolverLimit};
use crate::Deadline;

/// [CaDiCaL](https://github.com/arminbiere/cadical), a CDCL solver by A. Biere and others, with
/// techniques that are newer than the embedded solver: inprocessing, restarts based on clause
/// quality, phase saving.
#[derive(Default)]
pub struct Cadical {
    solver: CaDiCaL<'static, 'static>,
    buffer: Vec<Lit>,
    variables: usize,
    deadline: Option<Deadline>,
    /// The first error that occurred while adding clauses.
    fault: Option<SolverError>,
}

impl Cadical {
    /// Creates a solver that gives up at the deadline.
    pub fn within(deadline: Option<Deadline>) -> Cadical {
        let mut cadical = Cadical {
            deadline,
            ..Cadical::default()
        };
        if let Some(deadline) = deadline {
            cadical.solver.attach_terminator(move || {
                if deadline.is_over() {
                    ControlSignal::Terminate
                } else {
                    ControlSignal::Continue
                }
            });
        }
        cadical
    }

    /// Returns the value of every variable. A variable that the solver leaves open is false: the
    /// clauses are satisfied either way.
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
            self.variables = self.variables.max(literal.variable().index() + 1);
            self.buffer.push(Lit::from(*literal));
        }
        if let Err(error) = self.solver.add_clause_ref(&self.buffer) {
            self.fault.get_or_insert(fault(error));
        }
        Ok(())
    }
}

impl Solver for Cadical {
    fn solve_under(&mut self, assumptions: &[Literal]) -> Result<SolverAnswer, SolverError> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        if self.deadline.is_some_and(|deadline| deadline.is_over()) {
            return Ok(SolverAnswer::Unknown(SolverLimit::Time));
        }
        let assumed: Vec<Lit> = assumptions.iter().copied().map(Lit::from).collect();
        Ok(match self.solver.solve_assumps(&assumed).map_err(fault)? {
            SolverResult::Sat => SolverAnswer::Satisfiable(self.model()?),
            SolverResult::Unsat => {
                // The core is returned as a clause: the negations of assumptions.
                let core = self.solver.core().map_err(fault)?;
                let is_in_core = |literal: &&Literal| core.contains(&!Lit::from(**literal));
                SolverAnswer::Unsatisfiable(
                    assumptions.iter().filter(is_in_core).copied().collect(),
                )
            }
            SolverResult::Interrupted => SolverAnswer::Unknown(SolverLimit::Time),
        })
    }
}

fn fault(error: anyhow::Error) -> SolverError {
    SolverError {
        solver: "cadical".to_string(),
        reason: error.to_string(),
    }
}
