//! Options and answers that satdoku leaves out are errors, or not there.

use crate::common::{PUZZLES, satdoku_on};

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
        assert!(run.stderr.contains(&error), "{}", run.stderr);
        assert_eq!((run.stdout.as_str(), run.code), ("", 2));
    }
}

#[test]
fn a_rating_does_not_count_the_choice_of_steps() {
    let rated = satdoku_on("rate --format jsonl", PUZZLES[0][0]).stdout;
    assert!(
        rated.contains("\"level\":\"easy\"") && !rated.contains("choice"),
        "{rated}"
    );
}
