//! Between text and puzzles.
//!
//! [`Reader`] makes [`Record`]s of a text: lines of 81 characters, rows with and without spaces,
//! boxed grids, with titles and comments between them. [`Form`] writes a grid, in the form that
//! a puzzle came in or in another.

mod alphabet;
mod block;
mod cells;
mod error;
mod form;
mod parse;
mod reader;
mod row;
mod text;

pub use alphabet::{Alphabet, UnknownAlphabet};
pub use error::{FormatError, Place};
pub use form::{Arrangement, Form, candidate_words, write_candidates};
pub use reader::{Invalid, ReadOptions, Reader, Record};
