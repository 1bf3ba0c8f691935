//! `satdoku bench`: a table of engines, with what can be checked in it.

use crate::common::{HARDEST, satdoku, satdoku_on};

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
    let rows = rows("--engine dlx,brute --rounds 1 --seconds 100 -", HARDEST);
    let names: Vec<&str> = rows
        .iter()
        .map(|row| row["engine"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["dlx", "brute"]);
    let guesses = |row: &serde_json::Value| row["guesses_per_puzzle"].as_f64().unwrap();
    assert!(1_000.0 * guesses(&rows[0]) < guesses(&rows[1]));
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
fn tables_and_values_have_a_row_for_each_engine() {
    let table = satdoku_on("bench --engine sat,mrv --rounds 1", "").stdout;
    let lines: Vec<&str> = table.lines().collect();
    assert!(lines[0].starts_with("satdoku "), "{table}");
    assert!(
        lines[1].starts_with("40 puzzles of the program's own; task check"),
        "{table}"
    );
    assert!(lines[3].starts_with("engine "), "{table}");
    assert!(
        lines[4].starts_with("sat ") && lines[5].starts_with("mrv "),
        "{table}"
    );
    assert_eq!(lines.len(), 6);
    let values = satdoku_on("bench --engine sat,mrv --rounds 1 --format csv", "").stdout;
    assert_eq!(values.lines().count(), 3);
    assert!(
        values.starts_with("engine,task,data,puzzles,of,"),
        "{values}"
    );
}

#[test]
fn bad_records_are_said_and_the_rest_is_compared() {
    let run = satdoku_on(
        "bench --engine mrv --rounds 1 -",
        format!("12345\n\n{HARDEST}\n"),
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

#[test]
fn the_steps_of_each_puzzle_are_a_row() {
    let input = format!("{HARDEST}\n\n{}\n12345\n", crate::common::PUZZLES[0][0]);
    let run = satdoku_on("bench --task steps --format csv -", input);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines.len(), 3, "{}", run.stderr);
    assert!(run.stderr.contains("expected") && run.code == 2);
    let columns: Vec<&str> = lines[0].split(',').collect();
    let field = |line: &str, name: &str| -> String {
        let place = columns.iter().position(|column| *column == name).unwrap();
        line.split(',').nth(place).unwrap().to_string()
    };
    assert_eq!(field(lines[1], "n"), "9");
    assert_eq!(field(lines[1], "givens"), "21");
    assert_eq!(field(lines[1], "verdict"), "unique");
    assert_eq!(field(lines[1], "confirmed"), "true");
    assert_ne!(field(lines[1], "clauses"), "0");
    // Singles are enough for the other one.
    assert_eq!(
        (field(lines[2], "clauses"), field(lines[2], "candidates")),
        ("0".into(), "0".into())
    );
    if cfg!(target_os = "linux") {
        let memory: u64 = field(lines[1], "peak_memory_kib").parse().unwrap();
        assert!(memory > 500 && memory < 100_000, "{memory}");
    }
    for format in ["text", "jsonl"] {
        let run = satdoku_on(&format!("bench --task steps --format {format} -"), HARDEST);
        assert!(
            run.stdout.contains("unique") && run.code == 0,
            "{}",
            run.stdout
        );
    }
}

#[test]
fn reading_is_measured_without_an_answer() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("puzzles.txt");
    let bad = "1".repeat(80);
    std::fs::write(
        &file,
        format!("{}\n{bad}\n", crate::common::PUZZLES[0][0]).repeat(50),
    )
    .unwrap();
    let mut command = satdoku("bench --task read --rounds 3 --format jsonl");
    command.arg(&file);
    let run = crate::common::run(command, "");
    let row: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((&row["records"], &row["rounds"]), (&100.into(), &3.into()));
    assert!(row["micros_median"].as_f64().unwrap() > 0.0);
    let run = satdoku_on("bench --task read", crate::common::PUZZLES[0][0]);
    assert_eq!((run.stdout.as_str(), run.code), ("", 2));
}
