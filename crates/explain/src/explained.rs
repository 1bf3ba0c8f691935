//! A complete explanation.

use super::step::Step;
use satdoku::board::Grid;
use satdoku::task::Limit;

/// The steps of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explained {
    /// The steps in order, each in the position after the one before.
    pub steps: Vec<Step>,
    /// The solution, if the steps lead to it.
    pub solution: Option<Grid>,
    /// True if the steps lead to the solution or to a contradiction. False if a limit was reached, or
    /// if the puzzle has several solutions: the steps then eliminate all candidates that are in none.
    pub complete: bool,
    /// The limit reached before the last step.
    pub limit: Option<Limit>,
}
