//! Region sum lines: equal sums in every box.

use super::text::{Arguments, cell_names};
use super::*;

/// A region sum line. Boxes or regions divide it into pieces, and each piece has the same sum. A line
/// that enters a box again begins a new piece.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RegionSum {
    /// The cells of the line.
    pub cells: Vec<Cell>,
}

impl Rule for RegionSum {
    const NAMES: &'static [&'static str] = &["region-sum"];

    fn rule(&self) -> &'static str {
        "A region sum line has the same sum in each box that it passes."
    }

    /// `region-sum r1c1-r1c6`
    fn parse(_: &str, arguments: &mut Arguments) -> Result<RegionSum, ConstraintError> {
        let cells = arguments.cells(2)?;
        Ok(RegionSum { cells })
    }

    fn arguments(&self, size: usize) -> String {
        cell_names(&self.cells, size)
    }

    fn cells(&self, _: usize) -> Vec<Cell> {
        self.cells.clone()
    }

    fn holds(&self, filled: &Filled) -> bool {
        let pieces = pieces(filled.context, &self.cells);
        let mut sums = pieces.iter().map(|piece| filled.sum(piece));
        let first = sums.next();
        sums.all(|sum| Some(sum) == first)
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        for pair in pieces(to.context, &self.cells).windows(2) {
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
