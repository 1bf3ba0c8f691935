//! Tests of [`Session`].

use std::ops::ControlFlow;

use super::Confirmation::{Confirmed, GaveUp, NotAsked};
use super::{Answer, Count, Limit, ResultError, Session, Solution, TaskError, Verdict};
use crate::board::{Candidate, CandidateName, Grid, Puzzle};
use crate::engine::mrv::Mrv;
use crate::engine::{Budget, End, Engine, EngineError, Report, SolutionSink, Work};
use crate::sat::SolverAnswer;
use crate::testing::{puzzle, random_puzzles};

const SOLUTION: &str = "1234341221434321";

#[test]
fn sessions_can_be_sent_to_other_threads() {
    fn is_send<T: Send>(_: T) {}
    is_send(Session::default());
}

/// An engine that delivers these grids, right or wrong.
struct FakeEngine(Vec<&'static str>, End);

impl Engine for FakeEngine {
    fn name(&self) -> &'static str {
        "fake"
    }

    fn search(
        &mut self,
        _: &Puzzle,
        _: &Budget,
        solutions: &mut SolutionSink<'_>,
    ) -> Result<Report, EngineError> {
        for grid in &self.0 {
            let _ = solutions.deliver(puzzle("2x2", grid).givens())?;
        }
        Ok(Report {
            end: self.1,
            contradiction: None,
            work: Work::default(),
        })
    }
}

fn check(grids: Vec<&'static str>, end: End, givens: &str) -> Result<Answer<Verdict>, TaskError> {
    let session = Session::new(Box::new(FakeEngine(grids, end)));
    let budget = Budget::of_nodes(1_000);
    session
        .with_confirmation_budget(budget)
        .check(&puzzle("2x2", givens))
}

#[test]
fn wrong_and_repeated_grids_are_errors() {
    let error = check(vec!["1234341221434312"], End::Stopped, "................").unwrap_err();
    assert!(matches!(error, TaskError::Failed { .. }), "{error}");
    let error = check(vec![SOLUTION, SOLUTION], End::Stopped, "................").unwrap_err();
    assert!(matches!(error, TaskError::Failed { .. }), "{error}");
}

#[test]
fn a_wrong_number_of_solutions_is_a_disagreement() {
    for (grids, end, givens) in [
        // Denies the one solution, denies all of many, denies all but one.
        (vec![], End::Complete, "1234341221434..."),
        (vec![], End::Complete, "................"),
        (vec![SOLUTION], End::Complete, "................"),
    ] {
        let error = check(grids, end, givens).unwrap_err();
        assert!(matches!(error, TaskError::Disagreement { .. }), "{error}");
        assert!(error.to_string().contains(givens), "{error}");
    }
}

#[test]
fn a_disagreement_names_the_whole_puzzle() {
    let text = "1..............2; diagonal; thermometer r1c1 r1c2";
    let puzzle: Puzzle = text.parse().unwrap();
    let mut session = Session::new(Box::new(FakeEngine(vec![], End::Complete)));
    let error = session.check(&puzzle).unwrap_err();
    assert!(matches!(error, TaskError::Disagreement { .. }), "{error}");
    assert!(
        error.to_string().contains(&format!("`{puzzle}`")),
        "{error}"
    );
    assert!(puzzle.to_string().contains("thermometer"));
}

#[test]
fn right_answers_are_confirmed() {
    let answer = check(vec![SOLUTION], End::Complete, "1234341221434...").unwrap();
    assert_eq!(answer.confirmation, Confirmed);
    assert_eq!(answer.outcome.name(), "unique");
    let answer = check(vec![], End::Complete, "11..............").unwrap();
    assert_eq!(answer.confirmation, Confirmed);
    let Verdict::Unsolvable(conflict) = answer.outcome else {
        panic!("expected no solution");
    };
    assert_eq!(conflict.to_string(), "r1c1=1 and r1c2=1 in row 1");
}

#[test]
fn an_engine_that_reaches_a_limit_leads_to_unknown() {
    let answer = check(vec![SOLUTION], End::OutOfBudget, "................").unwrap();
    assert_eq!(answer.confirmation, NotAsked);
    assert_eq!(answer.outcome.name(), "unknown");
}

#[test]
fn a_confirmation_may_run_out_of_nodes() {
    let session = Session::default().with_confirmation_budget(Budget::of_nodes(1));
    let empty = puzzle("2x2", "................");
    let answer = { session }.check(&empty).unwrap();
    assert_eq!(answer.outcome.name(), "multiple");
    assert_eq!(answer.confirmation, GaveUp(Limit::Nodes(1)));
}

#[test]
fn a_confirmation_costs_about_the_same_on_every_board() {
    let nodes = |shape: &str| Session::confirmation_nodes(&Puzzle::classic(shape.parse().unwrap()));
    assert_eq!(nodes("2x2"), Session::CONFIRMATION_NODES);
    assert_eq!(nodes("3x3"), Session::CONFIRMATION_NODES);
    assert_eq!(nodes("6x6"), Session::CONFIRMATION_NODES / 16);
    assert_eq!(nodes("20x20"), 50);
}

#[test]
fn solutions_are_counted_up_to_a_limit() {
    let mut session = Session::default();
    let mut count = |givens, limit| {
        let mut proceed = |_: &Grid| ControlFlow::Continue(());
        let answer = session.enumerate(&puzzle("2x2", givens), limit, &mut proceed);
        answer.unwrap().outcome
    };
    assert_eq!(count("................", 1_000), Count::Exactly(288));
    assert_eq!(count("................", 288), Count::AtLeast(288));
    assert_eq!(count("................", 10), Count::AtLeast(10));
    assert!(matches!(
        count("11..............", 10),
        Count::Unsolvable(_)
    ));
}

#[test]
fn mrv_does_not_confirm_itself() {
    let mut session = Session::new(Box::new(Mrv::default()));
    let answer = session.solve(&puzzle("2x2", "1234341221434...")).unwrap();
    assert_eq!(answer.confirmation, NotAsked);
}

const UNIQUE: &str = "1234341221434...";

fn grid(text: &str) -> Grid {
    puzzle("2x2", text).givens().clone()
}

#[test]
fn the_result_unsatisfiable_is_checked() {
    let mut session = Session::default();
    let mut check = |givens, result| session.check_result(&puzzle("2x2", givens), result);
    let none = check("11..............", SolverAnswer::Unsatisfiable(vec![])).unwrap();
    assert!(matches!(none.outcome, Solution::Unsolvable(_)));
    assert_eq!(
        check(UNIQUE, SolverAnswer::Unsatisfiable(vec![])),
        Err(ResultError::HasSolution(grid(SOLUTION)))
    );
    let unknown = check(UNIQUE, SolverAnswer::Unknown(Limit::Solver)).unwrap();
    assert_eq!(unknown.outcome, Solution::Unknown(Limit::Solver));
    let found = check(UNIQUE, SolverAnswer::Satisfiable(grid(SOLUTION))).unwrap();
    assert_eq!(found.outcome, Solution::Found(grid(SOLUTION)));
}

#[test]
fn with_a_solution_blocked_unsatisfiable_means_unique() {
    let mut session = Session::default();
    let mut check = |givens, result| session.check_blocked_result(&puzzle("2x2", givens), result);
    let unique = check(UNIQUE, SolverAnswer::Unsatisfiable(vec![])).unwrap();
    assert_eq!(unique.outcome, Verdict::Unique(grid(SOLUTION)));
    let solution = SolverAnswer::Satisfiable(grid(SOLUTION));
    assert_eq!(
        check(UNIQUE, solution.clone()),
        Err(ResultError::IsExcluded)
    );
    let many = "1...............";
    assert!(matches!(
        check(many, SolverAnswer::Unsatisfiable(vec![])),
        Err(ResultError::HasAnother(_))
    ));
    match check(many, solution).unwrap().outcome {
        Verdict::Multiple([one, other]) => {
            assert_eq!(other, grid(SOLUTION));
            assert_ne!(one, other);
        }
        verdict => panic!("{}", verdict.name()),
    }
}

#[test]
fn conflicts_have_no_solution_and_are_minimal() {
    let mut conflicts = 0;
    for puzzle in random_puzzles(&["2x2", "2x3", "3x3"], 60) {
        let name = puzzle.givens().to_string();
        let check = |puzzle: &Puzzle| Session::default().check(puzzle).unwrap().outcome;
        let Verdict::Unsolvable(conflict) = check(&puzzle) else {
            continue;
        };
        conflicts += 1;
        assert!(conflict.is_minimal(), "{name}");
        let names: Vec<CandidateName> = conflict.givens().collect();
        let of_names = |left_out: Option<&CandidateName>| {
            let all = puzzle.givens().filled();
            let is_in = |given: &Candidate| {
                let name = given.name(puzzle.geometry().rows());
                names.contains(&name) && left_out != Some(&name)
            };
            let givens: Vec<Candidate> = all.filter(is_in).collect();
            matches!(
                check(&puzzle.restricted_to(&givens)),
                Verdict::Unsolvable(_)
            )
        };
        assert!(of_names(None), "{name}");
        for given in &names {
            assert!(!of_names(Some(given)), "{name}");
        }
    }
    assert!(conflicts > 10);
}
