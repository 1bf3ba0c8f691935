//! Counts: a digit occurs a possible number of times in some cells.

use super::filter::keep;
use crate::board::{DigitBits, DigitCount};

/// Removes the digit, or all other digits, from the open cells if a further occurrence, or one fewer, leads
/// to no possible count.
pub(super) fn filter(count: &DigitCount, digits: &mut [DigitBits]) -> Option<bool> {
    let digit: DigitBits = 1 << count.digit.index();
    let certain = digits.iter().filter(|of_cell| **of_cell == digit).count();
    let possible = digits.iter().filter(|of_cell| **of_cell & digit != 0);
    let possible = possible.count();
    let mut counts = count.counts.iter().copied();
    let least = counts.find(|count| (certain..=possible).contains(count))?;
    let most = counts.take_while(|count| *count <= possible).last();
    let most = most.unwrap_or(least);
    let allowed = match () {
        () if least == possible => digit,
        () if most == certain => !digit,
        () => return Some(false),
    };
    let mut is_changed = false;
    for of_cell in digits {
        if *of_cell != digit && *of_cell & digit != 0 {
            is_changed |= keep(of_cell, allowed)?;
        }
    }
    Some(is_changed)
}

#[cfg(test)]
mod tests {
    use crate::propagate::tests::{digits, propagated_with};

    #[test]
    fn cells_hold_a_digit_as_often_as_possible() {
        let twice = "quadruple 1 1 r1c3-r1c4 r2c3-r2c4";
        let givens = "1........";
        let candidates = propagated_with("3x3", givens, &[twice]);
        // The row has its 1, so two more would be in row 2.
        assert!(candidates.is_err());
        let once = "quadruple 1 r1c3 r1c4 r2c3 r2c4";
        let candidates = propagated_with("3x3", givens, &[once]).unwrap();
        assert_eq!(digits(&candidates, 2, 4), [1]);
    }
}
