//! The commands, one file for each: its arguments, its answer to a record, and its text.

pub mod bench;
pub mod candidates;
pub mod canonical;
pub mod check;
pub mod completions;
pub mod convert;
pub mod count;
pub mod explain;
pub mod export;
pub mod generate;
pub mod hint;
pub mod import;
pub mod man;
pub mod minimise;
pub mod rate;
pub mod repair;
pub mod shuffle;
pub mod solve;
