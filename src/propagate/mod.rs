//! What follows from a position without search: candidates and the rules that remove them.

mod all_different;
mod candidates;
mod house_set;
mod matching;
mod pairs;
mod probe;
mod propagate;
mod rules;

pub use candidates::Candidates;
pub use probe::{Probed, Prober};
