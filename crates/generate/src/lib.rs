//! Generation of puzzles: of any size and variant, with a symmetry, pattern or difficulty.
//!
//! A [`Request`] describes the puzzles, and a [`Generator`] makes them in an endless sequence. Each
//! puzzle has a number and its own stream of random numbers: the same seed and number give the same
//! puzzle, whichever were made before, with any number of threads, on any machine.
//!
//! ```
//! use std::sync::Arc;
//!
//! use satdoku::board::Layout;
//! use satdoku_generate::{Generator, Request, Symmetry};
//!
//! let layout = Arc::new(Layout::classic("3x3".parse()?));
//! let request = Request {
//!     symmetry: Symmetry::HalfTurn,
//!     ..Request::new(layout)
//! };
//! let mut generator = Generator::new(request, 1)?;
//! let first = generator.make(0)?;
//! assert_eq!(first.puzzle.givens().cells()[0].is_some(), first.puzzle.givens().cells()[80].is_some());
//! assert_eq!(generator.next().unwrap()?, first);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An `attempt` at a puzzle takes this way: `solution` returns a random solved grid, `drawing` draws constraints on
//! it, and `removal` leaves out groups of givens and constraints as long as the rest has one solution
//! and is not too hard. What can be left out is decided by `clues`, or by `standard_clues` on the
//! standard board. A new kind of constraints to draw is a row in `drawing::kind` and a function in one
//! of the files there.

mod attempt;
#[cfg(test)]
mod board_tests;
mod clues;
mod connected;
mod drawing;
mod generator;
mod hill_climbing;
mod jigsaw;
mod judge;
mod pattern;
mod plan;
mod removal;
mod request;
mod solution;
#[cfg(test)]
mod spread_tests;
mod standard_clues;
mod symmetry;
#[cfg(test)]
#[path = "../../../src/testing.rs"]
mod testing;
#[cfg(test)]
mod tests;

pub use self::drawing::ConstraintKind;
pub use self::generator::{GenerateError, Generated, Generator};
pub use self::pattern::{Pattern, PatternCell, PatternError};
pub use self::request::{Boards, Request, RequestError};
pub use self::symmetry::Symmetry;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// The code about this crate in the table of the library.
///
/// ```
/// use satdoku::board::Layout;
/// use satdoku_generate::{Generator, Request};
///
/// let (layout, seed) = (Layout::classic("2x2".parse()?).into(), 1);
/// Generator::new(Request::new(layout), seed)?.make(0)?.puzzle;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[cfg(doctest)]
struct Table;

/// Returns a random number below `end`. It is the same on machines of any word size.
fn below(end: usize, random: &mut ChaCha8Rng) -> usize {
    random.random_range(0..end as u32) as usize
}

/// Shuffles a list (R. Durstenfeld, 1964).
fn shuffle<T>(list: &mut [T], random: &mut ChaCha8Rng) {
    for last in (1..list.len()).rev() {
        list.swap(last, below(last + 1, random));
    }
}
