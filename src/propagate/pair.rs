//! Arc consistency of relations: a digit without a partner in the other cell is removed (A.
//! Mackworth, *Consistency in Networks of Relations*, 1977, algorithm AC-3).

use super::filter::keep;
use crate::board::{Digit, DigitBits, PairTable, ones};

/// Removes the digits of both cells that exclude every digit of the other cell.
pub(super) fn filter(table: &PairTable, digits: &mut [DigitBits]) -> Option<bool> {
    let mut is_changed = false;
    for (at, other) in [(0, 1), (1, 0)] {
        let partners = digits[other];
        let has_partner = |digit: &usize| {
            let excluded = table.partners(at, Digit::from_index(*digit)).iter();
            partners & !excluded.fold(0, |all, digit| all | 1 << digit.index()) != 0
        };
        let allowed = ones(digits[at]).filter(has_partner);
        let allowed = allowed.fold(0, |all, digit| all | 1 << digit);
        is_changed |= keep(&mut digits[at], allowed)?;
    }
    Some(is_changed)
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
        let contradiction = propagated_with("2x2", "", &["difference 4 r1c1 r1c2"]).unwrap_err();
        assert_eq!(
            contradiction.to_string(),
            "no digits are left for constraint 1"
        );
    }
}
