//! New puzzles.

mod puzzles;
