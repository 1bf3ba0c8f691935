//! Puzzles in SudokuPad's own formats.
//!
//! `scf` is for classic puzzles (`classic`). `scl` or `ctc` is an object that describes a drawing. It
//! is compressed, and often shortened before (`short_json`). Its givens, regions and cages carry rules; all
//! other rules are lines and shapes that mean something only in words.

mod classic;
mod drawing;
mod short_json;

pub(crate) use classic::parse as parse_classic;
pub(crate) use drawing::{own_text, puzzle};
pub(crate) use short_json::parse as parse_object;

#[cfg(test)]
mod tests;
