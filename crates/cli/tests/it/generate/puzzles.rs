//! `satdoku generate`: its puzzles are checked by the other commands.

use std::collections::HashSet;
use std::fs;

use crate::common::{HARDEST_LINE, HARDEST_SOLUTION, Run, cases, objects, satdoku, satdoku_on};
use serde_json::Value;

fn generate(options: &str) -> Run {
    satdoku_on(&format!("generate {options}"), "")
}

/// Returns the output of a run without messages.
fn made(options: &str) -> String {
    let run = generate(options);
    assert_eq!(run.err(), ("", 0), "{options}");
    run.stdout
}

fn refusal(options: &str) -> String {
    let run = generate(options);
    assert_eq!(run.out(), ("", 2), "{options}");
    run.stderr
}

#[test]
fn a_seed_gives_the_same_bytes_for_any_number_of_threads_and_any_skip() {
    for options in [
        "",
        "--symmetry half-turn --format jsonl",
        "--box 2x3 --format csv",
    ] {
        let all = made(&format!("-n 30 --seed 5 {options} -j 1"));
        assert_eq!(made(&format!("-n 30 --seed 5 {options} -j 4")), all);
        let header = usize::from(options.contains("csv"));
        let last: Vec<&str> = all.lines().skip(header + 20).collect();
        let skipped = made(&format!("-n 10 --skip 20 --seed 5 {options}"));
        assert_eq!(skipped.lines().skip(header).collect::<Vec<&str>>(), last);
        assert_ne!(made(&format!("-n 30 --seed 6 {options}")), all);
    }
}

#[test]
fn objects_describe_each_puzzle() {
    let objects = objects(&made("-n 12 --seed 2 --symmetry half-turn --format jsonl"));
    for (number, object) in objects.iter().enumerate() {
        let text = |name: &str| object[name].as_str().unwrap().to_string();
        let (puzzle, solution) = (text("puzzle"), text("solution"));
        let is_given: Vec<bool> = puzzle.chars().map(|c| c != '.').collect();
        assert!(is_given.iter().eq(is_given.iter().rev()), "{puzzle}");
        let agree = |(given, digit): (char, char)| given == '.' || given == digit;
        assert!(puzzle.chars().zip(solution.chars()).all(agree));
        let givens = is_given.iter().filter(|is| **is).count();
        assert_eq!(object["givens"], givens);
        assert_eq!(object["number"], number);
        assert_eq!(
            (text("symmetry").as_str(), &object["seed"]),
            ("half-turn", &2.into())
        );
        assert_eq!(
            (&object["confirmed"], &object["symmetric_minimal"]),
            (&true.into(), &true.into())
        );
        let run = satdoku_on("check --redundant --format jsonl", &puzzle);
        let redundant = &run.object()["redundant"];
        assert_eq!(object["minimal"], redundant == &serde_json::json!([]));
    }
    let csv = made("-n 2 --seed 2 --symmetry half-turn --format csv --no-confirm");
    let mut lines = csv.lines();
    assert_eq!(
        lines.next().unwrap(),
        "puzzle,regions,variants,constraints,solution,givens,symmetry,minimal,symmetric_minimal,seed,number,\
         confirmed,error"
    );
    let first = lines.next().unwrap();
    assert!(
        first.starts_with(objects[0]["puzzle"].as_str().unwrap()),
        "{first}"
    );
    assert!(
        first.contains(",half-turn,") && first.ends_with(",2,0,,"),
        "{first}"
    );
}

#[test]
fn all_kinds_of_boards_are_generated_and_solved() {
    for options in ["--box 3x4", "--variant windoku,anti-knight", "--box 1x6"] {
        let puzzles = made(&format!("-n 3 --seed 3 {options}"));
        let run = satdoku_on(&format!("check {options}"), &puzzles);
        assert_eq!((run.code, run.stdout.lines().count()), (0, 3), "{options}");
    }
    let jigsaws = objects(&made(
        "-n 3 --seed 3 --regions random --box 1x6 --format jsonl",
    ));
    let regions = jigsaws.iter().map(|made| made["regions"].as_str().unwrap());
    assert_eq!(regions.collect::<HashSet<&str>>().len(), 3);
    let drawn = made("-n 2 --seed 3 --regions random --box 1x6 --format grid");
    assert!(drawn.starts_with('┌') && drawn.contains("\n\n┌"), "{drawn}");
    // The regions of a file.
    let regions = jigsaws[0]["regions"].as_str().unwrap();
    let map = tempfile::NamedTempFile::new().unwrap();
    fs::write(map.path(), regions).unwrap();
    let options = format!("--regions {}", map.path().display());
    let run = satdoku_on(
        &format!("check {options}"),
        jigsaws[0]["puzzle"].as_str().unwrap(),
    );
    assert_eq!(run.code, 0, "{run:?}");
    let same = made(&format!("-n 1 --seed 1 {options}"));
    assert!(same.ends_with(&format!("; regions {regions}\n")), "{same}");
}

#[test]
fn requested_givens_patterns_and_digits_are_kept() {
    for puzzle in made("-n 10 --seed 4 --givens 28..30").lines() {
        let givens = puzzle.chars().filter(|c| *c != '.').count();
        assert!((28..=30).contains(&givens), "{puzzle}");
    }
    let file = tempfile::NamedTempFile::new().unwrap();
    let made_with = |option: &str, text: &str| {
        fs::write(file.path(), text).unwrap();
        made(&format!("-n 3 --seed 4 {option} {}", file.path().display()))
    };
    for puzzle in made_with("--pattern", &"x??.???.x\n".repeat(9)).lines() {
        let is_right =
            |row: &[u8]| row[0] != b'.' && row[8] != b'.' && (row[3], row[7]) == (b'.', b'.');
        assert!(puzzle.as_bytes().chunks(9).all(is_right), "{puzzle}");
    }
    for puzzle in made_with("--from", &format!("12345{}", ".".repeat(76))).lines() {
        assert!(puzzle.starts_with("12345"), "{puzzle}");
    }
    let run = satdoku_on("solve", made_with("--from", HARDEST_SOLUTION));
    assert_eq!(run.stdout, format!("{HARDEST_SOLUTION}\n").repeat(3));
}

#[test]
fn a_page_has_numbered_puzzles_and_their_solutions_at_the_end() {
    let html = made("-n 5 --seed 1 --format html --answers");
    assert!(html.starts_with("<!DOCTYPE html>\n"));
    assert_eq!(html.matches("Sudoku, 9 by 9").count(), 10);
    let (puzzles, solutions) = html.split_once("<h1>Solutions</h1>").unwrap();
    assert_eq!(puzzles.matches("<figure>\n5\n").count(), 1);
    assert_eq!(solutions.matches("<figure>\n5\n").count(), 1);
    assert_eq!(
        html.matches("<svg ").count(),
        html.matches("</svg>").count()
    );
    let without = made("-n 5 --seed 1 --format html");
    assert!(html.starts_with(&without) && !without.contains("Solutions"));
    let large = made("-n 2 --box 1x13 --seed 1 --format html");
    assert_eq!(large.matches("<figure class=\"large\">").count(), 2);
}

#[test]
fn pages_name_the_puzzles_and_explain_the_rules() {
    let options = "-n 2 --seed 1 --variant windoku,anti-knight --difficulty medium --format html";
    let html = made(options);
    for (text, count) in [
        (
            "Each row, column and box contains the digits 1 to 9 once.",
            2,
        ),
        ("The shaded windows contain every digit once.", 2),
        ("Cells a knight's move apart have different digits.", 2),
        ("\n1 · medium\n", 1),
        ("\n2 · medium\n", 1),
    ] {
        assert_eq!(html.matches(text).count(), count, "{text}");
    }
}

#[test]
fn a_random_seed_is_reported_and_a_closed_pipe_ends_generation() {
    let first = generate("-n 1");
    let seed = first
        .stderr
        .trim()
        .strip_prefix("--seed ")
        .unwrap()
        .to_string();
    assert_eq!(made(&format!("-n 1 --seed {seed}")), first.stdout);
    let mut command = satdoku("generate --seed 1 -n 1000000000");
    let mut child = command
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let stdout = child.stdout.take().unwrap();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(stdout), &mut line).unwrap();
    assert_eq!((line.len(), child.wait().unwrap().code()), (82, Some(0)));
}

mod contradictory_request {
    use super::*;

    cases! {
        assert_refused:
        numbers_beyond_the_last(
            "--skip 18446744073709551615",
            "expected numbers of puzzles below 18446744073709551615",
        );
        too_many_givens("--givens 82", "and at most 81, found 82..82");
        a_decreasing_range("--givens 30..20", "the smaller number first");
        a_word_for_a_number(
            "--givens x",
            "expected a number such as 30 or a range such as 28..32, found `x`",
        );
        an_unknown_symmetry("--symmetry round", "expected a symmetry (none, half-turn");
        a_jigsaw_on_a_line("--regions random --format line", "has no room for the regions");
        constraints_on_a_line(
            "--kinds cage --format line",
            "has no room for the constraints",
        );
        an_unknown_kind("--kinds cagges", "expected a kind of constraints (cage, thermometer,");
        constraints_on_a_large_board("--kinds cage --box 5x5", "from 4x4 to 16x16");
        dots_with_a_negative_constraint(
            "--kinds ratio --variant negative-ratio",
            "negative-ratio and ratio cannot be combined",
        );
        a_missing_map("--regions nowhere.txt", "nowhere.txt: cannot be opened");
        windoku_at_6x6("--variant windoku --box 2x3", "square number of digits for windoku");
        a_file_without_puzzles("--box 2x2 --from README.md", "README.md");
    }

    fn assert_refused(options: &str, reason: &str) {
        let message = refusal(&format!("-n 1 --seed 1 {options}"));
        assert!(message.contains(reason), "{message}");
    }
}

#[test]
fn a_puzzle_that_is_not_found_does_not_stop_the_others() {
    let run = generate("-n 2 --seed 1 --givens 18 --timeout 0.05 --format jsonl");
    assert_eq!(run.code, 1);
    let objects = run.objects();
    assert_eq!(objects.len(), 2);
    assert_eq!(objects[1]["number"], 1);
    let error = objects[1]["error"].as_str().unwrap();
    assert!(
        error.starts_with("no such puzzle found: gave up after 0.05 seconds and "),
        "{error}"
    );
    let run = generate("-n 1 --seed 1 --givens 18 --timeout 0.05");
    assert_eq!(run.out(), ("", 1));
    run.assert_reports_first("puzzle 0: no such puzzle found: gave up after 0.05 seconds and ");
}

/// Each of these boards takes longer somewhere else: in the search for a solution, the regions, or the
/// removal of givens.
#[test]
fn the_time_limit_holds_on_large_boards() {
    for board in [
        "--box 1x400",
        "--box 5x5 --variant windoku",
        "--box 1x60 --regions random",
        "--box 12x12",
        "--box 5x5 --minimal",
    ] {
        let run = generate(&format!("-n 1 --seed 1 --timeout 1.5 {board}"));
        assert_eq!(run.out(), ("", 1), "{board}");
        let message = "puzzle 0: no such puzzle found: gave up after 1.5 seconds and ";
        run.assert_reports_first(message);
    }
}

#[test]
fn puzzles_have_the_requested_difficulty() {
    for level in ["easy", "hard"] {
        let object = &objects(&made(&format!(
            "--seed 3 --difficulty {level} --format jsonl"
        )))[0];
        let rated = satdoku_on("rate --format jsonl", object["puzzle"].as_str().unwrap()).object();
        assert_eq!(object["level"], level);
        for field in ["level", "largest", "technique", "steps", "sizes"] {
            assert_eq!(object[field], rated[field], "{field}");
        }
    }
    let facts = made("-n 3 --seed 3 --difficulty 2..3 --symmetry half-turn --format csv");
    let header = facts.lines().next().unwrap();
    assert!(
        header.ends_with(
            "symmetric_minimal,level,largest,at_least,technique,score,techniques,steps,sizes,unproven,seed,number,confirmed,error"
        ),
        "{header}"
    );
    let lines: Vec<&str> = facts.lines().skip(1).collect();
    let is_hard = |line: &&&str| line.contains(",hard,2,") || line.contains(",expert,3,");
    assert_eq!(lines.iter().filter(is_hard).count(), 3, "{facts}");
}

#[test]
fn puzzles_have_the_requested_technique() {
    let rows = made("-n 2 --seed 3 --format jsonl --technique naked-pair");
    for line in rows.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        assert!(has_technique(&row, "naked pair"), "{row}");
    }
    for (option, expected) in [
        (
            "--technique guess",
            "expected a technique such as x-wing or hidden-pair, found `guess`",
        ),
        (
            "--technique x-wing --difficulty hard",
            "cannot be used with",
        ),
    ] {
        let refused = refusal(&format!("-n 1 --seed 1 {option}"));
        assert!(refused.contains(expected), "{refused}");
    }
}

fn has_technique(row: &Value, name: &str) -> bool {
    row["techniques"]
        .as_array()
        .unwrap()
        .iter()
        .any(|technique| technique == name)
}

#[test]
fn a_difficulty_that_is_not_found_reports_the_number_of_tries() {
    let run =
        generate("-n 1 --seed 1 --box 2x2 --difficulty extreme --timeout 0.05 --format jsonl");
    assert_eq!(run.code, 1);
    let error = run.objects()[0]["error"].as_str().unwrap().to_string();
    assert!(error.contains("gave up after 0.05 seconds and "), "{error}");
    assert_eq!(
        refusal("-n 1 --seed 1 --box 4x5 --difficulty hard"),
        "a difficulty and a board with 20 digits (at most 16) cannot be combined\n"
    );
    for option in ["--from", "--pattern", "--regions"] {
        let missing = refusal(&format!("-n 1 --seed 1 {option} nofile.txt"));
        assert!(
            missing.starts_with("nofile.txt: cannot be opened: No such file"),
            "{missing}"
        );
    }
    for zero in ["0", "0..2"] {
        let unknown = refusal(&format!("-n 1 --seed 1 --difficulty {zero}"));
        assert!(unknown.contains(&format!("from 1, such as 3 or 4..6, found `{zero}`")));
    }
    let unknown = refusal("-n 1 --seed 1 --difficulty tricky");
    assert!(unknown.contains("expected easy, medium, hard"), "{unknown}");
}

#[test]
fn tables_and_objects_contain_the_rules() {
    for arguments in [
        "--regions random",
        "--regions random --variant diagonal",
        "--variant x",
    ] {
        for format in ["jsonl", "csv"] {
            let made = generate(&format!("-n 3 --seed 5 --format {format} {arguments}"));
            let run = satdoku_on("check", &made.stdout);
            let verdicts: Vec<&str> = run
                .stdout
                .lines()
                .filter(|l| l.ends_with(": unique"))
                .collect();
            assert_eq!(
                (verdicts.len(), run.code),
                (3, 0),
                "{arguments}: {}",
                run.stdout
            );
        }
    }
    let run = satdoku_on(
        "check --format jsonl",
        format!("{{\"puzzle\":\"{HARDEST_LINE}\",\"regions\":\"123\"}}"),
    );
    run.assert_prints("in the field regions");
    assert_eq!(run.code, 2);
}
