//! The questions: a solution, and whether it is the only one.
//!
//! A [`Session`] asks an engine and has the answer confirmed by another; [`Verdict`] and
//! [`Solution`] are what comes back.

mod answer;
mod candidates;
mod claim;
mod session;

pub use answer::{Answer, Confirmation, Conflict, Count, Limit, Solution, TaskError, Verdict};
pub use candidates::{exact_candidates, propagated_candidates};
pub use claim::ClaimError;
pub use session::Session;
