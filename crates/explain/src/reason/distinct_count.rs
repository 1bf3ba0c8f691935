//! Counts of different digits: cells that differ bound the count from below, and the digits left from above.

use super::super::drawn::digit_bits::bits;
use super::super::wording::{digit_runs, join};
use super::outcome::Outcome;
use super::{Excluded, Preface, Reasoner, count_name};
use satdoku::board::ones;

/// A cell that counts the different digits in other cells.
pub(super) struct DistinctCount {
    pub counter: usize,
    /// The other cells.
    pub cells: Vec<usize>,
    /// True if its own digit is counted as well.
    pub counts_itself: bool,
}

impl Reasoner<'_> {
    /// Finds the digits of the counter that are less than the number of cells that differ, or more than there are
    /// cells or digits.
    pub(super) fn count_bound(
        &self,
        place: usize,
        wanted: u16,
        digits: &[u16],
    ) -> Option<Excluded> {
        let count = self.distinct.as_ref()?;
        if place != count.counter {
            return None;
        }
        let differing = self.differing(&count.cells, &[]);
        let least = differing.len() as i64;
        let too_low = self.digits_where(wanted, |value| value < least);
        if too_low != 0 {
            return Some(Excluded {
                removed: too_low,
                outcome: Outcome::AtLeast(least),
                premise: format!("{} differ", join(&self.names(&differing), "and")),
                rests_on: Vec::new(),
                preface: Preface::Rule,
            });
        }
        let most = count.cells.len() + usize::from(count.counts_itself);
        let too_high = self.digits_where(wanted, |value| value > most as i64);
        if too_high != 0 {
            return Some(Excluded {
                removed: too_high,
                outcome: Outcome::AtMost(most as i64),
                premise: match most {
                    1 => "only one cell is counted".to_string(),
                    _ => format!("only {} cells are counted", count_name(most)),
                },
                rests_on: Vec::new(),
                preface: Preface::Rule,
            });
        }
        let all = count.cells.iter().fold(0, |all, cell| all | digits[*cell]);
        let most = i64::from(all.count_ones());
        let too_high = self.digits_where(wanted, |value| value > most);
        (too_high != 0 && !count.counts_itself).then(|| Excluded {
            removed: too_high,
            outcome: Outcome::AtMost(most),
            premise: format!(
                "the cells only have the digits {}",
                digit_runs(&self.values(all))
            ),
            rests_on: count.cells.clone(),
            preface: Preface::Rule,
        })
    }

    /// Finds digits of a counted cell that are one too many, because other cells that differ have as many digits
    /// as the counter allows.
    pub(super) fn one_too_many(
        &self,
        place: usize,
        wanted: u16,
        digits: &[u16],
    ) -> Option<Excluded> {
        let count = self.distinct.as_ref()?;
        let counted = digits[count.counter];
        let most = ones(counted).map(|digit| self.value(digit)).max()?;
        if place == count.counter || counted == self.all_digits() {
            return None;
        }
        let starts = count.cells.iter().filter(|start| **start != place);
        let differing = starts.map(|start| {
            let others = count.cells.iter().copied().filter(|cell| *cell != place);
            self.differing(&others.collect::<Vec<_>>(), &[*start])
        });
        let mut differing = differing.filter(|cells| cells.len() as i64 == most);
        differing.find_map(|cells| {
            let all = cells.iter().fold(0, |all, cell| all | digits[*cell]);
            let removed = wanted & !all;
            let is = if counted.is_power_of_two() {
                "is"
            } else {
                "is at most"
            };
            let names = join(&self.names(&cells), "and");
            let counter = self.name(count.counter);
            (removed != 0).then(|| Excluded {
                removed,
                outcome: Outcome::Left,
                premise: format!(
                    "as {counter} {is} {most}, {names}, which differ, have all of the digits"
                ),
                rests_on: [&cells[..], &[count.counter]].concat(),
                preface: Preface::Rule,
            })
        })
    }

    /// Returns cells of which each sees all others: the `first` ones, and as many of the others as are found one by
    /// one.
    fn differing(&self, cells: &[usize], first: &[usize]) -> Vec<usize> {
        let extended = |start: &[usize]| {
            let mut found = start.to_vec();
            for cell in cells {
                if found.iter().all(|other| self.sees[*cell][*other]) {
                    found.push(*cell);
                }
            }
            found
        };
        match first {
            [] => {
                let found = cells.iter().map(|start| extended(&[*start]));
                found.max_by_key(Vec::len).unwrap_or_default()
            }
            first => extended(first),
        }
    }

    /// Returns those of some digits whose value satisfies a condition.
    pub(super) fn digits_where(&self, digits: u16, condition: impl Fn(i64) -> bool) -> u16 {
        let digits = ones(digits).filter(|digit| condition(self.value(*digit)));
        bits(digits)
    }
}
