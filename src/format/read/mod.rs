//! Reading: from bytes to puzzles, and links.
//!
//! # The path of an input
//!
//! Data flows one way. [`Reader`] calls these files in this order:
//!
//! 1. `gzip` unpacks bytes. `lines` splits them into lines, or values of JSON, in bounded memory.
//! 2. `detect` inspects the first lines and chooses the reader of one format: `text`, `table` or
//!    `json_lines`. That reader finds the text of each record.
//! 3. `text` finds the puzzle in such a text, line by line (`text_line`). `line_kind` classifies a line,
//!    `row` splits a row into cells, `grid` collects the rows of a grid, and `sheet` makes rows of lines
//!    that only make sense together. `line` is a fast path for the usual puzzle on a line. `link` and
//!    `f_puzzles` decode links, `sdk` handles sections.
//! 4. `infer` finds the alphabet of the symbols, and `cells` makes the puzzle.
//!
//! # Adding a format
//!
//! - For a whole file or stream, add a file with a reader that has the method `next`, as `table` has, and
//!   a variant of `Format` in `detect` with the test that recognises it.
//! - For another way to write a puzzle on a line or in a field, add a kind of `Line` to `line_kind`, with
//!   a file of its own such as `link`. `text` reads it, so that tables and JSON have it too.
//! - For another kind of row, frame or blank, extend `line_kind` if one line shows it, `grid` if it takes
//!   several, and `sheet` if it takes all of them.
//! - For another way to write a grid, add a variant of [`Arrangement`](super::Arrangement), or a file
//!   next to `svg`.
//! - In each case, add a row to the table in `docs/input.md`, which is its test.

mod cells;
mod detect;
mod drawn_regions;
mod f_puzzles;
mod grid;
mod gzip;
mod infer;
mod json_lines;
mod line;
mod line_kind;
mod lines;
mod link;
mod reader;
mod record;
mod region_map;
mod row;
mod sdk;
mod sheet;
mod table;
mod text;
mod text_line;

pub use f_puzzles::{NoLink, write_link};
pub use gzip::{Decompressed, decompress};
pub use reader::{Reader, looks_like_puzzle, parse_puzzle, parse_solution};
pub use record::{Column, Invalid, ReadOptions, Record, Row, UnknownColumn};
pub use region_map::read_regions;
