//! The trait of propagators. They see nothing but a position and the peers of cells, so that those of
//! an alternative can be tried.

use std::fmt::Debug;

use super::distinct_states::UsedDigits;
use super::peers::Peers;
use super::position::{Position, Refuted};
use super::state_graph::ReachedStates;
use super::sum::OpenCells;

/// A rule that removes candidates without support.
pub(super) trait Propagator: Debug + Send {
    /// The cells whose changes it watches.
    fn cells(&self) -> &[u32];

    /// Returns true if it costs so much that all others go first.
    fn is_late(&self) -> bool {
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

/// Working memory of propagators.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    pub sums: OpenCells,
    pub reached: ReachedStates,
    pub used: UsedDigits,
}
