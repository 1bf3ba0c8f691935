//! Palindromes: the same digits from both ends.

use super::text::{Arguments, cell_names};
use super::*;

/// A palindrome. Its digits are the same from both ends.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Palindrome {
    /// The cells of the line.
    pub cells: Vec<Cell>,
}

impl Rule for Palindrome {
    const NAMES: &'static [&'static str] = &["palindrome"];

    fn rule(&self) -> &'static str {
        "Digits on a palindrome are the same from both ends."
    }

    /// `palindrome r1c1-r1c4`
    fn parse(_: &str, arguments: &mut Arguments) -> Result<Palindrome, ConstraintError> {
        let cells = arguments.cells(2)?;
        Ok(Palindrome { cells })
    }

    fn arguments(&self, size: usize) -> String {
        cell_names(&self.cells, size)
    }

    fn cells(&self, _: usize) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, filled: &Filled) -> bool {
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
