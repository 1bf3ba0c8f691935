//! Counts: a digit occurs a possible number of times in some cells.

use super::peers::Peers;
use super::position::{Position, Refuted};
use super::propagator::{Propagator, Scratch};
use crate::board::{DigitBits, DigitCount};

/// Cells in which a digit occurs a number of times.
#[derive(Debug)]
pub(super) struct CountPropagator {
    cells: Vec<u32>,
    digit: DigitBits,
    /// The possible numbers of cells, in ascending order.
    counts: Vec<usize>,
}

impl CountPropagator {
    pub(super) fn new(count: &DigitCount) -> CountPropagator {
        CountPropagator {
            cells: super::build::indices(&count.automaton.cells),
            digit: 1 << count.digit.index(),
            counts: count.counts.clone(),
        }
    }
}

impl Propagator for CountPropagator {
    fn cells(&self) -> &[u32] {
        &self.cells
    }

    /// Places the digit in all cells that can hold it, or removes it from all that need not, if no other
    /// count is possible.
    fn propagate(
        &self,
        position: &mut Position,
        _: &Peers,
        _: &mut Scratch,
    ) -> Result<(), Refuted> {
        let (mut held, mut open) = (0, 0);
        for cell in &self.cells {
            let candidates = position.of(*cell);
            held += usize::from(candidates == self.digit);
            open += usize::from(candidates != self.digit && candidates & self.digit != 0);
        }
        let counts = self.counts.iter();
        let mut counts = counts.filter(|count| (held..=held + open).contains(*count));
        let least = *counts.next().ok_or(Refuted)?;
        let most = *counts.next_back().unwrap_or(&least);
        let allowed = match () {
            () if least == held + open => self.digit,
            () if most == held => !self.digit,
            () => return Ok(()),
        };
        for cell in &self.cells {
            let candidates = position.of(*cell);
            if candidates != self.digit && candidates & self.digit != 0 {
                position.restrict(*cell, allowed)?;
            }
        }
        Ok(())
    }
}
