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
mod minimise;
mod mus;
mod repair;
pub(crate) mod search;
#[cfg(feature = "serde")]
mod serialize;
mod session;
mod solutions;

pub use answer::{Answer, Confirmation, Count, Limit, Solution, TaskError, Verdict};
pub use candidates::{Rules, candidates_after};
pub use check_result::ResultError;
pub use conflict::Conflict;
pub use minimise::{Minimal, Needs};
pub(crate) use mus::GivenSolver;
pub use mus::Witness;
pub use repair::{Repair, Repairs, repair, repairs};
pub use session::Session;
