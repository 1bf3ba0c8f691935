//! The search for the smallest sets of facts from which something follows.
//!
//! `network` has the candidates and facts of a position as sets of bits. `enumeration` finds steps of one
//! and two facts, `hitting_sets` those of three to six, and `refute` larger ones, which `smallest` combines under
//! one budget. `formula` has the same facts for a SAT solver.

mod assign;
pub(super) mod assignments;
pub(super) mod backbone;
pub(super) mod enumeration;
pub(super) mod formula;
mod hitting_sets;
mod meter;
pub(super) mod network;
mod open_rule;
pub(super) mod order;
mod readable;
pub(super) mod refute;
pub(super) mod set;
pub(super) mod smallest;
