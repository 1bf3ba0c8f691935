//! Outlines of groups of cells, drawn inside their border.

use crate::picture::drawing::{CELL, Plan};
use satdoku::board::Cell;

/// Returns the path of the outline of cells, this far inside their border. `cells` are those of one
/// cage, in any order.
pub(super) fn outline(cells: &[Cell], plan: Plan<'_>, inset: usize) -> String {
    let place = |cell: &Cell| {
        let (x, y) = plan.corner(*cell);
        (y / CELL, x / CELL)
    };
    let places: Vec<(usize, usize)> = cells.iter().map(place).collect();
    let is_in = |row: Option<usize>, column: Option<usize>| {
        let place = row.zip(column);
        place.is_some_and(|place| places.contains(&place))
    };
    let mut path = String::new();
    for (row, column) in places.iter().copied() {
        let (x, y) = (column * CELL, row * CELL);
        let (above, below) = (row.checked_sub(1), Some(row + 1));
        let (left, right) = (column.checked_sub(1), Some(column + 1));
        let (own_row, own_column) = (Some(row), Some(column));
        for (beyond, is_far) in [(above, false), (below, true)] {
            if !is_in(beyond, own_column) {
                let y = side(y, is_far, inset);
                let from = end(x, is_in(own_row, left), is_in(beyond, left), inset, false);
                let to = end(x, is_in(own_row, right), is_in(beyond, right), inset, true);
                path += &format!("M{from} {y}H{to}");
            }
        }
        for (beyond, is_far) in [(left, false), (right, true)] {
            if !is_in(own_row, beyond) {
                let x = side(x, is_far, inset);
                let from = end(
                    y,
                    is_in(above, own_column),
                    is_in(above, beyond),
                    inset,
                    false,
                );
                let to = end(
                    y,
                    is_in(below, own_column),
                    is_in(below, beyond),
                    inset,
                    true,
                );
                path += &format!("M{x} {from}V{to}");
            }
        }
    }
    path
}

/// Returns the coordinate of a side of a cell that starts at `start`.
fn side(start: usize, is_far: bool, inset: usize) -> usize {
    if is_far {
        start + CELL - inset
    } else {
        start + inset
    }
}

/// Returns the coordinate where a side ends. `is_next_in` is true if the next cell along the side belongs
/// to the group, and `is_diagonal_in` if the cell beyond that one does: the outline then turns
/// outwards.
fn end(start: usize, is_next_in: bool, is_diagonal_in: bool, inset: usize, is_far: bool) -> usize {
    let edge = if is_far { start + CELL } else { start };
    match (is_next_in, is_diagonal_in) {
        (false, _) => side(start, is_far, inset),
        (true, false) => edge,
        (true, true) if is_far => edge + inset,
        (true, true) => edge - inset,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outlined(cells: &[usize]) -> String {
        let board = 4.into();
        let cells: Vec<Cell> = cells.iter().copied().map(Cell::from_index).collect();
        outline(&cells, Plan { board: &board }, 3)
    }

    #[test]
    fn a_single_cell_has_four_sides() {
        assert_eq!(outlined(&[0]), "M3 3H37M3 37H37M3 3V37M37 3V37");
    }

    #[test]
    fn an_angle_turns_outwards_at_its_inner_corner() {
        // r1c1, r1c2 and r2c1: the inner corner is at the left of r2c2.
        let path = outlined(&[0, 1, 4]);
        let sides: Vec<&str> = path.split('M').skip(1).collect();
        let expected = [
            "3 3H40", "3 3V40", // r1c1: above, left
            "40 3H77", "37 37H77", "77 3V37", // r1c2: above, below up to the corner, right
            "3 77H37", "3 40V77", "37 37V77", // r2c1: below, left, right from the corner
        ];
        assert_eq!(sides, expected);
    }
}
