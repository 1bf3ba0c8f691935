//! Distinct lines: no two rows or columns are the same number.

use std::cmp::Ordering;
use std::collections::{BTreeSet, HashSet};

use super::lines_of_board::lines_of;
use super::text::Arguments;
use super::*;

/// No two rows and columns of the board are the same, each of them read from either end.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DistinctLines;

impl Rule for DistinctLines {
    const NAMES: &'static [&'static str] = &["distinct-lines"];

    fn rule(&self) -> &'static str {
        "No two rows and columns, each read from either end, are the same number."
    }

    /// `distinct-lines`
    fn parse(_: &str, _: &mut Arguments) -> Result<DistinctLines, ConstraintError> {
        Ok(DistinctLines)
    }

    fn arguments(&self, _: &Geometry) -> String {
        String::new()
    }

    fn cells(&self, board: &Geometry) -> Vec<Cell> {
        board.grid_cells().collect()
    }

    fn holds(&self, filled: &FilledBoard) -> bool {
        let board = filled.board();
        let mut numbers = HashSet::new();
        let mut lines = lines_of(board).map(|line| filled.values(&line.cells(board)));
        lines.all(|number| numbers.insert(number))
    }

    fn lower(&self, to: &mut Lowering) -> Result<(), ConstraintError> {
        to.need_full_lines()?;
        let lines: Vec<OuterLine> = lines_of(to.board()).collect();
        let pairs = lines.iter().enumerate();
        let pairs = pairs.flat_map(|(place, one)| lines[..place].iter().map(move |other| [*one, *other]));
        // Two lines are the same exactly if they are so from their other ends.
        let mut compared = HashSet::new();
        for pair in pairs {
            let cells = to.compared_cells(pair);
            if cells.last().is_some_and(|last| to.are_in_one_line(*last)) {
                continue;
            }
            let ascending = cells.iter().map(|[one, other]| [*one.min(other), *one.max(other)]);
            if compared.insert(ascending.collect::<BTreeSet<_>>()) {
                to.compare(&cells, None, |order| order != Ordering::Equal)?;
            }
        }
        Ok(())
    }
}
