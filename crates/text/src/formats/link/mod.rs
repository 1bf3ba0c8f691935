//! Links that contain a puzzle: the cells of a board, a puzzle on a line, a constraint string, or a packed
//! object of f-puzzles or SudokuPad.

mod content;
mod text;
mod write;

pub(crate) use content::{Link, holds_puzzle, read};
pub(crate) use text::{all, apart, find, is_credit, is_link};
pub use write::{LinkSite, titles_left_out, write_link};

#[cfg(test)]
mod tests;
