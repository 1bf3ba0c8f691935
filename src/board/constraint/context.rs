//! The board around a constraint, as far as rules depend on it.

use super::super::cell::Cell;
use super::super::geometry::Geometry;
use super::super::ruleset::Ruleset;

/// The cells, boxes and regions of a board, and the marks that rules take into account.
pub(in super::super) struct Context<'a> {
    pub board: &'a Geometry,
    pub rules: &'a Ruleset,
    /// The cells that are marked as minimum and as maximum.
    pub extrema: [Vec<Cell>; 2],
}

impl Context<'_> {
    /// Returns the number of the box or region of a cell, counted from 0 in reading order, if it is in
    /// one.
    pub fn region_of(&self, cell: Cell) -> Option<usize> {
        self.rules.region_of(cell)
    }
}
