//! A minimal example of each technique with drawn constraints.

use std::sync::Arc;

use super::position::{State, Tables};
use super::search::assignments::{Assignments, KnownAssignments};
use super::search::invariant_order::InvariantOrder;
use super::search::network::Network;
use super::search::set::Set;
use super::search::smallest::tightened;
use super::{Explainer, Step};
use satdoku::board::{Cell, Constraint, Digit, Grid, Layout, Puzzle, Ruleset};

/// A blank 9×9 board with constraints and restrictions: `r1c1 89` leaves a cell two digits.
fn board(constraints: &[&str], restrictions: &[&str]) -> Puzzle {
    let constraints = constraints.iter().map(|text| Constraint::parse(text, 9));
    let rules = Ruleset::classic("3x3".parse().unwrap());
    let rules = rules.with_constraints(constraints.map(Result::unwrap).collect());
    let layout = Layout::new(rules.unwrap());
    let puzzle = Puzzle::new(layout.into(), Grid::blank(9)).unwrap();
    let mut removed = Vec::new();
    for restriction in restrictions {
        let (name, left) = restriction.split_once(' ').unwrap();
        let cell = Cell::from_name(name, 9).unwrap();
        let gone = (1..=9).filter(|value| !left.contains(&value.to_string()));
        let gone = gone.map(|value| Digit::from_index(value - 1));
        removed.extend(gone.map(|digit| satdoku::board::Candidate { cell, digit }));
    }
    puzzle.without(removed).unwrap()
}

/// Returns the first step with this name and these facts.
fn step(puzzle: &Puzzle, technique: &str, facts: &str) -> Step {
    let mut others = Vec::new();
    for step in Explainer::default().steps(puzzle).unwrap() {
        let step = step.unwrap();
        let name = (step.technique.to_string(), step.fact_names.join(", "));
        if name == (technique.to_string(), facts.to_string()) {
            return step;
        }
        others.push(name);
    }
    panic!("no {technique} of {facts}, only {others:?}");
}

#[test]
fn constraints_with_too_many_clauses_are_refused() {
    let sums = (0..40).map(|number| {
        let cells = "37*r1c1 41*r5c2 43*r9c3 47*r13c4 53*r2c5 59*r6c6 61*r10c7 67*r14c8";
        let text = format!("sum {} {cells}", 3_500 + number);
        Constraint::parse(&text, 16).unwrap()
    });
    let rules = Ruleset::classic("4x4".parse().unwrap());
    let layout = Layout::new(rules.with_constraints(sums.collect()).unwrap());
    let puzzle = Puzzle::new(layout.into(), Grid::blank(16)).unwrap();
    let error = Explainer::default().hint(&puzzle).unwrap_err().to_string();
    let expected = "expected a board of up to 10000000 clauses of drawn constraints, found ";
    assert!(error.starts_with(expected), "{error}");
}

#[test]
fn each_technique_with_constraints_has_a_name() {
    // Constraints, restrictions, the name, the facts, and the argument.
    type Texts = &'static [&'static str];
    let examples: &[(Texts, Texts, &str, &str, &str)] = &[
        (
            &["cage 4 r1c1 r2c2"],
            &[],
            "cage combinations",
            "cage 4 r1c1 r2c2",
            "The cage of 4 at r1c1 and r2c2 is {1,3}, which leaves 1 or 3 for r1c1 and r2c2, so r1c2, \
             r1c3, r2c1, r2c3, r3c1, r3c2 and r3c3 are not 1 or 3.",
        ),
        (
            &["cage 17 r1c1 r2c2"],
            &["r1c1 89", "r2c2 89"],
            "cage with a forced digit",
            "cage 17 r1c1 r2c2",
            "The cage of 17 at r1c1 and r2c2 is {8,9}, so it holds 8 and 9, and r1c2, r1c3, r2c1, r2c3, \
             r3c1, r3c2 and r3c3 are not 8 or 9.",
        ),
        (
            &[
                "cage 15 r1c1 r1c2 r1c3",
                "cage 15 r2c1 r2c2 r2c3",
                "cage 10 r3c1 r3c2",
            ],
            &[],
            "innies and outies",
            "r3c3 = 5 (box 1, cage 15 r1c1 r1c2 r1c3, cage 15 r2c1 r2c2 r2c3, cage 10 r3c1 r3c2)",
            "The digits of box 1 add up to 45. Taking away the cage of 15 at r1c1, the cage of 15 at \
             r2c1 and the cage of 10 at r3c1 and r3c2 leaves r3c3 = 5.",
        ),
        (
            &["thermometer r1c1 r2c2 r3c3"],
            &[],
            "thermometer bounds",
            "thermometer r1c1 r2c2 r3c3",
            "The thermometer at r1c1 leaves 1 to 7 for r1c1, 2 to 8 for r2c2 and 3 to 9 for r3c3.",
        ),
        (
            &["arrow r1c1: r2c2 r3c3"],
            &[],
            "arrow sum",
            "arrow r1c1: r2c2 r3c3",
            "The arrow at r1c1 leaves 3 to 9 for r1c1 and 1 to 8 for r2c2 and r3c3.",
        ),
        (
            &["ratio r1c1 r1c2"],
            &[],
            "kropki chain",
            "ratio r1c1 r1c2",
            "The ratio at r1c1 and r1c2 leaves 1 to 4, 6 or 8 for r1c1 and r1c2.",
        ),
        (
            &["ratio r1c1 r1c2", "difference r1c2 r2c2"],
            &["r1c1 46", "r1c2 23", "r2c2 1478"],
            "kropki chain",
            "difference r1c2 r2c2",
            "The difference at r1c2 and r2c2 leaves 1 or 4 for r2c2.",
        ),
        (
            &["whispers r1c1 r1c2 r1c3"],
            &[],
            "whisper alternation",
            "whispers r1c1 r1c2 r1c3",
            "The whispers line at r1c1 leaves 1 to 4 or 6 to 9 for r1c1 and r1c3 and 1 to 3 or 7 to 9 for \
             r1c2.",
        ),
        (
            &["renban r1c1-r1c7"],
            &[],
            "renban range",
            "renban r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7",
            "The renban line at r1c1 is {1,2,3,4,5,6,7}, {2,3,4,5,6,7,8} or {3,4,5,6,7,8,9}, so it holds \
             3, 4, 5, 6 and 7, and r1c8 and r1c9 are not 3, 4, 5, 6 or 7.",
        ),
        (
            &["even r1c1"],
            &[],
            "single constraint",
            "even r1c1",
            "The mark even at r1c1 leaves 2, 4, 6 or 8 for r1c1.",
        ),
        (
            &["arrow r1c1: r2c2 r3c3", "thermometer r2c2 r2c3"],
            &[],
            "proof of 2 facts",
            "arrow r1c1: r2c2 r3c3, thermometer r2c2 r2c3",
            "If r2c2 is 8, then the arrow at r1c1 leaves 9 for r1c1 and 1 for r3c3; then r1c1 must be 9; \
             but then the thermometer at r2c2 and r2c3 cannot be filled. So r2c2 is not 8.",
        ),
    ];
    for (constraints, restrictions, technique, facts, argument) in examples {
        let found = step(&board(constraints, restrictions), technique, facts);
        assert_eq!(found.argument, *argument);
    }
}

/// Two equal digits in a cage exclude each other without its sum as a fact.
#[test]
fn a_cage_without_a_sum_is_no_fact() {
    let puzzle = board(&["cage r1c1 r4c4", "extra-region r5c5 r9c9"], &["r1c1 5"]);
    let steps = Explainer::default().explain(&puzzle).unwrap().steps;
    assert_eq!(steps[0].fact_names, ["r1c1"]);
    assert!(!steps.iter().any(|step| step.technique.is_drawn()));
    let cell = Cell::from_name("r4c4", 9).unwrap();
    assert!(
        steps[1..]
            .iter()
            .all(|step| step.before.digits(cell).count() == 8)
    );
}

#[test]
fn placed_digits_that_break_a_constraint_are_a_contradiction() {
    let puzzle = board(&["cage 17 r1c1 r4c4"], &["r1c1 2", "r4c4 3"]);
    let explained = Explainer::default().explain(&puzzle).unwrap();
    let last = explained.steps.last().unwrap();
    assert!(explained.complete && explained.solution.is_none());
    assert_eq!(last.conclusion(), "there is no solution");
}

/// Returns the network of a board.
fn network(puzzle: &Puzzle) -> Network<16> {
    let state = State::new(Arc::new(Tables::new(puzzle.layout().clone())), puzzle);
    Network::new(&state, InvariantOrder::new(&state), None)
}

/// A set found by a search that could not decide a smaller one is shrunk to that.
#[test]
fn sets_that_contain_smaller_ones_are_shrunk() {
    let network = network(&board(&["cage 4 r1c1 r2c2"], &[]));
    let cage = network.clause_count() as u16;
    assert_eq!(tightened(&network, vec![vec![0, 80, cage]]), [[cage]]);
}

#[test]
fn composed_assignments_satisfy_both_facts() {
    let network = network(&board(
        &["cage 15 r1c1-r1c3", "cage 15 r2c2 r3c2 r3c3"],
        &[],
    ));
    let [one, other] = [0, 1].map(|rule| network.clause_count() + rule);
    let mut known = KnownAssignments::default();
    for rule in [one, other] {
        let mut found = Vec::new();
        network.conclude_natively(&[rule as u16], &mut found);
        known.set(&network, rule, &found);
    }
    let assignments = Assignments::new(&network, &known);
    for pair in [[0, one], [0, other], [one, other]] {
        let (of_both, excluded_by_all) = assignments.combine(pair[0], pair[1]);
        let mut excluded_by_each = network.all();
        for held in &of_both {
            let excluded = held.iter().map(|of| &network.excluded[of]);
            let excluded = excluded.fold(Set::EMPTY, |all, set| all.or(set));
            assert!(held.is_disjoint(&excluded), "{pair:?}");
            for fact in pair {
                assert!(!held.is_disjoint(&network.members[fact]), "{pair:?}");
                let rule = fact.checked_sub(network.clause_count());
                assert!(rule.is_none_or(|rule| network.rules[rule].is_satisfied(held)));
            }
            excluded_by_each = excluded_by_each.and(&excluded);
        }
        // So nothing follows, which needs no search.
        assert_eq!(excluded_by_each, excluded_by_all, "{pair:?}");
        assert!(excluded_by_all.is_empty(), "{pair:?}");
    }
}

/// The sum of five cells of which four are in a box says nothing about the other two cells of the box.
#[test]
fn a_sum_alone_is_no_statement_about_houses() {
    let rules = Ruleset::classic("2x3".parse().unwrap());
    let arrow = Constraint::parse("double-arrow r3c1 r2c2 r2c3 r1c3 r1c2", 6).unwrap();
    let layout = Layout::new(rules.with_constraints(vec![arrow]).unwrap());
    let mut givens = Grid::blank(6);
    givens.set(
        Cell::from_name("r6c2", 6).unwrap(),
        Some(Digit::from_index(0)),
    );
    let puzzle = Puzzle::new(layout.into(), givens).unwrap();
    let mut removed = Vec::new();
    for (name, left) in [
        ("r1c2", "345"),
        ("r1c3", "12"),
        ("r2c2", "234"),
        ("r2c3", "345"),
        ("r6c1", "235"),
        ("r6c3", "2356"),
        ("r6c4", "4"),
        ("r6c5", "236"),
        ("r6c6", "236"),
    ] {
        let cell = Cell::from_name(name, 6).unwrap();
        let gone = (1..=6).filter(|value| !left.contains(&value.to_string()));
        let gone = gone.map(|value| Digit::from_index(value - 1));
        removed.extend(gone.map(|digit| satdoku::board::Candidate { cell, digit }));
    }
    let explained = Explainer::default().explain(&puzzle.without(removed).unwrap());
    let steps = explained.unwrap().steps;
    let facts = ["5 in row 6", "double-arrow r3c1 r2c2 r2c3 r1c3 r1c2"];
    let step = steps.iter().find(|step| step.fact_names == facts).unwrap();
    assert_eq!(step.eliminates[0].name(6).to_string(), "r3c1=5");
}
