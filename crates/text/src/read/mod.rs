//! Reading: from bytes to puzzles.
//!
//! # The path of an input
//!
//! Data flows one way:
//!
//! 1. **Bytes to lines.** `Reader::next`, `Lines::advance`, `detect`, `TextReader::next`. The other
//!    formats are rows (`Table::next`) and objects (`JsonReader::next`), whose fields are texts too.
//! 2. **Lines to puzzles.** `normalise`, `without_markup`, and `classified`, which tells once for each line if
//!    it is a row of cells, a rule, a frame or prose. Then the mechanisms find cells: `described::find` where rules
//!    such as `board 6x9` say how many there are, and elsewhere `find_arrays` (brackets), `find_grids` (n rows
//!    of n cells) and `find_stretches` (one run of n² cells, givens, columns with spaces for blanks).
//! 3. **Cells to a puzzle.** `PuzzleBuilder::draft` parses the cells, once, into a `PuzzleDraft`. `puzzles` adds the
//!    rules, the region map and the title around it. `PuzzleBuilder::build` makes a puzzle of it, with the rules of
//!    the options, and `TextPuzzle::record` the record.
//!
//! A link or constraint string becomes a `PuzzleDraft` too (`crate::formats`). `plain_line` reads an ordinary line of
//! 81 characters without these steps. Rules are translated from the spellings that people use
//! (`rules::spelling`) to their text form.
//!
//! # Adding a format
//!
//! - For a whole file or stream, add a file with a reader that has the method `next`, as `table` has, and
//!   a recogniser to `detect`.
//! - For another way to write a puzzle on a line or in a field, add a recogniser to `line`, which text,
//!   tables and JSON share.
//! - For another kind of row, frame or blank, extend `row`; for one that takes several lines, `rows` or
//!   `stretch`.
//! - For the links or objects of another program, add a module to `crate::formats`.
//! - In each case, add a row to the table in `docs/input.md`, which is its test.

mod array;
mod builder;
mod columns;
mod described;
mod detect;
pub(crate) mod draft;
mod drawn_regions;
pub(crate) mod found;
mod givens;
pub(crate) mod glyph;
pub(crate) mod infer;
mod json;
mod line;
mod markup;
mod plain_line;
mod puzzles;
pub(crate) mod reader;
mod record;
mod record_reader;
mod region_map;
pub(crate) mod row;
mod rows;
mod rules;
mod sections;
mod source;
mod stretch;
mod symbols;
mod table;
mod text;
mod text_line;

pub use reader::{Reader, looks_like_puzzle, parse_puzzle, parse_record, parse_solution};
pub use record::{Column, Invalid, ReadOptions, Record, Row, UnknownColumn};
pub use region_map::read_regions;
pub use rules::constraint_named;
pub use source::gzip::{Decompressed, decompress};
