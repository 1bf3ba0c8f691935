//! `satdoku generate --kinds`: its puzzles are read and checked by the other commands.

use std::fs;

use serde_json::Value;

use crate::common::{satdoku_on, satdoku_with};

/// Returns the output of a run without messages.
fn made(options: &str) -> String {
    let run = satdoku_on(&format!("generate --seed 1 {options}"), "");
    assert_eq!(run.err(), ("", 0), "{options}");
    run.stdout
}

#[test]
fn killers_cover_the_board_without_givens() {
    let killers = made("-n 2 --kinds cage --box 2x3 --difficulty easy --format jsonl");
    for killer in killers.lines() {
        let killer: Value = serde_json::from_str(killer).unwrap();
        let cages = killer["constraints"].as_array().unwrap().iter();
        let cells = cages.map(|cage| cage.as_str().unwrap().matches('r').count());
        assert_eq!(cells.sum::<usize>(), 36);
        assert_eq!(
            (&killer["givens"], &killer["level"]),
            (&0.into(), &"easy".into())
        );
        assert_eq!(killer["confirmed"], true);
    }
    for engine in ["sat", "mrv"] {
        let run = satdoku_on(&format!("check --engine {engine}"), &killers);
        assert_eq!((run.code, run.stdout.matches(": unique").count()), (0, 2));
    }
    let options = "-n 1 --skip 1 --kinds cage --box 2x3 --difficulty easy --format jsonl -j 3";
    assert_eq!(Some(made(options).trim()), killers.lines().nth(1));
}

#[test]
fn minimal_killers_need_every_cage() {
    let killers = made("-n 2 --kinds cage --minimal --box 2x3 --format jsonl");
    let run = satdoku_on("check --redundant", &killers);
    assert_eq!(
        run.stdout.matches(": unique, minimal").count(),
        2,
        "{}",
        run.stdout
    );
}

/// It generated lines that no command reads.
#[test]
fn boxes_that_do_not_fill_the_board_are_refused() {
    let output = satdoku_with("generate --seed 1 --constraint", ["box 1x4"], "");
    assert_eq!(output.out(), ("", 2));
    let expected = "expected boxes that fill a board of 9x9, found 1x4";
    output.assert_reports(expected);
}

#[test]
fn puzzles_have_the_rules_that_are_given() {
    let rule = "pairs \"abs(a-b) >= 3\" as \"far\" r1c1 r1c2 r1c3";
    let puzzle = satdoku_with(
        "generate --seed 1 -n 1 --box 2x3 --constraint",
        [rule, "--constraint", "anti-knight"],
        "",
    )
    .stdout;
    let expected = format!("; anti-knight; {rule}\n");
    assert!(puzzle.ends_with(&expected), "{puzzle}");
    let verdict = satdoku_on("check", &puzzle);
    assert_eq!(verdict.stdout, "<stdin>:1: unique\n");

    for (rule, expected) in [
        (
            "pairs \"a <\" r1c1 r1c2",
            "--constraint `pairs \"a <\" r1c1 r1c…`: expected",
        ),
        (
            "given r1c1=5",
            "expected a rule of the board, found candidates of a puzzle",
        ),
    ] {
        let output = satdoku_with("generate --seed 1 -n 1 --constraint", [rule], "");
        output.assert_reports(expected);
        assert_eq!(output.code, 2);
    }
}

#[test]
fn every_format_has_the_constraints() {
    for format in ["grid", "link", "link=sudokupad", "jsonl", "csv"] {
        let options = format!("--kinds arrow,xv --box 2x3 --format {format}");
        let puzzles = made(&format!("-n 2 {options}"));
        let run = satdoku_on("check", &puzzles);
        assert_eq!(
            run.stdout.matches(": unique").count(),
            2,
            "{format}: {}",
            run.stdout
        );
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("killers.html");
    made(&format!(
        "-n 3 --kinds cage --box 2x3 --answers --format html -o {}",
        path.display()
    ));
    let html = fs::read_to_string(path).unwrap();
    assert_eq!(html.matches("Sudoku, 6 by 6").count(), 6);
    let rule = "Digits in a cage differ and add up to its total";
    assert_eq!(html.matches(rule).count(), 3);
}

#[test]
fn any_level_is_found_soon() {
    for (level, kinds) in [("medium", "whispers,xv"), ("hard", "arrow")] {
        let puzzle = made(&format!(
            "-n 1 --kinds {kinds} --difficulty {level} --format jsonl"
        ));
        let object: Value = serde_json::from_str(&puzzle).unwrap();
        assert_eq!(object["level"], level);
        let run = satdoku_on("rate", &puzzle);
        run.assert_prints(&format!(": {level} ("));
    }
}

#[test]
fn constraints_go_with_variants_symmetry_and_givens() {
    let puzzle = made(
        "-n 1 --kinds thermometer --variant anti-knight --symmetry half-turn --format jsonl --box 2x3",
    );
    let object: Value = serde_json::from_str(&puzzle).unwrap();
    let givens = object["puzzle"].as_str().unwrap().chars().map(|c| c == '.');
    assert!(givens.clone().eq(givens.rev()), "{puzzle}");
    assert_eq!(satdoku_on("check", &puzzle).code, 0);
    let puzzle = made("-n 1 --kinds cage --givens 5 --box 2x3 --format jsonl");
    let object: Value = serde_json::from_str(&puzzle).unwrap();
    assert_eq!(object["givens"], 5);
    assert_eq!(satdoku_on("check", &puzzle).code, 0);
}
