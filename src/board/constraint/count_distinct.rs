//! Cells that count the different digits in other cells.

use super::text::{Arguments, cell_names};
use super::*;

/// A cell whose digit is the number of different digits in a group of cells.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CountDistinct {
    /// The cell with the number.
    pub counter: Cell,
    /// The cells whose digits are counted. The counter can be one of them.
    pub cells: Vec<Cell>,
}

impl Rule for CountDistinct {
    const NAMES: &'static [&'static str] = &["count-distinct"];

    fn rule(&self) -> &'static str {
        "The digit in a circle is the number of different digits in its shaded cells."
    }

    /// `count-distinct r1c1: r1c2 r1c3`
    fn parse(_: &str, arguments: &mut Arguments) -> Result<CountDistinct, ConstraintError> {
        let counter = arguments.cell()?;
        arguments.expect(":")?;
        let cells = arguments.cells(1)?;
        Ok(CountDistinct { counter, cells })
    }

    fn arguments(&self, board: &Geometry) -> String {
        format!("{}: {}", self.counter.name(board), cell_names(&self.cells, board))
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        [&[self.counter], &self.cells[..]].concat()
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        let mut digits = filled.values(&self.cells);
        digits.sort_unstable();
        digits.dedup();
        filled.value(self.counter) == digits.len()
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        to.at_least(1, &self.cells)?;
        let mut cells = self.cells.clone();
        cells.sort_unstable();
        cells.dedup();
        let counts_itself = cells.contains(&self.counter);
        cells.retain(|cell| *cell != self.counter);
        let counted = cells.len();
        cells.push(self.counter);
        // The state is the different digits so far. The counter is the last cell.
        let step = |place: usize, found: &Vec<usize>, digit: usize| {
            let mut found = found.clone();
            if (place < counted || counts_itself)
                && let Err(at) = found.binary_search(&digit)
            {
                found.insert(at, digit);
            }
            match place < counted {
                true => Some(found),
                false => (found.len() == digit).then(Vec::new),
            }
        };
        to.automaton(cells, Vec::new(), step, |_| true)
    }
}
