//! `satdoku minimise` and `satdoku check --redundant`.

use std::collections::HashSet;

use crate::common::{HARDEST, PUZZLES, TWO_SOLUTIONS, satdoku_on};
use serde_json::{Value, json};

fn strings(value: &Value) -> Vec<String> {
    serde_json::from_value(value.clone()).unwrap()
}

#[test]
fn a_seed_always_gives_the_same_minimal_puzzle() {
    let solved = PUZZLES[0][1];
    let minimise = |options: &str| satdoku_on(&format!("minimise {options}"), solved).stdout;
    let found: HashSet<String> = (0..5).map(|n| minimise(&format!("--seed {n}"))).collect();
    assert_eq!(found.len(), 5);
    assert_eq!(minimise("--seed 3"), minimise("--seed 3"));
    assert_eq!(minimise(""), minimise(""));
}

#[test]
fn minimise_keeps_the_form_of_the_puzzle() {
    let run = satdoku_on("minimise", "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n");
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!((lines.len(), run.code), (4, 0));
    assert!(lines.iter().all(|line| line.len() == 7), "{}", run.stdout);
    let line = satdoku_on("minimise", "1234341221434321").stdout;
    assert_eq!(line.len(), 17);
    assert_eq!(line.trim_end(), run.stdout.replace([' ', '\n'], ""));
    let grid = satdoku_on("minimise --format grid", "1234341221434321").stdout;
    assert!(grid.contains("├─────┼─────┤"), "{grid}");
    let line_of_grid = satdoku_on("minimise --format line", &run.stdout).stdout;
    assert_eq!(line_of_grid, line);
}

#[test]
fn only_a_unique_puzzle_can_be_minimised() {
    let clash = "11..............";
    let input = format!("{TWO_SOLUTIONS}\n{clash}\n{}\n123\n", PUZZLES[0][0]);
    let run = satdoku_on("minimise", &input);
    assert_eq!(run.stdout.lines().count(), 1);
    let errors: Vec<&str> = run.stderr.lines().collect();
    assert_eq!(
        errors[..2],
        [
            "<stdin>:1: expected a puzzle with one solution: it has more than one solution",
            "<stdin>:2: expected a puzzle with one solution: it has no solution: \
             r1c1=1 and r1c2=1 in row 1",
        ]
    );
    assert_eq!((errors.len(), run.code), (3, 2));
    let run = satdoku_on("minimise", TWO_SOLUTIONS);
    assert_eq!(run.out(), ("", 1));

    let run = satdoku_on("minimise --format jsonl", &input);
    let objects = run.objects();
    assert_eq!((objects.len(), run.code), (4, 2));
    for bad in [0, 1, 3] {
        assert_eq!(objects[bad]["minimal"], Value::Null);
        assert!(objects[bad]["error"].is_string(), "{}", objects[bad]);
    }
}

#[test]
fn redundant_givens_are_listed() {
    let puzzle = PUZZLES[0][0].replace('0', ".");
    let run = satdoku_on("check --redundant --format jsonl", &puzzle);
    let redundant = strings(&run.objects()[0]["redundant"]);
    assert!(!redundant.is_empty());
    for name in &redundant {
        let [row, column] = [1, 3].map(|place| usize::from(name.as_bytes()[place] - b'1'));
        let mut without = puzzle.clone();
        without.replace_range(9 * row + column..=9 * row + column, ".");
        assert_eq!(
            satdoku_on("check", without).out(),
            ("<stdin>:1: unique\n", 0)
        );
    }
    let run = satdoku_on("check --redundant", &puzzle);
    let listed = redundant.join(", ");
    let expected = format!("<stdin>:1: unique, any one of these can be removed: {listed}\n");
    assert_eq!(run.stdout, expected);
}

#[test]
fn a_puzzle_without_redundant_givens_is_minimal() {
    let run = satdoku_on("check --redundant", HARDEST);
    assert_eq!(run.stdout, "<stdin>:1: unique, minimal\n");
    let input = format!("{}\n{TWO_SOLUTIONS}\n", PUZZLES[3][1]);
    let run = satdoku_on("check --redundant --format jsonl", input);
    let objects = run.objects();
    assert_eq!(objects[0]["minimal"], false);
    assert_eq!(strings(&objects[0]["redundant"]).len(), 81);
    assert_eq!(objects[1]["minimal"], Value::Null);
}

#[test]
fn minimality_that_is_not_known_is_no_success() {
    let size = 64;
    let digit = |row: usize, column: usize| (row % 8 * 8 + row / 8 + column) % size + 1;
    let cells = (1..size * size).map(|cell| digit(cell / size, cell % size).to_string());
    let line = format!("0 {}", cells.collect::<Vec<String>>().join(" "));
    let run = satdoku_on("check --redundant", &line);
    let expected =
        "<stdin>:1: unique, not known whether minimal: expected a board up to 50x50, found 64x64\n";
    assert_eq!(run.out(), (expected, 1));
    assert_eq!(satdoku_on("check", &line).code, 0);
}

/// Every pair of neighbours that adds up to 5 has a V, and one pair has a dot as well.
#[test]
fn only_marks_that_a_negative_constraint_is_about_are_kept() {
    let rows = (1..=4).map(|row| format!("v r{row}c2 r{row}c3"));
    let columns = (1..=4).map(|column| format!("v r2c{column} r3c{column}"));
    let letters: Vec<String> = rows.chain(columns).collect();
    for dot in ["difference r1c1 r1c2", "ratio r1c1 r1c2"] {
        let constraints = format!("{}; {dot}", letters.join("; "));
        let input = json!({"puzzle": "1234341221434321", "constraints": constraints});
        let run = satdoku_on(
            "minimise --remove constraints --variant negative-xv --format jsonl",
            input.to_string(),
        );
        assert_eq!(run.code, 0, "{}", run.stdout);
        assert_eq!(strings(&run.objects()[0]["removed"]), [dot]);
    }
}

#[test]
fn pencil_marks_that_a_given_covers_count_without_it() {
    // The marks of row 1 say that its 1 is in r1c1, so the given 1 is redundant.
    let marked = "1 234 234 234\n1234 1234 2 1234\n1234 3 1234 1234\n1234 1234 1234 4\n";
    for (input, minimal, redundant) in [
        (
            marked,
            "......2..3.....4; not r1c2=1 r1c3=1 r1c4=1",
            &["r1c1=1"][..],
        ),
        ("1.....2..3.....4\n", "1.....2..3.....4", &[]),
    ] {
        let run = satdoku_on("minimise --format jsonl", input);
        assert_eq!(run.code, 0, "{input}: {}", run.stderr);
        assert_eq!(run.objects()[0]["minimal"], minimal, "{input}");
        let run = satdoku_on("check --redundant --format jsonl", input);
        let found = strings(&run.objects()[0]["redundant"]);
        assert_eq!(found, redundant, "{input}");
    }
}
