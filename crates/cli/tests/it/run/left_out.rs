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
        assert!(
            run.stderr.contains(&expected),
            "{arguments}: {}",
            run.stderr
        );
        assert_eq!((run.stdout.as_str(), run.code), ("", 2), "{arguments}");
    }
    for arguments in ["check --exit-zero=records", "check --summary=json"] {
        let run = satdoku_on(arguments, HARDEST_LINE);
        assert!(run.stderr.contains("unexpected value"), "{}", run.stderr);
        assert_eq!((run.stdout.as_str(), run.code), ("", 2), "{arguments}");
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
        assert_eq!((run.stdout.as_str(), run.code), ("", 2), "{options}");
        assert!(run.stderr.contains(option), "{}", run.stderr);
    }
}
