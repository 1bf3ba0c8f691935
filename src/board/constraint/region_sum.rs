//! Region sum lines: equal sums in every box.

use super::cells_rule::CellsRule;
use super::*;

/// A region sum line. Boxes or regions divide it into pieces, and each piece has the same sum. A line
/// that enters a box again begins a new piece.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RegionSum {
    /// The cells of the line.
    pub cells: Vec<Cell>,
}

impl From<Vec<Cell>> for RegionSum {
    fn from(cells: Vec<Cell>) -> RegionSum {
        RegionSum { cells }
    }
}

/// `region-sum r1c1-r1c6`
impl CellsRule for RegionSum {
    const NAME: &'static str = "region-sum";
    const LEAST: usize = 2;
    const RULE: &'static str = "A region sum line has the same sum in each box that it passes.";

    fn list(&self) -> &[Cell] {
        &self.cells
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        let pieces = pieces(filled.context, &self.cells);
        let mut sums = pieces.iter().map(|piece| filled.sum(piece));
        let first = sums.next();
        sums.all(|sum| Some(sum) == first)
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        let pieces = pieces(to.context, &self.cells);
        if pieces.is_empty() {
            return Err(ConstraintError::new("a line through boxes or regions", "none"));
        }
        for pair in pieces.windows(2) {
            let [one, other] = [0, 1].map(|place| pair[place].iter());
            let terms = one.map(|cell| (*cell, 1)).chain(other.map(|cell| (*cell, -1)));
            to.linear(&terms.collect::<Vec<_>>(), 0)?;
        }
        Ok(())
    }
}

/// Returns the pieces of a line in each region. Cells in no region are left out.
fn pieces(context: &Context, line: &[Cell]) -> Vec<Vec<Cell>> {
    let cells = line.iter().filter_map(|cell| Some((context.region_of(*cell)?, *cell)));
    let cells: Vec<(usize, Cell)> = cells.collect();
    let pieces = cells.chunk_by(|one, other| one.0 == other.0);
    pieces.map(|piece| piece.iter().map(|(_, cell)| *cell).collect()).collect()
}
