//! Zipper lines: equal sums around the middle.

use super::cells_rule::CellsRule;
use super::*;

/// A zipper line. Cells at the same distance from its middle have the same sum. A middle cell is that
/// sum.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Zipper {
    /// The cells of the line: at least three.
    pub cells: Vec<Cell>,
}

impl From<Vec<Cell>> for Zipper {
    fn from(cells: Vec<Cell>) -> Zipper {
        Zipper { cells }
    }
}

/// `zipper r1c1-r1c5`
impl CellsRule for Zipper {
    const NAME: &'static str = "zipper";
    const LEAST: usize = 3;
    const RULE: &'static str = "Cells at the same distance from the middle of a zipper line have the same sum, and a cell in the middle is that sum.";

    fn list(&self) -> &[Cell] {
        &self.cells
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        let count = self.cells.len();
        let sum = |place: usize| filled.sum(&[self.cells[place], self.cells[count - 1 - place]]);
        let mut pairs = 1..count / 2;
        let middle = (count % 2 == 1).then(|| filled.value(self.cells[count / 2]));
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
        if count % 2 == 1 {
            let middle = (self.cells[count / 2], -1);
            to.linear(&[&pair(count / 2 - 1, 1)[..], &[middle]].concat(), 0)?;
        }
        Ok(())
    }
}
