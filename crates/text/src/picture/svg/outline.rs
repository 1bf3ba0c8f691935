//! Outlines of groups of cells, drawn inside their border.

use crate::picture::drawing::{CELL, Plan};
use satdoku::board::Cell;

/// Returns the path of the outline of cells, this far inside their border. `cells` are those of one
/// cage, in any order.
pub(super) fn outline(cells: &[Cell], plan: Plan<'_>, inset: usize) -> String {
    let place = |cell: &Cell| {
        let (x, y) = plan.corner(*cell);
        ((y / CELL) as isize, (x / CELL) as isize)
    };
    let places: Vec<(isize, isize)> = cells.iter().map(place).collect();
    let mut path = String::new();
    for (row, column) in places.iter().copied() {
        let (x, y) = (column as usize * CELL, row as usize * CELL);
        for (is_upright, is_far) in [(false, false), (false, true), (true, false), (true, true)] {
            let (across, along) = if is_upright { (x, y) } else { (y, x) };
            let out = if is_far { 1 } else { -1 };
            let is_in = |beyond: isize, next: isize| {
                let (down, right) = if is_upright {
                    (next, beyond)
                } else {
                    (beyond, next)
                };
                places.contains(&(row + down, column + right))
            };
            if is_in(out, 0) {
                continue;
            }
            let line = side(across, is_far, inset);
            let [from, to] = [(-1, false), (1, true)]
                .map(|(next, is_end)| end(along, is_in(0, next), is_in(out, next), inset, is_end));
            path += &match is_upright {
                true => format!("M{line} {from}V{to}"),
                false => format!("M{from} {line}H{to}"),
            };
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
