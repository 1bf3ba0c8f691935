//! Conflicts: minimal sets of givens that contradict each other.

use crate::common::{objects, run, satdoku, satdoku_on};
use serde_json::{Value, json};

/// A 4×4 puzzle in which r1c1 sees 1, 2 and 3 in its row and 4 in its column; r3c3 has no part in it.
const FOUR: &str = ".123......1.4...";

#[test]
fn a_conflict_names_only_givens_that_matter() {
    let run = satdoku_on("check", FOUR);
    assert_eq!(
        run.stdout,
        "<stdin>:1: none: no digit is left for r1c1, given r1c2=1 r1c3=2 r1c4=3 r4c1=4\n"
    );
    assert_eq!(run.err(), ("", 1));
    let run = satdoku_on("solve", FOUR);
    assert_eq!(
        run.stderr,
        "<stdin>:1: no solution: no digit is left for r1c1, given r1c2=1 r1c3=2 r1c4=3 r4c1=4\n"
    );
    for command in ["check", "solve"] {
        let run = satdoku_on(&format!("{command} --format jsonl"), FOUR);
        let object = &run.objects()[0];
        assert_eq!(
            object["conflict"],
            json!(["r1c2=1", "r1c3=2", "r1c4=3", "r4c1=4"])
        );
    }
}

#[test]
fn a_clash_is_preferred_to_a_longer_conflict() {
    let run = satdoku_on("check --format jsonl", "1..1.23.........");
    let object = &run.objects()[0];
    assert_eq!(object["conflict"], json!(["r1c1=1", "r1c4=1"]));
    assert_eq!(object["reason"], "r1c1=1 and r1c4=1 in row 1");
}

#[test]
fn the_search_for_a_reason_is_bounded_and_says_so() {
    let puzzle =
        "...2...1..1.73.....5.6.14.3.7.96.2.1..23..8........7.5.6..12.5.1..4.3.89.845..1..";
    let check = |format: &str| {
        let command = format!("check --variant diagonal,anti-knight --format {format}");
        satdoku_on(&command, puzzle).stdout
    };
    let object = objects(&check("jsonl")).remove(0);
    assert_eq!(object["verdict"], "none");
    assert_eq!(object["minimal_conflict"], false, "{object}");
    let conflict = object["conflict"].as_array().unwrap();
    assert!((1..20).contains(&conflict.len()), "{object}");
    let text = check("text");
    assert!(
        text.ends_with(" (fewer of these may be enough)\n"),
        "{text}"
    );
    // The bound counts work, so the answer is deterministic.
    assert_eq!(text, check("text"));
    // A minimal conflict has no remark.
    let run = satdoku_on("check --format jsonl", FOUR);
    assert!(!run.stdout.contains("minimal_conflict"), "{}", run.stdout);
}

#[test]
fn a_board_without_solutions_has_a_conflict_without_givens() {
    // Any two adjacent rows of a 4×4 board have consecutive neighbours.
    for givens in ["................", "11..............", ".2...3.........."] {
        let run = satdoku_on("check --variant non-consecutive --format jsonl", givens);
        let object = &run.objects()[0];
        assert_eq!(object["conflict"], json!([]), "{object}");
        assert_eq!(object["minimal_conflict"], Value::Null);
        let reason = object["reason"].as_str().unwrap();
        assert!(reason.ends_with(", whatever is given"), "{reason}");
    }
    // A given that the board excludes is the conflict, without the given that it clashes with.
    let options = "check --variant anti-knight,anti-king --box 2x3 --format jsonl";
    let clash = format!("11{}", ".".repeat(34));
    let run = satdoku_on(options, &clash);
    let object = &run.objects()[0];
    let givens = object["conflict"].as_array().unwrap().len();
    let empty = satdoku_on(options, ".".repeat(36));
    let is_solvable = empty.objects()[0]["verdict"] != "none";
    assert_eq!(givens > 0, is_solvable, "{object}");
}

#[test]
fn a_clash_in_a_house_is_minimal_without_a_search() {
    let clash = format!("55{}", ".".repeat(79));
    let check = |option: &[&str]| {
        let mut command = satdoku("check --format jsonl");
        command.args(option);
        objects(&run(command, &clash).stdout).remove(0)
    };
    let unrelated = ["--constraint", "cage 17 r5c1 r5c2"];
    for option in [&[][..], &["--variant", "diagonal"], &unrelated] {
        let object = check(option);
        assert_eq!(object["conflict"], json!(["r1c1=5", "r1c2=5"]), "{object}");
        assert_eq!(object["minimal_conflict"], Value::Null, "{object}");
    }
}

#[test]
fn boards_above_25x25_have_no_conflict_of_givens() {
    // The number that the first row lacks is below its blank.
    let mut text = String::new();
    for row in 0..36 {
        let number = |column: usize| match (row, column) {
            (0, 35) => 0,
            (0, column) => column + 1,
            (35, 35) => 36,
            _ => 0,
        };
        let cells: Vec<String> = (0..36).map(|column| number(column).to_string()).collect();
        text += &format!("{}\n", cells.join(" "));
    }
    let run = satdoku_on("check --format jsonl", &text);
    let object = &run.objects()[0];
    assert_eq!(object["verdict"], "none", "{}", run.stderr);
    assert_eq!(object["conflict"], json!([]));
}

#[test]
fn connected_variables_that_cannot_be_connected_are_named() {
    let puzzle = "................; variables x 2x2 1-2; connected 1 size 5: x";
    for engine in ["sat", "mrv"] {
        let run = satdoku_on(&format!("count --engine {engine}"), puzzle);
        let expected = "<stdin>:1: 0: no digits satisfy connected 1 size 5: x\n";
        assert_eq!(run.stdout, expected, "{engine}");
    }
}
