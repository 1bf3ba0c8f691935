//! draft
mod deepening;
mod fact;
mod network;
mod refutation;
mod position;
mod small;
pub mod draft;
pub use fact::{Fact, FactName};
pub use position::Position;
