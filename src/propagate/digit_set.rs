//! Digit sets: a house such as a cage with a sum can hold only some sets of digits.

use super::Propagation;
use super::set_filter::SetFilter;
use crate::board::{Contradiction, House};

impl<const W: usize> Propagation<'_, W> {
    /// Removes the digits that occur in no possible set of the house, and places those that occur in
    /// all of them and have one place.
    pub(super) fn digit_sets(&mut self, house: &House) -> Result<(), Contradiction> {
        let Some(sets) = house.sets() else {
            return Ok(());
        };
        while let Some(filter) =
            SetFilter::new(house.cells.iter().map(|cell| self.digits(*cell)), sets)
        {
            for &cell in &house.cells {
                self.restrict(cell, filter.allowed(self.digits(cell)))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::propagate::tests::{digits, propagated_with};

    #[test]
    fn digits_of_no_set_are_removed() {
        let candidates = propagated_with("3x3", "", &["cage 4 r1c1 r1c2"]).unwrap();
        assert_eq!(digits(&candidates, 1, 1), [1, 3]);
    }

    #[test]
    fn a_digit_of_all_sets_with_one_place_is_placed() {
        // The only set is {1, 2, 4}, and the columns of r1c1 and r1c2 have a 4.
        let mut givens = vec!['.'; 81];
        (givens[27], givens[64]) = ('4', '4');
        let givens = String::from_iter(givens);
        let candidates = propagated_with("3x3", &givens, &["cage 7 r1c1 r1c2 r1c3"]).unwrap();
        assert_eq!(digits(&candidates, 1, 3), [4]);
    }

    #[test]
    fn a_house_without_a_set_is_a_contradiction() {
        let contradiction = propagated_with("3x3", "", &["cage 2 r1c1 r1c2"]).unwrap_err();
        assert_eq!(contradiction.to_string(), "no digit is left for r1c1");
    }
}
