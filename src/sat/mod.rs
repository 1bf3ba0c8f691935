//! Sudoku as satisfiability. Only this module knows literals.
//!
//! | step | file | function |
//! |---|---|---|
//! | a puzzle becomes clauses, | `encode/translation.rs` | [`Translation::write_clauses`] |
//! | those of cells and houses | `encode/houses.rs` | `Board::encode` |
//! | and of cages, lines and all else, | `encode/mod.rs` | `encode`, one encoder for each primitive |
//! | and goes to a solver within limits | `solve/load.rs` | `Translation::load` |
//! | or to a file for any solver. | `export.rs` | [`write_dimacs`] |
//! | The solver finds a model, | `solve/solver.rs` | [`Solver::solve`] |
//! | which becomes a grid, | `decode.rs` | [`decode()`] |
//! | which a clause excludes from then on, | `encode/translation.rs` | [`Translation::blocking_clause`] |
//! | until there is no other: the loop. | `solve/mod.rs` | `search` |
//! | Without a model, there is a proof. | `proof.rs` | [`write_proof`] |
//!
//! The engine [`Sat`](crate::engine::sat::Sat) propagates first and then runs this loop, which verifies each grid.
//! A [`Session`](crate::Session) checks the answer with another engine.
//!
//! `formula/` has what all of this is made of: literals, clauses and their sinks, and DIMACS text.

mod decode;
mod encode;
mod export;
mod formula;
mod import;
mod proof;
mod solve;

pub use decode::{DecodeError, decode};
pub use encode::{AtMostOne, EncodedSize, Encoding, Translation, VarMap};
pub use export::{ExportedFormula, write_dimacs};
pub use formula::{
    ClauseCounter, ClauseSink, Cnf, DimacsError, Literal, Model, TooMany, Variable, write_cnf,
};
pub use import::import;
pub use proof::{MOST_EXTENDED_CLAUSES, ProofError, ProofFormat, certificate_formula, write_proof};
#[cfg(feature = "external")]
pub use solve::{External, SolverCommand, SolversStopped, stop_solvers};
pub use solve::{OutputError, Solver, SolverAnswer, SolverError, SolverOutput, Status, Varisat};
pub(crate) use solve::{SearchEnd, search};
// For the crate that explains puzzles.
#[doc(hidden)]
pub use {
    encode::{Houses, drawn_clauses, write_primitives},
    solve::Loader,
};
