//! Questions about puzzles: solve, check, count, candidates, conflict, minimise, repair, canonical
//! form.
//!
//! A [`Session`] asks an engine and has another one confirm the answer.

mod backbone;
mod candidates;
pub mod canonical;
mod clue;
mod clue_formula;
mod confirmed_engine;
mod conflict;
mod deletion;
mod error;
mod estimate;
mod minimise;
mod mus;
mod repair;
#[cfg(feature = "serde")]
mod serialize;
mod session;
#[cfg(test)]
mod tests;
mod verdict;

pub use candidates::{CandidateCounts, candidates_of_givens};
pub use clue::Clue;
pub use clue_formula::{ClueFormula, clue_formula};
pub use conflict::Conflict;
pub use error::{QuestionError, ResultError, TaskError};
pub use estimate::{Estimate, Estimated};
pub use minimise::{Minimal, Needs, Witness};
pub use repair::{Repair, Repairs, repair, repairs};
pub use session::Session;
// For the crates that build on this one.
pub use verdict::{Answer, Confirmation, Count, Limit, Solution, Verdict};
#[doc(hidden)]
pub use {
    backbone::possible_variables,
    clue::givens,
    deletion::{delete, without},
    mus::ClueSolver,
};
