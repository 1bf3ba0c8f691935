//! Conversions between text and puzzles.
//!
//! [`Form`] writes a grid in the form that a puzzle came in, or in another. [`Picture`] draws one with
//! the borders of its boxes or regions, in characters or as SVG.
//!
//! With the feature `read`, `Reader` turns an input into `Record`s: lines, grids, pasted text, tables,
//! JSON, links. The content decides which of them it is. `decompress` unpacks gzip, `read_regions`
//! reads the map of a jigsaw, and `write_link` writes a link that opens a puzzle elsewhere.
//!
//! ```
//! # #[cfg(feature = "read")] {
//! use satdoku::format::{Column, ReadOptions, Reader};
//!
//! let table = "id,quiz\n7,1.....2..3.....4\n";
//! let mut records = Reader::new("table.csv", table.as_bytes(), ReadOptions::default());
//! let record = records.next().unwrap()?;
//! let (puzzle, _) = record.content.unwrap();
//! assert_eq!(puzzle.givens().to_string(), "1.....2..3.....4");
//! let id = Column::Name("id".to_string());
//! assert_eq!(record.row.unwrap().field(&id), Some("7"));
//! # }
//! # Ok::<(), std::io::Error>(())
//! ```

use std::str::FromStr;

use crate::board::Puzzle;

mod alphabet;
mod error;
mod form;
mod pencil_marks;
mod picture;
#[cfg(any(test, not(feature = "read")))]
mod plain;
#[cfg(feature = "read")]
mod read;
mod svg;

pub use alphabet::{Alphabet, UnknownAlphabet};
pub use error::{FormatError, Place, Visible};
pub use form::{Arrangement, Form, candidate_words, pencil_marks, write_candidates};
pub use picture::{Mark, Notes, Picture, Strokes};
#[cfg(feature = "read")]
pub use read::{
    Column, Decompressed, Invalid, LinkSite, NoLink, ReadOptions, Reader, Record, Row,
    UnknownColumn, decompress, looks_like_puzzle, parse_puzzle, parse_solution, puzzle_fields,
    read_regions, write_link,
};

impl FromStr for Puzzle {
    type Err = FormatError;

    /// Parses a text that contains one puzzle: with the feature `read`, anything that
    /// `parse_puzzle` reads; without it, a line or a grid of rows. Both read what [`Puzzle`]
    /// displays as a puzzle with square boxes.
    fn from_str(text: &str) -> Result<Puzzle, FormatError> {
        #[cfg(feature = "read")]
        return parse_puzzle(text, ReadOptions::default()).map(|(puzzle, _)| puzzle);
        #[cfg(not(feature = "read"))]
        plain::parse(text)
    }
}
