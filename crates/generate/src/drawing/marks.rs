//! Marks of one or two cells: dots, X and V, and the shapes of odd and even cells.

use super::canvas::Canvas;
use super::kind::ConstraintKind;

/// Draws marks of these kinds between adjacent cells.
pub(super) fn draw_dots(canvas: &mut Canvas<'_>, kinds: &[ConstraintKind]) {
    for cell in canvas.cells() {
        for (rows, columns) in [(0, 1), (1, 0)] {
            let Some(other) = canvas.beside(cell, rows, columns) else {
                continue;
            };
            let cells = [cell, other];
            let [one, other] = cells.map(|cell| canvas.value(cell));
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
                let (mark, number) = marks[canvas.below(marks.len())];
                canvas.add(mark, number, vec![cells.to_vec()]);
            }
        }
    }
}

/// Marks odd or even cells that are not on a line, whose shapes would hide the marks.
pub(super) fn draw_parity(canvas: &mut Canvas<'_>, kind: ConstraintKind) {
    let is_even = kind == ConstraintKind::Even;
    for cell in canvas.cells() {
        let value = canvas.value(cell);
        if value.is_multiple_of(2) == is_even && !canvas.is_on_line[cell.index()] {
            canvas.add(kind.name(), None, vec![vec![cell]]);
        }
    }
}
