//! Between text and puzzles.
//!
//! [`Reader`] makes [`Record`]s of an input: lines of 81 characters, rows with and without spaces,
//! boxed grids, pencil marks, links, with titles and comments between them; tables with a puzzle in
//! each row; objects of JSON. Which of them it is follows from its content, and [`decompress`] does the same for
//! gzip. [`Form`] writes a grid, in the form that a puzzle came in or in another, and [`Picture`]
//! draws one with the borders of its boxes or regions, in characters or as SVG. [`read_regions`]
//! reads the map of a jigsaw.
//!
//! ```
//! use satdoku::format::{Column, ReadOptions, Reader};
//!
//! let table = "id,quiz\n7,1.....2..3.....4\n";
//! let mut records = Reader::new("table.csv", table.as_bytes(), ReadOptions::default());
//! let record = records.next().unwrap()?;
//! let (puzzle, _) = record.content.unwrap();
//! assert_eq!(puzzle.givens().to_string(), "1.....2..3.....4");
//! let id = Column::Name("id".to_string());
//! assert_eq!(record.row.unwrap().field(&id), Some("7"));
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! # The way of an input
//!
//! Data flows one way: `gzip` unpacks bytes; `lines` makes lines of them, or values of JSON, in
//! bounded memory; `detect` looks at the first ones and chooses the reader of one format (`text`,
//! `table` or `json_lines`); that finds the text of each record, and `text` the puzzle in it, line by
//! line (`text_line`). `line_kind` says what a line of text is, `row` which cells it has, `grid` which
//! rows belong together, `sheet` what lines are that are no grid as they stand, `link` and `f_puzzles`
//! what a link holds, `sdk` which sections count, `line` reads the usual line at once; `cells` makes the
//! puzzle, in the symbols of an `alphabet`. `reader` calls them in this order. Grids go out through
//! `form`, `picture`, `svg` and `f_puzzles`.
//!
//! # To add a format
//!
//! - A whole file or stream (a binary, say): a file here with a reader that has a method `next` as
//!   `table` has, a variant of `Format` in `detect`, and what shows it in the first line.
//! - One more way to write a puzzle in a line or a field: a kind of `Line` in `line_kind` with a file of its
//!   own, as `link`, read in `text` where a line is one puzzle, so that tables and JSON have it too.
//! - One more kind of row, frame or blank: `line_kind` for a line alone, `grid` for several, `sheet` if
//!   only all lines together show what they are.
//! - One more way to write a grid: a variant of [`Arrangement`], or a file beside `svg`.
//! - In each case a row in the table of `docs/input.md`, which is its test.

mod alphabet;
mod cells;
mod detect;
mod drawn_regions;
mod error;
mod f_puzzles;
mod form;
mod grid;
mod gzip;
mod json_lines;
mod line;
mod line_kind;
mod lines;
mod link;
mod picture;
mod reader;
mod record;
mod region_map;
mod row;
mod sdk;
mod sheet;
mod svg;
mod table;
mod text;
mod text_line;

pub use alphabet::{Alphabet, UnknownAlphabet};
pub use error::{FormatError, Place, Visible};
pub use f_puzzles::{NoLink, write_link};
pub use form::{Arrangement, Form, candidate_words, pencil_marks, write_candidates};
pub use gzip::{Decompressed, decompress};
pub use picture::{Mark, Notes, Picture, Strokes};
pub use reader::{Reader, looks_like_puzzle, parse_puzzle, parse_solution};
pub use record::{Column, Invalid, ReadOptions, Record, Row, UnknownColumn};
pub use region_map::read_regions;
