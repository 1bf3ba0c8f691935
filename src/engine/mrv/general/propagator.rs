//! The trait of propagators. They see nothing but a position and the peers of cells, so that those of
//! an alternative can be tried.
//!
//! Without the two hints about when to run one again, variants take a quarter longer.

use std::fmt;

use super::peers::Peers;
use super::position::{Position, Refuted};
use super::scratch::Scratch;
use crate::board::Cell;

/// A rule that removes candidates without support.
pub(super) trait Propagator: Send + Sync {
    /// The cells whose changes it watches.
    fn cells(&self) -> &[u32];

    /// Returns true if it costs so much that all others go first.
    fn is_late(&self) -> bool {
        false
    }

    /// Returns true if it need not run unless the lowest or the highest candidate of a cell changes.
    fn is_of_bounds(&self) -> bool {
        false
    }

    /// Returns true if running it again without other changes has no effect.
    fn is_idempotent(&self) -> bool {
        false
    }

    /// Removes candidates without support.
    ///
    /// # Errors
    /// If the rule refutes the position.
    fn propagate(
        &self,
        position: &mut Position,
        peers: &Peers,
        scratch: &mut Scratch,
    ) -> Result<(), Refuted>;
}

/// Shows the cells. With `Debug` as a supertrait, the page would have the code that shows every rule.
impl fmt::Debug for dyn Propagator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cells().fmt(f)
    }
}

/// The indices of cells.
pub(super) fn indices(cells: &[Cell]) -> Vec<u32> {
    cells.iter().map(|cell| cell.index() as u32).collect()
}
