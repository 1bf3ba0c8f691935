//! Outcomes: what is left of the candidates of a cell, in the shortest words.

use super::super::wording::left_text;
use super::Reasoner;

/// How a reason limits a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The digits that are left, or those that are excluded if they are fewer.
    Left,
    AtMost(i64),
    AtLeast(i64),
    Parity {
        is_odd: bool,
    },
}

impl Reasoner<'_> {
    /// Returns what a cell is once some digits are excluded: `at most 7`, `5` or `not 1 or 2`; nothing if no
    /// digit is left.
    pub(super) fn outcome_text(&self, outcome: Outcome, removed: u16, left: u16) -> String {
        let values = self.values(left);
        if values.is_empty() {
            return String::new();
        }
        let limit = match outcome {
            Outcome::AtMost(value) => format!("at most {value}"),
            Outcome::AtLeast(value) => format!("at least {value}"),
            Outcome::Parity { is_odd: true } => "odd".to_string(),
            Outcome::Parity { is_odd: false } => "even".to_string(),
            Outcome::Left => return left_text(&values, &self.values(removed)),
        };
        match (&values[..], outcome) {
            ([only], Outcome::AtMost(value) | Outcome::AtLeast(value)) if *only == value => {
                only.to_string()
            }
            ([only], _) => format!("{limit}, which leaves {only}"),
            _ => limit,
        }
    }
}
