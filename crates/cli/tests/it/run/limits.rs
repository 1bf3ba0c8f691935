//! `--timeout`, and limits on memory.

use std::time::{Duration, Instant};

use crate::common::{HARDEST, HARDEST_LINE, PUZZLES, satdoku_on, satdoku_with};

#[test]
fn without_time_every_engine_answers_unknown() {
    for engine in ["sat", "mrv", "static", "brute", "dlx"] {
        let run = satdoku_on(&format!("check --timeout 0 --engine {engine}"), HARDEST);
        let expected = "<stdin>:1: unknown: gave up after 0 seconds\n";
        assert_eq!(run.out(), (expected, 1), "{engine}");
    }
    let run = satdoku_on("solve --timeout 0", HARDEST);
    assert!(run.stderr.ends_with("gave up after 0 seconds\n") && run.code == 1);
}

#[test]
fn a_long_search_stops_at_the_timeout() {
    // An empty 9×9 board has 6.67 × 10²¹ solutions.
    let blank = ".".repeat(81);
    for engine in ["sat", "mrv", "static", "brute", "dlx"] {
        let arguments = format!(
            "count --engine {engine} --limit {} --timeout 0.05",
            u64::MAX
        );
        let run = satdoku_on(&arguments, &blank);
        let is_named = run.stdout.ends_with(": gave up after 0.05 seconds\n");
        assert!(is_named && run.code == 1, "{engine}: {}", run.stdout);
    }
}

#[test]
fn enough_time_does_not_change_the_answer() {
    for [puzzle, _] in PUZZLES {
        let run = satdoku_on("check --timeout 3600", puzzle);
        assert_eq!(run.out(), ("<stdin>:1: unique\n", 0));
    }
}

#[test]
fn a_timeout_is_a_number_of_seconds() {
    for wrong in ["-1", "soon", "1s", "NaN", "inf"] {
        let run = satdoku_on(&format!("check --timeout={wrong}"), HARDEST);
        assert_eq!(run.out(), ("", 2), "{wrong}");
        run.assert_reports("expected a number of seconds");
    }
}

#[test]
fn every_command_that_searches_has_a_timeout() {
    for (arguments, expected) in [
        ("candidates --exact", "<stdin>:1: gave up after 0 seconds\n"),
        ("minimise", "<stdin>:1: gave up after 0 seconds\n"),
        (
            "export --block-solution",
            "<stdin>:1: no solution to block: gave up after 0 seconds\n",
        ),
    ] {
        let run = satdoku_on(&format!("{arguments} --timeout 0"), HARDEST);
        assert_eq!(run.stderr, expected, "{arguments}");
        assert_eq!(run.out(), ("", 1), "{arguments}");
        let run = satdoku_on(&format!("{arguments} --timeout 3600"), HARDEST);
        assert_eq!(run.err(), ("", 0), "{arguments}");
    }
    // Commands that do not search have no timeout.
    let run = satdoku_on("export --timeout 1", HARDEST);
    assert_eq!(run.out(), ("", 2));
}

#[test]
fn candidates_keep_the_time_limit() {
    let empty = "0 ".repeat(64 * 64);
    let input = format!("{HARDEST_LINE}\n{}\n{HARDEST_LINE}\n", empty.trim_end());
    for (options, reason) in [
        ("--exact --timeout 0.3", "gave up after 0.3 seconds"),
        ("--timeout 0", "gave up after 0 seconds"),
    ] {
        let run = satdoku_on(&format!("candidates {options} --format jsonl"), &input);
        let lines: Vec<&str> = run.stdout.lines().collect();
        assert_eq!((lines.len(), run.code), (3, 1), "{options}");
        assert!(lines[1].contains(reason), "{options}: {}", run.stderr);
        if !options.contains("--timeout 0") {
            assert!(
                lines[2].contains("\"candidates\""),
                "{options}: {}",
                lines[2]
            );
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_limit_of_the_system_costs_the_record_that_is_too_large_and_no_other() {
    use std::process::Command;
    let folder = tempfile::tempdir().unwrap();
    let empty = "0 ".repeat(400 * 400);
    let lines = format!("{HARDEST_LINE}\n{}\n", empty.trim_end()).repeat(2);
    std::fs::write(folder.path().join("p.txt"), lines).unwrap();
    for command in [
        "check --timeout 5",
        "candidates",
        "candidates --exact",
        "hint",
        "minimise",
    ] {
        let script = format!("ulimit -v 600000 && exec \"$0\" {command} -j 2 --format jsonl p.txt");
        let run = Command::new("sh")
            .args(["-c", &script, env!("CARGO_BIN_EXE_satdoku")])
            .current_dir(folder.path())
            .output()
            .unwrap();
        let text = String::from_utf8(run.stdout).unwrap();
        let is_unknown = |line: &str| {
            ["needs more than ", "expected a board"]
                .iter()
                .any(|reason| line.contains(reason))
        };
        let unknown: Vec<bool> = text.lines().map(is_unknown).collect();
        assert_eq!(unknown, [false, true, false, true], "{command}");
        assert_eq!(run.status.code(), Some(1), "{command}");
    }
}

#[test]
fn a_formula_that_takes_too_much_memory_is_not_exported() {
    let empty = "0 ".repeat(80 * 80);
    let run = satdoku_on("export -q --box 8x10", &empty);
    assert_eq!(
        (run.stdout.len(), run.stderr.as_str(), run.code),
        (0, "", 1)
    );
    let run = satdoku_on("export --box 8x10", &empty);
    assert_eq!(
        run.stderr,
        "<stdin>:1: expected a formula that takes a solver at most 1073 MB of memory, found a larger one\n"
    );
    let run = satdoku_on("check --engine sat:extended --box 8x10", &empty);
    let expected = "<stdin>:1: unknown: needs more than 1 GiB of memory\n";
    assert_eq!(run.out(), (expected, 1));
    let run = satdoku_on("export", ".".repeat(256));
    assert!(run.stdout.lines().any(|line| line.starts_with("p cnf ")));
    assert_eq!(run.code, 0);
}

/// The digits of two rows are those of two others: sixteen automata over 64 cells, each of which takes
/// milliseconds to propagate.
#[test]
fn explanations_keep_the_time_limit_on_boards_with_large_automata() {
    let rows = |row: usize| format!("r{row}c1-r{row}c16 r{next}c1-r{next}c16", next = row + 1);
    let constraint = format!("same-digits {}: {}", rows(1), rows(5));
    for command in ["hint", "explain", "rate"] {
        let start = Instant::now();
        let run = satdoku_with(
            &format!("{command} --timeout 1"),
            ["--constraint", &constraint],
            ".".repeat(256),
        );
        let took = start.elapsed();
        assert!(took < Duration::from_secs(5), "{took:?}");
        let output = run.stdout + &run.stderr;
        assert!(output.contains("gave up after 1 second"), "{output}");
    }
}

#[test]
fn connected_variables_keep_the_time_limit() {
    let puzzle = "................; variables x 40x40 1-2; connected 1: x";
    let run = satdoku_on("check --timeout 0.05", puzzle);
    let expected = "<stdin>:1: unknown: gave up after 0.05 seconds\n";
    assert_eq!(run.out(), (expected, 1));
}

#[test]
fn clauses_beyond_the_memory_limit_are_not_loaded() {
    let run = satdoku_on("check", "board 225x225; box 15x15\n");
    let expected = "<stdin>:1: unknown: needs more than 1 GiB of memory\n";
    assert_eq!(run.out(), (expected, 1));
}
