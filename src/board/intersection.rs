//! Intersections of houses, such as a box and a row, where locked candidates are found.

use super::cell::Cell;
use super::house::House;
use super::jagged::Jagged;

/// Two different houses that share at least two cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Intersection {
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
    /// Finds the intersections of `houses`; `houses_of` lists the houses of each of the `cells` cells.
    pub fn new(houses: &[House], houses_of: &Jagged<u32>, cells: usize) -> Intersections {
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
                all.push(intersection(houses, [first, second], count, &is_in_first));
            }
            for cell in &house.cells {
                is_in_first[cell.index()] = false;
            }
        }
        let of_house = Jagged::groups_of(houses.len(), all.iter().map(|both| both.houses));
        Intersections { all, of_house }
    }
}

/// Returns the intersection of two houses that share `count` cells; `is_in_first` marks the cells
/// of the first.
fn intersection(
    all_houses: &[House],
    houses: [usize; 2],
    count: usize,
    is_in_first: &[bool],
) -> Intersection {
    let [first, second] = houses.map(|house| all_houses[house].cells.as_slice());
    let mut shared = Vec::with_capacity(count);
    let mut only = [first, second].map(|cells| Vec::with_capacity(cells.len() - count));
    for &cell in second {
        if is_in_first[cell.index()] {
            shared.push(cell);
        } else {
            only[1].push(cell);
        }
    }
    // Both lists are in ascending order.
    let mut left = shared.iter().peekable();
    for &cell in first {
        if left.next_if(|next| **next == cell).is_none() {
            only[0].push(cell);
        }
    }
    Intersection {
        houses,
        shared,
        only,
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
