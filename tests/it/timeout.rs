//! `--timeout`: an answer in time or none, and the limit by its name.

use crate::common::{HARDEST, PUZZLES, satdoku_on};

#[test]
fn without_time_the_verdict_is_unknown_whatever_the_engine() {
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
fn a_search_without_end_ends_in_time() {
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
fn with_enough_time_nothing_is_different() {
    for [puzzle, solution] in PUZZLES {
        let run = satdoku_on("solve --format line --timeout 3600", puzzle);
        assert_eq!(run.stdout.trim_end(), solution, "{}", run.stderr);
        let run = satdoku_on("check --timeout 3600", puzzle);
        assert_eq!((run.stdout.as_str(), run.code), ("<stdin>:1: unique\n", 0));
    }
}

#[test]
fn only_seconds_are_a_time() {
    for wrong in ["-1", "soon", "1s", "NaN", "inf"] {
        let run = satdoku_on(&format!("check --timeout={wrong}"), HARDEST);
        assert_eq!((run.stdout.as_str(), run.code), ("", 2), "{wrong}");
        assert!(run.stderr.contains("expected a number of seconds"));
    }
}

#[test]
fn every_command_that_searches_has_a_limit_of_time() {
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
    // Where nothing is searched, there is nothing to limit.
    for arguments in ["candidates", "export"] {
        let run = satdoku_on(&format!("{arguments} --timeout 1"), HARDEST);
        assert_eq!((run.stdout.as_str(), run.code), ("", 2), "{arguments}");
    }
}
