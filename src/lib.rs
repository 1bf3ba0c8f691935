//! Sudoku as satisfiability.

pub mod board;
pub mod engine;
pub mod format;
pub mod sat;
#[cfg(test)]
mod testing;
