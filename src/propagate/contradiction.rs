//! Contradictions found by propagation.

use thiserror::Error;

use crate::board::{CellName, Source};

/// The reason why a position has no solution, as found by propagation of any kind.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Contradiction {
    /// A cell has no digit left.
    #[error("no digit is left for {0}")]
    NoDigit(CellName),
    /// A full house has no cell left for a digit.
    #[error("no cell is left for {value} in {house}")]
    NoPlace {
        /// The house.
        house: Source,
        /// The value of the digit.
        value: usize,
    },
    /// No digits of its cells satisfy a rule.
    #[error("no digits are left for {}", rule_of(*.0))]
    NoDigits(Source),
}

fn rule_of(source: Source) -> String {
    match source.is_of_pairs() {
        true => format!("cells {source}"),
        false => source.to_string(),
    }
}
