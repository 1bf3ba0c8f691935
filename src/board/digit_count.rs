//! Counts of a digit in some cells.

use super::automaton::Automaton;
use super::cell::Digit;
use super::geometry::Geometry;
use super::mismatch::Mismatch;

/// The possible numbers of occurrences of a digit in some cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DigitCount {
    /// The digit.
    pub digit: Digit,
    /// The possible numbers of cells, in ascending order.
    pub counts: Vec<usize>,
    /// The automaton that counts.
    pub automaton: Automaton,
}

impl DigitCount {
    /// Creates the count of a digit in this number of cells, given its possible numbers in ascending order. See
    /// [`Automaton::new`].
    pub(super) fn new(
        length: usize,
        board: &Geometry,
        limit: usize,
        digit: Digit,
        counts: Vec<usize>,
    ) -> Result<DigitCount, Mismatch> {
        let value = board.value(digit);
        // The state is the number of cells with the digit so far.
        let step = |place: usize, found: &usize, digit: usize| {
            let found = found + usize::from(digit == value);
            let most = found + length - place - 1;
            let next = counts.partition_point(|count| *count < found);
            let next = counts.get(next);
            next.is_some_and(|count| *count <= most).then_some(found)
        };
        let is_final = |found: &usize| counts.binary_search(found).is_ok();
        let automaton = Automaton::new(length, board, limit, 0, step, is_final)?;
        Ok(DigitCount {
            digit,
            counts,
            automaton,
        })
    }
}
