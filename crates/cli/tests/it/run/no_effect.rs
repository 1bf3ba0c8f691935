//! Options that a command would ignore are errors that name the option.

use std::fs;

use crate::common::{PROGRAM, PUZZLES, run_example, satdoku_on};

/// Runs the program, and expects no result but this error.
fn refused(arguments: &str, input: &str, error: &str) {
    let run = satdoku_on(arguments, input);
    let found = (run.stdout.as_str(), run.stderr.as_str(), run.code);
    assert_eq!(found, ("", format!("{error}\n").as_str(), 2), "{arguments}");
}

#[test]
fn options_that_describe_puzzles_are_refused_with_cnf() {
    let folder = tempfile::tempdir().unwrap();
    let regions = folder.path().join("regions.txt");
    fs::write(&regions, "1122\n1122\n3344\n3344\n").unwrap();
    let regions = format!("--regions {}", regions.display());
    let exported = satdoku_on("export", PUZZLES[0][0]).stdout;
    let options = [
        "--box 3x3",
        "--variant diagonal",
        "--constraint nonsense",
        &regions,
        "--alphabet 1-9A",
        "--column 1",
        "--lines",
        "--solutions 1",
        "--jobs 1",
    ];
    for option in options {
        let name = option.split(' ').next().unwrap();
        for cnf in ["p cnf 1 0\n", &exported] {
            let run = satdoku_on(&format!("solve --cnf - {option}"), cnf);
            let error = "the argument '--cnf <FILE>' cannot be used with";
            assert!(run.stderr.contains(error), "{}", run.stderr);
            assert!(run.stderr.contains(name), "{}", run.stderr);
            assert_eq!((run.stdout.as_str(), run.code), ("", 2));
        }
    }
    assert_eq!(satdoku_on("solve --cnf - FILE", &exported).code, 2);
}

#[test]
fn options_about_puzzles_are_refused_for_a_plain_formula() {
    for option in [
        "--format jsonl",
        "--no-confirm",
        "--report",
        "--summary",
        "--exit-zero",
        "--no-filename",
    ] {
        let name = option.split(' ').next().unwrap();
        let error = format!(
            "<stdin>: {name} has no effect on a CNF without the comments of `satdoku export`"
        );
        refused(&format!("solve {option} --cnf -"), "p cnf 1 0\n", &error);
    }
    let solver = format!("{PROGRAM} solve --cnf {{}}").replace(' ', "\\ ");
    let command = format!("echo 'p cnf 1 0' | satdoku solve --cnf - --solver {solver}");
    let folder = tempfile::tempdir().unwrap();
    let printed = run_example(&format!("{command} --timeout 60"), folder.path());
    assert!(printed.starts_with("s SATISFIABLE\n"), "{printed}");
}

#[test]
fn options_without_an_effect_on_the_answer_are_refused() {
    let puzzle = PUZZLES[0][0];
    for (arguments, error) in [
        ("hint --facts", "--facts has no effect without --detail 3"),
        ("hint --board", "--board has no effect without --detail 3"),
        (
            "hint --detail 1 --format jsonl",
            "--detail has no effect with --format jsonl and csv",
        ),
        (
            "explain --facts --format svg",
            "--facts has no effect with --format svg, jsonl and csv",
        ),
        (
            "explain --board --format html",
            "--board has no effect with --format html",
        ),
        ("convert --answers", "--answers is for --format html"),
        (
            "generate -n 1 --seed 1 --format svg --answers",
            "--answers is for --format html",
        ),
    ] {
        refused(arguments, puzzle, error);
    }
}

/// `--report` of these commands had no effect.
#[test]
fn the_cost_of_every_answer_can_be_reported() {
    let run = satdoku_on("solve --report --format csv", PUZZLES[0][0]);
    let header = run.stdout.lines().next().unwrap();
    assert!(header.ends_with(",error,confirmed,report"), "{header}");
    let run = satdoku_on("count --estimate --report", PUZZLES[0][0]);
    assert!(run.stdout.starts_with("<stdin>:1: 1 ("), "{}", run.stdout);
}

/// The message was printed, but the exit code was 0.
#[test]
fn a_puzzle_that_the_format_cannot_express_is_no_success() {
    let run = satdoku_on("generate -n 1 --seed 1 --box 5x5 --format link", "");
    let expected = "puzzle 0: expected a board of 4x4 to 16x16 for a link, found 25x25\n";
    assert_eq!((run.stderr.as_str(), run.code), (expected, 1));
}
