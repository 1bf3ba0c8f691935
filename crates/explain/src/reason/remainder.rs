//! Digits of a sum that the other cells cannot complete: parity, and rests that they cannot make up.

use super::super::drawn::digit_bits::bits;
use super::super::wording::join;
use super::outcome::Outcome;
use super::total::Solved;
use super::{Excluded, Reasoner, count_name};
use satdoku::board::ones;

/// The most assignments that are tried to make up a rest.
const MOST_TRIED: usize = 2_000;

/// The most cells whose parities are listed.
const MOST_PARITIES: usize = 4;

/// The most digits of a cell that are listed.
const MOST_LISTED: u32 = 3;

impl Reasoner<'_> {
    /// Finds the parity of a cell from those of the others.
    pub(super) fn parity(&self, place: usize, wanted: u16, digits: &[u16]) -> Option<Excluded> {
        self.solved(place, digits).into_iter().find_map(|solved| {
            let odd: Vec<usize> = (solved.with.iter().chain(&solved.against))
                .filter(|(_, factor)| factor % 2 != 0)
                .map(|(place, _)| *place)
                .collect();
            let parities = odd.iter().map(|place| self.parity_of(digits[*place]));
            let parities: Option<Vec<bool>> = parities.collect();
            let parities = parities?;
            if solved.factor % 2 == 0 || odd.is_empty() || odd.len() > MOST_PARITIES {
                return None;
            }
            let odd_count = parities.iter().filter(|is_odd| **is_odd).count() as i64;
            let is_odd = (solved.total - odd_count).rem_euclid(2) == 1;
            let removed = ones(wanted).filter(|digit| (self.value(*digit) % 2 == 1) != is_odd);
            let removed = bits(removed);
            let texts = [true, false].into_iter().filter_map(|of| {
                let cells = odd
                    .iter()
                    .zip(&parities)
                    .filter(|(_, is_odd)| **is_odd == of);
                let cells: Vec<usize> = cells.map(|(place, _)| *place).collect();
                let is = if cells.len() == 1 { "is" } else { "are" };
                let parity = if of { "odd" } else { "even" };
                let names = join(&self.names(&cells), "and");
                (!cells.is_empty()).then(|| format!("{names} {is} {parity}"))
            });
            (removed != 0).then(|| Excluded {
                removed,
                outcome: Outcome::Parity { is_odd },
                premise: texts.collect::<Vec<_>>().join(" and "),
                rests_on: odd.clone(),
                preface: solved.preface.clone(),
            })
        })
    }

    /// Returns true for odd digits, false for even ones, and `None` for both.
    fn parity_of(&self, digits: u16) -> Option<bool> {
        let values = self.values(digits);
        let is_odd = values.first()? % 2 == 1;
        values
            .iter()
            .all(|value| (value % 2 == 1) == is_odd)
            .then_some(is_odd)
    }

    /// Finds digits for which the only other open cell of a sum, which has few digits, has none that fits.
    pub(super) fn few_of_pair(
        &self,
        place: usize,
        wanted: u16,
        digits: &[u16],
    ) -> Option<Excluded> {
        self.pair_up_to(MOST_LISTED, place, wanted, digits)
    }

    /// Finds digits for which the only other open cell of a sum has none that fits.
    pub(super) fn pair_of_sum(
        &self,
        place: usize,
        wanted: u16,
        digits: &[u16],
    ) -> Option<Excluded> {
        self.pair_up_to(u32::MAX, place, wanted, digits)
    }

    fn pair_up_to(&self, most: u32, place: usize, wanted: u16, digits: &[u16]) -> Option<Excluded> {
        let sums = self.solved(place, digits).into_iter().filter(|solved| {
            let open = self.open(solved, digits);
            matches!(open[..], [(other, 1)] if digits[other].count_ones() <= most)
        });
        self.unfilled(sums, place, wanted, digits)
    }

    /// Finds digits with which the other cells cannot make up the total.
    pub(super) fn remainder(&self, place: usize, wanted: u16, digits: &[u16]) -> Option<Excluded> {
        self.unfilled(
            self.solved(place, digits).into_iter(),
            place,
            wanted,
            digits,
        )
    }

    fn unfilled(
        &self,
        mut sums: impl Iterator<Item = Solved>,
        place: usize,
        wanted: u16,
        digits: &[u16],
    ) -> Option<Excluded> {
        sums.find_map(|solved| {
            let removed =
                ones(wanted).filter(|digit| self.cannot_make_up(place, *digit, &solved, digits));
            let removed = bits(removed);
            (removed != 0).then(|| Excluded {
                removed,
                outcome: Outcome::Left,
                premise: self.remainder_text(place, removed, &solved, digits),
                rests_on: solved.rests_on(),
                preface: solved.preface.clone(),
            })
        })
    }

    /// Returns the terms of other cells with several digits.
    fn open(&self, solved: &Solved, digits: &[u16]) -> Vec<(usize, i64)> {
        let others = solved.with.iter().chain(&solved.against).copied();
        others
            .filter(|(place, _)| !digits[*place].is_power_of_two())
            .collect()
    }

    fn cannot_make_up(&self, place: usize, digit: usize, solved: &Solved, digits: &[u16]) -> bool {
        let against = solved
            .against
            .iter()
            .map(|(place, factor)| (*place, -factor));
        let terms: Vec<(usize, i64)> = solved.with.iter().copied().chain(against).collect();
        let rest = solved.total - solved.factor * self.value(digit);
        let chosen = [(place, digit)];
        let mut left = MOST_TRIED;
        !self.can_make(&terms, rest, digits, &chosen, &mut left)
    }

    /// True if cells can make up a rest together with the digits chosen before, or if this takes too many
    /// attempts.
    fn can_make(
        &self,
        terms: &[(usize, i64)],
        rest: i64,
        digits: &[u16],
        chosen: &[(usize, usize)],
        left: &mut usize,
    ) -> bool {
        *left = left.saturating_sub(1);
        let Some(((place, factor), others)) = terms.split_first() else {
            return rest == 0;
        };
        let mut of_cell = ones(digits[*place]).filter(|digit| self.fits(chosen, *place, *digit));
        let mut found = *left == 0;
        while let (false, Some(digit)) = (found, of_cell.next()) {
            let with = [chosen, &[(*place, digit)]].concat();
            found = self.can_make(
                others,
                rest - factor * self.value(digit),
                digits,
                &with,
                left,
            );
        }
        found
    }

    /// True if no cell that sees the place has the digit.
    pub(super) fn fits(&self, chosen: &[(usize, usize)], place: usize, digit: usize) -> bool {
        let mut chosen = chosen.iter();
        !chosen.any(|(other, of_other)| *of_other == digit && self.sees[place][*other])
    }

    fn remainder_text(
        &self,
        place: usize,
        removed: u16,
        solved: &Solved,
        digits: &[u16],
    ) -> String {
        let values: Vec<String> = self.values(removed).iter().map(i64::to_string).collect();
        let (values, name) = (join(&values, "or"), self.name(place));
        let rest =
            solved.total + self.known(&solved.against, digits) - self.known(&solved.with, digits);
        match self.open(solved, digits)[..] {
            [(other, 1)] if solved.factor == 1 => {
                let (left, is_with) = (
                    digits[other],
                    solved.with.iter().any(|(of, _)| *of == other),
                );
                let other = self.name(other);
                let relation = match is_with {
                    true => format!("{name} and {other} total {rest}"),
                    false if rest == 0 => format!("{name} equals {other}"),
                    false if rest > 0 => format!("{name} is {rest} more than {other}"),
                    false => format!("{name} is {} less than {other}", -rest),
                };
                match left.count_ones() {
                    ..=MOST_LISTED => {
                        let left: Vec<String> =
                            self.values(left).iter().map(i64::to_string).collect();
                        format!("{relation} and {other} is {}", join(&left, "or"))
                    }
                    _ => format!("{relation}, and {other} has no digit for {values}"),
                }
            }
            _ => {
                let cells = match solved.against.is_empty() {
                    true => format!("the other {} cells", count_name(solved.with.len())),
                    false => "the other cells".to_string(),
                };
                format!("no digits of {cells} make up the total with {values}")
            }
        }
    }
}
