//! The embedded solver. Only this file and `proof.rs` name varisat.

use std::convert::Infallible;
use std::io::{self, Write};

use thiserror::Error;
use varisat::{ExtendFormula, Lit, ProofFormat, Var};

use super::assume::{Assumed, AssumingSolver};
use super::cnf::ClauseSink;
use super::decode::Model;
use super::literal::{Literal, Variable};
use crate::Deadline;

/// A SAT solver that takes clauses, also between two calls of [`Solver::solve`].
pub trait Solver: ClauseSink<Error = Infallible> {
    /// Whether all clauses so far can hold together.
    ///
    /// # Errors
    /// When the solver failed or what it says cannot be true.
    fn solve(&mut self) -> Result<SolverAnswer, SolverError>;
}

/// What a solver says of its clauses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SolverAnswer {
    /// They hold in this model.
    Satisfiable(Model),
    /// They hold in none.
    Unsatisfiable,
    /// The deadline came first.
    OutOfTime,
    /// The solver gave up, for reasons of its own.
    GaveUp,
}

impl SolverAnswer {
    /// The model, or `None` where there is none, of a solver that has no limit.
    ///
    /// # Errors
    /// When it gave up all the same.
    pub fn into_model(self) -> Result<Option<Model>, SolverError> {
        match self {
            SolverAnswer::Satisfiable(model) => Ok(Some(model)),
            SolverAnswer::Unsatisfiable => Ok(None),
            SolverAnswer::OutOfTime | SolverAnswer::GaveUp => Err(SolverError {
                solver: "without a limit".to_string(),
                reason: "it gave up".to_string(),
            }),
        }
    }
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

/// [varisat](https://docs.rs/varisat) 0.2, a CDCL solver by J. Harder.
///
/// A fresh one per puzzle is faster than one that lives on, on hard puzzles by a factor of seven:
/// learnt clauses of another puzzle only slow it down.
#[derive(Default)]
pub struct Varisat {
    solver: varisat::Solver<'static>,
    buffer: Vec<Lit>,
    deadline: Option<Deadline>,
    /// The deadline came while it was solving. Varisat cannot be asked again after that.
    is_stopped: bool,
}

impl Varisat {
    /// One that gives up at the deadline, if there is one.
    pub fn within(deadline: Option<Deadline>) -> Varisat {
        deadline.map_or_else(Varisat::default, Varisat::with_deadline)
    }

    /// One that gives up at the deadline.
    ///
    /// Varisat has no limits of its own. But it stops when it cannot write its proof, so it writes
    /// one here, to nowhere, until the deadline comes. The format is varisat's own, which unlike
    /// DRAT also records clauses that come after a solution. All this makes hard puzzles some 15 %
    /// slower; easy ones have next to nothing to prove.
    pub fn with_deadline(deadline: Deadline) -> Varisat {
        let mut varisat = Varisat {
            deadline: Some(deadline),
            ..Varisat::default()
        };
        let watch = StopWatch(deadline);
        varisat.solver.write_proof(watch, ProofFormat::Varisat);
        varisat
    }
}

/// Swallows what is written until the deadline, and fails from then on.
///
/// Varisat collects 8 KiB before it writes, a few dozen conflicts: that is how often this looks at
/// the clock.
struct StopWatch(Deadline);

impl Write for StopWatch {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.0.is_over() {
            // Not `Interrupted`, after which the buffer would try again for ever.
            true => Err(io::Error::other("out of time")),
            false => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl ClauseSink for Varisat {
    type Error = Infallible;

    fn clause(&mut self, literals: &[Literal]) -> Result<(), Infallible> {
        if self.is_stopped {
            return Ok(());
        }
        self.buffer.clear();
        self.buffer.extend(literals.iter().map(lit));
        self.solver.add_clause(&self.buffer);
        Ok(())
    }
}

impl Solver for Varisat {
    fn solve(&mut self) -> Result<SolverAnswer, SolverError> {
        Ok(match self.is_satisfiable()? {
            Some(true) => SolverAnswer::Satisfiable(self.model()),
            Some(false) => SolverAnswer::Unsatisfiable,
            None => SolverAnswer::OutOfTime,
        })
    }
}

impl AssumingSolver for Varisat {
    fn solve_under(&mut self, assumptions: &[Literal]) -> Result<Assumed, SolverError> {
        if self.is_stopped {
            return Ok(Assumed::GaveUp);
        }
        self.buffer.clear();
        self.buffer.extend(assumptions.iter().map(lit));
        self.solver.assume(&self.buffer);
        let answer = match self.is_satisfiable()? {
            Some(true) => Assumed::Model(self.model()),
            Some(false) => {
                let core = self.solver.failed_core().unwrap_or(&self.buffer);
                Assumed::Core(core.iter().map(literal).collect())
            }
            None => return Ok(Assumed::GaveUp),
        };
        self.solver.assume(&[]);
        Ok(answer)
    }
}

impl Varisat {
    /// Whether the clauses can hold under the assumptions; `None` when the deadline came first.
    fn is_satisfiable(&mut self) -> Result<Option<bool>, SolverError> {
        if self.is_stopped || self.deadline.is_some_and(|deadline| deadline.is_over()) {
            return Ok(None);
        }
        match self.solver.solve() {
            Ok(satisfiable) => Ok(Some(satisfiable)),
            Err(varisat::solver::SolverError::ProofIoError { .. }) if self.deadline.is_some() => {
                self.is_stopped = true;
                Ok(None)
            }
            Err(error) => Err(SolverError {
                solver: "varisat".to_string(),
                reason: error.to_string(),
            }),
        }
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
    use std::time::Duration;

    use super::*;

    /// The model of a formula that has one.
    fn model(solver: &mut Varisat) -> Model {
        match solver.solve() {
            Ok(SolverAnswer::Satisfiable(model)) => model,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn clauses_can_be_added_between_calls_with_and_without_a_deadline() {
        let later = Deadline::after(Duration::from_secs(3_600));
        for mut solver in [Varisat::default(), Varisat::with_deadline(later)] {
            let [a, b] = [0, 1].map(Variable::from_index);
            let Ok(()) = solver.clause(&[a.positive(), b.positive()]);
            let Ok(()) = solver.clause(&[a.negative(), b.negative()]);
            let first = model(&mut solver);
            assert_ne!(first.is_true(a), first.is_true(b));
            let block = |model: &Model| match model.is_true(a) {
                true => a.negative(),
                false => b.negative(),
            };
            let Ok(()) = solver.clause(&[block(&first)]);
            let second = model(&mut solver);
            assert_eq!(second.is_true(a), first.is_true(b));
            let Ok(()) = solver.clause(&[block(&second)]);
            assert_eq!(solver.solve(), Ok(SolverAnswer::Unsatisfiable));
        }
    }

    #[test]
    fn the_empty_formula_has_a_model_and_the_empty_clause_none() {
        let mut solver = Varisat::default();
        assert_eq!(model(&mut solver), Model::default());
        let Ok(()) = solver.clause(&[]);
        assert_eq!(solver.solve(), Ok(SolverAnswer::Unsatisfiable));
    }

    /// More pigeons than holes: every pigeon has a hole, no hole has two. Resolution needs
    /// exponentially many steps to refute it (A. Haken, 1985).
    fn pigeons(solver: &mut Varisat, holes: usize) {
        let sits = |pigeon, hole| Variable::from_index(pigeon * holes + hole);
        for pigeon in 0..=holes {
            let clause: Vec<Literal> = (0..holes).map(|h| sits(pigeon, h).positive()).collect();
            let Ok(()) = solver.clause(&clause);
            for other in 0..pigeon {
                for hole in 0..holes {
                    let pair = [sits(pigeon, hole).negative(), sits(other, hole).negative()];
                    let Ok(()) = solver.clause(&pair);
                }
            }
        }
    }

    #[test]
    fn the_deadline_ends_a_search_that_would_take_for_ever() {
        let mut solver = Varisat::with_deadline(Deadline::after(Duration::from_millis(50)));
        pigeons(&mut solver, 40);
        assert_eq!(solver.solve(), Ok(SolverAnswer::OutOfTime));
        // It stays that way, whatever it is given.
        let Ok(()) = solver.clause(&[]);
        assert_eq!(solver.solve(), Ok(SolverAnswer::OutOfTime));
        let mut solver = Varisat::with_deadline(Deadline::after(Duration::from_secs(3_600)));
        pigeons(&mut solver, 5);
        assert_eq!(solver.solve(), Ok(SolverAnswer::Unsatisfiable));
    }
    #[test]
    fn assumptions_hold_for_one_question_with_and_without_a_deadline() {
        let later = Deadline::after(Duration::from_secs(3_600));
        for deadline in [None, Some(later)] {
            let [a, b, c] = [0, 1, 2].map(Variable::from_index);
            let mut solver = Varisat::within(deadline);
            let Ok(()) = solver.clause(&[a.negative(), b.negative()]);
            let all = [c.positive(), a.positive(), b.positive()];
            let Ok(Assumed::Core(core)) = solver.solve_under(&all) else {
                panic!("no core");
            };
            assert!(core.contains(&a.positive()) && core.contains(&b.positive()));
            let Ok(Assumed::Model(model)) = solver.solve_under(&[a.positive()]) else {
                panic!("no model");
            };
            assert!(model.is_true(a) && !model.is_true(b));
            let Ok(()) = solver.clause(&[a.negative()]);
            assert!(matches!(solver.solve(), Ok(SolverAnswer::Satisfiable(_))));
        }
        let mut solver = Varisat::with_deadline(Deadline::after(Duration::ZERO));
        assert_eq!(solver.solve_under(&[]), Ok(Assumed::GaveUp));
    }
}
