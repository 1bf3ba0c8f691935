//! Sudoku as satisfiability.

pub mod board;
pub mod engine;
pub mod format;
pub mod sat;
pub mod task;
#[cfg(test)]
mod testing;
