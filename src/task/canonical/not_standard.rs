//! The error for puzzles and grids that have no minlex form.

use thiserror::Error;

use crate::board::{Candidate, Geometry, Grid};

/// A puzzle without a minlex form: it is not on the standard board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("expected a 9x9 puzzle with boxes and without variants, constraints or pencil marks")]
pub struct NotStandard;

impl NotStandard {
    /// Checks the size and the digits of a grid.
    pub(super) fn check(grid: &Grid) -> Result<(), NotStandard> {
        let is_high = |at: Candidate| at.digit.index() >= 9;
        if *grid.geometry() != Geometry::from(9) || grid.filled().any(is_high) {
            return Err(NotStandard);
        }
        Ok(())
    }
}
