//! Numbered rooms: the digit in the cell whose number the first cell of a line gives.

use super::text::Arguments;
use super::*;

/// A clue outside the grid: the digit in the x-th cell of its row or column, where x is the digit in the
/// first cell.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct NumberedRoom {
    /// The value of the digit.
    pub value: usize,
    /// The row or column, from the side of the clue.
    pub line: OuterLine,
}

impl Rule for NumberedRoom {
    const NAMES: &'static [&'static str] = &["numbered-room"];

    fn rule(&self) -> &'static str {
        "A numbered room clue is the digit in the x-th cell from the clue, where x is the digit in the first."
    }

    /// `numbered-room 4 row 3 left`
    fn parse(_: &str, arguments: &mut Arguments) -> Result<NumberedRoom, ConstraintError> {
        Ok(NumberedRoom {
            value: arguments.number("a digit")?,
            line: arguments.line()?,
        })
    }

    fn arguments(&self, _: &Geometry) -> String {
        format!("{} {}", self.value, self.line)
    }

    fn cells(&self, board: &Geometry) -> Vec<Cell> {
        self.line.cells(board)
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        let digits = filled.values(&self.line.cells(filled.board()));
        let place = digits.first().and_then(|first| first.checked_sub(1));
        place.and_then(|place| digits.get(place)) == Some(&self.value)
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        let cells = to.line(self.line)?;
        let Some(first) = cells.first() else {
            return Ok(());
        };
        to.digits(*first, |digit| (1..=cells.len()).contains(&digit))?;
        for (place, cell) in cells.iter().enumerate() {
            to.relation([*first, *cell], |index, digit| index != place + 1 || digit == self.value)?;
        }
        Ok(())
    }
}
