//! The reason why a puzzle has no link.

use thiserror::Error;

/// The reason why a puzzle cannot be written as a link.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("expected {expected} for a link, found {found}")]
pub struct NoLink {
    expected: String,
    found: String,
}

impl NoLink {
    pub(super) fn new(expected: &str, found: impl Into<String>) -> NoLink {
        NoLink {
            expected: expected.to_string(),
            found: found.into(),
        }
    }

    /// Returns the error of a rule that the Interactive Sudoku Solver does not have.
    pub(super) fn no_item(rule: &str) -> NoLink {
        let expected = "rules that the Interactive Sudoku Solver has";
        NoLink::new(expected, format!("`{rule}`"))
    }
}
