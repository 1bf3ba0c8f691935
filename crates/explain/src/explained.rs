//! A complete explanation.

use super::step::Step;
use satdoku::board::Grid;
use satdoku::task::Limit;

/// The steps of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Explained {
    /// The steps in order, each in the position after the one before.
    pub steps: Vec<Step>,
    /// The solution, if the steps lead to it.
    #[cfg_attr(feature = "serde", serde(serialize_with = "as_text"))]
    pub solution: Option<Grid>,
    /// True if the steps lead to the solution or to a contradiction. False if a limit was reached, or
    /// if the puzzle has several solutions: the steps then eliminate all candidates that are in none.
    pub complete: bool,
    /// The limit reached before the last step.
    #[cfg_attr(
        feature = "serde",
        serde(
            rename = "error",
            serialize_with = "as_words",
            skip_serializing_if = "Option::is_none"
        )
    )]
    pub limit: Option<Limit>,
}

#[cfg(feature = "serde")]
fn as_text<S: serde::Serializer>(grid: &Option<Grid>, serializer: S) -> Result<S::Ok, S::Error> {
    serde::Serialize::serialize(&grid.as_ref().map(Grid::to_string), serializer)
}

#[cfg(feature = "serde")]
fn as_words<S: serde::Serializer>(limit: &Option<Limit>, serializer: S) -> Result<S::Ok, S::Error> {
    serde::Serialize::serialize(&limit.map(|limit| limit.to_string()), serializer)
}
