//! Marks of one or two cells: dots, X and V, and the shapes of odd and even cells.

use super::drawing::ConstraintDrawing;
use super::kind::ConstraintKind;

/// Draws a mark of one of these kinds between any two adjacent cells that it fits.
pub(super) fn draw_between_cells(drawing: &mut ConstraintDrawing<'_>, kinds: &[ConstraintKind]) {
    for cell in drawing.cells() {
        for (rows, columns) in [(0, 1), (1, 0)] {
            let Some(other) = drawing.beside(cell, rows, columns) else {
                continue;
            };
            let cells = [cell, other];
            let [one, other] = cells.map(|cell| drawing.value(cell));
            let mark = |kind: &ConstraintKind| match kind {
                ConstraintKind::Difference if one.abs_diff(other) == 1 => {
                    Some(("difference", Some(1)))
                }
                ConstraintKind::Ratio if one == 2 * other || other == 2 * one => {
                    Some(("ratio", Some(2)))
                }
                ConstraintKind::Xv if one + other == 10 => Some(("x", None)),
                ConstraintKind::Xv if one + other == 5 => Some(("v", None)),
                _ => None,
            };
            let marks: Vec<(&str, Option<usize>)> = kinds.iter().filter_map(mark).collect();
            if !marks.is_empty() {
                let (mark, number) = marks[drawing.below(marks.len())];
                drawing.add(mark, number, vec![cells.to_vec()]);
            }
        }
    }
}

/// Marks the odd or even cells that are not on a line, whose shapes would hide the marks.
pub(super) fn draw_parity(drawing: &mut ConstraintDrawing<'_>, is_even: bool) {
    for cell in drawing.cells() {
        let value = drawing.value(cell);
        if value.is_multiple_of(2) == is_even && !drawing.is_on_line[cell.index()] {
            let mark = if is_even { "even" } else { "odd" };
            drawing.add(mark, None, vec![vec![cell]]);
        }
    }
}
