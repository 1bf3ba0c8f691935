//! Answers about puzzles: solutions, verdicts, counts, candidates, conflicts and repairs.

mod candidates;
mod canonical;
mod check;
mod conflict;
mod count;
mod minimise;
mod other_sizes;
mod repair;
mod solve;
