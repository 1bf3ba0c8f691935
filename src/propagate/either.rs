//! Alternatives: a digit that every alternative rules out is removed (*constructive disjunction*, P. Van
//! Hentenryck, V. Saraswat and Y. Deville, *Design, Implementation, and Evaluation of the Constraint
//! Language cc(FD)*, 1998).

use super::filter::{filter as filter_rule, is_over, keep};
use crate::Deadline;
use crate::board::{Cell, DigitBits, Geometry, Primitive};

/// Removes the digits that no alternative leaves.
pub(super) fn filter(
    cells: &[Cell],
    alternatives: &[Vec<Primitive>],
    board: &Geometry,
    digits: &mut [DigitBits],
    deadline: Option<&Deadline>,
) -> Option<bool> {
    let mut left = vec![0; digits.len()];
    for alternative in alternatives {
        if is_over(deadline) {
            return Some(false);
        }
        let mut narrowed = digits.to_vec();
        if narrow(alternative, cells, board, &mut narrowed, deadline).is_some() {
            let of_cells = left.iter_mut().zip(narrowed);
            of_cells.for_each(|(left, narrowed)| *left |= narrowed);
        }
        if left == digits {
            return Some(false);
        }
    }
    let mut is_changed = false;
    for (of_cell, left) in digits.iter_mut().zip(left) {
        is_changed |= keep(of_cell, left)?;
    }
    Some(is_changed)
}

/// Applies the filters of an alternative until nothing changes. Returns `None` if no digits satisfy it.
fn narrow(
    alternative: &[Primitive],
    cells: &[Cell],
    board: &Geometry,
    digits: &mut [DigitBits],
    deadline: Option<&Deadline>,
) -> Option<()> {
    let place = |cell| cells.binary_search(cell).unwrap_or_default();
    let mut of_rule = Vec::new();
    loop {
        let mut is_changed = false;
        for primitive in alternative {
            let places = primitive.cells.iter().map(place);
            of_rule.clear();
            of_rule.extend(places.clone().map(|place| digits[place]));
            if filter_rule(primitive, board, &mut of_rule, deadline)? {
                is_changed = true;
                let of_cells = places.zip(&of_rule);
                of_cells.for_each(|(place, left)| digits[place] = *left);
            }
        }
        if !is_changed {
            return Some(());
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::propagate::tests::{digits, propagated_with};

    #[test]
    fn digits_of_no_alternative_are_removed() {
        let either = "either { cage 3 r1c1 r1c2 } or { cage 17 r1c1 r1c2 }";
        let candidates = propagated_with("3x3", "", &[either]).unwrap();
        assert_eq!(digits(&candidates, 1, 1), [1, 2, 8, 9]);
        assert_eq!(digits(&candidates, 1, 3).len(), 9);
    }

    #[test]
    fn the_last_open_alternative_holds() {
        let either = "either { cage 3 r1c1 r1c2 } or { cage 17 r1c1 r1c2; thermometer r1c1 r1c2 }";
        let givens = ".........1";
        let candidates = propagated_with("3x3", givens, &[either]).unwrap();
        // r2c1 is 1, and so r1c1 is not; 2 and 1 would be the only other way.
        assert_eq!(digits(&candidates, 1, 1), [8]);
        assert_eq!(digits(&candidates, 1, 2), [9]);
    }

    #[test]
    fn no_open_alternative_is_a_contradiction() {
        let either = "either { cage 2 r1c1 r1c2 } or { cage 18 r1c1 r1c2 }";
        let contradiction = propagated_with("3x3", "", &[either]).unwrap_err();
        assert_eq!(
            contradiction.to_string(),
            "no digits are left for constraint 1"
        );
    }
}
