//! Digit sets: a house such as a cage with a sum can hold only some sets of digits.

use super::Propagation;
use super::candidates::is_at_most_one;
use crate::board::{Contradiction, DigitBits, House, ones};

impl<const W: usize> Propagation<'_, W> {
    /// Removes the digits that occur in no possible set of the house, and places those that occur in
    /// all of them and have one place. A set is possible if each of its digits has a place and each
    /// cell has a digit of it.
    pub(super) fn digit_sets(&mut self, house: &House) -> Result<(), Contradiction> {
        let Some(sets) = house.sets() else {
            return Ok(());
        };
        loop {
            // Boards with sets have at most 64 digits.
            let of_cells = house.cells.iter().map(|cell| self.bits[cell.index()][0]);
            let (mut anywhere, mut twice, mut solved) = (0, 0, 0);
            for bits in of_cells.clone() {
                twice |= anywhere & bits;
                anywhere |= bits;
                if is_at_most_one(&[bits]) {
                    solved |= bits;
                }
            }
            let is_possible = |set: &&DigitBits| {
                **set & !anywhere == 0
                    && solved & !**set == 0
                    && of_cells.clone().all(|bits| bits & **set != 0)
            };
            let (mut in_some, mut in_all) = (0, DigitBits::MAX);
            for set in sets.iter().filter(is_possible) {
                in_some |= set;
                in_all &= set;
            }
            let hidden = in_some & in_all & !twice & !solved;
            if anywhere & !in_some == 0 && hidden == 0 {
                return Ok(());
            }
            for &cell in &house.cells {
                let mut gone = [0; W];
                let bits = self.bits[cell.index()][0];
                gone[0] = match ones(bits & hidden).next() {
                    // If two digits have no other place, one is kept, and the house lacks the other.
                    Some(digit) => !(1 << digit),
                    None => !in_some,
                };
                self.remove(cell, gone)?;
            }
        }
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
