//! `satdoku repair`: changes that give a puzzle one solution.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::common::{HARDEST_LINE, HARDEST_SOLUTION, PUZZLES, TWO_SOLUTIONS, satdoku_on};

fn repairs(puzzle: &str) -> Vec<Value> {
    let checked = satdoku_on("repair --format jsonl", puzzle).object();
    checked["repairs"].as_array().unwrap().clone()
}

/// Returns the puzzle without some givens and with others.
fn with(puzzle: &str, names: &Value, is_there: bool) -> String {
    let mut cells: Vec<u8> = puzzle.replace('0', ".").into_bytes();
    for name in names.as_array().unwrap() {
        let name = name.as_str().unwrap();
        let (cell, digit) = name.split_once('=').unwrap();
        let (row, column) = cell[1..].split_once('c').unwrap();
        let number = |text: &str| text.parse::<usize>().unwrap() - 1;
        let place = number(row) * 9 + number(column);
        cells[place] = if is_there { digit.as_bytes()[0] } else { b'.' };
    }
    String::from_utf8(cells).unwrap()
}

fn verdict(puzzle: &str) -> Value {
    let checked = satdoku_on("check --format jsonl", puzzle).stdout;
    serde_json::from_str::<Value>(&checked).unwrap()["verdict"].clone()
}

/// Asserts that every repair gives a unique puzzle.
fn assert_true(puzzle: &str, repairs: &[Value]) {
    for repair in repairs {
        if let Some(names) = repair.get("remove") {
            let verdict = verdict(&with(puzzle, names, false));
            let expected = if repair["unique"] == true {
                "unique"
            } else {
                "multiple"
            };
            assert_eq!(verdict, expected, "{repair}");
        } else {
            let names = repair.get("change").or(repair.get("add")).unwrap();
            assert_eq!(verdict(&with(puzzle, names, true)), "unique", "{repair}");
        }
    }
}

#[test]
fn a_mistyped_given_is_found() {
    // r1c1 of the hardest puzzle is 8.
    assert_eq!(&HARDEST_LINE[..1], "8");
    let mut mistyped = HARDEST_LINE.to_string();
    for digit in ["1", "2", "9"] {
        mistyped.replace_range(..1, digit);
        if verdict(&mistyped) == "none" {
            break;
        }
    }
    assert_eq!(verdict(&mistyped), "none");
    let repairs = repairs(&mistyped);
    assert!(
        repairs.contains(&json!({"change": ["r1c1=8"]})),
        "{repairs:?}"
    );
    assert!(
        repairs
            .iter()
            .any(|repair| repair["remove"] == json!([format!("r1c1={}", &mistyped[..1])]))
    );
    assert_true(&mistyped, &repairs);
}

#[test]
fn the_smallest_sets_of_wrong_givens_are_found() {
    // Two pairs of equal givens in different rows.
    let mut cells = HARDEST_SOLUTION.to_string();
    for place in [0, 80] {
        let digit = if &cells[place..=place] == "8" {
            "9"
        } else {
            "7"
        };
        cells.replace_range(place..=place, digit);
    }
    let repairs = repairs(&cells);
    assert!(!repairs.is_empty());
    for repair in &repairs {
        assert_eq!(repair["remove"].as_array().unwrap().len(), 2, "{repair}");
    }
    assert!(repairs.iter().any(|repair| {
        let names = repair["remove"].to_string();
        names.contains("r1c1") && names.contains("r9c9")
    }));
    assert_true(&cells, &repairs);
}

#[test]
fn one_more_given_makes_a_puzzle_unique() {
    let repairs = repairs(TWO_SOLUTIONS);
    assert_eq!(repairs.len(), 1, "{repairs:?}");
    assert_eq!(repairs[0]["add"].as_array().unwrap().len(), 1);
    assert_true(TWO_SOLUTIONS, &repairs);
}

#[test]
fn missing_givens_are_found() {
    let blank = ".".repeat(9);
    let open = format!("{}{blank}{blank}{blank}", &HARDEST_SOLUTION[..54]);
    let repairs = repairs(&open);
    assert_eq!(repairs.len(), 1, "{repairs:?}");
    assert!(repairs[0]["add"].as_array().unwrap().len() > 1);
    assert_true(&open, &repairs);
}

#[test]
fn a_unique_puzzle_needs_no_repair() {
    assert_eq!(repairs(PUZZLES[0][0]), Vec::<Value>::new());
    let text = satdoku_on("repair", PUZZLES[0][0]);
    assert_eq!(text.stdout, "<stdin>:1: unique\n");
}

#[test]
fn repairs_are_described_in_text() {
    let text = satdoku_on("repair", TWO_SOLUTIONS).stdout;
    assert!(text.ends_with("\n  with r2c7=8 it is unique\n"), "{text}");
    let text = satdoku_on("repair", "1134............").stdout;
    assert!(
        text.contains("\n  without r1c1=1 it has more than one solution\n"),
        "{text}"
    );
    assert!(
        !satdoku_on("check", TWO_SOLUTIONS)
            .stdout
            .contains("it is unique")
    );
}

/// Two neighbours clash, and the board without either of them takes the engine long.
#[test]
fn repairs_keep_the_time_limit_and_say_so() {
    let hard = "1....9..8....1...24...8316.......6..........4..5....17..41.2.....13.....5....84..";
    let check = |format: &str| {
        let start = Instant::now();
        let command = "repair --timeout 1 --variant non-consecutive --format";
        let run = satdoku_on(&format!("{command} {format}"), hard);
        let took = start.elapsed();
        assert!(took < Duration::from_secs(6), "{took:?}");
        run.stdout
    };
    let text = check("text");
    let verdict = "<stdin>:1: none: r6c3=5 and r7c3=4 next to each other\n";
    assert!(text.starts_with(verdict), "{text}");
    let last = text.lines().last().unwrap();
    let ends = ["there may be other repairs", "no repair was found so far"];
    let ends = ends.map(|end| format!("  gave up after 1 second: {end}"));
    assert!(ends.contains(&last.to_string()), "{text}");
    let object: Value = serde_json::from_str(&check("jsonl")).unwrap();
    assert_eq!(object["verdict"], "none");
    assert_eq!(object["repairs_complete"], false, "{object}");
}

#[test]
fn finding_no_repair_is_said() {
    let run = satdoku_on("repair", "1111111111111111");
    let expected = "<stdin>:1: none: r1c1=1 and r1c2=1 in row 1\n  no repair was found\n";
    assert_eq!(run.stdout, expected);
    let alone = satdoku_on("check", "1111111111111111").stdout;
    assert_eq!(alone.lines().count(), 1);
}
