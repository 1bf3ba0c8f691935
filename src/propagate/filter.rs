//! One filter for each primitive: the digits of its cells that no digits of its other cells complete.
//!
//! A filter sees the candidates of the cells of its rule and nothing else, so preprocessing and
//! explanations both call it.

use super::{automaton, connected, count, distinct_pairs, either, house, pair, sum};
use crate::Deadline;
use crate::board::{DigitBits, Geometry, Primitive, Rule};

/// Removes digits that a primitive excludes. `digits` has the candidates of its cells, in their order, on a
/// board with up to 64 digits.
///
/// Returns true if it removed a digit, or `None` if no digits satisfy it. In that case, `digits` is in
/// an unspecified state. After the deadline, digits that are excluded may stay.
///
/// ```
/// use satdoku::Puzzle;
/// use satdoku::propagate::filter;
///
/// let puzzle: Puzzle = "................; sum 3 r1c1 r2c2".parse()?;
/// let layout = puzzle.layout();
/// let mut digits = [0b1111, 0b1111];
/// let sum = layout.primitives_of(0).next().unwrap();
/// assert_eq!(filter(sum, layout.geometry(), &mut digits, None), Some(true));
/// assert_eq!(digits, [0b0011, 0b0011]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn filter(
    primitive: &Primitive,
    board: &Geometry,
    digits: &mut [DigitBits],
    deadline: Option<&Deadline>,
) -> Option<bool> {
    match &primitive.rule {
        Rule::Different => house::exclude_placed(digits),
        Rule::DigitSets(of) => house::filter(&of.sets, digits),
        Rule::Relation(table) => pair::filter(table, digits),
        Rule::Sum(equation) => sum::filter(equation, board, digits, deadline),
        Rule::Automaton(automaton) => automaton::filter(automaton, digits, deadline),
        Rule::Count(count) => count::filter(count, digits),
        Rule::Connected(connected) => connected::filter(connected, digits),
        Rule::DistinctPairs(pairs) => distinct_pairs::filter(pairs, digits),
        Rule::Either(alternatives) => {
            let cells = &primitive.cells;
            either::filter(cells, alternatives, board, digits, deadline)
        }
    }
}

/// Removes the digits of a cell that are not allowed. Returns true if there was one, or `None` if no digit
/// is left.
#[inline]
pub(super) fn keep(digits: &mut DigitBits, allowed: DigitBits) -> Option<bool> {
    let left = *digits & allowed;
    let is_changed = left != *digits;
    *digits = left;
    (left != 0).then_some(is_changed)
}

/// Returns true if a cell has one digit.
pub(super) fn is_single(digits: DigitBits) -> bool {
    digits.is_power_of_two()
}

/// Returns true if the deadline has passed.
pub(super) fn is_over(deadline: Option<&Deadline>) -> bool {
    deadline.is_some_and(|deadline| deadline.is_over())
}

/// Returns true if a primitive needs a filter. Digits that differ, and nothing else, follow from naked
/// singles.
pub(super) fn has_filter(primitive: &Primitive) -> bool {
    !matches!(primitive.rule, Rule::Different) && !primitive.is_inequality()
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::board::{Digit, Grid, ones, verify};
    use crate::testing::blank_on;

    /// Checks with random candidates that the filter of the first primitive keeps the digits of every
    /// filling of its cells that the rule allows, and, if it is complete, no others.
    fn check(rules: &str, is_complete: bool) {
        let puzzle = blank_on(rules);
        let (layout, board) = (puzzle.layout(), puzzle.geometry());
        let primitive = layout.primitives().iter().find(|of| has_filter(of));
        let primitive = primitive.unwrap();
        let cells = &primitive.cells;
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let mut refuted = 0;
        for _ in 0..100 {
            let before: Vec<DigitBits> =
                (cells.iter().map(|_| random.random_range(1..8))).collect();
            let mut left = vec![0; cells.len()];
            let mut fillings = vec![Vec::new()];
            for of_cell in &before {
                fillings = (fillings.iter())
                    .flat_map(|filling: &Vec<usize>| {
                        ones(*of_cell).map(|digit| [&filling[..], &[digit]].concat())
                    })
                    .collect();
            }
            for filling in fillings {
                let mut grid = Grid::blank(board);
                for (cell, digit) in cells.iter().zip(&filling) {
                    grid.set(*cell, Some(Digit::from_index(*digit)));
                }
                if verify(&puzzle, &grid).is_ok() {
                    (left.iter_mut().zip(&filling)).for_each(|(left, digit)| *left |= 1 << digit);
                }
            }
            let mut digits = before.clone();
            let outcome = filter(primitive, board, &mut digits, None);
            let is_possible = !left.contains(&0);
            refuted += usize::from(outcome.is_none());
            match outcome {
                None => assert!(!is_possible, "{rules} {before:?}"),
                Some(is_changed) => {
                    assert_eq!(is_changed, digits != before, "{rules}");
                    let mut pairs = digits.iter().zip(&left);
                    assert!(pairs.all(|(digits, left)| left & !digits == 0), "{rules}");
                    if is_complete {
                        assert_eq!(digits, left, "{rules} {before:?}");
                    }
                }
            }
        }
        assert!(refuted > 0, "{rules}");
    }

    #[test]
    fn no_digit_of_a_filling_is_removed() {
        // The cells of each rule are all cells of its board, so that a grid is a filling of its cells.
        for (rule, is_complete) in [
            ("sum 6 r1c1 r1c2 r1c3", true),
            ("sum 4 2*r1c1 -1*r1c2 r1c3", true),
            ("sum 12002 2*r1c1 5000*r1c2 1000*r1c3", true),
            ("arrow r1c1: r1c2 r1c3", true),
            ("contains 1 1: r1c1-r1c3", true),
            ("cage 6 r1c1-r1c3", false),
            ("connected 1 2 size 2", false),
            (
                "either { sum 3 r1c1 r1c2 } or { sum 7 r1c1 r1c3 r1c2 }",
                true,
            ),
        ] {
            check(&format!("board 1x3; digits 1-3; raw; {rule}"), is_complete);
        }
        let pair = "board 1x2; digits 1-3; raw; difference 1 r1c1 r1c2";
        check(pair, true);
    }
}
