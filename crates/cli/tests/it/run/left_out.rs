//! Options, engines and tasks that satdoku leaves out: an error, never another answer.

use crate::common::{PUZZLES, satdoku_on};

// engines
#[test]
fn engines_and_proof_formats_that_are_left_out_are_usage_errors() {
    for (options, option) in [
        ("check --engine sat:cadical", "--engine"),
        ("bench --engine sat:cadical", "--engine"),
        ("check --certify DIR --proof lrat", "--proof"),
    ] {
        let run = satdoku_on(options, PUZZLES[0][0]);
        assert_eq!((run.stdout.as_str(), run.code), ("", 2), "{options}");
        assert!(run.stderr.contains(option), "{}", run.stderr);
    }
}
