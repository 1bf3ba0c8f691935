//! Intersections of houses, such as a box and a row, where locked candidates are found.

use super::cell::Cell;
use super::jagged::Jagged;
use super::primitive::Primitive;

/// Two different houses that share at least two cells.
#[derive(Debug)]
pub(crate) struct Intersection {
    /// The numbers of the houses in [`Layout::houses`](super::Layout::houses), the lower first.
    pub houses: [usize; 2],
    /// The cells in both houses, in ascending order.
    pub shared: Vec<Cell>,
    /// The cells only in the first house, and those only in the second.
    pub only: [Vec<Cell>; 2],
}

/// All intersections of a layout.
#[derive(Debug)]
pub(super) struct Intersections {
    pub all: Vec<Intersection>,
    /// For each house, the indices in `all` of its intersections.
    pub of_house: Jagged<u32>,
}

impl Intersections {
    /// Finds the intersections of houses on a board with this number of cells.
    pub fn new(houses: &[Primitive], cells: usize) -> Intersections {
        let houses_of = Primitive::index(houses, cells);
        let mut all = Vec::new();
        let mut shared = vec![0usize; houses.len()];
        let mut is_in_first = vec![false; cells];
        for (first, house) in houses.iter().enumerate() {
            shared.fill(0);
            for &cell in &house.cells {
                is_in_first[cell.index()] = true;
                for other in &houses_of[cell.index()] {
                    shared[*other as usize] += 1;
                }
            }
            for second in first + 1..houses.len() {
                let count = shared[second];
                let most = house.cells.len().max(houses[second].cells.len());
                if count < 2 || count == most {
                    continue;
                }
                let others = houses[second].cells.iter();
                let (shared, only_second): (Vec<Cell>, Vec<Cell>) = others
                    .copied()
                    .partition(|cell: &Cell| is_in_first[cell.index()]);
                let is_only_first = |cell: &&Cell| shared.binary_search(cell).is_err();
                let only_first = house.cells.iter().filter(is_only_first);
                all.push(Intersection {
                    houses: [first, second],
                    only: [only_first.copied().collect(), only_second],
                    shared,
                });
            }
            for cell in &house.cells {
                is_in_first[cell.index()] = false;
            }
        }
        let of_house = Jagged::groups_of(houses.len(), all.iter().map(|both| both.houses));
        Intersections { all, of_house }
    }
}

#[cfg(test)]
mod tests {
    use crate::board::{Constraint, Layout, Ruleset};

    #[test]
    fn houses_with_the_same_cells_do_not_intersect() {
        let twin = Constraint::parse("extra-region r1c1 r1c2 r2c1 r2c2", 4).unwrap();
        let rules = Ruleset::classic("2x2".parse().unwrap());
        let layout = Layout::new(rules.with_constraints(vec![twin]).unwrap());
        let of_twin = layout.intersections_of(12).map(|both| both.houses);
        let with_lines = [[0, 12], [1, 12], [4, 12], [5, 12]];
        assert!(of_twin.eq(with_lines));
    }
}
