//! Houses outside the board's own, such as cages: digits differ, and may have to form one of several sets.

use super::filter::{is_single, keep};
use crate::board::DigitBits;

/// Removes the digits of solved cells from the others, and the digits in no possible set. A digit of all
/// possible sets with one place is placed.
pub(super) fn filter(sets: &[DigitBits], digits: &mut [DigitBits]) -> Option<bool> {
    let mut is_changed = exclude_placed(digits)?;
    while filter_sets(sets, digits)? {
        is_changed = true;
        exclude_placed(digits)?;
    }
    Some(is_changed)
}

/// Removes the digits of solved cells from the others until nothing changes.
pub(super) fn exclude_placed(digits: &mut [DigitBits]) -> Option<bool> {
    let mut is_narrower = false;
    loop {
        let mut placed = 0;
        for of_cell in digits.iter().filter(|of_cell| is_single(**of_cell)) {
            if placed & of_cell != 0 {
                return None;
            }
            placed |= of_cell;
        }
        let mut is_changed = false;
        for of_cell in digits.iter_mut().filter(|of_cell| !is_single(**of_cell)) {
            is_changed |= keep(of_cell, !placed)?;
        }
        if !is_changed {
            return Some(is_narrower);
        }
        is_narrower = true;
    }
}

/// Removes the digits in no possible set, and places those of all sets that have one place. A set is possible
/// if each of its digits has a place and each cell has a digit of it.
fn filter_sets(sets: &[DigitBits], digits: &mut [DigitBits]) -> Option<bool> {
    let (mut anywhere, mut twice, mut placed) = (0, 0, 0);
    for of_cell in &*digits {
        twice |= anywhere & of_cell;
        anywhere |= of_cell;
        if is_single(*of_cell) {
            placed |= of_cell;
        }
    }
    let is_possible = |set: &&DigitBits| {
        **set & !anywhere == 0
            && placed & !**set == 0
            && digits.iter().all(|of_cell| of_cell & **set != 0)
    };
    let (mut in_some, mut in_all) = (0, DigitBits::MAX);
    for set in sets.iter().filter(is_possible) {
        in_some |= set;
        in_all &= set;
    }
    let hidden = in_some & in_all & !twice & !placed;
    let mut is_changed = false;
    for of_cell in digits {
        let allowed = match *of_cell & hidden {
            0 => in_some,
            only if is_single(only) => only,
            // Two digits have no other place.
            _ => return None,
        };
        is_changed |= keep(of_cell, allowed)?;
    }
    Some(is_changed)
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
        assert_eq!(
            contradiction.to_string(),
            "no digits are left for constraint 1"
        );
    }
}
