//! Double arrows: the ends add up to the sum between them.

use super::text::{Arguments, cell_names};
use super::*;

/// A double arrow. The digits at its ends add up to the sum of the digits between them. A line of two
/// cells means nothing.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DoubleArrow {
    /// The cells of the line.
    pub cells: Vec<Cell>,
}

impl Rule for DoubleArrow {
    const NAMES: &'static [&'static str] = &["double-arrow"];

    fn rule(&self) -> &'static str {
        "The ends of a double arrow add up to the sum of the digits between them."
    }

    /// `double-arrow r1c1-r1c5`
    fn parse(_: &str, arguments: &mut Arguments) -> Result<DoubleArrow, ConstraintError> {
        let cells = arguments.cells(3)?;
        Ok(DoubleArrow { cells })
    }

    fn arguments(&self, size: usize) -> String {
        cell_names(&self.cells, size)
    }

    fn cells(&self, _: usize) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, filled: &Filled) -> bool {
        let [first, inner @ .., last] = &self.cells[..] else {
            return true;
        };
        inner.is_empty() || filled.value(*first) + filled.value(*last) == filled.sum(inner)
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        let [first, inner @ .., last] = &self.cells[..] else {
            return Ok(());
        };
        if inner.is_empty() {
            return Ok(());
        }
        let mut terms = vec![(*first, 1), (*last, 1)];
        terms.extend(inner.iter().map(|cell| (*cell, -1)));
        to.linear(&terms, 0)
    }
}
