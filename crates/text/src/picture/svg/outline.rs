//! Outlines of groups of cells, drawn inside their border.

use crate::picture::drawing::{CELL, Plan};
use satdoku::board::Cell;

/// Returns the path of the outline of cells, this far inside their border. `cells` are those of one
/// cage, in any order.
pub(super) fn outline(cells: &[Cell], plan: Plan<'_>, inset: usize) -> String {
    let (cell, inset) = (CELL as isize, inset as isize);
    let corner = |of: &Cell| {
        let (x, y) = plan.corner(*of);
        (x as isize, y as isize)
    };
    let corners: Vec<(isize, isize)> = cells.iter().map(corner).collect();
    let mut path = String::new();
    for (x, y) in &corners {
        let is_in = |right, down| corners.contains(&(x + right * cell, y + down * cell));
        for (right, down) in [(0, -1), (0, 1), (-1, 0), (1, 0)] {
            if is_in(right, down) {
                continue;
            }
            // The end of this side in one of its two directions.
            let end = |sign: isize| {
                let along: (isize, isize) = (sign * down.abs(), sign * right.abs());
                let is_next_in = is_in(along.0, along.1);
                let reach = match is_next_in && is_in(along.0 + right, along.1 + down) {
                    // The outline turns outwards.
                    true => cell / 2 + inset,
                    false if is_next_in => cell / 2,
                    false => cell / 2 - inset,
                };
                let out = cell / 2 - inset;
                (
                    x + cell / 2 + right * out + along.0 * reach,
                    y + cell / 2 + down * out + along.1 * reach,
                )
            };
            let [from, to] = [end(-1), end(1)];
            path += &match right {
                0 => format!("M{} {}H{}", from.0, from.1, to.0),
                _ => format!("M{} {}V{}", from.0, from.1, to.1),
            };
        }
    }
    path
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
