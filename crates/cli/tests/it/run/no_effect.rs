//! Options that a command would ignore are errors that name the option.

use crate::common::{PUZZLES, satdoku_on};

/// Runs the program, and expects no result but this error.
fn refused(arguments: &str, input: &str, error: &str) {
    let run = satdoku_on(arguments, input);
    let found = run.all();
    assert_eq!(found, ("", format!("{error}\n").as_str(), 2), "{arguments}");
}

#[test]
fn options_without_an_effect_on_the_answer_are_refused() {
    let puzzle = PUZZLES[0][0];
    for (arguments, error) in [
        ("hint --facts", "--facts has no effect without --detail 3"),
        ("hint --board", "--board has no effect without --detail 3"),
        (
            "hint --detail 1 --format jsonl",
            "--detail has no effect with --format jsonl and csv",
        ),
        (
            "explain --facts --format svg",
            "--facts has no effect with --format svg, jsonl and csv",
        ),
        (
            "explain --board --format html",
            "--board has no effect with --format html",
        ),
        ("convert --answers", "--answers is for --format html"),
        (
            "generate -n 1 --seed 1 --format svg --answers",
            "--answers is for --format html",
        ),
    ] {
        refused(arguments, puzzle, error);
    }
}

/// The message was printed, but the exit code was 0.
#[test]
fn a_puzzle_that_the_format_cannot_express_is_no_success() {
    let run = satdoku_on("generate -n 1 --seed 1 --box 5x5 --format link", "");
    let expected = "puzzle 0: expected a board of 4x4 to 16x16 for a link, found 25x25\n";
    assert_eq!(run.err(), (expected, 1));
}
