//! Alternatives: what every open alternative removes is removed. An alternative whose own propagators refute
//! it is closed.

use super::peers::Peers;
use super::position::{Position, Refuted};
use super::propagator::Propagator;
use super::scratch::Scratch;
use crate::board::DigitBits;

/// Alternatives of which at least one holds.
#[derive(Debug)]
pub(super) struct EitherPropagator {
    pub cells: Vec<u32>,
    pub alternatives: Vec<Vec<Box<dyn Propagator>>>,
}

impl Propagator for EitherPropagator {
    fn cells(&self) -> &[u32] {
        &self.cells
    }

    fn propagate(
        &self,
        position: &mut Position,
        peers: &Peers,
        scratch: &mut Scratch,
    ) -> Result<(), Refuted> {
        let length = position.trail.len();
        let mut left: Vec<DigitBits> = vec![0; self.cells.len()];
        for alternative in &self.alternatives {
            let narrowed = narrow(alternative, position, peers, scratch);
            if narrowed.is_ok() {
                for (left, cell) in left.iter_mut().zip(&self.cells) {
                    *left |= position.of(*cell);
                }
            }
            position.undo_to(length);
            let mut pairs = left.iter().zip(&self.cells);
            if pairs.all(|(left, cell)| *left == position.of(*cell)) {
                return Ok(());
            }
        }
        let mut pairs = self.cells.iter().zip(left);
        pairs.try_for_each(|(cell, left)| position.restrict(*cell, left))
    }
}

/// Runs the propagators of an alternative until nothing changes.
fn narrow(
    alternative: &[Box<dyn Propagator>],
    position: &mut Position,
    peers: &Peers,
    scratch: &mut Scratch,
) -> Result<(), Refuted> {
    loop {
        let length = position.trail.len();
        for propagator in alternative {
            propagator.propagate(position, peers, scratch)?;
        }
        if position.trail.len() == length {
            return Ok(());
        }
    }
}
