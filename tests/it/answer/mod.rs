//! Answers about puzzles: solutions, verdicts, counts, candidates, conflicts and repairs.

mod agreement;
mod candidates;
mod canonical;
mod check;
mod conflict;
mod corpus;
mod count;
mod minimise;
mod other_sizes;
pub mod random_constraints;
mod random_puzzles;
mod repair;
mod solve;
mod variant_rules;
