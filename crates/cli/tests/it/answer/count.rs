//! `satdoku count` and `solve --solutions`.

use crate::common::{PUZZLES, TWO_SOLUTIONS, satdoku_on};

const FIRST_ROW_OF_6X6: &str = "123456..............................";

#[test]
fn solutions_are_counted() {
    for (arguments, puzzle, expected) in [
        ("", PUZZLES[0][0], "1"),
        ("", TWO_SOLUTIONS, "2"),
        ("", "................", "288"),
        ("--engine sat", "................", "288"),
        ("--engine dlx", "................", "288"),
        ("--engine static", "................", "288"),
        ("--limit 288", "................", "≥288"),
        ("--limit 10", "................", "≥10"),
        ("--box 2x3", FIRST_ROW_OF_6X6, "39168"),
    ] {
        let run = satdoku_on(&format!("count {arguments}"), puzzle);
        assert_eq!(
            run.stdout,
            format!("<stdin>:1: {expected}\n"),
            "{arguments}"
        );
        assert_eq!(run.code, 0);
    }
    let run = satdoku_on("count", "11..............");
    assert_eq!(run.stdout, "<stdin>:1: 0: r1c1=1 and r1c2=1 in row 1\n");
    assert_eq!(run.code, 1);
}

#[test]
fn solve_prints_several_different_solutions() {
    for engine in ["sat", "mrv", "dlx", "static", "brute"] {
        let run = satdoku_on(
            &format!("solve --solutions 500 --engine {engine}"),
            "................",
        );
        let mut grids: Vec<&str> = run.stdout.lines().collect();
        grids.sort();
        grids.dedup();
        assert_eq!((grids.len(), run.code), (288, 0), "{engine}");
        let run = satdoku_on(
            &format!("solve --solutions 7 --engine {engine}"),
            "................",
        );
        assert_eq!(run.stdout.lines().count(), 7, "{engine}");
    }
    let run = satdoku_on("solve --solutions 9 --format jsonl", TWO_SOLUTIONS);
    let object = run.object();
    assert_eq!(object["solutions"].as_array().unwrap().len(), 2);
    assert_eq!(object["solutions"][0], object["solution"]);
    assert_eq!(object["complete"], true);
    let run = satdoku_on("solve --solutions 2", "11..............");
    assert_eq!(
        run.stderr,
        "<stdin>:1: no solution: r1c1=1 and r1c2=1 in row 1\n"
    );
    assert_eq!(run.code, 1);
}

#[test]
fn many_solutions_are_found_without_a_call_of_the_solver_for_each() {
    let run = satdoku_on("solve --solutions 100000 --format line", ".".repeat(81));
    let mut solutions: Vec<&str> = run.stdout.lines().collect();
    solutions.sort_unstable();
    solutions.dedup();
    assert_eq!((solutions.len(), run.code), (100_000, 0));
}

#[test]
fn every_engine_can_be_chosen() {
    // The last two would take long for the hardest puzzle.
    for (engine, number) in [
        ("sat", 3),
        ("mrv", 3),
        ("dlx", 3),
        ("static", 0),
        ("brute", 0),
    ] {
        let [puzzle, solution] = PUZZLES[number];
        let run = satdoku_on(&format!("solve --format line --engine {engine}"), puzzle);
        assert_eq!(run.stdout, format!("{solution}\n"), "{engine}");
    }
}

#[test]
fn the_number_of_solutions_is_estimated_with_an_error() {
    let empty = ".".repeat(81);
    let run = satdoku_on("count --estimate=500 --seed 3", &empty);
    let text = run
        .stdout
        .strip_prefix("<stdin>:1: ≈6.")
        .expect("an estimate near 6.67e21");
    assert!(
        text.contains("e21 ± ") && text.ends_with(" % (500 probes)\n"),
        "{text}"
    );
    assert_eq!(run.code, 0);
    assert_eq!(
        satdoku_on("count --estimate=500 --seed 3", &empty).stdout,
        run.stdout
    );

    let run = satdoku_on("count --estimate=500 --seed 3 --format jsonl", &empty);
    let row = run.object();
    let [estimate, log10, error] =
        ["estimate", "log10", "relative_error"].map(|name| row[name].as_f64().unwrap());
    assert!((estimate / 6.67e21 - 1.0).abs() < 4.0 * error, "{row}");
    assert!((estimate.log10() - log10).abs() < 1e-9);
    assert_eq!(
        (row["complete"].as_bool(), row["probes"].as_u64()),
        (Some(false), Some(500))
    );
}

#[test]
fn few_solutions_are_counted_instead_of_estimated() {
    for (puzzle, expected, code) in [
        (PUZZLES[0][0], "1", 0),
        (TWO_SOLUTIONS, "2", 0),
        ("11..............", "0: r1c1=1 and r1c2=1 in row 1", 1),
    ] {
        let run = satdoku_on("count --estimate", puzzle);
        assert_eq!(run.stdout, format!("<stdin>:1: {expected}\n"));
        assert_eq!(run.code, code);
    }
}
