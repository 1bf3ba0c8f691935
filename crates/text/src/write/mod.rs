//! Writing: from puzzles to links, and to the fields of a row. [`Form`](crate::Form) writes grids.

mod constraint_string;
mod fields;
mod link;

pub use fields::puzzle_fields;
pub use link::{LinkSite, NoLink, write_link};
