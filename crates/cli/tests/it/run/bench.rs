//! `satdoku bench`: a table of engines.

use crate::common::{HARDEST_LINE, Run, for_each_solver, run, sat_solver, satdoku, satdoku_on};

fn rows(arguments: &str, input: &str) -> Vec<serde_json::Value> {
    let run = satdoku_on(&format!("bench --format jsonl {arguments}"), input);
    assert_eq!(run.err(), ("", 0));
    run.stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn dancing_links_guess_less_than_brute_force() {
    let rows = rows(
        "--engine dlx,brute --timeout 100 -",
        crate::common::PUZZLES[2][0],
    );
    let names: Vec<&str> = rows
        .iter()
        .map(|row| row["engine"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["dlx", "brute"]);
    let guesses = |row: &serde_json::Value| row["guesses"].as_f64().unwrap();
    assert!(100.0 * guesses(&rows[0]) < guesses(&rows[1]));
    for row in &rows {
        assert_eq!(
            (row["puzzles"].as_u64(), row["of"].as_u64()),
            (Some(1), Some(1))
        );
        assert!(row["micros"].as_f64().unwrap() > 0.0);
    }
    let micros = |row: &serde_json::Value| row["micros"].as_f64().unwrap();
    let ratio = micros(&rows[1]) / micros(&rows[0]);
    assert_eq!(rows[0]["ratio"].as_f64(), Some(1.0));
    assert!((rows[1]["ratio"].as_f64().unwrap() / ratio - 1.0).abs() < 1e-9);
}

#[test]
fn an_engine_stops_at_its_time_limit() {
    let seventeen =
        "000000010400000000020000000000050407008000300001090000300400200050100000000806000";
    let rows = rows("--engine mrv,brute --timeout 0.5 -", seventeen);
    assert_eq!(rows[0]["puzzles"].as_u64(), Some(1));
    assert_eq!(rows[1]["puzzles"].as_u64(), Some(0));
    assert!(rows[1]["micros"].is_null() && rows[1]["ratio"].is_null());
}

#[test]
fn text_and_csv_have_a_row_for_each_engine() {
    let table = satdoku_on("bench --engine sat,mrv", "").stdout;
    let lines: Vec<&str> = table.lines().collect();
    let starts = ["engine ", "sat ", "mrv "];
    assert_eq!(lines.len(), 3, "{table}");
    let are_named = lines
        .iter()
        .zip(starts)
        .all(|(line, start)| line.starts_with(start));
    assert!(are_named && lines[1].contains(" 40 "), "{table}");
    let values = satdoku_on("bench --engine sat,mrv --format csv", "").stdout;
    assert_eq!(values.lines().count(), 3);
    // Programs read columns by position: new ones come last.
    let header = "engine,clock,puzzles,of,micros,ratio,guesses\n";
    assert!(values.starts_with(header), "{values}");
}

#[test]
fn bad_records_are_reported_and_the_rest_is_timed() {
    let run = satdoku_on("bench --engine mrv -", format!("12345\n{HARDEST_LINE}\n"));
    run.assert_reports_first("<stdin>:1:1: expected");
    run.assert_prints("\nmrv ");
    assert_eq!(run.code, 2);
    assert_eq!(satdoku_on("bench --engine magic", "").code, 2);
    assert_eq!(satdoku_on("bench no-such-file", "").code, 2);
}

fn bench_with(solver: &str, options: &str) -> Run {
    let mut command = satdoku(&format!("bench --engine mrv {options} --solver"));
    command.arg(solver).arg(HARDEST_LINE);
    run(command, "")
}

for_each_solver!(compare and varisat);

fn compare(solver: &str) {
    let run = bench_with(solver, "");
    assert_eq!(run.code, 0, "{}", run.stderr);
    let rows: Vec<&str> = run.stdout.lines().skip(1).collect();
    let are_named = rows[0].starts_with("mrv ") && rows[1].starts_with(solver);
    assert!(are_named, "{}", run.stdout);
    assert!(rows[1].contains(" wall "), "{}", run.stdout);
}

#[test]
fn external_solvers_are_timed_by_the_wall_clock() {
    let objects = bench_with(&sat_solver::command(), "--format jsonl").stdout;
    let lines = objects.lines();
    let clocks: Vec<bool> = lines
        .map(|line| line.contains("\"clock\":\"wall\""))
        .collect();
    assert_eq!(clocks, [false, true], "{objects}");
}

#[test]
fn a_wrong_answer_of_an_external_solver_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let liar = folder.path().join("liar");
    std::fs::write(&liar, "echo 's UNSATISFIABLE'\n").unwrap();
    let run = bench_with(&format!("sh {}", liar.display()), "");
    assert_eq!(run.code, 3);
    let is_reported = run.stderr.starts_with("WRONG ANSWER of an external solver");
    assert!(is_reported, "{}", run.stderr);
}

#[test]
fn a_missing_solver_is_an_error() {
    let run = bench_with("no-such-solver", "");
    assert_eq!(run.code, 2, "{}", run.stderr);
}
