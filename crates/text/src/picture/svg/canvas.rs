//! The coordinates of cells, and writing to a document.

use std::fmt::Write;

use satdoku::board::Cell;

/// Units per cell.
pub(super) const CELL: usize = 40;

/// Returns the left and top coordinates of a cell.
pub(super) fn corner(cell: Cell, size: usize) -> (usize, usize) {
    (cell.index() % size * CELL, cell.index() / size * CELL)
}

/// Appends formatted text.
pub(super) fn append(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = text.write_fmt(arguments);
}
