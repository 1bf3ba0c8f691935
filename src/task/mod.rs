//! The questions: a solution, and whether it is the only one.
//!
//! A [`Session`] asks an engine and has the answer confirmed by another; [`Verdict`] and
//! [`Solution`] are what comes back.

mod answer;
mod session;

pub use answer::{Answer, Confirmation, Conflict, Limit, Solution, TaskError, Verdict};
pub use session::Session;
