//! What satdoku leaves out is an error, never another answer.

use crate::common::{HARDEST_LINE, satdoku_on};

// Row "program".

/// Options that the program does not have.
#[test]
fn options_that_are_left_out_are_usage_errors() {
    for (arguments, option) in [
        ("solve --cnf x.cnf", "--cnf"),
        ("solve --json", "--json"),
        ("solve --report", "--report"),
        ("check --repair", "--repair"),
        ("check --against solution", "--against"),
        ("count --report", "--report"),
        ("canonical --shuffle 7", "--shuffle"),
        ("generate --score 4.0..5.5", "--score"),
    ] {
        let run = satdoku_on(arguments, HARDEST_LINE);
        let expected = format!("unexpected argument '{option}' found");
        run.assert_reports(&expected);
        assert_eq!(run.out(), ("", 2), "{arguments}");
    }
    for arguments in ["check --exit-zero=records", "check --summary=json"] {
        let run = satdoku_on(arguments, HARDEST_LINE);
        run.assert_reports("unexpected value");
        assert_eq!(run.out(), ("", 2), "{arguments}");
    }
}

// Row "engines".

#[test]
fn engines_and_proof_formats_that_are_left_out_are_usage_errors() {
    for (options, option) in [
        ("check --engine sat:cadical", "--engine"),
        ("bench --engine sat:cadical", "--engine"),
        ("check --certify DIR --proof lrat", "--proof"),
    ] {
        let run = satdoku_on(options, HARDEST_LINE);
        assert_eq!(run.out(), ("", 2), "{options}");
        run.assert_reports(option);
    }
}

// Generator.

#[test]
fn generate_has_no_unbiased_puzzles_and_no_holes() {
    for option in ["--unbiased", "--holes=0.5"] {
        let run = satdoku_on(&format!("generate --seed 1 --box 2x2 {option}"), "");
        assert_eq!(run.out(), ("", 2), "{option}");
        let name = option.split('=').next().unwrap();
        let expected = format!("unexpected argument '{name}' found");
        run.assert_reports(&expected);
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
        "--box 2x2 --symmetry half-turn --givens 5",
        "--kinds even,odd --givens 6",
        &format!("--pattern {}", pattern.path().display()),
    ] {
        let run = satdoku_on(&format!("generate --seed 1 --timeout 0.2 {options}"), "");
        assert_eq!(run.out(), ("", 1), "{options}");
        let message = "puzzle 0: no such puzzle found: gave up after ";
        run.assert_reports_first(message);
    }
    let run = satdoku_on(
        "generate --seed 1 --box 2x2 --variant anti-king,non-consecutive",
        "",
    );
    assert_eq!(run.out(), ("", 1));
    run.assert_reports_first("puzzle 0: no grid with these rules and digits exists");
}

// Explanations: techniques without a name of their own, and the choice of steps.

#[test]
fn rare_techniques_have_no_name() {
    for name in [
        "sue-de-coq",
        "franken-swordfish",
        "finned-mutant-x-wing",
        "als-xz",
        "remote-pair",
    ] {
        let run = satdoku_on(&format!("generate --technique {name}"), "");
        let error = format!("expected a technique such as x-wing or hidden-pair, found `{name}`");
        run.assert_reports(&error);
        assert_eq!(run.out(), ("", 2));
    }
}

#[test]
fn a_rating_does_not_count_the_choice_of_steps() {
    let easy = "1.....2..3.....4";
    let rated = satdoku_on("rate --format jsonl", easy).stdout;
    assert!(
        rated.contains("\"level\":\"easy\"") && !rated.contains("choice"),
        "{rated}"
    );
}
