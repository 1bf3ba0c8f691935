//! Counted sums: the first digits of a line, as many as the first one says, have a known sum.

use super::super::drawn::digit_bits::bits;
use super::outcome::Outcome;
use super::total::{DerivedTotal, Total};
use super::{Excluded, Preface, Reasoner, count_name};
use satdoku::board::ones;

/// An X-sum: the cells of a line, and the sum of the first of them, as many as the first digit says.
pub(super) struct CountedSum {
    /// The places in the order of the line.
    pub line: Vec<usize>,
    pub total: i64,
}

impl Reasoner<'_> {
    /// Finds the digits of the first cell with which too few or too many digits are added up.
    pub(super) fn count_of_sum(
        &self,
        place: usize,
        wanted: u16,
        digits: &[u16],
    ) -> Option<Excluded> {
        let sum = self.counted.as_ref()?;
        if sum.line.first() != Some(&place) {
            return None;
        }
        let mut sides = [true, false].into_iter();
        sides.find_map(|is_max| self.count_beyond(sum, place, wanted, digits, is_max))
    }

    /// Finds the digits of the first cell with which the greatest sum is too low, or the least too high.
    fn count_beyond(
        &self,
        sum: &CountedSum,
        place: usize,
        wanted: u16,
        digits: &[u16],
        is_max: bool,
    ) -> Option<Excluded> {
        let beyond = ones(wanted).filter_map(|digit| {
            let count = usize::try_from(self.value(digit)).ok()?;
            let terms = sum.line.get(..count)?.iter().map(|cell| (*cell, 1));
            let mut with = digits.to_vec();
            with[place] = 1 << digit;
            let limit = self
                .extreme(&terms.collect::<Vec<_>>(), &with, is_max)?
                .value;
            let is_beyond = if is_max {
                limit < sum.total
            } else {
                limit > sum.total
            };
            is_beyond.then_some((count, limit))
        });
        let beyond: Vec<(usize, i64)> = beyond.collect();
        // The bound of the nearest count implies the others.
        let (count, limit) = *if is_max {
            beyond.last()?
        } else {
            beyond.first()?
        };
        let (bound, outcome) = match is_max {
            true => ("at most", Outcome::AtLeast(count as i64 + 1)),
            false => ("at least", Outcome::AtMost(count as i64 - 1)),
        };
        let is_removed = |digit: &usize| match is_max {
            true => self.value(*digit) <= count as i64,
            false => self.value(*digit) >= count as i64,
        };
        let removed = ones(wanted).filter(is_removed);
        Some(Excluded {
            removed: bits(removed),
            outcome,
            premise: match count {
                1 => "with 1 first, the sum is 1".to_string(),
                _ => format!(
                    "with {count} first, {} digits total {bound} {limit}",
                    count_name(count)
                ),
            },
            rests_on: sum.line[1..].to_vec(),
            preface: Preface::Rule,
        })
    }

    /// Returns the cells that are added up, if the first digit is known.
    fn counted_cells(&self, digits: &[u16]) -> Option<(&[usize], i64)> {
        let sum = self.counted.as_ref()?;
        let first = digits[*sum.line.first()?];
        let digit = ones(first).next().filter(|_| first.is_power_of_two())?;
        let count = usize::try_from(self.value(digit)).ok()?;
        Some((sum.line.get(..count)?, sum.total))
    }

    /// Returns the sum of the first digits, if their number is known and the place is not the first.
    pub(super) fn counted_total(&self, place: usize, digits: &[u16]) -> Option<DerivedTotal> {
        let (cells, total) = self.counted_cells(digits)?;
        (cells.first() != Some(&place)).then(|| DerivedTotal {
            total: Total::new(cells.iter().map(|cell| (*cell, 1)).collect(), total),
            preface: Preface::Rule,
            rests_on: Vec::new(),
        })
    }

    /// Returns the sentence that says which digits are added up, if the first one is known.
    pub fn counted_text(&self, digits: &[u16]) -> Option<String> {
        let (cells, total) = self.counted_cells(digits)?;
        let first = self.name(*cells.first()?);
        Some(match cells.len() {
            1 => format!("{first} is 1, so it is the whole sum."),
            count => format!(
                "{first} is {count}, so the first {} digits total {total}.",
                count_name(count)
            ),
        })
    }
}
