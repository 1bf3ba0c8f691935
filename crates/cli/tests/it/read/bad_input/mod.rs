//! Messages about text that is not a puzzle. The puzzles around it are still answered.

mod bytes;
mod forms;
mod stated_rules;
mod tables;
mod text;

use crate::common::{HARDEST, HARDEST_LINE as LINE, cases, satdoku_on};

/// Asserts that a run of the program ends with exit code 2 and prints exactly this, apart from the lines
/// with carets below errors.
#[track_caller]
fn assert_error(command: &str, input: impl AsRef<[u8]>, stderr: &str, stdout: &str) {
    let run = satdoku_on(command, input);
    let messages = run.stderr.split_inclusive('\n');
    let messages: String = messages.filter(|line| !line.starts_with("  ")).collect();
    let found = (messages.as_str(), run.stdout.as_str(), run.code);
    assert_eq!(found, (stderr, stdout, 2));
}

/// Asserts that a run of the program succeeds, without a message.
#[track_caller]
fn assert_read(command: &str, input: impl AsRef<[u8]>, stdout: &str) {
    let run = satdoku_on(command, input);
    let found = (run.stderr.as_str(), run.stdout.as_str(), run.code);
    assert_eq!(found, ("", stdout, 0));
}

/// The rows of the puzzle in [`LINE`].
fn rows() -> Vec<&'static str> {
    (0..9).map(|row| &LINE[9 * row..9 * row + 9]).collect()
}

fn grid() -> String {
    rows().join("\n") + "\n"
}

/// The puzzle with a letter for a digit.
fn with_a_letter() -> String {
    LINE.replacen('3', "x", 1)
}
