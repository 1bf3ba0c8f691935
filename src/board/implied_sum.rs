//! Sums that the rules of a board imply, such as those of innies and outies.

use super::cell::Cell;
use super::constraint::sets_with_sum;
use super::equation::Equation;
use super::layout::Layout;
use super::primitive::{DigitSets, Primitive, Rule};
use super::source::Source;

/// The most transitions of an implied equation.
const MOST_TRANSITIONS: usize = 10_000;

impl Primitive {
    /// Creates an implied sum of cells with coefficients, in ascending order of the cells. Cells with the
    /// coefficient 1 that see each other become a house with digit sets. Returns `None` if the sum has
    /// too many combinations.
    pub fn implied_sum(layout: &Layout, terms: &[(Cell, i64)], total: i64) -> Option<Primitive> {
        let board = layout.geometry();
        let cells: Vec<Cell> = terms.iter().map(|(cell, _)| *cell).collect();
        let mut pairs = cells.iter().enumerate();
        let sees = |one: &Cell, other: &Cell| layout.first_shared_house(*one, *other).is_some();
        let are_different = terms.iter().all(|(_, coefficient)| *coefficient == 1)
            && pairs.all(|(index, one)| cells[index + 1..].iter().all(|at| sees(one, at)));
        let rule = if are_different {
            // A negative total has no sets.
            let sets = usize::try_from(total).map(|total| sets_with_sum(board, cells.len(), total));
            let sets = sets.unwrap_or(Some(Vec::new()))?;
            Rule::DigitSets(DigitSets::new(sets, Some(total)))
        } else {
            let coefficients = terms.iter().map(|(_, coefficient)| *coefficient).collect();
            Rule::Sum(Equation::new(coefficients, total, board, MOST_TRANSITIONS)?)
        };
        Some(Primitive {
            source: Source::Implied,
            cells,
            rule,
        })
    }
}
