//! Odd and even cells.

use super::text::Arguments;
use super::*;

/// A cell with an odd or an even digit.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Parity {
    /// True for an even digit.
    pub is_even: bool,
    /// The cell.
    pub cell: Cell,
}

impl Rule for Parity {
    const NAMES: &'static [&'static str] = &["odd", "even"];

    fn name(&self) -> &'static str {
        Self::NAMES[usize::from(self.is_even)]
    }

    fn rule(&self) -> &'static str {
        match self.is_even {
            false => "Cells with a circle have odd digits.",
            true => "Cells with a square have even digits.",
        }
    }

    /// `odd r1c1`
    fn parse(name: &str, arguments: &mut Arguments) -> Result<Parity, ConstraintError> {
        Ok(Parity {
            is_even: name == Self::NAMES[1],
            cell: arguments.cell()?,
        })
    }

    fn arguments(&self, board: &Geometry) -> String {
        self.cell.name(board).to_string()
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        vec![self.cell]
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        filled.value(self.cell).is_multiple_of(2) == self.is_even
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        to.digits(self.cell, |digit| digit.is_multiple_of(2) == self.is_even)
    }
}
