//! Digits that some cells contain: a digit has just as many places as it needs.

use super::outcome::Outcome;
use super::{Excluded, Preface, Reasoner, count_name};
use satdoku::board::ones;

/// Cells that contain each of some digits at least a number of times.
pub(super) struct NeededDigits {
    cells: Vec<usize>,
    /// The values, each as often as it is needed.
    values: Vec<usize>,
}

impl NeededDigits {
    /// Creates the digits with these values that some cells contain; none if a cell is among them twice.
    pub fn new(cells: Vec<usize>, values: &[usize]) -> Option<NeededDigits> {
        let is_new = |(at, cell): (usize, &usize)| !cells[..at].contains(cell);
        let differ = cells.iter().enumerate().all(is_new);
        let values = values.to_vec();
        differ.then_some(NeededDigits { cells, values })
    }
}

impl Reasoner<'_> {
    /// Finds the other digits of a cell without which a digit would have too few places.
    pub(super) fn needed_digit(
        &self,
        place: usize,
        wanted: u16,
        digits: &[u16],
    ) -> Option<Excluded> {
        let needed = self.needed.as_ref();
        let NeededDigits { cells, values } = needed.filter(|of| of.cells.contains(&place))?;
        ones(digits[place]).find_map(|digit| {
            let value = self.value(digit);
            let count = values.iter().filter(|of| **of as i64 == value).count();
            let is_out = |cell: &&usize| digits[**cell] >> digit & 1 == 0;
            let out: Vec<usize> = cells.iter().filter(is_out).copied().collect();
            let removed = wanted & !(1 << digit);
            (removed != 0 && cells.len() - out.len() == count).then(|| Excluded {
                removed,
                outcome: Outcome::Left,
                premise: match count {
                    1 => format!("no other cell can be {value}"),
                    _ => format!("only {} cells can be {value}", count_name(count)),
                },
                rests_on: out,
                preface: Preface::None,
            })
        })
    }
}
