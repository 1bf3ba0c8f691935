//! The reason why a puzzle has no solution.

use satdoku::task::Conflict;

use crate::row;

row! {
    /// The reason why a puzzle has no solution.
    ConflictRow {
        /// The constraints and givens that contradict each other.
        conflict: Vec<String>,
        /// False if fewer of them may do.
        minimal_conflict: Option<bool>,
        /// The contradiction in words.
        reason: String,
    }
}

impl From<&Conflict> for ConflictRow {
    fn from(conflict: &Conflict) -> ConflictRow {
        let givens = conflict.givens().map(|given| given.to_string());
        ConflictRow {
            conflict: conflict
                .constraints()
                .map(String::from)
                .chain(givens)
                .collect(),
            minimal_conflict: (!conflict.is_minimal()).then_some(false),
            reason: conflict.to_string(),
        }
    }
}
