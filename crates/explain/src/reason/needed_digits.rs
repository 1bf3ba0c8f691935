//! Digits that some cells contain: a digit has just as many places as it needs.

use super::outcome::Outcome;
use super::places::Places;
use super::{Excluded, Preface, Reasoner};
use satdoku::board::ones;

/// Cells that contain each of some digits at least a number of times.
pub(super) struct NeededDigits {
    pub places: Places,
    /// The values, each as often as it is needed.
    pub values: Vec<usize>,
}

impl Reasoner<'_> {
    /// Finds the other digits of a cell without which a digit would have too few places.
    pub(super) fn needed_digit(
        &self,
        place: usize,
        wanted: u16,
        digits: &[u16],
    ) -> Option<Excluded> {
        let NeededDigits { places, values } = self.needed.as_ref()?;
        let mut open = ones(digits[place]).filter(|digit| wanted & !(1 << digit) != 0);
        open.find_map(|digit| {
            let is_needed = |value: &&usize| **value as i64 == self.value(digit);
            let count = values.iter().filter(is_needed).count();
            let premise = self.must_have(places, (place, digit), count, digits)?;
            let cells = places.cells.iter().copied();
            Some(Excluded {
                removed: wanted & !(1 << digit),
                outcome: Outcome::Left,
                premise,
                rests_on: cells
                    .filter(|cell| digits[*cell] >> digit & 1 == 0)
                    .collect(),
                preface: Preface::None,
            })
        })
    }
}
