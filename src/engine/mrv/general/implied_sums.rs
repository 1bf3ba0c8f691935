//! The rule of 45: the digits of a full house have a known sum, so cages that cover most of some houses
//! determine the sum of the cells that they leave (innies), less that of the cells that they add
//! (outies).

use std::collections::BTreeSet;

use crate::board::{House, HouseKind, Layout};

/// The largest number of cells of an implied sum.
const MOST_CELLS: usize = 6;

/// The largest size at which sums are looked for. The work grows with the fourth power of the size, and
/// no clock is read during it: 2 million steps at 25×25, and 100 million at 64×64.
const MOST_DIGITS: usize = 25;

/// Cells, each with its coefficient, and the sum of their digits times the coefficients.
pub(super) type ImpliedSum = (Vec<(u32, i64)>, i64);

/// Returns the sums that follow from sets of full houses and `known` sums of cells.
pub(super) fn implied_sums(layout: &Layout, known: &[(Vec<u32>, i64)]) -> Vec<ImpliedSum> {
    let mut found: BTreeSet<ImpliedSum> = BTreeSet::new();
    if known.is_empty() || layout.digit_count() > MOST_DIGITS {
        return Vec::new();
    }
    for houses in house_unions(layout) {
        found.extend(remainder(layout, &houses, known));
    }
    found.into_iter().collect()
}

/// The houses whose union is considered: rows that follow each other, columns that follow each other,
/// and one or two boxes.
fn house_unions(layout: &Layout) -> Vec<Vec<&House>> {
    let of_kind = |is_kind: fn(&HouseKind) -> bool| -> Vec<&House> {
        let houses = layout.houses().iter();
        houses
            .filter(|house| is_kind(&house.kind) && layout.is_full(house))
            .collect()
    };
    let rows = of_kind(|kind| kind.is_row());
    let columns = of_kind(|kind| kind.is_column());
    let boxes = of_kind(|kind| kind.is_box());
    let mut unions = Vec::new();
    for lines in [&rows, &columns] {
        for count in 1..lines.len() {
            unions.extend(lines.windows(count).map(<[_]>::to_vec));
        }
    }
    for (place, one) in boxes.iter().enumerate() {
        unions.push(vec![*one]);
        unions.extend(boxes[place + 1..].iter().map(|other| vec![*one, *other]));
    }
    unions
}

/// Takes the known sums that are mostly inside of some disjoint houses from the sum of these houses.
/// Returns what remains if it is not too long.
fn remainder(layout: &Layout, houses: &[&House], known: &[(Vec<u32>, i64)]) -> Option<ImpliedSum> {
    let mut coefficients = vec![0; layout.cell_count()];
    let mut total = 0;
    for house in houses {
        house
            .cells
            .iter()
            .for_each(|cell| coefficients[cell.index()] += 1);
        total += layout.geometry().house_total();
    }
    for (cells, sum) in known {
        // Each cell inside makes the remainder shorter, each other cell makes it longer.
        let inside = cells
            .iter()
            .filter(|cell| coefficients[**cell as usize] > 0)
            .count();
        if inside * 2 > cells.len() {
            cells
                .iter()
                .for_each(|cell| coefficients[*cell as usize] -= 1);
            total -= sum;
        }
    }
    let count = coefficients
        .iter()
        .filter(|coefficient| **coefficient != 0)
        .count();
    if !(1..=MOST_CELLS).contains(&count) {
        return None;
    }
    let terms = (0..)
        .zip(coefficients)
        .filter(|(_, coefficient)| *coefficient != 0);
    let mut terms: Vec<(u32, i64)> = terms.collect();
    if terms[0].1 < 0 {
        terms
            .iter_mut()
            .for_each(|(_, coefficient)| *coefficient = -*coefficient);
        total = -total;
    }
    Some((terms, total))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn innies_and_outies_have_the_sum_that_cages_leave() {
        let layout = Layout::classic("2x2".parse().unwrap());
        // Row 1 adds up to 10: r1c1-r1c3 with the sum 7 leave 3 for r1c4, and r1c2-r1c4 with r2c4 and
        // the sum 9 leave r1c1 one more than r2c4.
        let sums = |known: &[(Vec<u32>, i64)]| implied_sums(&layout, known);
        assert!(sums(&[(vec![0, 1, 2], 7)]).contains(&(vec![(3, 1)], 3)));
        let outie = (vec![(0, 1), (7, -1)], 1);
        assert!(sums(&[(vec![1, 2, 3, 7], 9)]).contains(&outie));
    }

    #[test]
    fn sums_of_large_boards_are_not_looked_for() {
        let found = |shape: &str, size: u32| {
            let layout = Layout::classic(shape.parse().unwrap());
            let all_but_one: Vec<u32> = (0..size - 1).collect();
            implied_sums(&layout, &[(all_but_one, 0)]).len()
        };
        assert!(found("5x5", 25) > 0);
        assert_eq!(found("6x6", 36), 0);
    }
}
