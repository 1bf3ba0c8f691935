//! Questions about puzzles: solve, check, count, candidates, conflict, minimise, repair, canonical
//! form.
//!
//! A [`Session`] asks an engine and has another one confirm the answer. Questions about the clues of a puzzle
//! share one formula, in which each clue can be left out (`clues.rs`).

mod answer;
mod backbone;
mod candidates;
pub mod canonical;
mod clues;
mod conflict;
mod error;
mod estimate;
mod minimise;
mod repair;
mod session;
#[cfg(test)]
mod tests;

pub use crate::Limit;
pub use answer::{Answer, Confirmation, Count, QuestionError, Solution, Verdict};
pub use candidates::{CandidateCounts, candidates_of_givens};
pub use clues::{Clue, ClueFormula, ClueKind, clue_formula};
pub use conflict::Conflict;
pub use error::{ResultError, TaskError};
pub use estimate::{Estimate, Estimated};
pub use minimise::{Minimal, Needs, Witness};
pub use repair::{Repair, Repairs, repair, repairs};
pub use session::Session;
// For the crates that build on this one.
#[doc(hidden)]
pub use {
    backbone::possible_variables,
    clues::{ClueSolver, delete, givens, without},
};
