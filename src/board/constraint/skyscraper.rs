//! Skyscrapers: the number of visible digits.

use super::text::Arguments;
use super::*;

/// A clue outside the grid: the number of digits that are higher than all digits between them and the
/// clue. A 0 is not visible: a building of that height would be none.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Skyscraper {
    /// The number of visible digits.
    pub visible: usize,
    /// The row or column, from the side of the clue.
    pub line: OuterLine,
}

impl Rule for Skyscraper {
    const NAMES: &'static [&'static str] = &["skyscraper"];

    fn rule(&self) -> &'static str {
        "A skyscraper clue is the number of digits that are higher than all digits before them."
    }

    /// `skyscraper 3 row 3 left`
    fn parse(_: &str, arguments: &mut Arguments) -> Result<Skyscraper, ConstraintError> {
        Ok(Skyscraper {
            visible: arguments.number("a number")?,
            line: arguments.line()?,
        })
    }

    fn arguments(&self, _: &Geometry) -> String {
        format!("{} {}", self.visible, self.line)
    }

    fn cells(&self, board: &Geometry) -> Vec<Cell> {
        self.line.cells(board)
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        let digits = filled.values(&self.line.cells(filled.board()));
        let is_visible =
            |at: &usize| digits[*at] > 0 && digits[..*at].iter().all(|before| before < &digits[*at]);
        (0..digits.len()).filter(is_visible).count() == self.visible
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        // The state is the lowest digit that would be visible and the number of visible ones.
        let step = |_, &(lowest, visible): &(usize, usize), digit: usize| {
            let visible = visible + usize::from(digit >= lowest);
            (visible <= self.visible).then_some((lowest.max(digit + 1), visible))
        };
        let is_final = |(_, visible): &(usize, usize)| *visible == self.visible;
        to.automaton(to.line(self.line)?, (1, 0), step, is_final)
    }
}
