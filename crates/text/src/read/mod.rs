//! Reading: from bytes to puzzles.
//!
//! # The path of an input
//!
//! Data flows one way. Detection is an ordered list of recognisers at each of three levels: the format of
//! an input (`detect`), the form of a puzzle on one line (`line`), and that of a board that takes a whole
//! paragraph and is not n rows of n cells (`paragraph`). The first that fits decides. Where rules describe
//! cells or digits (`board 6x9`, `digits 0-8`), `any_board` reads the cells.
//!
//! A pasted text passes through these functions:
//!
//! 1. **Bytes to lines.** `Reader::next`, `Lines::advance`, `detect`, `TextReader::next`. The other
//!    formats are rows (`Table::next`) and objects (`JsonReader::next`), whose fields are texts too.
//! 2. **Lines to cells.** `normalise`, `text_puzzles`, `without_markup`, `cage_map`, which translates a
//!    map of cages to rules, `classify`, `rule_lines`; then
//!    `find_arrays`, `find_grids` and `find_remaining`, which take the cells of rows apart in each reading.
//! 3. **Cells to a puzzle.** `PuzzleBuilder::draft` parses the cells, once, into a `PuzzleDraft`.
//!    `PuzzleBuilder::build` makes a puzzle of it, with the rules around it and those of the options, and
//!    `TextPuzzle::record` the record.
//!
//! A link or constraint string becomes a `PuzzleDraft` too (`link`). `plain_line` reads an ordinary line of
//! 81 characters without these steps. Rules are translated from the spellings that people use
//! (`rules::spelling`) to their text form.
//!
//! # Adding a format
//!
//! - For a whole file or stream, add a file with a reader that has the method `next`, as `table` has, and
//!   a recogniser to `detect`.
//! - For another way to write a puzzle on a line or in a field, add a recogniser to `line`, which text,
//!   tables and JSON share.
//! - For another kind of row, frame or blank, extend `row`; for one that takes several lines, `grid` or
//!   `paragraph`.
//! - For the links of another site, add a folder to `link`.
//! - In each case, add a row to the table in `docs/input.md`, which is its test.

mod array;
mod builder;
mod cage_map;
mod cell_list;
mod described;
mod detect;
mod draft;
mod drawn_regions;
mod found;
mod glyph;
mod infer;
mod json;
mod left_out;
mod line;
pub(crate) mod link;
mod markup;
mod paragraph;
mod plain_line;
mod puzzles;
mod reader;
mod record;
mod record_reader;
mod region_map;
mod row;
mod rows;
mod rules;
mod sections;
mod source;
mod symbols;
mod table;
mod text;
mod text_line;
mod translation;
mod unused_variables;

pub use reader::{Reader, looks_like_puzzle, parse_puzzle, parse_solution};
pub use record::{Column, Invalid, ReadOptions, Record, Row, UnknownColumn};
pub use region_map::read_regions;
pub use rules::constraint_named;
pub use source::gzip::{Decompressed, decompress};
