//! CaDiCaL as a linked library.

use std::time::Duration;

use satdoku::Deadline;
use satdoku::sat::{Cadical, ClauseSink, Solver, SolverAnswer, SolverLimit, Variable};

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
        let Ok(()) = if model.is_true(a) {
            solver.clause(&[a.negative()])
        } else {
            solver.clause(&[b.negative()])
        };
    }
    assert_eq!(solver.solve(), Ok(SolverAnswer::Unsatisfiable(vec![])));
}

#[test]
fn assumptions_hold_for_one_call() {
    let mut solver = Cadical::within(None);
    let [a, b, c] = [0, 1, 2].map(Variable::from_index);
    let Ok(()) = solver.clause(&[a.negative(), b.negative()]);
    let all = [c.positive(), a.positive(), b.positive()];
    let core = SolverAnswer::Unsatisfiable(vec![a.positive(), b.positive()]);
    assert_eq!(solver.solve_under(&all), Ok(core));
    let answer = solver.solve_under(&[a.positive()]);
    assert!(matches!(answer, Ok(SolverAnswer::Satisfiable(model)) if !model.is_true(b)));
    assert!(matches!(solver.solve(), Ok(SolverAnswer::Satisfiable(_))));
}

#[test]
fn an_expired_deadline_is_unknown_and_the_empty_clause_unsatisfiable() {
    let mut solver = Cadical::within(Some(Deadline::after(Duration::ZERO)));
    assert_eq!(solver.solve(), Ok(SolverAnswer::Unknown(SolverLimit::Time)));
    let mut solver = Cadical::within(None);
    let Ok(()) = solver.clause(&[]);
    assert_eq!(solver.solve(), Ok(SolverAnswer::Unsatisfiable(vec![])));
}
