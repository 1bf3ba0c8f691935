//! The cost of an answer, and whether a second engine confirmed it.

use satdoku::task::{Answer, Confirmation, Limit};

use crate::row;

row! {
    /// The cost of an answer, and its confirmation.
    Cost {
        /// True if a second engine found the same answer.
        confirmed: Option<bool>,
    }
    hidden {
        /// The limit that ended the confirmation.
        unconfirmed: Option<Limit>,
        /// True if a SAT solver was called.
        needed_solver: bool,
    }
}

impl Cost {
    /// Returns the cost of an answer of a session.
    pub(crate) fn of<T>(answer: &Answer<T>) -> Cost {
        Cost {
            confirmed: Some(answer.confirmation == Confirmation::Confirmed),
            needed_solver: answer.report.work.solver_calls > 0,
            ..Cost::from(answer.confirmation)
        }
    }
}

/// A confirmation that nobody asked for leaves no field.
impl From<Confirmation> for Cost {
    fn from(confirmation: Confirmation) -> Cost {
        let (confirmed, unconfirmed) = match confirmation {
            Confirmation::Confirmed => (Some(true), None),
            Confirmation::GaveUp(limit) => (Some(false), Some(limit)),
            Confirmation::NotAsked => (None, None),
        };
        Cost {
            confirmed,
            unconfirmed,
            needed_solver: false,
        }
    }
}
