//! The board around a constraint, as far as rules depend on it.

use super::super::cell::Cell;
use super::super::region_map::RegionMap;
use super::super::shape::Shape;

/// The boxes or regions of a board, and the marks that rules take into account.
pub(in super::super) struct Context<'a> {
    pub shape: Shape,
    pub regions: Option<&'a RegionMap>,
    /// The cells that are marked as minimum and as maximum.
    pub extrema: [Vec<Cell>; 2],
}

impl Context<'_> {
    /// The number of digits.
    pub fn size(&self) -> usize {
        self.shape.size()
    }

    /// Returns the number of the box or region of a cell, counted from 0 in reading order, if the
    /// board has any.
    pub fn region_of(&self, cell: Cell) -> Option<usize> {
        if let Some(regions) = self.regions {
            return regions.region_of(cell);
        }
        let has_boxes = self.shape.has_boxes();
        has_boxes.then(|| self.shape.box_of(cell))
    }
}
