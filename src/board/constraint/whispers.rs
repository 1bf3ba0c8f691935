//! Whispers: neighbours on a line differ by a lot.

use super::text::{Arguments, value_and_cells};
use super::*;

/// A line of whispers. Neighbours differ by at least this much: 5 at 9×9 on a German whispers line, 4 on
/// a Dutch one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Whispers {
    /// The smallest difference.
    pub difference: usize,
    /// The cells of the line.
    pub cells: Vec<Cell>,
}

impl Whispers {
    /// Returns the usual value on a board.
    pub fn usual(board: &Geometry) -> usize {
        board.grid_digits().len().div_ceil(2)
    }
}

impl Rule for Whispers {
    const NAMES: &'static [&'static str] = &["whispers"];

    fn rule(&self) -> &'static str {
        "Neighbours on a whispers line differ by at least the given number, or by half of the highest digit."
    }

    /// `whispers r1c1-r1c4`, `whispers 4 r1c1-r1c4`
    fn parse(_: &str, arguments: &mut Arguments) -> Result<Whispers, ConstraintError> {
        let value = arguments.optional_number();
        Ok(Whispers {
            difference: value.unwrap_or(Whispers::usual(arguments.board)),
            cells: arguments.cells(2)?,
        })
    }

    fn arguments(&self, board: &Geometry) -> String {
        let value = Some(self.difference).filter(|value| *value != Whispers::usual(board));
        value_and_cells(value, &self.cells, board)
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        let digits = filled.values(&self.cells);
        let mut pairs = digits.windows(2);
        pairs.all(|pair| pair[0].abs_diff(pair[1]) >= self.difference)
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        to.at_least(2, &self.cells)?;
        to.relate_neighbours(&self.cells, |one, other| one.abs_diff(other) >= self.difference)
    }
}
