//! The search for the smallest sets of facts from which something follows.
//!
//! `network` has the candidates and facts of a position as sets of bits. `enumeration` finds steps of one
//! and two facts, `smallest` larger ones. Steps that assume one solution have
//! a search of their own.

pub(super) mod assignments;
pub(super) mod backbone;
pub(super) mod enumeration;
pub(super) mod fact_solver;
mod hitting_sets;
pub(super) mod invariant_order;
pub(super) mod known_proofs;
mod meter;
pub(super) mod network;
mod open_rule;
pub(super) mod refutation;
pub(super) mod set;
pub(super) mod smallest;
pub(super) mod uniqueness;
