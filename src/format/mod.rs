//! Between text and puzzles.
//!
//! [`Reader`] makes [`Record`]s of an input: lines of 81 characters, rows with and without spaces,
//! boxed grids, with titles and comments between them; tables with a puzzle in each row; JSON
//! Lines. Which of them it is follows from its content, and [`decompress`] does the same for
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

mod alphabet;
mod assemble;
mod block;
mod cells;
mod delimited;
mod detect;
mod error;
mod fields;
mod form;
mod gzip;
mod held;
mod json_lines;
mod line_puzzle;
mod lines;
mod outline;
mod parse;
mod picture;
mod reader;
mod record;
mod regions;
mod row;
mod sections;
mod solution;
mod svg;
mod table;
mod text;
mod text_reader;

pub use alphabet::{Alphabet, UnknownAlphabet};
pub use error::{FormatError, Place};
pub use fields::{Column, Row, UnknownColumn};
pub use form::{Arrangement, Form, candidate_words, write_candidates};
pub use gzip::{Decompressed, decompress};
pub use picture::{Picture, Strokes};
pub use reader::Reader;
pub use record::{Invalid, ReadOptions, Record};
pub use regions::read_regions;
pub use solution::{SolutionError, parse_solution};
