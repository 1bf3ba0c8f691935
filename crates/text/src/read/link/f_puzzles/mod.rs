//! Puzzles of f-puzzles.com, in links and as JSON.
//!
//! A link contains a JSON object, compressed with LZ-string (pieroxy's library) and encoded in Base64.
//! SudokuPad accepts the same text after the prefix `fpuzzles`. The object lists the cells row by row
//! and has a field for each kind of constraint in addition to rows, columns and regions. A field that
//! could be an unknown rule is an error, so that no constraint is dropped silently.

mod constraints;
mod read;

use serde_json::Value;

pub(crate) use read::{is_f_puzzles, puzzle};

/// Returns the number in a value, which can be a string.
fn number(value: &Value) -> Option<usize> {
    match value {
        Value::String(text) => text.trim().parse().ok(),
        value => value.as_u64().map(|number| number as usize),
    }
}

#[cfg(test)]
mod tests;
