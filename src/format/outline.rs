//! Where the boxes or regions of a board meet: what its pictures have in common.

use crate::board::{Cell, HouseKind, Layout};

/// The borders of a board's boxes or regions.
pub(super) struct Outline {
    size: usize,
    /// By cell, the number of its box or region; the same number everywhere if there are none.
    blocks: Vec<usize>,
}

impl Outline {
    pub fn new(layout: &Layout) -> Outline {
        let mut blocks = vec![0; layout.cell_count()];
        for house in layout.houses() {
            if let HouseKind::Box(number) | HouseKind::Region(number) = house.kind {
                for cell in &house.cells {
                    blocks[cell.index()] = number;
                }
            }
        }
        Outline {
            size: layout.size(),
            blocks,
        }
    }

    /// Whether a border runs on the left of the cell in `row` and `column`, both counted from 0;
    /// `column` may be the one behind the last.
    pub fn is_left(&self, row: usize, column: usize) -> bool {
        column == 0 || column == self.size || self.block(row, column) != self.block(row, column - 1)
    }

    /// Whether a border runs above the cell in `row` and `column`; `row` may be the one behind the
    /// last.
    pub fn is_above(&self, row: usize, column: usize) -> bool {
        row == 0 || row == self.size || self.block(row, column) != self.block(row - 1, column)
    }

    fn block(&self, row: usize, column: usize) -> usize {
        self.blocks[Cell::at(row, column, self.size).index()]
    }
}
