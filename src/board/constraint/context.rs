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
    /// Returns the cells with the marks of a kind: `minimum` or `maximum`.
    pub fn marked(&self, kind: &str) -> &[Cell] {
        &self.extrema[usize::from(kind == "maximum")]
    }
}
