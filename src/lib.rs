//! Sudoku as satisfiability.

pub mod board;
pub mod engine;
pub mod sat;
#[cfg(test)]
mod testing;
