//! Reading: from bytes to puzzles, and links.
//!
//! # The path of an input
//!
//! Data flows one way.
//!
//! 1. **Bytes to records.** `gzip` and `encoding` decode bytes, `lines` splits them in bounded memory.
//!    `detect` chooses the format: `table`, `json` or `text`, which find the records.
//! 2. **Records to cells.** `whole_text` finds the puzzles in lines of text. `glyph` normalises
//!    characters, `markup` removes tags and prefixes, `array` finds boards in brackets, `row` splits a line
//!    into cells in each reading, and `line_kind` classifies it. `grid` finds n rows of n cells, `line` a
//!    puzzle on one line, and `leftover` any other. `link` finds links, `packed` decompresses
//!    their objects, and `f_puzzles` and `sudoku_pad` read these. `rule_lines` finds rules below a
//!    grid and `rule_fields` those in fields, whose spelling `rule_tokens`, `rule_names` and `rule_spelling` know; `rule_text` adds
//!    them to a board. `constraint_string` reads the format of the Interactive Sudoku Solver, to which `killer_text`
//!    translates others, `cell_list` reads givens by name, and `sections` and `region_map` read the lines around a puzzle.
//! 3. **Cells to a puzzle.** `infer` finds the alphabet of the symbols, and `cells` builds the puzzle.
//!
//! `plain_line` reads an ordinary line of 81 characters without these steps.
//!
//! # Adding a format
//!
//! - For a whole file or stream, add a file with a reader that has the method `next`, as `table` has, and
//!   a variant of `Format` in `detect`.
//! - For another way to write a puzzle on a line or in a field, extend `line`, which text, tables and
//!   JSON share.
//! - For another kind of row, frame or blank, extend `row`; for one that takes several lines, `grid`.
//! - In each case, add a row to the table in `docs/input.md`, which is its test.

mod array;
mod builder;
mod cell_list;
mod constraint_string;
mod detect;
mod draft;
mod drawn_regions;
mod encoding;
mod f_puzzles;
mod fields;
mod found;
mod glyph;
mod grid;
mod gzip;
mod infer;
mod json;
mod killer_text;
mod leftover;
mod line;
mod line_kind;
mod lines;
mod link;
mod markup;
mod packed;
mod plain_line;
mod reader;
mod record;
mod region_map;
mod row;
mod rule_fields;
mod rule_lines;
mod rule_names;
mod rule_spelling;
mod rule_text;
mod rule_tokens;
mod sections;
mod sudoku_pad;
mod symbols;
mod table;
mod text;
mod whole_text;

pub use f_puzzles::{LinkSite, NoLink, write_link};
pub use fields::puzzle_fields;
pub use gzip::{Decompressed, decompress};
pub use reader::{Reader, looks_like_puzzle, parse_puzzle, parse_solution};
pub use record::{Column, Invalid, ReadOptions, Record, Row, UnknownColumn};
pub use region_map::read_regions;
