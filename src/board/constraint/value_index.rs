//! Value indexing: a cell that says where on a line a digit is.

use super::text::{Arguments, cell_names};
use super::*;

/// A line of two or more cells after a cell with a digit. The first cell of the line gives the number of
/// the cell after it that has this digit.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ValueIndex {
    /// The cell with the digit.
    pub value: Cell,
    /// The cell with the number.
    pub index: Cell,
    /// The cells that are counted, from 1.
    pub cells: Vec<Cell>,
}

impl Rule for ValueIndex {
    const NAMES: &'static [&'static str] = &["value-index"];

    fn rule(&self) -> &'static str {
        "The second cell of an arrow gives the number of the cell after it that has the digit of the first."
    }

    /// `value-index r1c1: r1c2: r1c3 r1c4`
    fn parse(_: &str, arguments: &mut Arguments) -> Result<ValueIndex, ConstraintError> {
        let value = arguments.cell()?;
        arguments.expect(":")?;
        let index = arguments.cell()?;
        arguments.expect(":")?;
        let cells = arguments.cells(1)?;
        Ok(ValueIndex { value, index, cells })
    }

    fn arguments(&self, board: &Geometry) -> String {
        let [value, index] = [self.value, self.index].map(|cell| cell.name(board));
        format!("{value}: {index}: {}", cell_names(&self.cells, board))
    }

    fn cells(&self, _: &Geometry) -> Vec<Cell> {
        [&[self.value, self.index], &self.cells[..]].concat()
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        let place = filled.value(self.index).checked_sub(1);
        let cell = place.and_then(|place| self.cells.get(place));
        cell.is_some_and(|cell| filled.value(*cell) == filled.value(self.value))
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        to.at_least(1, &self.cells)?;
        to.digits(self.index, |digit| (1..=self.cells.len()).contains(&digit))?;
        let places = self.cells.iter().enumerate();
        for (place, cell) in places.filter(|(_, cell)| **cell != self.value) {
            let number = place + 1;
            if self.index == self.value {
                // The cell has its own number as its digit.
                to.relation([self.index, *cell], |index, digit| index != number || digit == number)?;
            } else if self.index == *cell {
                // The cell is the index itself, whose digit is its number.
                to.relation([self.index, self.value], |index, value| index != number || value == number)?;
            } else {
                let step = |place: usize, state: &Option<usize>, digit: usize| match (place, state) {
                    (0, _) => Some((digit == number).then_some(0)),
                    (_, None) => Some(None),
                    (1, Some(_)) => Some(Some(digit)),
                    (_, Some(value)) => (*value == digit).then_some(Some(0)),
                };
                to.automaton(vec![self.index, self.value, *cell], None, step, |_| true)?;
            }
        }
        Ok(())
    }
}
