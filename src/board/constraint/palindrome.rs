//! Palindromes: the same digits from both ends.

use super::cells_rule::CellsRule;
use super::*;

/// A palindrome. Its digits are the same from both ends.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Palindrome {
    /// The cells of the line.
    pub cells: Vec<Cell>,
}

impl From<Vec<Cell>> for Palindrome {
    fn from(cells: Vec<Cell>) -> Palindrome {
        Palindrome { cells }
    }
}

/// `palindrome r1c1-r1c4`
impl CellsRule for Palindrome {
    const NAME: &'static str = "palindrome";
    const LEAST: usize = 2;
    const RULE: &'static str = "Digits on a palindrome are the same from both ends.";

    fn list(&self) -> &[Cell] {
        &self.cells
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        let digits = filled.values(&self.cells);
        digits.iter().eq(digits.iter().rev())
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        let mirrored = self.cells.iter().zip(self.cells.iter().rev());
        for (one, other) in mirrored.take(self.cells.len() / 2) {
            to.relation([*one, *other], |one, other| one == other)?;
        }
        Ok(())
    }
}
