//! Step-by-step explanations, hints and ratings.
//!
//! `search` finds steps, `techniques` names them, `text` puts them into words, with the reasons of drawn
//! constraints from `reason`, and `rating` compares puzzles by them. `step_finder` combines the first two for a
//! position, and `solve_path` takes one step after another.
//!
//! The underlying idea: a step is a small set of facts that forces something. A [`Position`] is a
//! set of candidates. A [`Fact`] is the rule that a cell has a digit, or that a house has a place for
//! a digit; that candidates exclude each other may always be used. A [`Step`] places digits or
//! eliminates candidates, and has the facts from which this follows in its position. Each conclusion
//! needs all of them. If it is not proved that no step in the position has fewer facts, the step has a
//! lower bound. The techniques of players are names of small sets of facts, recognised by their pattern.
//!
//! | facts | found by |
//! |---|---|
//! | 1 | enumeration (`search::enumeration`) |
//! | 2 | enumeration of all pairs, with bit sets of all candidates (`search::enumeration`) |
//! | 3 to 6 | iterative deepening on the size, with correction sets (`search::hitting_sets`) |
//! | more, or too many for that | unit propagation and case splits, shrunk by deletion (`search::refute`) |
//!
//! Every step is checked by [`check_step`], which shares no code with the search.
//!
//! ```
//! use satdoku::board::Puzzle;
//! use satdoku_explain::Explainer;
//!
//! let puzzle: Puzzle = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........".parse()?;
//! let explained = Explainer::default().explain(&puzzle)?;
//! assert!(explained.complete);
//! let first = &explained.steps[0];
//! println!("{}: {}", first.technique, first.argument);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

/// The code about this crate in the table of the library.
///
/// ```
/// use satdoku_explain::{Explainer, rate};
///
/// let puzzle: satdoku::Puzzle = "1.....2..3.....4".parse()?;
/// Explainer::default().explain(&puzzle)?.steps;
/// Explainer::default().hint(&puzzle)?;
/// rate(&puzzle)?.map(|rating| rating.level);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[cfg(doctest)]
struct Table;

#[cfg(test)]
mod board_tests;
mod check;
mod deadly_pattern;
mod drawn;
#[cfg(test)]
mod drawn_tests;
mod error;
mod explainer;
mod fact;
mod grouped;
mod house_sum;
mod level;
mod next_step;
mod position;
mod rating;
mod reason;
mod search;
mod solve_path;
mod sorted_set;
mod step;
mod step_finder;
mod step_marks;
mod techniques;
#[cfg(test)]
#[path = "../../../src/testing.rs"]
mod testing;
#[cfg(test)]
mod tests;
mod text;

pub use check::{StepError, check_step};
pub use error::{ExplainError, LARGEST_EXPLAINED};
pub use explainer::Explainer;
pub use fact::{DeadlyPattern, Fact, FactName};
pub use house_sum::HouseSum;
pub use level::Level;
pub use next_step::{NextStep, NoStep, Progress};
pub use position::Position;
pub use rating::score::Score;
pub use rating::{Difficulty, Rating, UnknownDifficulty, rate};
pub use solve_path::{Explained, Steps};
pub use step::Step;
pub use techniques::chain::Link;
pub use techniques::technique::Technique;
