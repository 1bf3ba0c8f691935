//! Formulas in conjunctive normal form, in memory and as DIMACS text. Nothing here knows puzzles.

mod cnf;
mod dimacs;

pub use cnf::{ClauseCounter, ClauseSink, Cnf, Literal, Model, TooMany, Variable};
pub(super) use dimacs::ClauseWriter;
pub use dimacs::{DimacsError, write_cnf};
