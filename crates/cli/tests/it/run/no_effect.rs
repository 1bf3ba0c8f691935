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
        "--order row-major",
        "--amo product",
        "--nodes 7",
        "--solutions 1",
        "--jobs 1",
    ];
    for option in options {
        let name = option.split(' ').next().unwrap();
        for cnf in ["p cnf 1 0\n", &exported] {
            let error = format!("{name} has no effect with --cnf");
            refused(&format!("solve --cnf - {option}"), cnf, &error);
        }
    }
    refused(
        "solve --cnf - FILE",
        &exported,
        "FILE has no effect with --cnf",
    );
}

#[test]
fn options_about_puzzles_are_refused_for_a_plain_formula() {
    for option in [
        "--format jsonl",
        "--ascii",
        "--answers",
        "--per-page 2",
        "--paper a4",
        "--title x",
        "--no-confirm",
        "--confirm-nodes 7",
        "--no-reason",
        "--report",
        "--summary",
        "--no-header",
        "--no-filename",
    ] {
        let name = option.split(' ').next().unwrap();
        let error = format!(
            "<stdin>: {name} has no effect on a CNF without the comments of `satdoku export`"
        );
        refused(&format!("solve {option} --cnf -"), "p cnf 1 0\n", &error);
    }
    let solver = format!("{PROGRAM} solve --cnf {{}}").replace(' ', "\\ ");
    let command =
        format!("echo 'p cnf 1 0' | satdoku solve --cnf - --max-memory 1G --solver {solver}");
    let folder = tempfile::tempdir().unwrap();
    let printed = run_example(&format!("{command} --timeout 60"), folder.path());
    assert!(printed.starts_with("s SATISFIABLE\n"), "{printed}");
}

#[test]
fn import_refuses_options_that_describe_the_puzzle_of_a_cnf() {
    let folder = tempfile::tempdir().unwrap();
    let prepare = "satdoku export sudoku.txt -o sudoku.cnf
        satdoku export sudoku.txt -o formulas/
        mkdir results; printf '1122\\n1122\\n3344\\n3344\\n' > regions.txt
        satdoku solve --cnf sudoku.cnf > results/000001.out";
    fs::write(folder.path().join("sudoku.txt"), PUZZLES[0][0]).unwrap();
    assert_eq!(run_example(prepare, folder.path()), "");
    let options = [
        "--encoding minimal",
        "--amo product",
        "--blocked",
        "--box 3x3",
        "--variant diagonal",
        "--constraint nonsense",
        "--regions regions.txt",
        "--alphabet 1-9A",
        "--column 1",
        "--lines",
    ];
    for option in options {
        let name = option.split(' ').next().unwrap();
        for input in ["sudoku.cnf results/000001.out", "formulas results"] {
            let command = format!("satdoku import {option} --cnf {input}; echo $?");
            let printed = run_example(&command, folder.path());
            let expected = format!("{name} has no effect with --cnf\n2\n");
            assert_eq!(printed, expected, "{command}");
        }
    }
    for input in ["--cnf sudoku.cnf", "--puzzle sudoku.txt"] {
        let command = format!("satdoku import {input} --jobs 2 results/000001.out; echo $?");
        let printed = run_example(&command, folder.path());
        assert_eq!(printed, "--jobs has no effect on one result\n2\n");
    }
}

#[test]
fn options_without_an_effect_on_the_answer_are_refused() {
    let puzzle = PUZZLES[0][0];
    for (arguments, error) in [
        ("hint --facts", "--facts has no effect without --level 3"),
        (
            "hint --level 1 --board",
            "--board has no effect without --level 3",
        ),
        (
            "hint --level 1 --format jsonl",
            "--level has no effect with --format jsonl and csv",
        ),
        (
            "explain --facts --format svg",
            "--facts has no effect with --format svg, jsonl and csv",
        ),
        (
            "explain --board --format html",
            "--board has no effect with --format html",
        ),
        (
            "rate --facts --format csv",
            "--facts has no effect with --format jsonl and csv",
        ),
        (
            "count --estimate --nodes 5",
            "--nodes has no effect with --estimate",
        ),
        (
            "count --estimate --amo product",
            "--amo has no effect with --estimate",
        ),
        (
            "minimise --all-redundant --format svg",
            "--format has no effect with --all-redundant, except --format jsonl and csv",
        ),
        (
            "minimise --all-redundant --ascii",
            "--ascii has no effect with --all-redundant, except --format jsonl and csv",
        ),
        (
            "generate -n 1 --holes 0.5 --no-confirm",
            "--no-confirm has no effect with --holes",
        ),
        (
            "bench --variant diagonal",
            "--variant has no effect on the built-in puzzles",
        ),
        (
            "solve --format jsonl --ascii",
            "--ascii is for --format grid",
        ),
        ("generate -n 1 --ascii", "--ascii is for --format grid"),
        ("check --no-header", "--no-header is for --format csv"),
        (
            "solve --format jsonl --no-header",
            "--no-header is for --format csv",
        ),
        ("export --no-header", "--no-header is for --format csv"),
    ] {
        refused(arguments, puzzle, error);
    }
}

/// `--report` of these commands had no effect.
#[test]
fn the_cost_of_every_answer_can_be_reported() {
    let run = satdoku_on("minimise --report", PUZZLES[0][0]);
    assert!(run.stderr.starts_with("<stdin>:1: "), "{}", run.stderr);
    let run = satdoku_on("minimise --report --format csv", PUZZLES[0][0]);
    let header = run.stdout.lines().next().unwrap();
    assert!(header.ends_with(",error,confirmed,report"), "{header}");
    let run = satdoku_on("count --estimate --report", PUZZLES[0][0]);
    assert!(run.stdout.starts_with("<stdin>:1: 1 ("), "{}", run.stdout);
}

/// The message was printed, but the exit code was 0.
#[test]
fn a_puzzle_that_the_format_cannot_express_is_no_success() {
    let diagonal = "minimise --variant diagonal --format sdm";
    let run = satdoku_on(diagonal, "1...............");
    assert_eq!((run.stdout.as_str(), run.code), ("", 1), "{}", run.stderr);
    let run = satdoku_on("generate -n 1 --seed 1 --box 5x5 --format link", "");
    let expected = "puzzle 0: expected a board of 4x4 to 16x16 for a link, found 25x25\n";
    assert_eq!((run.stderr.as_str(), run.code), (expected, 1));
    let export = "export --variant diagonal --encoding reduced";
    let cnf = satdoku_on(export, "12..............").stdout;
    let run = satdoku_on("solve --cnf - --format sdm", cnf);
    let expected = "<stdin>:4: expected a puzzle with givens alone for --format sdm and sdk, found other rules\n";
    assert_eq!((run.stderr.as_str(), run.code), (expected, 1));
}
