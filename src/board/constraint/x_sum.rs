//! X-sums: the sum of the first digits, as many as the first one says.

use super::text::Arguments;
use super::*;

/// A clue outside the grid: the sum of the first x digits of its row or column, where x is the first of
/// them.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct XSum {
    /// The sum.
    pub total: usize,
    /// The row or column, from the side of the clue.
    pub line: OuterLine,
}

impl Rule for XSum {
    const NAMES: &'static [&'static str] = &["x-sum"];

    fn rule(&self) -> &'static str {
        "An X-sum is the sum of the first x digits from the clue, where x is the first of them."
    }

    /// `x-sum 25 row 3 left`
    fn parse(_: &str, arguments: &mut Arguments) -> Result<XSum, ConstraintError> {
        Ok(XSum {
            total: arguments.number("a sum")?,
            line: arguments.line()?,
        })
    }

    fn arguments(&self, _: &Geometry) -> String {
        format!("{} {}", self.total, self.line)
    }

    fn cells(&self, board: &Geometry) -> Vec<Cell> {
        self.line.cells(board)
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        let digits = filled.values(&self.line.cells(filled.board()));
        let count = digits.first().copied().unwrap_or(0);
        // A line can be too short to have that many digits.
        let first = digits.get(..count);
        first.is_some_and(|first| first.iter().sum::<usize>() == self.total)
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        // The state is the number of digits that still count, and their sum. None have been read at the
        // start.
        let step = |_, state: &Option<(usize, usize)>, digit: usize| {
            let (left, rest) = match *state {
                None => (digit.saturating_sub(1), self.total.checked_sub(digit)?),
                Some((0, rest)) => (0, rest),
                Some((left, rest)) => (left - 1, rest.checked_sub(digit)?),
            };
            (left > 0 || rest == 0).then_some(Some((left, rest)))
        };
        let is_final = |state: &Option<(usize, usize)>| *state == Some((0, 0));
        to.automaton(to.line(self.line)?, None, step, is_final)
    }
}
