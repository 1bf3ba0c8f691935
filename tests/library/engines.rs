//! Every engine of the registry by itself, and sessions with it.

use std::collections::HashSet;
use std::time::Duration;

use crate::testing::puzzle;
use satdoku::board::Grid;
use satdoku::engine::{ENGINES, find};
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
fn every_engine_iterates_over_every_solution_once() {
    for entry in ENGINES {
        let mut session = Session::new(entry.make());
        for (cells, expected) in [
            ("................", 288),
            ("1234341221434...", 1),
            ("11..............", 0),
        ] {
            let solutions = session.solutions(&puzzle("2x2", cells));
            let solutions: Vec<Grid> = solutions.map(Result::unwrap).collect();
            assert_eq!(solutions.len(), expected, "{} {cells}", entry.name);
            let distinct: HashSet<Grid> = solutions.into_iter().collect();
            assert_eq!(distinct.len(), expected, "{} {cells}", entry.name);
        }
    }
}
