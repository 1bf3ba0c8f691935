//! Rules that a setter states: expressions, patterns, automata, alternatives and variables.

use super::*;

/// A puzzle with one solution.
const NEXT: &str = "123.\n3.12\n2143\n4.21\n";

/// Asserts that a rule below a blank grid is an error with these three lines, and that the next puzzle is
/// answered.
#[track_caller]
fn assert_rule_error(rule: &str, lines: [&str; 3]) {
    let input = format!("....\n....\n....\n....\n{rule}\n\n{NEXT}");
    let run = satdoku_on("check", input);
    assert_eq!(run.stderr.lines().collect::<Vec<_>>(), lines);
    assert_eq!(run.out(), ("<stdin>:7: unique\n", 2));
}

#[test]
fn an_expression_that_does_not_parse() {
    assert_rule_error(
        "pairs \"a + * b\" r1c1-r1c4",
        [
            "<stdin>:5:12: expected `a`, `b`, a number, a function or `(` in `pairs \"a + * b\" r1c1…`, found `*`",
            "  pairs \"a + * b\" r1c1-r1c4",
            "             ^",
        ],
    );
}

#[test]
fn a_pattern_with_a_million_states() {
    assert_rule_error(
        "sequence \"(((1|2){60}|3){60}|4){60}\" r1c1-r1c4",
        [
            "<stdin>:5:11: expected a pattern with at most 10000 states in `sequence \"(((1|2){60…`, found a larger one",
            "  sequence \"(((1|2){60}|3){60}|4){60}\" r1c1-r1c4",
            "            ^",
        ],
    );
}

#[test]
fn an_automaton_that_reaches_too_many_states() {
    let states = 0..20_000_usize;
    let step = |state| {
        let [one, other] = [7, 13].map(|factor| (state * factor + 1) % 20_000);
        format!("; {state}: 1-4>{one} 1-4>{other}")
    };
    let steps: String = states.map(step).collect();
    let cells = "r1c1-r1c4 r2c1-r2c4 r3c1-r3c4 r4c1-r4c4 ".repeat(3);
    let rule = format!("automaton \"start 0; accept 1{steps}\" {cells}");
    let run = satdoku_on("check", format!("....\n....\n....\n....\n{rule}\n\n{NEXT}"));
    let expected = "<stdin>:5:1: expected a constraint with fewer combinations of digits in \
                    `automaton \"start 0; …`, found too many to store\n";
    assert_eq!(run.stderr, expected);
    assert_eq!(run.out(), ("<stdin>:7: unique\n", 2));
}

#[test]
fn alternatives_that_are_nested_too_deep() {
    let depth = 100;
    let rule = "either { ".repeat(depth) + "x r1c1 r1c2" + &" } or { v r1c1 r1c2 }".repeat(depth);
    let run = satdoku_on("check", format!("....\n....\n....\n....\n{rule}\n\n{NEXT}"));
    let lines: Vec<&str> = run.stderr.lines().collect();
    assert_eq!(
        lines[0],
        "<stdin>:5:80: expected at most 8 nested parts in `either { either { ei…`, found more"
    );
    // The caret is below the brace, in the part of the line around it.
    let [shown, caret] = lines[1..] else {
        panic!("{lines:?}");
    };
    assert!(
        shown.len() <= 78 && shown[caret.len() - 1..].starts_with("{ either"),
        "{lines:?}"
    );
    assert_eq!(run.out(), ("<stdin>:7: unique\n", 2));
}

#[test]
fn a_pattern_that_fits_no_digits() {
    let input = "....\n....\n....\n....\nsequence \"1\" r1c1-r1c4\n";
    let run = satdoku_on("check", input);
    assert_eq!(
        run.stdout,
        "<stdin>:1: none: no digits satisfy sequence \"1\" r1c1 r1c2 r1c3 r1c4\n"
    );
}

#[test]
fn errors_in_options_and_tables_have_no_caret() {
    let run = satdoku_on("check --constraint nothing", "....\n....\n....\n....\n");
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    let run = satdoku_on("check", "puzzle,id\n1.x.............,3\n");
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
}
