//! Puzzles of f-puzzles.com, in links and as JSON.
//!
//! The object lists the cells row by row and has a field for each kind of constraint in addition to rows, columns
//! and regions. A field that could be an unknown rule is an error, so that no constraint is dropped silently.

mod board;
mod fields;
mod read;
mod write;

pub(super) use board::SIZES;
pub(super) use read::{read, recognise};
pub(super) use write::write;

#[cfg(test)]
mod tests;
