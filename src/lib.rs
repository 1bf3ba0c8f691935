//! Sudoku as satisfiability.

pub mod board;
pub mod engine;
