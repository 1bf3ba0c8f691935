//! Arc consistency of relations: a digit without a partner in the other cell is removed (A.
//! Mackworth, *Consistency in Networks of Relations*, 1977, algorithm AC-3).

use super::Propagation;
use crate::board::{Candidate, Contradiction, Digit, Relation, ones};

impl<const W: usize> Propagation<'_, W> {
    /// Removes the digits of both cells that exclude every digit of the other cell.
    pub(super) fn relation(&mut self, relation: &Relation) -> Result<(), Contradiction> {
        let [one, other] = relation.cells;
        for (cell, partner) in [(one, other), (other, one)] {
            let partners = self.digits(partner);
            let mut allowed = 0;
            for bit in ones(self.digits(cell)) {
                let digit = Digit::from_index(bit);
                let excluded = relation.excluded(Candidate { cell, digit });
                let is_left = |at: &Candidate| partners >> at.digit.index() & 1 != 0;
                if excluded.filter(is_left).count() < partners.count_ones() as usize {
                    allowed |= 1 << bit;
                }
            }
            self.restrict(cell, allowed)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::propagate::tests::{digits, propagated_with};

    #[test]
    fn a_thermometer_narrows_from_both_ends() {
        let candidates = propagated_with("3x3", "", &["thermometer r1c1-r1c3"]).unwrap();
        assert_eq!(digits(&candidates, 1, 1), [1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(digits(&candidates, 1, 2), [2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(digits(&candidates, 1, 3), [3, 4, 5, 6, 7, 8, 9]);
    }

    #[test]
    fn a_digit_without_a_partner_is_removed() {
        let candidates = propagated_with("3x3", "", &["ratio 2 r1c1 r1c2"]).unwrap();
        assert_eq!(digits(&candidates, 1, 1), [1, 2, 3, 4, 6, 8]);
    }

    #[test]
    fn two_cells_without_an_allowed_pair_are_a_contradiction() {
        let pair = ["thermometer r1c1 r1c2", "thermometer r1c2 r1c1"];
        let contradiction = propagated_with("2x2", "", &pair).unwrap_err();
        assert!(contradiction.to_string().starts_with("no digit is left"));
    }
}
