//! The commands, one file for each: its arguments, its answer to a record, and its text.

mod against;
mod certify;
pub mod check;
pub mod solve;
