//! Marks of one or two cells: dots, X and V, and the shapes of odd and even cells.

use super::drawing::ConstraintDrawing;
use super::kind::ConstraintKind;
use satdoku::board::{Constraint, Difference, Parity, Ratio, Xv};

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
                    Some(Constraint::from(Difference { value: 1, cells }))
                }
                ConstraintKind::Ratio if one == 2 * other || other == 2 * one => {
                    Some(Constraint::from(Ratio { value: 2, cells }))
                }
                ConstraintKind::Xv if matches!(one + other, 5 | 10) => {
                    let is_x = one + other == 10;
                    Some(Constraint::from(Xv { is_x, cells }))
                }
                _ => None,
            };
            let marks: Vec<Constraint> = kinds.iter().filter_map(mark).collect();
            if !marks.is_empty() {
                let mark = marks[drawing.below(marks.len())].clone();
                drawing.constraints.push(mark);
            }
        }
    }
}

/// Marks the odd or even cells that are not on a line, whose shapes would hide the marks.
pub(super) fn draw_parity(drawing: &mut ConstraintDrawing<'_>, is_even: bool) {
    for cell in drawing.cells() {
        let value = drawing.value(cell);
        if value.is_multiple_of(2) == is_even && !drawing.is_on_line[cell.index()] {
            let mark = Constraint::from(Parity { is_even, cell });
            drawing.constraints.push(mark);
        }
    }
}
