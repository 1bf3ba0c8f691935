//! Integration tests of the library: all engines and tasks against each other, and against plain
//! statements of the rules.

mod agreement;
mod boards;
#[cfg(feature = "cadical")]
mod cadical;
mod corpus;
mod definitions;
mod engines;
mod independence;
mod random_constraints;
mod random_puzzles;
#[cfg(feature = "rustsat")]
mod rustsat_types;
#[path = "../../src/testing.rs"]
mod testing;
mod variant_rules;
