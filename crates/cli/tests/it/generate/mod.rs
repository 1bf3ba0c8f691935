//! New puzzles.

mod drawn;
mod puzzles;
