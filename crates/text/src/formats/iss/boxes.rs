//! The boxes of a board without items about them.

use satdoku::board::{Ruleset, Shape};

/// The numbers of rows and columns of the Interactive Sudoku Solver.
pub(super) const SIDES: std::ops::RangeInclusive<usize> = 1..=16;

/// Returns the boxes of a board without items about them: of as many cells as its longer side has, as
/// square as possible, and wider than high if both fit.
pub(super) fn default_boxes(rows: usize, columns: usize) -> Option<Shape> {
    let size = rows.max(columns);
    let sides = (2..=size.isqrt())
        .rev()
        .filter(|side| size.is_multiple_of(*side));
    let shapes = sides.flat_map(|side| [(side, size / side), (size / side, side)]);
    let fits = |(height, width): &(usize, usize)| {
        rows.is_multiple_of(*height) && columns.is_multiple_of(*width)
    };
    let (height, width) = { shapes }.find(fits)?;
    Shape::new(height, width).ok()
}

/// Returns true if the board has the boxes that a string without items about them means.
pub(super) fn has_usual_boxes(rules: &Ruleset) -> bool {
    rules.boxes().is_some() && rules.boxes() == usual_boxes(rules)
}

/// Returns the boxes that a string without items about them means.
pub(super) fn usual_boxes(rules: &Ruleset) -> Option<Shape> {
    let (rows, columns) = (rules.geometry().rows(), rules.geometry().columns());
    default_boxes(rows, columns).filter(|_| rules.has_lines())
}
