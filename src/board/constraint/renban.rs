//! Renban lines: consecutive digits in any order.

use super::cells_rule::CellsRule;
use super::*;
use crate::board::DigitBits;

/// A renban line. Its digits differ and are consecutive, in any order.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Renban {
    /// The cells of the line.
    pub cells: Vec<Cell>,
}

impl From<Vec<Cell>> for Renban {
    fn from(cells: Vec<Cell>) -> Renban {
        Renban { cells }
    }
}

/// `renban r1c1-r1c4`
impl CellsRule for Renban {
    const NAME: &'static str = "renban";
    const LEAST: usize = 1;
    const RULE: &'static str = "Digits on a renban line are consecutive, in any order.";

    fn list(&self) -> &[Cell] {
        &self.cells
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        let digits = filled.values(&self.cells);
        let lowest = digits.iter().min().copied().unwrap_or(0);
        (lowest..lowest + digits.len()).all(|digit| digits.contains(&digit))
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        let (count, size) = (self.cells.len(), to.board().digit_count());
        if size > DigitBits::BITS as usize {
            to.house(&self.cells)?;
            return to.all_pairs(&self.cells, |one, other| one.abs_diff(other) < count);
        }
        // The lowest set has the lowest `count` bits.
        let lowest = |count: usize| (0..count).fold(0, |set: DigitBits, digit| set | 1 << digit);
        let starts = 0..(size + 1).saturating_sub(count);
        to.sets_of_house(&self.cells, starts.map(|start| lowest(count) << start).collect())
    }
}
