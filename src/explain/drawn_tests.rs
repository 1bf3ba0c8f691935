//! A minimal example of each technique with drawn constraints.

use super::{Explainer, Step};
use crate::board::{Cell, Constraint, Digit, Grid, Layout, Puzzle, Ruleset};

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
        let gone = gone.map(|value| Digit::from_value(value).unwrap());
        removed.extend(gone.map(|digit| crate::board::Candidate { cell, digit }));
    }
    puzzle.without(removed).unwrap()
}

/// Returns the first step with this name.
fn step(puzzle: &Puzzle, technique: &str) -> Step {
    let mut names = Vec::new();
    for step in Explainer::default().steps(puzzle).unwrap() {
        let step = step.unwrap();
        if step.technique.to_string() == technique {
            return step;
        }
        names.push(step.technique.to_string());
    }
    panic!("no {technique}, only {names:?}");
}

#[test]
fn each_technique_with_constraints_has_a_name() {
    // Constraints, restrictions, the name, the facts besides the constraints, and the conclusion.
    let examples: &[(&[&str], &[&str], &str, &str, &str)] = &[
        (
            &["cage 4 r1c1 r2c2"],
            &[],
            "cage combinations",
            "cage 4 r1c1 r2c2",
            "r1c1 and r2c2 are not 2, 4, 5, 6, 7, 8 or 9; r1c2, r1c3, r2c1, r2c3, r3c1, r3c2 and \
             r3c3 are not 1 or 3",
        ),
        (
            &["cage 15 r1c1 r1c2 r1c3"],
            &["r1c1 159", "r1c2 159", "r1c3 12569"],
            "cage with a forced digit",
            "cage 15 r1c1 r1c2 r1c3",
            "",
        ),
        (
            &[
                "cage 15 r1c1 r1c2 r1c3",
                "cage 15 r2c1 r2c2 r2c3",
                "cage 10 r3c1 r3c2",
            ],
            &[],
            "innies and outies",
            "cage 15 r1c1 r1c2 r1c3, cage 15 r2c1 r2c2 r2c3, cage 10 r3c1 r3c2",
            "r3c3 is not 1, 2, 3, 4, 6, 7, 8 or 9",
        ),
        (
            &["thermometer r1c1 r2c2 r3c3"],
            &[],
            "thermometer bounds",
            "thermometer r1c1 r2c2 r3c3",
            "r1c1 is not 8 or 9; r2c2 is not 1 or 9; r3c3 is not 1 or 2",
        ),
        (
            &["arrow r1c1: r2c2 r3c3"],
            &[],
            "arrow sum",
            "arrow r1c1: r2c2 r3c3",
            "r1c1 is not 1 or 2; r2c2 and r3c3 are not 9",
        ),
        (
            &["ratio 2 r1c1 r1c2", "ratio 2 r1c2 r1c3"],
            &["r1c1 123468", "r1c2 123468", "r1c3 123468"],
            "kropki chain",
            "ratio 2 r1c1 r1c2, ratio 2 r1c2 r1c3",
            "",
        ),
        (
            &["whispers 5 r1c1 r1c2 r1c3"],
            &[],
            "whisper alternation",
            "whispers r1c1 r1c2 r1c3",
            "",
        ),
        (
            &["renban r1c1-r1c7"],
            &[],
            "renban range",
            "renban r1c1-r1c7",
            "r1c8 and r1c9 are not 3, 4, 5, 6 or 7",
        ),
        (
            &["even r1c1"],
            &[],
            "single constraint",
            "even r1c1",
            "r1c1 is not 1, 3, 5, 7 or 9",
        ),
        (
            &["ratio 2 r1c1 r1c2", "difference 2 r1c2 r2c2"],
            &["r1c1 123468", "r1c2 1246", "r2c2 1357"],
            "kropki chain",
            "",
            "",
        ),
    ];
    for (constraints, restrictions, technique, facts, conclusion) in examples {
        let found = step(&board(constraints, restrictions), technique);
        assert_eq!(found.fact_names.join(", "), *facts, "{technique}");
        assert_eq!(found.conclusion(), *conclusion, "{technique}");
    }
}
