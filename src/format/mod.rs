//! Between text and puzzles.
//!
//! [`Reader`] makes [`Record`]s of a text: lines of 81 characters, rows with and without spaces,
//! boxed grids, with titles and comments between them. [`Form`] writes a grid, in the form that
//! a puzzle came in or in another, and [`Picture`] draws one with the borders of its boxes or
//! regions, in characters or as SVG. [`read_regions`] reads the map of a jigsaw.

mod alphabet;
mod block;
mod cells;
mod error;
mod form;
mod held;
mod outline;
mod parse;
mod picture;
mod reader;
mod regions;
mod row;
mod svg;
mod text;

pub use alphabet::{Alphabet, UnknownAlphabet};
pub use error::{FormatError, Place};
pub use form::{Arrangement, Form, candidate_words, write_candidates};
pub use picture::{Picture, Strokes};
pub use reader::{Invalid, ReadOptions, Reader, Record};
pub use regions::read_regions;
