//! Constraint strings of the Interactive Sudoku Solver, such as `.Cage~17~R1C1~R1C2.~R5C5_3`.
//!
//! An item is a dot, the name of a constraint, and its arguments after tildes; white space means
//! nothing. The item without a name has givens. The items of constraints are rows of the table in `items`, whose
//! arguments are in `places`; `board` has the items for the whole board, and `blocks` alternatives and copies.

mod blocks;
mod board;
mod boxes;
mod coded;
mod codes;
mod items;
mod lines;
mod outer;
mod places;
mod read;
mod string_board;
mod text;
mod variants;
mod write;
mod write_board;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod write_tests;

pub(crate) use lines::{is_constraint_string, joined, joined_as_one};
pub(crate) use read::parse;
pub(super) use write::write;
