//! `satdoku bench`: a table of engines.

use crate::common::{HARDEST_LINE, PROGRAM, Run, for_each_solver, run, satdoku, satdoku_on};

fn rows(arguments: &str, input: &str) -> Vec<serde_json::Value> {
    let run = satdoku_on(&format!("bench --format jsonl {arguments}"), input);
    assert_eq!((run.stderr.as_str(), run.code), ("", 0));
    run.stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn dancing_links_guess_less_than_brute_force() {
    let rows = rows(
        "--engine dlx,brute --rounds 1 --seconds 100 -",
        crate::common::PUZZLES[2][0],
    );
    let names: Vec<&str> = rows
        .iter()
        .map(|row| row["engine"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["dlx", "brute"]);
    let guesses = |row: &serde_json::Value| row["guesses_per_puzzle"].as_f64().unwrap();
    assert!(100.0 * guesses(&rows[0]) < guesses(&rows[1]));
    for row in &rows {
        assert_eq!(
            (row["puzzles"].as_u64(), row["of"].as_u64()),
            (Some(1), Some(1))
        );
        assert_eq!(
            (row["task"].as_str(), row["rounds"].as_u64()),
            (Some("check"), Some(1))
        );
    }
    assert_eq!(rows[0]["ratio"].as_f64(), Some(1.0));
}

#[test]
fn an_engine_stops_at_its_time_limit() {
    let seventeen =
        "000000010400000000020000000000050407008000300001090000300400200050100000000806000";
    let rows = rows("--engine mrv,brute --seconds 1 -", seventeen);
    assert_eq!(rows[0]["puzzles"].as_u64(), Some(1));
    assert_eq!(rows[1]["puzzles"].as_u64(), Some(0));
    assert!(rows[1]["micros_median"].is_null() && rows[1]["ratio"].is_null());
}

#[test]
fn the_encodings_can_be_compared() {
    let rows = rows(
        "--engine sat,sat:extended --rounds 1 --task solve -",
        crate::common::PUZZLES[0][0],
    );
    assert_eq!(rows[0]["share_without_guess"].as_f64(), Some(1.0));
    assert_eq!(rows[1]["share_without_guess"].as_f64(), Some(0.0));
    let needed = |row: &serde_json::Value| row["solver_needed"].as_u64();
    assert_eq!((needed(&rows[0]), needed(&rows[1])), (Some(0), Some(1)));
}

#[test]
fn text_and_csv_have_a_row_for_each_engine() {
    let table = satdoku_on("bench --engine sat,mrv --rounds 1", "").stdout;
    let lines: Vec<&str> = table.lines().collect();
    assert!(lines[0].starts_with("satdoku "), "{table}");
    assert!(
        lines[1].starts_with("40 built-in puzzles; task check"),
        "{table}"
    );
    assert!(lines[3].starts_with("engine "), "{table}");
    assert!(
        lines[4].starts_with("sat ") && lines[5].starts_with("mrv "),
        "{table}"
    );
    assert_eq!(lines.len(), 6);
    assert!(lines[1].contains(", 1 round, at most"), "{table}");
    let values = satdoku_on("bench --engine sat,mrv --rounds 1 --format csv", "").stdout;
    assert_eq!(values.lines().count(), 3);
    // Programs read columns by position: new ones come last.
    let header = "engine,task,data,puzzles,of,puzzles_per_second,micros_median,micros_least,micros_most,\
                  share_without_guess,answered,solver_needed,probes_per_puzzle,guesses_per_puzzle,ratio,\
                  rounds,version,machine,clock\n";
    assert!(values.starts_with(header), "{values}");
}

#[test]
fn bad_records_are_reported_and_the_rest_is_timed() {
    let run = satdoku_on(
        "bench --engine mrv --rounds 1 -",
        format!("12345\n{HARDEST_LINE}\n"),
    );
    assert!(
        run.stderr.starts_with("<stdin>:1:1: expected"),
        "{}",
        run.stderr
    );
    assert!(run.stdout.contains("1 puzzle of <stdin>"), "{}", run.stdout);
    assert_eq!(run.code, 2);
    let run = satdoku_on("bench --engine magic", "");
    assert_eq!(run.code, 2);
}

fn bench_with(solver: &str, options: &str) -> Run {
    let mut command = satdoku(&format!("bench --engine mrv --rounds 1 {options} --solver"));
    command.arg(solver).arg(HARDEST_LINE);
    run(command, "")
}

for_each_solver!(compare and satdoku);

fn compare(solver: &str) {
    let run = bench_with(solver, "");
    assert_eq!(run.code, 0, "{}", run.stderr);
    let rows: Vec<&str> = run.stdout.lines().skip(4).collect();
    let are_named = rows[0].starts_with("mrv ") && rows[1].starts_with(solver);
    assert!(are_named, "{}", run.stdout);
    let has_clock = run.stdout.contains("wall time and ratios of other solvers");
    assert!(has_clock, "{}", run.stdout);
}

#[test]
fn external_solvers_are_timed_by_the_wall_clock() {
    let solver = format!("{PROGRAM} solve --cnf");
    let objects = bench_with(&solver, "--format jsonl").stdout;
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
