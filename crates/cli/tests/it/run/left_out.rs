//! Options, engines and tasks that satdoku leaves out are errors, never another answer.

use crate::common::satdoku_on;

// Generator.

#[test]
fn generate_has_no_unbiased_puzzles_and_no_holes() {
    for option in ["--unbiased", "--holes=0.5"] {
        let run = satdoku_on(&format!("generate --seed 1 --box 2x2 {option}"), "");
        assert_eq!((run.stdout.as_str(), run.code), ("", 2), "{option}");
        let name = option.split('=').next().unwrap();
        let expected = format!("unexpected argument '{name}' found");
        assert!(run.stderr.contains(&expected), "{}", run.stderr);
    }
}

/// Nothing proves that these are impossible: too few givens, no grid, an odd number with a half turn,
/// and rows whose digits can be swapped.
#[test]
fn impossible_puzzles_are_not_found_in_time() {
    let pattern = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(
        pattern.path(),
        format!("{}{}", "x".repeat(63), ".".repeat(18)),
    )
    .unwrap();
    for options in [
        "--givens 16",
        "--box 2x2 --variant anti-king,non-consecutive",
        "--box 2x2 --symmetry half-turn --givens 5",
        "--kinds even,odd --givens 6",
        &format!("--pattern {}", pattern.path().display()),
    ] {
        let run = satdoku_on(&format!("generate --seed 1 --timeout 0.2 {options}"), "");
        assert_eq!((run.stdout.as_str(), run.code), ("", 1), "{options}");
        let message = "puzzle 0: no such puzzle found: gave up after ";
        assert!(run.stderr.starts_with(message), "{options}: {}", run.stderr);
    }
}
