//! Zipper lines: equal sums around the middle.

use super::text::{Arguments, cell_names};
use super::*;

/// A zipper line. Cells at the same distance from its middle have the same sum. A middle cell is that
/// sum.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Zipper {
    /// The cells of the line.
    pub cells: Vec<Cell>,
}

impl Rule for Zipper {
    const NAMES: &'static [&'static str] = &["zipper"];

    fn rule(&self) -> &'static str {
        "Cells at the same distance from the middle of a zipper line have the same sum, and a cell in the middle is that sum."
    }

    /// `zipper r1c1-r1c5`
    fn parse(_: &str, arguments: &mut Arguments) -> Result<Zipper, ConstraintError> {
        let cells = arguments.cells(3)?;
        Ok(Zipper { cells })
    }

    fn arguments(&self, size: usize) -> String {
        cell_names(&self.cells, size)
    }

    fn cells(&self, _: usize) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, filled: &Filled) -> bool {
        let count = self.cells.len();
        let sum = |place: usize| filled.sum(&[self.cells[place], self.cells[count - 1 - place]]);
        let mut pairs = 1..count / 2;
        let middle = (count % 2 == 1 && count > 1).then(|| filled.value(self.cells[count / 2]));
        pairs.all(|place| sum(place) == sum(0)) && middle.is_none_or(|digit| digit == sum(0))
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        let count = self.cells.len();
        let pair = |place: usize, factor: i64| {
            [place, count - 1 - place].map(|place| (self.cells[place], factor))
        };
        for place in 1..count / 2 {
            to.linear(&[pair(place - 1, 1), pair(place, -1)].concat(), 0)?;
        }
        if count % 2 == 1 && count > 1 {
            let middle = (self.cells[count / 2], -1);
            to.linear(&[&pair(count / 2 - 1, 1)[..], &[middle]].concat(), 0)?;
        }
        Ok(())
    }
}
