//! The questions: a solution, whether it is the only one, why there is none, and which givens
//! that takes.
//!
//! A [`Session`] asks an engine and has the answer confirmed by another; [`Verdict`] and
//! [`Solution`] are what comes back.

mod answer;
mod candidates;
pub mod canonical;
mod check_result;
mod conflict;
mod findings;
pub mod generate;
mod minimise;
mod mus;
#[cfg(feature = "serde")]
mod serialize;
mod session;
mod solutions;

pub use answer::{Answer, Confirmation, Count, Limit, Solution, TaskError, Verdict};
pub use candidates::propagated_candidates;
pub use check_result::ResultError;
pub use conflict::Conflict;
pub use minimise::{Minimal, Needs};
pub use mus::Witness;
pub use session::Session;
