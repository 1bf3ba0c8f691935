//! The rule of 45: the digits of a full house have a known sum, so sums that cover most of some houses
//! determine the sum of the cells that they leave (innies), less that of the cells that they add
//! (outies). In the same way, a long sum says as much about the cells that it lacks in the houses it
//! covers: a sum of 31 cells along a line across the board took 7,626 guesses, and takes one.

use std::collections::BTreeSet;

use crate::board::{Layout, Primitive, Source};

/// The largest number of cells of a sum that several known ones imply.
const MOST_CELLS: usize = 6;

/// The largest size at which sums are looked for. The work grows with the fourth power of the size, and
/// no clock is read during it: 2 million steps at 25×25, and 100 million at 64×64.
const MOST_DIGITS: usize = 25;

/// Cells, each with its coefficient, and the sum of their digits times the coefficients.
pub(super) type KnownSum = (Vec<(u32, i64)>, i64);

/// Returns the sums that follow from sets of full houses and `known` sums of cells, whose coefficients are
/// small enough to be added up.
pub(super) fn implied_sums(layout: &Layout, known: &[KnownSum]) -> Vec<KnownSum> {
    let mut found: BTreeSet<KnownSum> = BTreeSet::new();
    if known.is_empty() || layout.digit_count() > MOST_DIGITS {
        return Vec::new();
    }
    for houses in house_unions(layout) {
        found.extend(remainder(layout, &houses, known));
    }
    found.extend(known.iter().filter_map(|sum| shortened(layout, sum)));
    found.into_iter().collect()
}

/// The houses whose union is considered: rows that follow each other, columns that follow each other,
/// and one or two boxes.
fn house_unions(layout: &Layout) -> Vec<Vec<&Primitive>> {
    let of_kind = |is_kind: fn(Source) -> bool| -> Vec<&Primitive> {
        let houses = layout.houses().iter();
        houses
            .filter(|house| is_kind(house.source) && layout.is_full(house))
            .collect()
    };
    let rows = of_kind(Source::is_row);
    let columns = of_kind(Source::is_column);
    let boxes = of_kind(Source::is_box);
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

/// Takes known sums from the sum of some disjoint houses, each that leaves fewer cells. Returns what
/// remains if it is not too long.
fn remainder(layout: &Layout, houses: &[&Primitive], known: &[KnownSum]) -> Option<KnownSum> {
    let mut left = Remainder {
        coefficients: vec![0; layout.cell_count()],
        total: 0,
    };
    for house in houses {
        let cells = house.cells.iter();
        cells.for_each(|cell| left.coefficients[cell.index()] += 1);
        left.total += layout.geometry().house_total();
    }
    for (terms, total) in known {
        if let Some(sign) = [1, -1]
            .into_iter()
            .find(|sign| left.saved(terms, *sign) > 0)
        {
            left.subtract(terms, sign, *total);
        }
    }
    left.terms().filter(|(terms, _)| terms.len() <= MOST_CELLS)
}

/// Takes full houses from a sum as long as that leaves fewer cells. Returns what remains if it is shorter
/// than the sum.
fn shortened(layout: &Layout, (terms, total): &KnownSum) -> Option<KnownSum> {
    let mut left = Remainder {
        coefficients: vec![0; layout.cell_count()],
        total: *total,
    };
    for (cell, coefficient) in terms {
        left.coefficients[*cell as usize] = *coefficient;
    }
    let full = layout.houses().iter().filter(|house| layout.is_full(house));
    let full: Vec<Vec<(u32, i64)>> = full
        .map(|house| {
            house
                .cells
                .iter()
                .map(|cell| (cell.index() as u32, 1))
                .collect()
        })
        .collect();
    let mut is_shorter = false;
    while let Some((house, sign, saved)) = full
        .iter()
        .flat_map(|house| [1, -1].map(|sign| (house, sign, left.saved(house, sign))))
        .max_by_key(|(_, _, saved)| *saved)
        && saved > 0
    {
        left.subtract(house, sign, layout.geometry().house_total());
        is_shorter = true;
    }
    is_shorter.then(|| left.terms()).flatten()
}

/// A sum of all cells of the board, most of them with the coefficient 0.
struct Remainder {
    coefficients: Vec<i64>,
    total: i64,
}

impl Remainder {
    /// Returns how many fewer cells `factor` times a sum would leave if it were subtracted.
    fn saved(&self, terms: &[(u32, i64)], factor: i64) -> i64 {
        let of_cell = |(cell, coefficient): &(u32, i64)| match self.coefficients[*cell as usize] {
            0 => -1,
            of_cell if of_cell == coefficient * factor => 1,
            _ => 0,
        };
        terms.iter().map(of_cell).sum()
    }

    /// Subtracts `factor` times a sum.
    fn subtract(&mut self, terms: &[(u32, i64)], factor: i64, total: i64) {
        for (cell, coefficient) in terms {
            self.coefficients[*cell as usize] -= coefficient * factor;
        }
        self.total -= total * factor;
    }

    /// Returns the cells with another coefficient than 0, the first of them positive.
    fn terms(&self) -> Option<KnownSum> {
        let terms = (0..).zip(&self.coefficients);
        let terms = terms.filter(|(_, coefficient)| **coefficient != 0);
        let first = terms.clone().next()?.1.signum();
        let terms = terms.map(|(cell, coefficient)| (cell, coefficient * first));
        Some((terms.collect(), self.total * first))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cells with the coefficient 1.
    fn ones(cells: &[u32]) -> Vec<(u32, i64)> {
        cells.iter().map(|cell| (*cell, 1)).collect()
    }

    #[test]
    fn innies_and_outies_have_the_sum_that_cages_leave() {
        let layout = Layout::classic("2x2".parse().unwrap());
        // Row 1 adds up to 10: r1c1-r1c3 with the sum 7 leave 3 for r1c4, and r1c2-r1c4 with r2c4 and
        // the sum 9 leave r1c1 one more than r2c4.
        let sums = |cells: &[u32], total| implied_sums(&layout, &[(ones(cells), total)]);
        assert!(sums(&[0, 1, 2], 7).contains(&(vec![(3, 1)], 3)));
        let outie = (vec![(0, 1), (7, -1)], 1);
        assert!(sums(&[1, 2, 3, 7], 9).contains(&outie));
    }

    #[test]
    fn a_long_sum_is_shortened_by_the_houses_that_it_covers() {
        let layout = Layout::classic("2x2".parse().unwrap());
        // The two rows add up to 20, and the sum lacks r1c4 of them.
        let terms = |left: &[(u32, i64)]| [&ones(&[0, 1, 2, 4, 5, 6, 7])[..], left].concat();
        let shorter = shortened(&layout, &(terms(&[(12, 10)]), 30));
        assert_eq!(shorter, Some((vec![(3, 1), (12, -10)], -10)));
        assert_eq!(shortened(&layout, &(ones(&[0, 5, 10, 15]), 9)), None);
    }

    #[test]
    fn sums_of_large_boards_are_not_looked_for() {
        let found = |shape: &str, size: u32| {
            let layout = Layout::classic(shape.parse().unwrap());
            let all_but_one: Vec<u32> = (0..size - 1).collect();
            implied_sums(&layout, &[(ones(&all_but_one), 0)]).len()
        };
        assert!(found("5x5", 25) > 0);
        assert_eq!(found("6x6", 36), 0);
    }
}
