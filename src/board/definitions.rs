//! The drawn constraints of a board, judged by their definitions and not by the primitives that are
//! made from them.

use super::cell::Cell;
use super::constraint::{Constraint, Context, FilledBoard};
use super::grid::Grid;
use super::layout::Layout;

/// The definitions of the drawn constraints that apply on a board.
pub(crate) struct Definitions<'a> {
    layout: &'a Layout,
    context: Context<'a>,
}

impl<'a> Definitions<'a> {
    pub fn new(layout: &'a Layout) -> Definitions<'a> {
        let rules = layout.rules();
        let context = Context::new(rules, rules.constraints());
        Definitions { layout, context }
    }

    /// The constraints that apply, in their order.
    pub fn constraints(&self) -> impl Iterator<Item = &'a Constraint> + use<'a> {
        let layout = self.layout;
        let constraints = layout.constraints().iter().enumerate();
        constraints.filter_map(|(number, constraint)| layout.applies(number).then_some(constraint))
    }

    /// The cells whose digits decide whether a constraint holds.
    pub fn scope(&self, constraint: &Constraint) -> Vec<Cell> {
        constraint.scope(&self.context)
    }

    /// Returns true if a constraint holds in a grid in which its [`Definitions::scope`] is filled.
    pub fn holds(&self, constraint: &Constraint, grid: &Grid) -> bool {
        let context = &self.context;
        constraint.holds(&FilledBoard { context, grid })
    }
}
