//! Many records: one answer for each, in order and without delay, and the same bytes for any number
//! of threads.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use crate::common::{PUZZLES, TWO_SOLUTIONS, satdoku, satdoku_on};

/// Number of records in [`mixed`].
const RECORDS: usize = 210;

/// Returns lines with records of every kind, in mixed order.
fn mixed() -> String {
    let none = format!("11{}", ".".repeat(79));
    let bad = "1".repeat(80);
    let hardest = crate::common::HARDEST.replace([' ', '\n'], "");
    let kinds = [
        PUZZLES[0][0],
        TWO_SOLUTIONS,
        &hardest,
        &none,
        PUZZLES[1][0],
        &bad,
        PUZZLES[2][0],
    ];
    (0..RECORDS)
        .map(|number| format!("{}\n", kinds[(number * 37 + number / 11) % kinds.len()]))
        .collect()
}

#[test]
fn output_is_the_same_for_any_number_of_threads() {
    let input = mixed();
    for arguments in [
        "solve --format grid",
        "solve --solutions 3",
        "check --format jsonl",
        "minimise --format csv",
    ] {
        let one = satdoku_on(&format!("{arguments} -j 1"), &input);
        assert_eq!(one.code, 2, "{arguments}");
        for jobs in ["", "-j 7"] {
            let other = satdoku_on(&format!("{arguments} {jobs}"), &input);
            assert_eq!(one.stdout, other.stdout, "{arguments} {jobs}");
            assert_eq!(one.stderr, other.stderr, "{arguments} {jobs}");
            assert_eq!(one.code, other.code, "{arguments} {jobs}");
        }
    }
}

#[test]
fn json_and_csv_have_a_record_for_each_record_in_order() {
    let input = mixed();
    for command in ["check", "minimise"] {
        let json = satdoku_on(&format!("{command} --format jsonl"), &input);
        let csv = satdoku_on(&format!("{command} --format csv"), &input);
        let lines = input.lines().enumerate();
        let mut objects = json.stdout.lines();
        let mut reader = csv::ReaderBuilder::new().from_reader(csv.stdout.as_bytes());
        let mut rows = reader.records();
        for (number, puzzle) in lines {
            let object: serde_json::Value = serde_json::from_str(objects.next().unwrap()).unwrap();
            let row = rows.next().unwrap().unwrap();
            assert_eq!(object["line"], number + 1);
            assert_eq!(row[1], (number + 1).to_string());
            let puzzle = puzzle.replace(['0', '…'], ".");
            if puzzle.len() == 81 {
                assert_eq!(object["puzzle"], puzzle);
            }
            assert_eq!(object["puzzle"], row[2]);
            let error = object["error"].as_str().unwrap_or_default();
            assert!(row.iter().any(|field| field == error), "{object} {row:?}");
        }
        assert!(objects.next().is_none() && rows.next().is_none());
    }
}

#[test]
fn without_places_records_depend_only_on_themselves() {
    let input = mixed();
    let lines: Vec<&str> = input.split_inclusive('\n').take(40).collect();
    for arguments in ["check --no-filename", "solve --no-filename --format jsonl"] {
        let whole = satdoku_on(arguments, lines.concat());
        let pieces: Vec<_> = lines
            .chunks(7)
            .map(|piece| satdoku_on(arguments, piece.concat()))
            .collect();
        let stdout: String = pieces.iter().map(|run| run.stdout.as_str()).collect();
        let stderr: String = pieces.iter().map(|run| run.stderr.as_str()).collect();
        assert_eq!(
            (whole.stdout, whole.stderr),
            (stdout, stderr),
            "{arguments}"
        );
    }
    let run = satdoku_on(
        "check --no-filename --format jsonl",
        "12....\n\n\n....\n1234\n",
    );
    assert!(!run.stdout.contains("stdin"), "{}", run.stdout);
    run.assert_prints("\"error\":\"no puzzle found\"");
}

#[test]
fn summaries_count_verdicts() {
    let input = mixed();
    let run = satdoku_on(
        "check --engine sat:reduced --summary --format jsonl",
        &input,
    );
    let summary = run.stderr.lines().last().unwrap();
    let count = |verdict: &str| {
        let field = format!("\"verdict\":\"{verdict}\"");
        run.stdout
            .lines()
            .filter(|line| line.contains(&field))
            .count()
    };
    let verdicts = ["invalid", "multiple", "none", "unique"];
    let counts = verdicts.map(|verdict| format!("{} {verdict}", count(verdict)));
    let start = format!("{RECORDS} records: {} (", counts.join(", "));
    let rest = summary.strip_prefix(&start).expect(summary);
    let (solver, _) = rest.split_once(" needed the solver; ").unwrap();
    assert!((1..RECORDS).contains(&solver.parse().unwrap()), "{solver}");

    let run = satdoku_on("solve --summary", PUZZLES[0][0]);
    run.assert_reports_first("1 record: 1 solved (0 needed the solver; ");
}

#[test]
fn answers_appear_before_the_input_ends() {
    for jobs in ["1", "3"] {
        let mut command = satdoku(&format!("solve -j {jobs}"));
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        for [puzzle, solution] in &PUZZLES[..3] {
            writeln!(stdin, "{puzzle}").unwrap();
            let mut line = String::new();
            stdout.read_line(&mut line).unwrap();
            assert_eq!(line.trim_end(), *solution);
        }
        drop(stdin);
        assert!(child.wait().unwrap().success());
    }
}

#[test]
#[cfg(unix)]
fn ctrl_c_ends_the_run_after_what_was_answered() {
    let mut command = satdoku("check --format jsonl --summary");
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    writeln!(stdin, "{}", PUZZLES[0][0]).unwrap();
    let mut line = String::new();
    stdout.read_line(&mut line).unwrap();
    assert!(line.contains("\"unique\""), "{line}");
    // The input stays open, so only the signal can end the run.
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.starts_with("1 record: 1 unique ("), "{stderr}");
    assert!(stderr.ends_with(", interrupted)\n"), "{stderr}");
    drop(stdin);
}

#[test]
#[cfg(target_os = "linux")]
fn memory_does_not_grow_with_the_input() {
    const MANY: usize = 150_000;
    let mut command = satdoku("solve --no-confirm --format jsonl");
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let stdout = BufReader::new(child.stdout.take().unwrap());
    let (done, is_done) = std::sync::mpsc::channel::<()>();
    let writer = std::thread::spawn(move || {
        let line = format!("{}\n", PUZZLES[0][1]);
        (0..MANY).for_each(|_| stdin.write_all(line.as_bytes()).unwrap());
        is_done.recv().unwrap_err();
    });
    assert_eq!(stdout.lines().take(MANY).count(), MANY);
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = peak.and_then(|peak| peak.trim().strip_suffix(" kB"));
    let kilobytes: usize = kilobytes.unwrap().parse().unwrap();
    drop(done);
    writer.join().unwrap();
    assert!(child.wait().unwrap().success());
    // A record with its answer takes more than half a kilobyte: all of them exceed this limit.
    assert!(kilobytes < 60_000, "{kilobytes} kB");
}
