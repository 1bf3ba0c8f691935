//! The questions: a solution, and whether it is the only one.
//!
//! A [`Session`] asks an engine and has the answer confirmed by another; [`Verdict`] and
//! [`Solution`] are what comes back.

mod answer;
mod bench;
mod candidates;
mod session;

pub use answer::{Answer, Confirmation, Conflict, Count, Limit, Solution, TaskError, Verdict};
pub use bench::{BENCH_PUZZLES, Bench, BenchRow, Question};
pub use candidates::{exact_candidates, propagated_candidates};
pub use session::Session;
