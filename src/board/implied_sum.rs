//! Sums that the rules of a board imply, such as those of innies and outies.

use super::cell::Cell;
use super::constraint::sets_with_sum;
use super::equation::Equation;
use super::house::House;
use super::layout::Layout;
use super::primitives::{Primitives, PrimitivesOf};
use super::source::Source;

/// A sum of cells that is no constraint of its own, because the rules of the board imply it.
#[derive(Debug, Clone)]
pub struct ImpliedSum {
    primitives: Primitives,
}

impl ImpliedSum {
    /// The most transitions of an equation.
    const MOST_TRANSITIONS: usize = 10_000;

    /// Creates the sum of cells with coefficients, in ascending order of the cells. Cells with the
    /// coefficient 1 that see each other become a house with digit sets. Returns `None` if the sum has
    /// too many combinations.
    pub fn new(layout: &Layout, terms: &[(Cell, i64)], total: i64) -> Option<ImpliedSum> {
        let board = layout.geometry();
        let cells: Vec<Cell> = terms.iter().map(|(cell, _)| *cell).collect();
        let mut pairs = cells.iter().enumerate();
        let sees = |one: &Cell, other: &Cell| layout.first_shared_house(*one, *other).is_some();
        let are_different = terms.iter().all(|(_, coefficient)| *coefficient == 1)
            && pairs.all(|(index, one)| cells[index + 1..].iter().all(|at| sees(one, at)));
        let mut primitives = Primitives::default();
        if are_different {
            // A negative total has no sets.
            let sets = usize::try_from(total).map(|total| sets_with_sum(board, cells.len(), total));
            let sets = sets.unwrap_or(Some(Vec::new()))?;
            let house = House::new(Source::Implied, cells).with_sets(sets, Some(total));
            primitives.houses.push(house);
        } else {
            let (terms, most) = (terms.to_vec(), Self::MOST_TRANSITIONS);
            let equation = Equation::new(Source::Implied, terms, total, board, most)?;
            primitives.equations.push(equation);
        }
        Some(ImpliedSum { primitives })
    }

    /// Returns the house or the equation.
    pub fn primitives(&self) -> PrimitivesOf<'_> {
        self.primitives.all()
    }
}

impl Layout {
    /// Returns the board with implied sums: cells with coefficients, and the total of each. A sum with too
    /// many combinations is left out.
    pub(crate) fn with_implied(
        &self,
        sums: impl IntoIterator<Item = (Vec<(Cell, i64)>, i64)>,
    ) -> Layout {
        let sums = sums.into_iter();
        let mut implied = Primitives::default();
        sums.filter_map(|(terms, total)| ImpliedSum::new(self, &terms, total))
            .for_each(|sum| implied.extend(sum.primitives));
        self.with_primitives(implied)
    }
}
