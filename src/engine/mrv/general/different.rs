//! Different digits, without looking for places: in an alternative, because the houses of the board take
//! care of themselves.

use super::peers::Peers;
use super::position::{Position, Refuted, is_single};
use super::propagator::Propagator;
use super::scratch::Scratch;

/// Cells with different digits.
#[derive(Debug)]
pub(super) struct Different(pub Vec<u32>);

impl Propagator for Different {
    fn cells(&self) -> &[u32] {
        &self.0
    }

    /// Removes the digits of solved cells from all other cells.
    fn propagate(
        &self,
        position: &mut Position,
        _: &Peers,
        _: &mut Scratch,
    ) -> Result<(), Refuted> {
        for one in &self.0 {
            let digit = position.of(*one);
            if is_single(digit) {
                for other in self.0.iter().filter(|other| *other != one) {
                    position.restrict(*other, !digit)?;
                }
            }
        }
        Ok(())
    }
}
