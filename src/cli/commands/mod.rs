//! The commands, one file for each: its arguments, its answer to a record, and its text.

mod against;
pub mod bench;
mod certify;
pub mod check;
pub mod completions;
pub mod export;
pub mod generate;
pub mod import;
pub mod solve;
mod solve_cnf;
mod solver_result;
