//! Kinds whose only argument is their cells, such as lines without a value.

use super::filled::FilledBoard;
use super::lowering::Lowering;
use super::text::{Arguments, cell_names};
use super::{Cell, ConstraintError, Geometry, Rule};

/// A kind whose only argument is its cells.
pub(super) trait CellsRule: From<Vec<Cell>> {
    /// The name of the kind in text.
    const NAME: &'static str;

    /// The smallest number of cells.
    const LEAST: usize;

    /// The rule in a sentence, for a printed puzzle.
    const RULE: &'static str;

    /// The cells, in the order of the text.
    fn list(&self) -> &[Cell];

    /// Returns true if a filled grid obeys the rule.
    fn holds(&self, filled: &FilledBoard) -> bool;

    /// Adds the primitives that together mean the same.
    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError>;
}

impl<L: CellsRule> Rule for L {
    const NAMES: &'static [&'static str] = &[L::NAME];

    fn rule(&self) -> &'static str {
        L::RULE
    }

    fn parse(_: &str, arguments: &mut Arguments) -> Result<L, ConstraintError> {
        arguments.cells(L::LEAST).map(L::from)
    }

    fn arguments(&self, board: &Geometry) -> String {
        cell_names(self.list(), board)
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        self.list().to_vec()
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        CellsRule::holds(self, filled)
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        to.at_least(L::LEAST, self.list())?;
        CellsRule::lower(self, to)
    }
}
