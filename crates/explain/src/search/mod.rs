//! The search for the smallest sets of facts from which something follows.
//!
//! `network` has the candidates and facts of a position as sets of bits. `enumeration` finds steps of one
//! and two facts, `smallest` larger ones, and up to six facts the smallest. Steps that assume one solution have
//! a search of their own.

pub(super) mod assignments;
pub(super) mod backbone;
pub(super) mod enumeration;
pub(super) mod fact_solver;
mod hitting_sets;
pub(super) mod invariant_order;
mod meter;
pub(super) mod network;
mod open_rule;
pub(super) mod refutation;
pub(super) mod set;
pub(super) mod smallest;
pub(super) mod uniqueness;
