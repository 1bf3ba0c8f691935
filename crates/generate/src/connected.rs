//! Connected cells: the regions of jigsaws and cages.

use satdoku::board::{Cell, Geometry};

/// Returns true if all of these cells can be reached from the first, each from one that shares a side with it.
pub(super) fn are_connected(cells: &[Cell], board: &Geometry) -> bool {
    let mut reached: Vec<Cell> = cells.iter().take(1).copied().collect();
    let mut next = 0;
    while let Some(cell) = reached.get(next) {
        for beside in board.neighbours(*cell) {
            if cells.contains(&beside) && !reached.contains(&beside) {
                reached.push(beside);
            }
        }
        next += 1;
    }
    reached.len() == cells.len()
}
