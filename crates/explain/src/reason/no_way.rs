//! The cells that leave no way to fill a constraint with a digit.
//!
//! This works for every primitive, because it only asks what propagation leaves.

use super::{Finding, Outcome, Reason, ReasonFinder, Reasoner};
use crate::drawn::digit_bits::bits;
use satdoku::board::ones;

/// The most cells that decide. More of them do not convince.
const MOST_CELLS: usize = 4;

impl Reasoner<'_> {
    /// Finds the digits with which propagation leaves no way to fill the constraint, and a minimal set of
    /// cells that decides this.
    pub(super) fn no_way(&self, place: usize, wanted: u16, digits: &[u16]) -> Option<Finding> {
        let fails = |digit: usize, digits: &[u16]| {
            let mut with = digits.to_vec();
            with[place] = 1 << digit;
            !self.fills(&mut with)
        };
        let removed = bits(ones(wanted).filter(|digit| fails(*digit, digits)));
        if removed == 0 {
            return None;
        }
        let (mut relaxed, mut deciding) = (digits.to_vec(), Vec::new());
        for other in (0..digits.len()).filter(|other| *other != place) {
            let own = std::mem::replace(&mut relaxed[other], self.all_digits());
            if own != self.all_digits() && !ones(removed).all(|digit| fails(digit, &relaxed)) {
                relaxed[other] = own;
                deciding.push((other, own));
            }
            if deciding.len() > MOST_CELLS || self.is_late() {
                return None;
            }
        }
        let rests_on = deciding.iter().map(|(place, _)| *place).collect();
        let reason = Reason::NoWay(deciding);
        self.finding((place, removed), Outcome::Left, reason, rests_on)
    }

    /// Returns the reason that leaves no digit for a cell, if one is enough: of several, one that rests on few cells.
    pub(super) fn contradiction(&self, digits: &[u16]) -> Option<Finding> {
        if self.fills(&mut digits.to_vec()) {
            return None;
        }
        // A contradiction convinces in a cell that is still open, not in one whose digit leads to it.
        let open = (0..digits.len()).filter(|place| !digits[*place].is_power_of_two());
        let reasons: [ReasonFinder<Self>; 2] = [Self::simplest, Self::no_way];
        let found = open.flat_map(|place| {
            let found = reasons.map(|reason| reason(self, place, digits[place], digits));
            let found = found.into_iter().flatten();
            found.filter(move |found| found.removed == digits[place])
        });
        found.min_by_key(|found| found.rests_on.len())
    }

    /// Propagates the rule, and the digits of cells that have one left to the cells that they see. Returns false if no
    /// way to fill the constraint is left.
    pub(crate) fn fills(&self, digits: &mut [u16]) -> bool {
        loop {
            let before = digits.to_vec();
            if !self.filter(digits) {
                return false;
            }
            for place in 0..digits.len() {
                let own = digits[place];
                let seen = self.sees[place].iter().zip(&mut *digits);
                seen.filter(|(sees, _)| **sees && own.is_power_of_two())
                    .for_each(|(_, digits)| *digits &= !own);
            }
            if *digits == before[..] {
                return true;
            }
        }
    }
}
