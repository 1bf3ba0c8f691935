//! Every engine of the registry by itself, and sessions with it.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::time::Duration;

use crate::testing::puzzle;
use satdoku::board::{Constraint, Digit, Grid, Layout, Puzzle, Ruleset};
use satdoku::engine::{Budget, ENGINES, End, SolutionSink, find};
use satdoku::sat::AtMostOne;
use satdoku::task::{Confirmation, Limit, Session, Verdict};

#[test]
fn every_engine_is_found_by_its_name() {
    for entry in ENGINES {
        assert_eq!(find(entry.name).unwrap().make().name(), entry.name);
    }
    for at_most_one in AtMostOne::ALL {
        let name = format!("sat:minimal+{at_most_one}");
        let engine = find(&name).unwrap().make();
        let is_default = at_most_one == AtMostOne::default();
        assert_eq!(
            engine.name(),
            if is_default { "sat:minimal" } else { &name }
        );
    }
}

#[test]
fn without_time_the_verdict_is_unknown() {
    for entry in ENGINES {
        let session = Session::new(entry.make());
        let mut session = session.with_timeout(Duration::ZERO);
        let answer = session.check(&puzzle("2x2", "1...............")).unwrap();
        assert_eq!(
            answer.outcome,
            Verdict::Unknown(Limit::Time(Duration::ZERO))
        );
        assert_eq!(
            answer.confirmation,
            Confirmation::NotAsked,
            "{}",
            entry.name
        );
    }
}

#[test]
fn every_engine_enumerates_every_solution_once() {
    for entry in ENGINES {
        let mut session = Session::new(entry.make());
        for (cells, expected) in [
            ("................", 288),
            ("1234341221434...", 1),
            ("11..............", 0),
        ] {
            let mut solutions: Vec<Grid> = Vec::new();
            let mut keep = |solution: &Grid| {
                solutions.push(solution.clone());
                ControlFlow::Continue(())
            };
            let answer = session.enumerate(&puzzle("2x2", cells), 1_000, &mut keep);
            assert!(answer.is_ok(), "{} {cells}", entry.name);
            assert_eq!(solutions.len(), expected, "{} {cells}", entry.name);
            let distinct: HashSet<Grid> = solutions.into_iter().collect();
            assert_eq!(distinct.len(), expected, "{} {cells}", entry.name);
        }
    }
}

#[test]
fn constraints_of_boards_with_more_than_64_digits_apply() {
    // The first rows of a cyclic grid are blank. Exchanging two of them in every ninth column leaves a
    // solution, so there are 2^9. Singles find the only row of one.
    let count = |engine: &str, blank_rows: usize, constraints: &[&str]| {
        let digit = |cell: usize| {
            let (row, column) = (cell / 81, cell % 81);
            let value = (9 * (row % 9) + row / 9 + column) % 81 + 1;
            (row >= blank_rows).then(|| Digit::from_index(value - 1))
        };
        let givens = Grid::from_cells((0..81 * 81).map(digit).collect()).unwrap();
        let parse = |text: &&str| Constraint::parse(text, 81).unwrap();
        let rules = Ruleset::classic("9x9".parse().unwrap());
        let rules = rules.with_constraints(constraints.iter().map(parse).collect());
        let puzzle = Puzzle::new(Layout::new(rules.unwrap()).into(), givens).unwrap();
        let mut solutions = SolutionSink::counting(&puzzle, u64::MAX);
        let mut engine = find(engine).unwrap().make();
        let report = engine.search(&puzzle, &Budget::UNLIMITED, &mut solutions);
        assert_eq!(report.unwrap().end, End::Complete);
        solutions.count()
    };
    for engine in ["sat", "sat:reduced"] {
        for (blank_rows, constraints, expected) in [
            (2, &[][..], 512),
            (2, &["thermometer r1c1 r2c1"], 256),
            (2, &["sum 3 r1c1 r1c2"], 128),
            (2, &["sum 4 r1c1 r1c2"], 0),
            (2, &["difference 9 r1c1 r2c1"], 512),
            (2, &["difference 8 r1c1 r2c1"], 0),
            (1, &["sum 3 r1c1 r1c2"], 1),
            (1, &["sum 4 r1c1 r1c2"], 0),
            (1, &["thermometer r1c2 r1c1"], 0),
        ] {
            let found = count(engine, blank_rows, constraints);
            assert_eq!(found, expected, "{engine} {blank_rows} {constraints:?}");
        }
    }
}
