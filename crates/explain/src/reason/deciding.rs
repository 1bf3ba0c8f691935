//! The cells that decide: those whose candidates leave no way to fill a constraint with a digit.

use super::super::drawn::digit_bits::bits;
use super::super::wording::digit_runs;
use super::outcome::Outcome;
use super::{Excluded, Preface, Reasoner};
use satdoku::board::ones;

/// The most deciding cells. More of them do not convince.
const MOST_CELLS: usize = 4;

impl Reasoner<'_> {
    /// Finds the digits with which propagation leaves no way to fill the constraint, and a minimal set of
    /// cells that decides this.
    pub(super) fn deciding(&self, place: usize, wanted: u16, digits: &[u16]) -> Option<Excluded> {
        let fails = |digit: usize, digits: &[u16]| {
            let mut with = digits.to_vec();
            with[place] = 1 << digit;
            self.rule.filter(&mut with, None).is_none()
        };
        let removed = ones(wanted).filter(|digit| fails(*digit, digits));
        let removed = bits(removed);
        if removed == 0 {
            return None;
        }
        let (mut relaxed, mut rests_on) = (digits.to_vec(), Vec::new());
        for other in (0..digits.len()).filter(|other| *other != place) {
            let own = std::mem::replace(&mut relaxed[other], self.all_digits());
            if own != self.all_digits() && !ones(removed).all(|digit| fails(digit, &relaxed)) {
                relaxed[other] = own;
                rests_on.push(other);
            }
        }
        let texts = rests_on.iter().map(|other| {
            let digits = digit_runs(&self.values(digits[*other]));
            (digits, *other)
        });
        let premise = match rests_on.len() {
            0 => String::new(),
            1..=MOST_CELLS => self.grouped(texts),
            _ => return None,
        };
        Some(Excluded {
            removed,
            outcome: Outcome::Left,
            premise,
            rests_on,
            preface: Preface::Rule,
        })
    }
}
