//! Nabner lines: no two equal or consecutive digits.

use super::text::{Arguments, cell_names};
use super::*;

/// A nabner line. Every two of its digits differ by at least 2.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Nabner {
    /// The cells of the line.
    pub cells: Vec<Cell>,
}

impl Rule for Nabner {
    const NAMES: &'static [&'static str] = &["nabner"];

    fn rule(&self) -> &'static str {
        "No two digits on a nabner line are equal or consecutive."
    }

    /// `nabner r1c1-r1c4`
    fn parse(_: &str, arguments: &mut Arguments) -> Result<Nabner, ConstraintError> {
        let cells = arguments.cells(2)?;
        Ok(Nabner { cells })
    }

    fn arguments(&self, size: usize) -> String {
        cell_names(&self.cells, size)
    }

    fn cells(&self, _: usize) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, filled: &Filled) -> bool {
        let digits = filled.values(&self.cells);
        let mut pairs = (1..digits.len()).flat_map(|at| (0..at).map(move |other| (at, other)));
        pairs.all(|(one, other)| digits[one].abs_diff(digits[other]) >= 2)
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        to.all_pairs(&self.cells, |one, other| one.abs_diff(other) >= 2)
    }
}
