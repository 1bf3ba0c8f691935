//! `--timeout` and `--max-memory`.

use std::time::{Duration, Instant};

use crate::common::{HARDEST, HARDEST_LINE, PUZZLES, run, satdoku, satdoku_on};

#[test]
fn without_time_every_engine_answers_unknown() {
    for engine in ["sat", "mrv", "static", "brute", "dlx"] {
        let run = satdoku_on(&format!("check --timeout 0 --engine {engine}"), HARDEST);
        let expected = "<stdin>:1: unknown: gave up after 0 seconds\n";
        assert_eq!((run.stdout.as_str(), run.code), (expected, 1), "{engine}");
        let run = satdoku_on(&format!("solve --timeout 0 --engine {engine}"), HARDEST);
        assert_eq!((run.stderr.as_str(), run.code), (expected, 1), "{engine}");
        let run = satdoku_on(&format!("count --timeout 0 --engine {engine}"), HARDEST);
        assert_eq!(run.code, 1, "{engine}: {}", run.stdout);
    }
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
    for [puzzle, solution] in PUZZLES {
        let run = satdoku_on("solve --format line --timeout 3600", puzzle);
        assert_eq!(run.stdout.trim_end(), solution, "{}", run.stderr);
        let run = satdoku_on("check --timeout 3600", puzzle);
        assert_eq!((run.stdout.as_str(), run.code), ("<stdin>:1: unique\n", 0));
    }
}

#[test]
fn a_timeout_is_a_number_of_seconds() {
    for wrong in ["-1", "soon", "1s", "NaN", "inf"] {
        let run = satdoku_on(&format!("check --timeout={wrong}"), HARDEST);
        assert_eq!((run.stdout.as_str(), run.code), ("", 2), "{wrong}");
        assert!(run.stderr.contains("expected a number of seconds"));
    }
}

#[test]
fn every_command_that_searches_has_a_timeout() {
    for (arguments, expected) in [
        ("candidates --exact", "<stdin>:1: gave up after 0 seconds\n"),
        ("minimise", "<stdin>:1: gave up after 0 seconds\n"),
        (
            "minimise --all-redundant",
            "<stdin>:1: gave up after 0 seconds\n",
        ),
        (
            "export --block-solution",
            "<stdin>:1: no solution to block: gave up after 0 seconds\n",
        ),
    ] {
        let run = satdoku_on(&format!("{arguments} --timeout 0"), HARDEST);
        assert_eq!(run.stderr, expected, "{arguments}");
        assert_eq!((run.stdout.as_str(), run.code), ("", 1), "{arguments}");
        let run = satdoku_on(&format!("{arguments} --timeout 3600"), HARDEST);
        assert_eq!((run.stderr.as_str(), run.code), ("", 0), "{arguments}");
    }
    // Commands that do not search have no timeout.
    let run = satdoku_on("export --timeout 1", HARDEST);
    assert_eq!((run.stdout.as_str(), run.code), ("", 2));
}

#[test]
fn a_record_beyond_the_memory_limit_is_unknown() {
    let empty = "0 ".repeat(36 * 36);
    let input = format!("{HARDEST_LINE}\n{}\n{HARDEST_LINE}\n", empty.trim_end());
    for engine in ["sat", "sat:extended", "dlx", "mrv"] {
        // The clauses of the empty board take 60 MB, its exact cover 4 MB, its candidates 420 kB.
        let arguments = format!("check --no-confirm --engine {engine} --max-memory 100k");
        let run = satdoku_on(&arguments, &input);
        let expected = "\
            <stdin>:1: unique\n\
            <stdin>:2: unknown: gave up at 100 kB of memory\n\
            <stdin>:3: unique\n";
        let of_nine = if engine == "sat:extended" {
            // The clauses of a 9×9 board take 220 kB.
            expected.replace("unique", "unknown: gave up at 100 kB of memory")
        } else {
            expected.to_string()
        };
        assert_eq!((run.stdout, run.code), (of_nine, 1), "{engine}");
        let arguments =
            format!("check --no-reason --engine {engine} --max-memory 1G --timeout 0.2");
        let run = satdoku_on(&arguments, &input);
        assert!(!run.stdout.contains("memory"), "{engine}: {}", run.stdout);
    }
}

#[test]
fn formulas_and_results_beyond_the_memory_limit_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let puzzle = folder.path().join("p.txt");
    std::fs::write(&puzzle, HARDEST_LINE).unwrap();
    let expected = "<stdin>: expected at most 1 MB, half of --max-memory, found more\n";
    let of_puzzle = format!("import --puzzle {}", puzzle.display());
    let clauses = format!("p cnf 1 400000\n{}", "1 0\n".repeat(400_000));
    for (arguments, input) in [
        (&*of_puzzle, "c a comment\n".repeat(100_000)),
        ("solve --cnf -", clauses),
        ("import --cnf - a-result", "c a comment\n".repeat(100_000)),
    ] {
        let run = satdoku_on(&format!("{arguments} --max-memory 2M"), &input);
        assert_eq!((run.stderr.as_str(), run.code), (expected, 2));
        let run = satdoku_on(&format!("{arguments} --max-memory 8M"), &input);
        assert!(!run.stderr.contains("memory"), "{}", run.stderr);
    }
}

#[test]
fn a_memory_limit_is_a_number_with_a_unit() {
    for wrong in ["1T", "M", "-1", "1.5G", ""] {
        let run = satdoku_on(&format!("check --max-memory={wrong}"), HARDEST);
        let expected = "expected a number of bytes, such as 500M or 2G";
        assert!(
            run.stderr.contains(expected) && run.code == 2,
            "{}",
            run.stderr
        );
    }
}

#[test]
fn candidates_keep_the_limits() {
    let empty = "0 ".repeat(64 * 64);
    let input = format!("{HARDEST_LINE}\n{}\n{HARDEST_LINE}\n", empty.trim_end());
    for (options, reason) in [
        // The clauses of the empty board take 540 MB.
        ("--exact --max-memory 400M", "gave up at 400 MB of memory"),
        ("--exact --timeout 0.3", "gave up after 0.3 seconds"),
        ("--singles --timeout 0", "gave up after 0 seconds"),
        ("--max-memory 3M", "gave up at 3 MB of memory"),
        ("--all --max-memory 3M", "gave up at 3 MB of memory"),
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
        "check --no-reason --timeout 5",
        "candidates",
        "candidates --all",
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
            ["gave up at ", "expected a board"]
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
    let cells = |row: usize| (1..=16).map(move |column| format!("r{row}c{column}"));
    let sums = (1..=5).map(|first| {
        let rows = first..first + 5;
        let cells: Vec<String> = rows.flat_map(cells).collect();
        format!("sum 600 {}", cells.join(" "))
    });
    let sums: Vec<String> = sums.collect();
    let input = serde_json::json!({"puzzle": ".".repeat(256), "constraints": sums.join("; ")});
    let run = satdoku_on("export --max-memory 50M", input.to_string());
    assert_eq!((run.stdout.len(), run.code), (0, 1));
    assert_eq!(
        run.stderr,
        "<stdin>:1: expected a formula that takes a solver at most 50 MB of memory, \
         found a larger one: --max-memory sets the limit\n"
    );
    // A board without constraints takes a twentieth.
    let run = satdoku_on("export --max-memory 50M", ".".repeat(256));
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
        let mut command = satdoku(&format!("{command} --timeout 1"));
        command.args(["--constraint", &constraint]);
        let run = run(command, ".".repeat(256));
        let took = start.elapsed();
        assert!(took < Duration::from_secs(5), "{took:?}");
        let output = run.stdout + &run.stderr;
        assert!(output.contains("gave up after 1 second"), "{output}");
    }
}
