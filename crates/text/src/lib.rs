//! Every form of a puzzle: text, tables, JSON and links to puzzles and back, and pictures.
//!
//! [`Form`] writes a grid in the form that a puzzle came in, or in another. [`Picture`] draws one with
//! the borders of its boxes or regions, in characters or as SVG.
//!
//! [`Reader`] turns an input into [`Record`]s: lines, grids, pasted text, tables, JSON, links. The
//! content decides which of them it is. [`decompress`] unpacks gzip, [`read_regions`] reads the map of
//! a jigsaw, and [`write_link`] writes a link that opens a puzzle elsewhere.
//!
//! ```
//! use satdoku_text::{Column, ReadOptions, Reader};
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

/// The code about this crate in the table of the library.
///
/// ```
/// use satdoku_text::{Alphabet, Picture, ReadOptions, Reader};
///
/// let text = "1.....2..3.....4";
/// let puzzle: satdoku::Puzzle = text.parse()?;
/// Reader::new("name", text.as_bytes(), ReadOptions::default());
/// Picture::new(&puzzle, Alphabet::FromOne).svg();
/// # Ok::<(), satdoku::FormatError>(())
/// ```
#[cfg(doctest)]
struct Table;

mod alphabet;
mod form;
mod formats;
mod picture;
mod read;
#[cfg(test)]
#[path = "../../../src/testing.rs"]
mod testing;

pub use alphabet::{Alphabet, UnknownAlphabet};
pub use form::{
    Arrangement, Form, candidate_words, pencil_marks, write_candidates, write_variables,
};
pub use formats::{LinkSite, NoLink, puzzle_fields, rules_in_words, titles_left_out, write_link};
pub use picture::{Mark, Notes, Picture, Strokes};
pub use read::{
    Column, Decompressed, Invalid, ReadOptions, Reader, Record, Row, UnknownColumn,
    constraint_named, decompress, looks_like_puzzle, parse_puzzle, parse_record, parse_solution,
    read_regions,
};
