//! The embedded solver.

use std::cell::Cell;
use std::convert::Infallible;
use std::io::{self, Write};
use std::rc::Rc;

use varisat::config::SolverConfigUpdate;
use varisat::{ExtendFormula, Lit, ProofFormat, Var};

use super::super::formula::{ClauseSink, Literal, Model, Variable};
use super::solver::{Solver, SolverAnswer, SolverError};
use crate::{Deadline, Limit};

/// [varisat](https://docs.rs/varisat) 0.2, a CDCL solver by J. Harder.
///
/// A new solver for each puzzle is faster than a reused one, on hard puzzles by a factor of seven:
/// clauses learnt from another puzzle only slow it down.
pub struct Varisat {
    solver: varisat::Solver<'static>,
    buffer: Vec<Lit>,
    limits: Option<Limits>,
    /// The limit that ended a search. Varisat cannot be called again after that.
    stopped: Option<Limit>,
}

impl Default for Varisat {
    /// Creates a solver without limits.
    ///
    /// It reduces its learnt clauses every 2,000 conflicts instead of every 10,000 to 15,000, because
    /// formulas of puzzles are small. Puzzles with fewer conflicts are not affected; a board of short
    /// renbans that took 12 s takes 4 s, and a hard killer three quarters of the time. Every 1,000 conflicts
    /// took 20 s for 17 hard variants that take 26 s, but 25 s for a killer that takes 11. Restarts after a
    /// quarter of the conflicts (Luby scale 32) made some faster and others slower.
    fn default() -> Varisat {
        let mut solver = varisat::Solver::new();
        let settings = SolverConfigUpdate {
            reduce_locals_interval: Some(2_000),
            reduce_mids_interval: Some(2_000),
            ..SolverConfigUpdate::default()
        };
        let is_configured = solver.config(&settings);
        debug_assert!(is_configured.is_ok());
        Varisat {
            solver,
            buffer: Vec::new(),
            limits: None,
            stopped: None,
        }
    }
}

/// The limits of a solver.
struct Limits {
    deadline: Option<Deadline>,
    /// The number of bytes of proof that can still be written.
    work_left: Rc<Cell<u64>>,
    /// The work limit, which counts from the first call; loading the clauses is not counted.
    work: u64,
    is_asked: bool,
}

impl Limits {
    /// Returns the limit that the deadline sets, if it has passed.
    fn passed(&self) -> Option<Limit> {
        let passed = self.deadline.as_ref().filter(|deadline| deadline.is_over());
        passed.map(Limit::of_deadline)
    }
}

impl Varisat {
    /// Creates a solver that gives up at the deadline.
    pub fn within(deadline: Option<&Deadline>) -> Varisat {
        deadline.map_or_else(Varisat::default, |deadline| {
            Varisat::limited(Some(deadline), u64::MAX)
        })
    }

    /// Creates a solver that gives up at the deadline, or after this much work in all calls
    /// together. Work is counted in bytes of proof, about 10,000 per millisecond on 9×9 boards, so
    /// the same calls end in the same way on every machine.
    ///
    /// Varisat has no limits of its own, but it stops if it cannot write its proof. It therefore
    /// writes one, which is discarded, until a limit is reached. The format is varisat's own,
    /// because unlike DRAT it supports assumptions and clauses that are added after a solution.
    /// This makes hard puzzles about 15 % slower; easy ones have almost nothing to prove.
    pub fn limited(deadline: Option<&Deadline>, work: u64) -> Varisat {
        let work_left = Rc::new(Cell::new(u64::MAX));
        let mut varisat = Varisat {
            limits: Some(Limits {
                deadline: deadline.cloned(),
                work_left: work_left.clone(),
                work,
                is_asked: false,
            }),
            ..Varisat::default()
        };
        let watch = Watch {
            deadline: deadline.cloned(),
            work_left,
        };
        varisat.solver.write_proof(watch, ProofFormat::Varisat);
        varisat
    }

    /// Sets the work of the calls from now on, for a solver created with limits.
    pub fn set_work(&mut self, work: u64) {
        if let Some(limits) = &mut self.limits {
            limits.work = work;
            limits.is_asked = false;
        }
    }

    /// Returns the work that is left, for a solver created with limits. All work is left before the
    /// first call.
    pub fn work_left(&self) -> Option<u64> {
        let limits = self.limits.as_ref()?;
        Some(match limits.is_asked {
            true => limits.work_left.get(),
            false => limits.work,
        })
    }

    /// Decides whether the clauses are satisfiable under the assumptions, or returns the limit that
    /// was reached first.
    fn is_satisfiable(&mut self) -> Result<Result<bool, Limit>, SolverError> {
        if let Some(limits) = &mut self.limits {
            if let Some(limit) = limits.passed() {
                return Ok(Err(limit));
            }
            if !limits.is_asked {
                limits.is_asked = true;
                limits.work_left.set(limits.work);
            }
        }
        match (self.solver.solve(), &self.limits) {
            (Ok(satisfiable), _) => Ok(Ok(satisfiable)),
            (Err(varisat::solver::SolverError::ProofIoError { .. }), Some(limits)) => {
                let limit = limits.passed().unwrap_or(Limit::Solver);
                self.stopped = Some(limit);
                Ok(Err(limit))
            }
            (Err(error), _) => Err(SolverError {
                solver: "varisat".to_string(),
                reason: error.to_string(),
            }),
        }
    }

    /// Returns the model of a satisfiable formula. This must be called before a variable is added,
    /// which would make varisat panic.
    fn model(&self) -> Model {
        let model = self.solver.model().unwrap_or_default();
        model.iter().map(literal).collect()
    }
}

/// A writer that discards its input until a limit is reached, and then fails.
///
/// Varisat buffers 8 KiB, a few dozen conflicts, between two checks of the clock.
struct Watch {
    deadline: Option<Deadline>,
    work_left: Rc<Cell<u64>>,
}

impl Write for Watch {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let left = self.work_left.get().saturating_sub(bytes.len() as u64);
        self.work_left.set(left);
        if left == 0 || self.deadline.as_ref().is_some_and(Deadline::is_over) {
            // Not `Interrupted`, because the buffer would retry for ever.
            Err(io::Error::other("a limit is reached"))
        } else {
            Ok(bytes.len())
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl ClauseSink for Varisat {
    type Error = Infallible;

    fn clause(&mut self, literals: &[Literal]) -> Result<(), Infallible> {
        if self.stopped.is_none() {
            self.buffer.clear();
            self.buffer.extend(literals.iter().map(lit));
            self.solver.add_clause(&self.buffer);
        }
        Ok(())
    }
}

impl Solver for Varisat {
    fn solve_under(&mut self, assumptions: &[Literal]) -> Result<SolverAnswer, SolverError> {
        if let Some(limit) = self.stopped {
            return Ok(SolverAnswer::Unknown(limit));
        }
        self.buffer.clear();
        self.buffer.extend(assumptions.iter().map(lit));
        if !assumptions.is_empty() {
            self.solver.assume(&self.buffer);
        }
        let answer = match self.is_satisfiable()? {
            Ok(true) => SolverAnswer::Satisfiable(self.model()),
            Ok(false) => {
                let core = self.solver.failed_core().unwrap_or(&self.buffer);
                SolverAnswer::Unsatisfiable(core.iter().map(literal).collect())
            }
            Err(limit) => SolverAnswer::Unknown(limit),
        };
        if !assumptions.is_empty() && self.stopped.is_none() {
            self.solver.assume(&[]);
        }
        Ok(answer)
    }
}

pub(in crate::sat) fn lit(literal: &Literal) -> Lit {
    let var = Var::from_index(literal.variable().index());
    Lit::from_var(var, literal.is_positive())
}

fn literal(lit: &Lit) -> Literal {
    let variable = Variable::from_index(lit.var().index());
    if lit.is_positive() {
        variable.positive()
    } else {
        variable.negative()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// Returns the model of a satisfiable formula.
    fn model(solver: &mut Varisat) -> Model {
        match solver.solve() {
            Ok(SolverAnswer::Satisfiable(model)) => model,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn clauses_can_be_added_between_calls_with_and_without_a_deadline() {
        let later = Deadline::after(Duration::from_secs(3_600));
        for mut solver in [Varisat::default(), Varisat::within(Some(&later))] {
            let [a, b] = [0, 1].map(Variable::from_index);
            let Ok(()) = solver.clause(&[a.positive(), b.positive()]);
            let Ok(()) = solver.clause(&[a.negative(), b.negative()]);
            let first = model(&mut solver);
            assert_ne!(first.is_true(a), first.is_true(b));
            let block = |model: &Model| {
                if model.is_true(a) {
                    a.negative()
                } else {
                    b.negative()
                }
            };
            let Ok(()) = solver.clause(&[block(&first)]);
            let second = model(&mut solver);
            assert_eq!(second.is_true(a), first.is_true(b));
            let Ok(()) = solver.clause(&[block(&second)]);
            assert_eq!(solver.solve(), Ok(SolverAnswer::Unsatisfiable(vec![])));
        }
    }

    #[test]
    fn the_empty_formula_has_a_model_and_the_empty_clause_none() {
        let mut solver = Varisat::default();
        assert_eq!(model(&mut solver), Model::default());
        let Ok(()) = solver.clause(&[]);
        assert_eq!(solver.solve(), Ok(SolverAnswer::Unsatisfiable(vec![])));
    }

    /// Adds the pigeonhole principle: every pigeon has a hole, and no hole has two. Resolution
    /// takes exponentially many steps to refute it (A. Haken, 1985).
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
        const TIME: Duration = Duration::from_millis(50);
        let mut solver = Varisat::within(Some(&Deadline::after(TIME)));
        pigeons(&mut solver, 40);
        assert_eq!(solver.solve(), Ok(SolverAnswer::Unknown(Limit::Time(TIME))));
        // The limit persists.
        let Ok(()) = solver.clause(&[]);
        assert_eq!(solver.solve(), Ok(SolverAnswer::Unknown(Limit::Time(TIME))));
        let mut solver = Varisat::within(Some(&Deadline::after(Duration::from_secs(3_600))));
        pigeons(&mut solver, 5);
        assert_eq!(solver.solve(), Ok(SolverAnswer::Unsatisfiable(vec![])));
    }

    #[test]
    fn a_work_limit_is_deterministic() {
        let answered = |work| {
            let mut solver = Varisat::limited(None, work);
            pigeons(&mut solver, 7);
            // Leaves fewer and fewer holes for the first pigeon.
            let assumed = |hole| Variable::from_index(hole).negative();
            let questions = (1..7).rev().map(|holes| (0..holes).map(assumed).collect());
            let answers = questions.map(|question: Vec<Literal>| solver.solve_under(&question));
            answers
                .take_while(|answer| *answer != Ok(SolverAnswer::Unknown(Limit::Solver)))
                .count()
        };
        let few = answered(100_000);
        assert_eq!(few, answered(100_000));
        assert_eq!((answered(0), answered(u64::MAX)), (0, 6));
        assert!(few < 6, "{few}");
    }

    #[test]
    fn work_can_be_set_for_each_call() {
        const ENOUGH: u64 = 1_000_000_000;
        let mut solver = Varisat::limited(None, 0);
        pigeons(&mut solver, 7);
        solver.set_work(ENOUGH);
        assert_eq!(solver.work_left(), Some(ENOUGH));
        assert_eq!(solver.solve(), Ok(SolverAnswer::Unsatisfiable(vec![])));
        assert!(solver.work_left() < Some(ENOUGH));
        assert_eq!(Varisat::default().work_left(), None);
    }

    #[test]
    fn assumptions_hold_for_one_call_with_and_without_a_deadline() {
        let later = Deadline::after(Duration::from_secs(3_600));
        for deadline in [None, Some(later)] {
            let [a, b, c] = [0, 1, 2].map(Variable::from_index);
            let mut solver = Varisat::within(deadline.as_ref());
            let Ok(()) = solver.clause(&[a.negative(), b.negative()]);
            let all = [c.positive(), a.positive(), b.positive()];
            let Ok(SolverAnswer::Unsatisfiable(core)) = solver.solve_under(&all) else {
                panic!("no core");
            };
            assert!(core.contains(&a.positive()) && core.contains(&b.positive()));
            let Ok(SolverAnswer::Satisfiable(model)) = solver.solve_under(&[a.positive()]) else {
                panic!("no model");
            };
            assert!(model.is_true(a) && !model.is_true(b));
            let Ok(()) = solver.clause(&[a.negative()]);
            assert!(matches!(solver.solve(), Ok(SolverAnswer::Satisfiable(_))));
        }
        let mut solver = Varisat::within(Some(&Deadline::after(Duration::ZERO)));
        let late = Limit::Time(Duration::ZERO);
        assert_eq!(solver.solve_under(&[]), Ok(SolverAnswer::Unknown(late)));
    }
}
