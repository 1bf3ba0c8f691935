//! Sudoku as satisfiability: a puzzle is translated into CNF, solved by an embedded SAT solver,
//! decoded, verified, and confirmed by a second engine that shares nothing with the first but the
//! board.
//!
//! ```
//! use satdoku::board::Puzzle;
//! use satdoku::task::{Confirmation, Session, Verdict};
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
//! # The path of a puzzle
//!
//! Each step is a module that uses only what stands to its left:
//!
//! | text → puzzle | → candidates | → clauses → model → grid | → solutions | → answer |
//! |---|---|---|---|---|
//! | [`format`](mod@format) | [`board`] | [`sat`] | [`engine`] | [`task`] |
//!
//! - [`board`] is what a puzzle is, for any size and any set of houses: [`board::Layout`],
//!   [`board::Puzzle`], [`board::Candidates`] with their propagation, and [`board::verify`], which
//!   every grid that leaves the library has passed.
//! - [`format`](mod@format) reads text as people have it and writes grids in the form they came in.
//! - [`sat`] is the only place that knows literals: encodings, DIMACS, the embedded solver.
//! - [`engine`] has one trait, [`engine::Engine`], and a registry of everything that implements it.
//! - [`task`] asks the questions: solve, check, count, explain, minimise.
//!
//! # Indices
//!
//! Everything counts from 0 inside and from 1 in what a person reads: `r1c1` is the cell with
//! index 0, the digit 1 has index 0, the first variable is 1 in DIMACS text. The conversions have
//! names: `from_index`, `value`, `to_dimacs`.

pub mod board;
mod deadline;
pub mod engine;
pub mod format;
pub mod propagate;
pub mod sat;
pub mod task;

#[cfg(test)]
extern crate self as satdoku;
#[cfg(test)]
#[path = "../tests/it/common/puzzles.rs"]
mod testing;

pub use deadline::Deadline;

/// The examples of the README, which are tests too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
