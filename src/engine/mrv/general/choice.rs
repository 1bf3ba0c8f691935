//! Choices: what every open alternative removes is removed. An alternative whose own propagators refute
//! it is closed.

use super::peers::Peers;
use super::position::{MaskPosition, Refuted};
use super::primitive_propagator::{PrimitiveMemory, PrimitivePropagator};
use crate::board::DigitBits;

/// Alternatives of which at least one holds, on a board with up to 64 digits.
#[derive(Debug)]
pub(super) struct ChoicePropagator {
    cells: Vec<u32>,
    alternatives: Vec<Vec<PrimitivePropagator>>,
}

impl ChoicePropagator {
    pub(super) fn new(
        cells: Vec<u32>,
        alternatives: Vec<Vec<PrimitivePropagator>>,
    ) -> ChoicePropagator {
        ChoicePropagator {
            cells,
            alternatives,
        }
    }

    pub(super) fn cells(&self) -> &[u32] {
        &self.cells
    }

    /// Removes the candidates that no alternative leaves.
    pub(super) fn propagate(
        &self,
        position: &mut MaskPosition,
        peers: &Peers,
        memory: &mut PrimitiveMemory,
    ) -> Result<(), Refuted> {
        let length = position.trail.len();
        let mut left: Vec<DigitBits> = vec![0; self.cells.len()];
        for alternative in &self.alternatives {
            let narrowed = narrow(alternative, position, peers, memory);
            if narrowed.is_ok() {
                for (left, cell) in left.iter_mut().zip(&self.cells) {
                    *left |= position.candidates[*cell as usize];
                }
            }
            position.undo_to(length);
            let mut pairs = left.iter().zip(&self.cells);
            if pairs.all(|(left, cell)| *left == position.candidates[*cell as usize]) {
                return Ok(());
            }
        }
        let mut pairs = self.cells.iter().zip(left);
        pairs.try_for_each(|(cell, left)| position.restrict(*cell, left))
    }
}

/// Runs the propagators of an alternative until nothing changes.
fn narrow(
    alternative: &[PrimitivePropagator],
    position: &mut MaskPosition,
    peers: &Peers,
    memory: &mut PrimitiveMemory,
) -> Result<(), Refuted> {
    loop {
        let length = position.trail.len();
        for propagator in alternative {
            propagator.propagate(position, peers, memory)?;
        }
        let is_fixed = alternative.len() == 1 && alternative[0].is_idempotent();
        if is_fixed || position.trail.len() == length {
            return Ok(());
        }
    }
}
