//! Solves, checks, explains, rates and generates Sudoku of any size, with a SAT solver inside.
//!
//! A [`Puzzle`] is parsed from text or made from numbers, and has a [`Verdict`]: one solution,
//! several, none, or unknown because a limit was reached. Every solution is verified against the
//! rules, and every verdict is confirmed by a second engine that shares only the description of the
//! board with the first.
//!
//! ```
//! use satdoku::Puzzle;
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
//! let verdict = puzzle.check()?;
//! assert!(verdict.is_unique());
//! println!("{}", verdict.solution().unwrap());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Session`] keeps the memory of its engines for many puzzles, chooses the engine, sets limits,
//! and asks other questions. Its answers say whether they were confirmed:
//!
//! ```
//! use std::time::Duration;
//!
//! use satdoku::{Confirmation, Puzzle, Session, Verdict};
//!
//! let puzzle: Puzzle = "12....2..3....14".parse()?;
//! let mut session = Session::default().with_timeout(Duration::from_secs(1));
//! let answer = session.check(&puzzle)?;
//! assert_eq!(answer.confirmation, Confirmation::Confirmed);
//! match answer.outcome {
//!     Verdict::Unique(solution) => println!("{solution}"),
//!     Verdict::Multiple([one, other]) => println!("{one} and {other}"),
//!     // Prints "no cell is left for 1 in row 3, given r1c1=1 r3c2=3 r4c3=1".
//!     Verdict::Unsolvable(conflict) => println!("{conflict}"),
//!     Verdict::Unknown(limit) => println!("{limit}"),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to look
//!
//! In the code, `puzzle` is a [`Puzzle`], `session` a [`Session`], `text` a string, and `out` a `Vec<u8>`.
//!
//! | to | use | in code |
//! |---|---|---|
//! | make a puzzle from a line, rows or numbers | [`Puzzle`](Puzzle#trait-implementations) | `"1.....2..3.....4".parse::<Puzzle>()?` |
//! | draw constraints and add variants | [`Puzzle::with`] | `Puzzle::classic(Shape::STANDARD).with("cage 10 r1c1 r1c2")?` |
//! | build a jigsaw or another board from its parts | [`board::Ruleset`], [`board::RegionMap`], [`board::Layout`] | `Puzzle::without_givens(Layout::new(Ruleset::jigsaw(regions)).into())` |
//! | solve | [`Session::solve`] | `session.solve(&puzzle)?.outcome` |
//! | check | [`Puzzle::check`], [`Session::check`] | `session.check(&puzzle)?.outcome.is_unique()` |
//! | count | [`Session::count`] | `session.count(&puzzle, 1000)?.outcome` |
//! | list the candidates that occur in a solution | [`Session::candidates`] | `session.candidates(&puzzle)?.outcome` |
//! | remove redundant givens | [`Session::minimise`] | `session.minimise(&puzzle, ClueKind::Givens, None)?.outcome.puzzle` |
//! | repair a puzzle | [`task::repairs`] | `repairs(&puzzle)?.repairs` |
//! | compare puzzles up to symmetry | [`task::canonical`](mod@task::canonical) | `canonical(&puzzle)?` |
//! | write DIMACS CNF, or call a SAT solver | [`sat::Translation`] | `write_dimacs(&Translation::new(&puzzle, Encoding::Extended), None, &mut out)?` |
//! | compare search algorithms | [`engine::ENGINES`] | `ENGINES[0].make()` |
//! | read puzzles from text in any format | `satdoku_text::Reader` | `Reader::new("name", text.as_bytes(), ReadOptions::default())` |
//! | draw a puzzle, in characters or as SVG | `satdoku_text::Picture` | `Picture::new(&puzzle, Alphabet::FromOne).svg()` |
//! | explain a puzzle step by step | `satdoku_explain::Explainer` | `Explainer::default().explain(&puzzle)?.steps` |
//! | give a hint | `satdoku_explain::Explainer` | `Explainer::default().hint(&puzzle)?` |
//! | rate the difficulty | `satdoku_explain::rate` | `rate(&puzzle)?.map(\|rating\| rating.level)` |
//! | generate puzzles | `satdoku_generate::Generator` | `Generator::new(Request::new(layout), seed)?.make(0)?.puzzle` |
//!
//! The crates `satdoku-text`, `satdoku-explain` and `satdoku-generate` build on this one. The folders
//! `examples` of the crates have complete programs: many puzzles on all cores, a drawn step, generated
//! puzzles, and a jigsaw.
//!
//! # Features
//!
//! All are additive, and none is on by default. The library builds for `wasm32-unknown-unknown`.
//!
//! - `external`: other SAT solvers as child processes.
//! - `serde`: serialisation of puzzles, grids and answers.
//!
//! # Numbers
//!
//! Indices count from 0, and text that people read counts from 1: the cell with index 0 is `r1c1`,
//! the digit with index 0 is 1, and the first DIMACS variable is 1. The conversions have names:
//! `from_index`, `value`, `to_dimacs`.

pub mod board;
mod deadline;
pub mod engine;
pub mod format_error;
mod limit;
mod line;
pub mod propagate;
pub mod sat;
pub mod task;

#[cfg(test)]
mod testing;
// `testing` is also compiled in other crates, where the library has this name.
#[cfg(test)]
extern crate self as satdoku;

pub use board::{Candidate, Cell, Digit, Grid, Puzzle};
pub use deadline::Deadline;
pub use format_error::FormatError;
pub use limit::Limit;
pub use task::{Confirmation, Session, Verdict};

/// The code in the table "Where to look". The other crates have a test like this one.
///
/// ```
/// use satdoku::board::{Layout, RegionMap, Ruleset, Shape};
/// use satdoku::engine::ENGINES;
/// use satdoku::sat::{Encoding, Translation, write_dimacs};
/// use satdoku::task::{ClueKind, canonical::canonical, repairs};
/// use satdoku::{Puzzle, Session};
///
/// let puzzle: Puzzle = "1234341221434321".parse()?;
/// let regions = RegionMap::from_labels(&"1112132243324443".chars().map(Some).collect::<Vec<_>>())?;
/// let (mut session, mut out) = (Session::default(), Vec::new());
///
/// "1.....2..3.....4".parse::<Puzzle>()?;
/// Puzzle::classic(Shape::STANDARD).with("cage 10 r1c1 r1c2")?;
/// Puzzle::without_givens(Layout::new(Ruleset::jigsaw(regions)).into());
/// session.solve(&puzzle)?.outcome;
/// session.check(&puzzle)?.outcome.is_unique();
/// session.count(&puzzle, 1000)?.outcome;
/// session.candidates(&puzzle)?.outcome;
/// session.minimise(&puzzle, ClueKind::Givens, None)?.outcome.puzzle;
/// repairs(&puzzle)?.repairs;
/// write_dimacs(&Translation::new(&puzzle, Encoding::Extended), None, &mut out)?;
/// ENGINES[0].make();
/// let puzzle = Puzzle::classic(Shape::STANDARD);
/// canonical(&puzzle)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[cfg(doctest)]
struct Table;

/// The examples of the README, which are tests too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
