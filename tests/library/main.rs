//! Integration tests of the library: all engines and tasks against each other, and against plain
//! statements of the rules.

mod agreement;
mod boards;
mod corpus;
mod definitions;
mod engines;
mod failed_literals;
mod independence;
mod random_constraints;
mod random_puzzles;
#[path = "../../src/testing.rs"]
mod testing;
mod variant_rules;
