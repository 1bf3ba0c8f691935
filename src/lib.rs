//! Sudoku as satisfiability: a puzzle is translated into CNF, solved by an embedded SAT solver,
//! decoded, verified, and confirmed by a second engine that shares nothing with the first but the
//! board.
//!
//! ```
//! use satdoku::{Confirmation, Puzzle, Session, Verdict};
//!
//! let puzzle: Puzzle = "
//!     8 . . | . . . | . . .
//!     . . 3 | 6 . . | . . .
//!     . 7 . | . 9 . | 2 . .
//!     ------+-------+------
//!     . 5 . | . . 7 | . . .
//!     . . . | . 4 5 | 7 . .
//!     . . . | 1 . . | . 3 .
//!     ------+-------+------
//!     . . 1 | . . . | . 6 8
//!     . . 8 | 5 . . | . 1 .
//!     . 9 . | . . . | 4 . .
//! "
//! .parse()?;
//!
//! let answer = Session::default().check(&puzzle)?;
//! assert_eq!(answer.confirmation, Confirmation::Confirmed);
//! match answer.outcome {
//!     Verdict::Unique(solution) => assert_eq!(&solution.to_string()[..9], "812753649"),
//!     Verdict::Multiple([one, other]) => println!("{one} and {other}"),
//!     Verdict::None(conflict) => println!("no solution: {conflict}"),
//!     Verdict::Unknown(limit) => println!("{limit}"),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The rooms
//!
//! Data flows down this list, and a module imports only from those above it:
//!
//! | module | what it is |
//! |---|---|
//! | [`board`] | what a puzzle is, for any size and any set of houses: [`Puzzle`], [`Grid`], [`board::Layout`], and [`board::verify`], which every grid that leaves the library has passed |
//! | [`propagate`] | what follows without search: the candidates of a position, one rule per file |
//! | [`format`](mod@format) | text as people have it to puzzles, and grids to text in the form they came in |
//! | [`sat`] | the only place that knows literals: encodings, DIMACS, solvers, proofs |
//! | [`engine`] | one trait, [`engine::Engine`], and a registry of everything that implements it |
//! | [`task`] | the questions: solve, check, count, candidates, conflicts, minimise, repair |
//! | [`explain`] | solution steps, their techniques, and ratings |
//! | [`generate`] | new puzzles |
//!
//! # Features
//!
//! `cli` (the default) is the program; without it the library is lean and builds for
//! `wasm32-unknown-unknown`. `external` runs other SAT solvers as child processes. `serde` lets
//! puzzles, grids and answers be serialised. `cadical` links CaDiCaL in.
//!
//! # Indices
//!
//! Everything counts from 0 inside and from 1 in what a person reads: `r1c1` is the cell with
//! index 0, the digit 1 has index 0, the first variable is 1 in DIMACS text. The conversions have
//! names: `from_index`, `value`, `to_dimacs`.

pub mod board;
mod deadline;
pub mod engine;
pub mod explain;
pub mod format;
pub mod generate;
pub mod propagate;
pub mod sat;
pub mod task;

#[cfg(test)]
mod testing;
#[cfg(test)]
extern crate self as satdoku; // `testing` is compiled in `tests/it`, too.

pub use board::{Candidate, Cell, Digit, Grid, Puzzle};
pub use deadline::Deadline;
pub use task::{Answer, Confirmation, Session, Solution, Verdict};

/// The examples of the README, which are tests too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
