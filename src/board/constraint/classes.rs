//! Lines on which neighbouring cells have digits of different classes.

use std::collections::BTreeSet;

use super::super::cell::{Cell, Digit};
use super::error::ConstraintError;
use super::lowering::Lowering;

/// Returns true if each `count` digits in a row have different classes. A shorter line has no two digits
/// of the same class.
pub(super) fn have_different_classes<C: Ord>(
    digits: &[usize],
    count: usize,
    class: impl Fn(usize) -> C,
) -> bool {
    (0..digits.len()).all(|at| {
        let before = &digits[at.saturating_sub(count - 1)..at];
        before
            .iter()
            .all(|other| class(*other) != class(digits[at]))
    })
}

impl Lowering<'_> {
    /// Requires that each `count` cells in a row have different classes.
    pub fn classes<C: Ord>(
        &mut self,
        line: &[Cell],
        count: usize,
        class: impl Fn(usize) -> C,
    ) -> Result<(), ConstraintError> {
        for distance in 1..count.min(line.len()) {
            self.relations(apart(line, distance), |one, other| {
                class(one) != class(other)
            })?;
        }
        // If the cells have no more than `count` classes, each class returns after `count` cells. The
        // relations above imply this, but propagation does not find it. Variables can have digits of
        // more classes.
        let board = self.context.board;
        let digits = line.iter().flat_map(|cell| board.digits_of(*cell));
        let values = digits.map(|digit| board.value(Digit::from_index(digit)));
        let classes: BTreeSet<C> = values.map(&class).collect();
        if classes.len() > count {
            return Ok(());
        }
        self.relations(apart(line, count), |one, other| class(one) == class(other))
    }
}

/// Returns the pairs of cells that are this far apart on a line.
fn apart(line: &[Cell], distance: usize) -> impl Iterator<Item = [Cell; 2]> {
    let others = line.iter().skip(distance);
    line.iter().zip(others).map(|(one, other)| [*one, *other])
}
