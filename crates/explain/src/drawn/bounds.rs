//! Bounds of a sum house by house: different digits have a higher least sum, and a lower greatest sum, than digits one
//! by one.

use super::digit_bits::{bits, keep};
use super::partition::Group;
use satdoku::board::{Digit, Equation, Geometry, ones};

/// The bounds of a linear equation in a position.
pub(super) struct GroupBounds<'a> {
    board: &'a Geometry,
    total: i64,
    terms: Vec<Term>,
    least: i64,
    most: i64,
}

/// A cell of the equation.
struct Term {
    place: usize,
    factor: i64,
    /// The least and the greatest number that the cell contributes.
    own: [i64; 2],
    /// The least and the greatest number that it adds to its group, or to the sum if it is in none.
    added: [i64; 2],
}

impl<'a> GroupBounds<'a> {
    /// Returns the bounds of the equation whose cells have these places, divided into groups whose cells have the same
    /// factor; `None` if a group has too few digits.
    pub fn new(
        board: &'a Geometry,
        equation: &Equation,
        places: &[usize],
        groups: &[Group],
        digits: &[u16],
    ) -> Option<GroupBounds<'a>> {
        let value = |digit: usize| board.value(Digit::from_index(digit)) as i64;
        let terms = places
            .iter()
            .zip(&equation.coefficients)
            .map(|(place, factor)| {
                let of = digits[*place];
                let ends = [of.trailing_zeros(), u16::BITS - 1 - of.leading_zeros()];
                let mut own = ends.map(|digit| factor * value(digit as usize));
                own.sort_unstable();
                Term {
                    place: *place,
                    factor: *factor,
                    own,
                    added: own,
                }
            });
        let mut bounds = GroupBounds {
            board,
            total: equation.total,
            terms: terms.collect(),
            least: 0,
            most: 0,
        };
        for group in groups {
            bounds.add_group(&group.places, digits)?;
        }
        let is_single = |at: &usize| !groups.iter().any(|group| group.places.contains(at));
        for at in (0..places.len()).filter(is_single) {
            bounds.add_group(&[at], digits)?;
        }
        Some(bounds)
    }

    /// Adds the bounds of terms whose digits differ.
    fn add_group(&mut self, group: &[usize], digits: &[u16]) -> Option<()> {
        let of_group = group.iter().map(|at| &self.terms[*at]);
        let union = of_group
            .clone()
            .fold(0, |all, term| all | digits[term.place]);
        let factor = self.terms[group[0]].factor;
        let value = |digit: usize| factor * self.board.value(Digit::from_index(digit)) as i64;
        let mut values: Vec<i64> = ones(union).map(value).collect();
        values.sort_unstable();
        let others = group.len() - 1;
        let (low, high) = (
            values.get(..=others)?,
            &values[values.len() - group.len()..],
        );
        let each = |side: usize| of_group.clone().map(|term| term.own[side]).sum::<i64>();
        let (each_least, each_most) = (each(0), each(1));
        let least = each_least.max(low.iter().sum());
        let most = each_most.min(high.iter().sum());
        let (others_least, others_most) = (
            low[..others].iter().sum::<i64>(),
            high[1..].iter().sum::<i64>(),
        );
        for at in group {
            let term = &mut self.terms[*at];
            term.added = [
                least - others_least.max(each_least - term.own[0]),
                most - others_most.min(each_most - term.own[1]),
            ];
        }
        self.least += least;
        self.most += most;
        Some(())
    }

    /// Removes the digits with which the least or the greatest sum of the others misses the total. Returns true if
    /// there was one, or `None` if there is no solution.
    pub fn filter(&self, digits: &mut [u16]) -> Option<bool> {
        if self.least > self.total || self.most < self.total {
            return None;
        }
        let mut is_changed = false;
        for term in &self.terms {
            // What the others leave of the total.
            let range =
                self.total - self.most + term.added[1]..=self.total - self.least + term.added[0];
            if term.own.iter().all(|own| range.contains(own)) {
                continue;
            }
            let value =
                |digit: usize| term.factor * self.board.value(Digit::from_index(digit)) as i64;
            let kept = ones(digits[term.place]).filter(|digit| range.contains(&value(*digit)));
            is_changed |= keep(&mut digits[term.place], bits(kept))?;
        }
        Some(is_changed)
    }
}

#[cfg(test)]
mod tests {
    use crate::drawn::drawn_rule::DrawnRule;
    use crate::testing::blank_on;

    /// Returns the digits that the first constraint leaves of cells with all digits.
    fn left(rules: &str) -> Option<Vec<u16>> {
        let puzzle = blank_on(rules);
        let rule = DrawnRule::new(puzzle.layout(), 0).unwrap();
        let mut digits = vec![0b1_1111_1111; rule.cells.len()];
        rule.filter(puzzle.geometry(), &mut digits, None)?;
        Some(digits)
    }

    #[test]
    fn groups_whose_digits_differ_bound_a_sum() {
        // Three different digits total at least 6, four at least 10, so 5 more are left for each cell.
        let digits = left("sum 21 r1c1-r1c3 r5c4-r5c7").unwrap();
        assert_eq!(digits[..3], [0b1111_1111; 3]);
        assert_eq!(digits[3..], [0b1_1111_1111; 4]);
        let digits = left("sum 16 r1c1-r1c3 r5c4-r5c7").unwrap();
        assert_eq!(digits[..3], [0b111; 3]);
        assert_eq!(digits[3..], [0b1111; 4]);
        assert_eq!(left("sum 15 r1c1-r1c3 r5c4-r5c7"), None);
    }

    #[test]
    fn groups_with_negative_factors_bound_a_difference() {
        let digits = left("arrow r1c1: r2c1 r2c2 r2c3").unwrap();
        assert_eq!(digits, [0b1_1110_0000, 0b11_1111, 0b11_1111, 0b11_1111]);
    }
}
