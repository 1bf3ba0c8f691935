//! Writing: from puzzles to links, and to the fields of a row. [`Form`](crate::Form) writes grids.

mod constraint_string;
mod fields;
mod link;
mod sudoku_pad;
mod words;

pub use fields::puzzle_fields;
pub use link::{LinkSite, NoLink, write_link};
pub(crate) use sudoku_pad::TEXT;
pub use words::rules_in_words;
