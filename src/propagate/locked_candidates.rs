//! Locked candidates: if all places for a digit in one full house are also in another house, the
//! other house has no further place for it. From a box to a line this is called *pointing*, from a
//! line to a box *claiming*; here it applies to any two houses that share cells.

use super::{Propagation, add};
use crate::board::{Cell, Contradiction};

impl<const W: usize> Propagation<'_, W> {
    /// Applies the rule to a house and every house that shares cells with it, in both directions.
    pub(super) fn locked_candidates(&mut self, number: usize) -> Result<(), Contradiction> {
        let layout = self.layout;
        for both in layout.intersections_of(number) {
            if both
                .houses
                .iter()
                .any(|house| self.for_locked_candidates.contains(*house))
            {
                // It will be processed with that house.
                continue;
            }
            let shared = self.union(&both.shared);
            let only = [self.union(&both.only[0]), self.union(&both.only[1])];
            for (confined, other) in [(0, 1), (1, 0)] {
                let mut gone = [0; W];
                for word in 0..W {
                    gone[word] = shared[word] & !only[confined][word] & only[other][word];
                }
                if gone != [0; W] && layout.is_full(&layout.houses()[both.houses[confined]]) {
                    for &cell in &both.only[other] {
                        self.remove(cell, gone)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The digits that are possible in at least one of `cells`.
    fn union(&self, cells: &[Cell]) -> [u64; W] {
        let mut union = [0; W];
        for cell in cells {
            add(&mut union, self.bits[cell.index()]);
        }
        union
    }
}

#[cfg(test)]
mod tests {
    use crate::propagate::tests::{digits, propagated};

    #[test]
    fn a_box_that_points_clears_the_rest_of_the_row() {
        // In box 1 rows 2 and 3 contain other digits, so 9 is in row 1 there.
        let mut givens = String::from(".........");
        givens += "123......";
        givens += "456......";
        givens += &".".repeat(54);
        let candidates = propagated("3x3", &givens).unwrap();
        for column in 4..=9 {
            assert!(!digits(&candidates, 1, column).contains(&9));
            assert!(digits(&candidates, 2, column).contains(&9));
        }
    }

    #[test]
    fn a_row_that_claims_clears_the_rest_of_the_box() {
        // Row 1 holds 1 to 6 in boxes 2 and 3, so 7, 8 and 9 of that row are in box 1.
        let mut givens = String::from("...123456");
        givens += &".".repeat(72);
        let candidates = propagated("3x3", &givens).unwrap();
        assert_eq!(digits(&candidates, 1, 1), [7, 8, 9]);
        assert_eq!(digits(&candidates, 2, 1), [1, 2, 3, 4, 5, 6]);
    }
}
