//! Where houses cross: what box/line reasoning goes by.

use super::cell::Cell;
use super::layout::Layout;

/// Two houses that share two cells or more, such as a box and a row that crosses it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Intersection {
    /// The numbers of the two houses in [`Layout::houses`], the lower first.
    pub houses: [usize; 2],
    /// The cells in both, in rising order.
    pub shared: Vec<Cell>,
    /// The cells in the first house only and those in the second only.
    pub only: [Vec<Cell>; 2],
}

/// Which houses cross.
#[derive(Debug)]
pub(super) struct Crossings {
    pub intersections: Vec<Intersection>,
    /// For each house the places in `intersections` of those it takes part in.
    pub by_house: Vec<Vec<u32>>,
}

impl Crossings {
    /// Those of the houses of a layout.
    pub fn of(layout: &Layout) -> Crossings {
        let mut intersections = Vec::new();
        let mut by_house = vec![Vec::new(); layout.houses().len()];
        let mut shared = vec![0usize; layout.houses().len()];
        let mut is_in_first = vec![false; layout.cell_count()];
        for (first, house) in layout.houses().iter().enumerate() {
            shared.fill(0);
            for &cell in &house.cells {
                is_in_first[cell.index()] = true;
                for other in layout.houses_of(cell) {
                    shared[other] += 1;
                }
            }
            for second in (first + 1..layout.houses().len()).filter(|second| shared[*second] >= 2) {
                by_house[first].push(intersections.len() as u32);
                by_house[second].push(intersections.len() as u32);
                let count = shared[second];
                intersections.push(intersection(layout, [first, second], count, &is_in_first));
            }
            for cell in &house.cells {
                is_in_first[cell.index()] = false;
            }
        }
        Crossings {
            intersections,
            by_house,
        }
    }
}

/// The intersection of two houses with `count` cells in common, where it is known which cells
/// are in the first.
fn intersection(
    layout: &Layout,
    houses: [usize; 2],
    count: usize,
    is_in_first: &[bool],
) -> Intersection {
    let [first, second] = houses.map(|house| layout.houses()[house].cells.as_slice());
    let mut shared = Vec::with_capacity(count);
    let mut only = [first, second].map(|cells| Vec::with_capacity(cells.len() - count));
    for &cell in second {
        match is_in_first[cell.index()] {
            true => shared.push(cell),
            false => only[1].push(cell),
        }
    }
    // Both are in rising order.
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
