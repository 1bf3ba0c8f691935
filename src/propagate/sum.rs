//! Sums: a digit that reaches the total with no digits of the other cells is removed.
//!
//! The partial sums of the first cells are the bits of words, so a step from cell to cell is a shift for
//! each candidate (M. Trick, *A Dynamic Programming Approach for Consistency and Propagation for Knapsack
//! Constraints*, 2003). An automaton gives the same result in a step for each partial sum and digit.

use super::automaton;
use super::filter::{is_over, keep};
use super::sets::Bits;
use crate::Deadline;
use crate::board::{DigitBits, Equation, Geometry, ones};

/// The most words of partial sums. Coefficients of more than a few hundred need more, and are read by the
/// automaton.
const MOST_WORDS: usize = 64;

/// Removes the digits that are in no solution of the equation.
pub(super) fn filter(
    equation: &Equation,
    board: &Geometry,
    digits: &mut [DigitBits],
    deadline: Option<&Deadline>,
) -> Option<bool> {
    let lowest = *board.all_values().start() as i64;
    // Each cell contributes at least 0 to what is left of the total.
    let (mut left, mut span) = (equation.total, 0_i64);
    for (coefficient, of_cell) in equation.coefficients.iter().zip(&*digits) {
        let [least, most] = contribution_bounds(*coefficient, *of_cell);
        let of_lowest = coefficient.saturating_mul(lowest);
        left = left.saturating_sub(least.saturating_add(of_lowest));
        span = span.saturating_add(most.saturating_sub(least));
    }
    if !(0..=span).contains(&left) || digits.contains(&0) {
        return None;
    }
    let words = left as usize / 64 + 1;
    if words > MOST_WORDS {
        return automaton::filter(equation.automaton(board), digits, deadline);
    }
    if is_over(deadline) {
        return Some(false);
    }
    let coefficients = &equation.coefficients;
    match words {
        1 => filter_sums::<1>(coefficients, left as usize, digits),
        2 => filter_sums::<2>(coefficients, left as usize, digits),
        3..=8 => filter_sums::<8>(coefficients, left as usize, digits),
        _ => filter_sums::<MOST_WORDS>(coefficients, left as usize, digits),
    }
}

/// Returns the least and the greatest index of a cell's digits times its coefficient.
fn contribution_bounds(coefficient: i64, of_cell: DigitBits) -> [i64; 2] {
    let ends = [
        of_cell.trailing_zeros(),
        of_cell.checked_ilog2().unwrap_or(0),
    ];
    let [one, other] = ends.map(|index| coefficient.saturating_mul(index.into()));
    [one.min(other), one.max(other)]
}

/// Removes the digits that do not reach the total, which fits into `W` words.
fn filter_sums<const W: usize>(
    coefficients: &[i64],
    total: usize,
    digits: &mut [DigitBits],
) -> Option<bool> {
    let contribution = |coefficient: i64, of_cell: DigitBits, digit: usize| {
        let [least, _] = contribution_bounds(coefficient, of_cell);
        (coefficient * digit as i64 - least) as usize
    };
    let mut before = Vec::with_capacity(digits.len());
    let mut sums = Bits::<W>::of(0);
    for (coefficient, of_cell) in coefficients.iter().zip(&*digits) {
        before.push(sums);
        let of_digits = ones(*of_cell)
            .map(|digit| contribution(*coefficient, *of_cell, digit))
            .filter(|contribution| *contribution <= total);
        sums = of_digits.fold(Bits::EMPTY, |all, number| all | sums.plus(number));
    }
    let mut needed = Bits::<W>::of(total);
    let mut is_changed = false;
    let cells = coefficients.iter().zip(digits).zip(before);
    for ((coefficient, of_cell), before) in cells.rev() {
        let (mut reaching, mut kept) = (Bits::EMPTY, 0);
        for digit in ones(*of_cell) {
            let number = contribution(*coefficient, *of_cell, digit);
            let from = match number <= total {
                true => needed.minus(number) & before,
                false => Bits::EMPTY,
            };
            if !from.is_empty() {
                kept |= 1 << digit;
                reaching |= from;
            }
        }
        needed = reaching;
        is_changed |= keep(of_cell, kept)?;
    }
    Some(is_changed)
}

#[cfg(test)]
mod tests {
    use crate::propagate::tests::{digits, propagated_with};

    #[test]
    fn only_digits_that_reach_the_total_are_left() {
        // Both cells of the shaft are at least 1, so the bulb is at least 2.
        let candidates = propagated_with("3x3", "", &["arrow r1c1: r2c2 r3c3"]).unwrap();
        assert_eq!(digits(&candidates, 1, 1), [2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(digits(&candidates, 2, 2), [1, 2, 3, 4, 5, 6, 7, 8]);
    }

    #[test]
    fn an_impossible_sum_is_a_contradiction() {
        let contradiction = propagated_with("3x3", "", &["sum 99 r1c1 r2c2"]).unwrap_err();
        assert_eq!(
            contradiction.to_string(),
            "no digits are left for constraint 1"
        );
    }
}
