//! The questions: a solution, whether it is the only one, why there is none, and which givens
//! that takes.
//!
//! A [`Session`] asks an engine and has the answer confirmed by another; [`Verdict`] and
//! [`Solution`] are what comes back.

mod answer;
mod candidates;
mod check_result;
mod conflict;
mod explain;
pub mod explanation;
mod findings;
mod givens;
mod minimise;
mod rate;
mod repair;
#[cfg(feature = "serde")]
mod serialize;
mod session;
#[cfg(feature = "cli")]
mod steps;

pub use answer::{Answer, Confirmation, Count, Limit, Solution, TaskError, Verdict};
pub use candidates::{exact_candidates, propagated_candidates};
pub use check_result::ResultError;
pub use conflict::{Conflict, ConflictingGivens};
pub use explain::{Explanation, MOST_CLAUSES_EXPLAINED, conflicting_givens, is_explainable};
pub use minimise::{Minimal, Minimised, Needs, Witness, minimise, needs};
pub use rate::{Level, Rating, rate};
pub use repair::{Repair, Repairs, repair, repairs};
pub use session::Session;
#[cfg(feature = "cli")]
pub use steps::Steps;
