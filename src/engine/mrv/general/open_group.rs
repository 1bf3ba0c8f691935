//! The open cells of a group of a sum: cells of equal coefficient that hold different digits.

use std::ops::RangeInclusive;

use super::digit_sets::restrict;
use super::peers::Peers;
use super::position::{MaskPosition, Refuted};
use super::sets_by_sum::SetsBySum;
use super::sum::SumMemory;
use crate::board::{DigitBits, ones};

/// The open cells of a group. Sums are those of the indices of their digits; a contribution is a sum
/// times the coefficient.
#[derive(Debug)]
pub(super) struct OpenGroup {
    coefficient: i64,
    /// Where its cells begin among those of all groups.
    start: usize,
    size: usize,
    /// The digits that some cell can hold.
    union: DigitBits,
    /// Bounds of the sum.
    lowest: u32,
    highest: u32,
    /// The possible sums as bits.
    sums: u64,
    /// Where its digit sets begin and end among those of all groups.
    sets: (usize, usize),
}

impl OpenGroup {
    /// Creates the group of cells with these candidates. Its cells begin at `start` among those of all groups.
    pub(super) fn new(
        coefficient: i64,
        start: usize,
        candidates: &[DigitBits],
    ) -> Result<OpenGroup, Refuted> {
        let (mut union, mut lowest, mut highest) = (0, 0, 0);
        for of_cell in candidates {
            if *of_cell == 0 {
                return Err(Refuted);
            }
            union |= of_cell;
            lowest += of_cell.trailing_zeros();
            highest += 63 - of_cell.leading_zeros();
        }
        let size = candidates.len();
        let spare = union.count_ones() as usize;
        if spare < size {
            return Err(Refuted);
        }
        if size > 1 {
            // Different digits can add up to more than the lowest digit of each cell.
            let digits = || ones(union).map(|digit| digit as u32);
            lowest = lowest.max(digits().take(size).sum());
            highest = highest.min(digits().skip(spare - size).sum());
        }
        Ok(OpenGroup {
            coefficient,
            start,
            size,
            union,
            lowest,
            highest,
            sums: 0,
            sets: (0, 0),
        })
    }

    /// The lowest and the highest contribution.
    pub(super) fn contribution_bounds(&self) -> (i64, i64) {
        let of = |sum: u32| self.coefficient.saturating_mul(i64::from(sum));
        match self.coefficient < 0 {
            true => (of(self.highest), of(self.lowest)),
            false => (of(self.lowest), of(self.highest)),
        }
    }

    /// Collects the possible sums whose contribution is in a range.
    pub(super) fn collect_sums(
        &mut self,
        range: RangeInclusive<i64>,
        all_sets: &SetsBySum,
        memory: &mut SumMemory,
    ) -> Result<(), Refuted> {
        let (least, most) = self.sums_in(range)?;
        let in_range = u64::MAX >> (63 - (most - least)) << least;
        let candidates = &memory.candidates[self.start..][..self.size];
        let start = memory.sets.len();
        self.sums = match *candidates {
            [only] => only & in_range,
            [one, other] => {
                let with = |digit: usize| (other & !(1 << digit)) << digit;
                ones(one).fold(0, |sums, digit| sums | with(digit)) & in_range
            }
            _ => {
                let mut sums = 0;
                for sum in least..=most {
                    for &set in all_sets.of(self.size, sum as usize) {
                        if set & !self.union == 0
                            && candidates.iter().all(|of_cell| of_cell & set != 0)
                        {
                            memory.sets.push((set, sum));
                            sums |= 1 << sum;
                        }
                    }
                }
                sums
            }
        };
        self.sets = (start, memory.sets.len());
        match self.sums {
            0 => Err(Refuted),
            _ => Ok(()),
        }
    }

    /// The bounds of the sums whose contribution is in a range.
    fn sums_in(&self, range: RangeInclusive<i64>) -> Result<(u32, u32), Refuted> {
        let (coefficient, least, most) = match self.coefficient < 0 {
            true => (
                self.coefficient.saturating_neg(),
                range.end().saturating_neg(),
                range.start().saturating_neg(),
            ),
            false => (self.coefficient, *range.start(), *range.end()),
        };
        let rounded_up = least
            .saturating_add(coefficient - 1)
            .div_euclid(coefficient);
        let least = rounded_up.max(self.lowest.into());
        let most = most.div_euclid(coefficient).min(self.highest.into());
        match least <= most {
            true => Ok((least as u32, most as u32)),
            false => Err(Refuted),
        }
    }

    /// The lowest contribution of the possible sums, and its distance from the highest.
    pub(super) fn base_and_span(&self) -> (i64, i64) {
        let lowest = self.sums.trailing_zeros();
        let highest = 63 - self.sums.leading_zeros();
        let base = if self.coefficient < 0 {
            highest
        } else {
            lowest
        };
        let of = |sum: u32| self.coefficient.saturating_mul(i64::from(sum));
        let span = of(highest - lowest).saturating_abs();
        (of(base), span)
    }

    /// The contributions of the possible sums, less the lowest, as bits of a word, which is wide enough.
    pub(super) fn contributions(&self) -> u64 {
        let of_bit = |sum: usize| 1 << self.contribution(sum as u32);
        match self.coefficient {
            1 => self.sums >> self.sums.trailing_zeros(),
            -1 => self.sums.reverse_bits() >> self.sums.leading_zeros(),
            _ => ones(self.sums).fold(0, |bits, sum| bits | of_bit(sum)),
        }
    }

    /// The contribution of a possible sum, less the lowest.
    fn contribution(&self, sum: u32) -> u32 {
        let lowest = self.sums.trailing_zeros();
        let highest = 63 - self.sums.leading_zeros();
        let steps = match self.coefficient < 0 {
            true => highest - sum,
            false => sum - lowest,
        };
        steps * self.coefficient.unsigned_abs() as u32
    }

    /// Keeps the sums with these contributions, given as by [`OpenGroup::contributions`].
    pub(super) fn keep(&mut self, contributions: u64) {
        let is_kept = |sum: &usize| contributions >> self.contribution(*sum as u32) & 1 != 0;
        self.sums = match self.coefficient {
            1 => contributions << self.sums.trailing_zeros(),
            -1 => contributions.reverse_bits() >> self.sums.leading_zeros(),
            _ => ones(self.sums)
                .filter(is_kept)
                .fold(0, |bits, sum| bits | 1 << sum),
        };
    }

    /// Restricts the cells to the digits that the possible sums support.
    pub(super) fn restrict(
        &self,
        position: &mut MaskPosition,
        peers: &Peers,
        memory: &mut SumMemory,
    ) -> Result<(), Refuted> {
        let cells = &memory.cells[self.start..][..self.size];
        let candidates = &memory.candidates[self.start..][..self.size];
        match *candidates {
            [_] => position.restrict(cells[0], self.sums),
            [one, other] => {
                let (supported, required) = self.pairs(one, other);
                position.restrict(cells[0], supported[0])?;
                position.restrict(cells[1], supported[1])?;
                peers.require(cells, required, position)
            }
            _ => {
                let sets = memory.sets[self.sets.0..self.sets.1].iter();
                let sets = sets.filter(|(_, sum)| self.sums >> sum & 1 != 0);
                let sets = sets.map(|(set, _)| *set);
                let supported = &mut memory.of_sets.supported;
                restrict(cells, candidates, supported, sets, position, peers)
            }
        }
    }

    /// The digits that two cells can hold with a possible sum, and those that they hold in any case.
    fn pairs(&self, one: DigitBits, other: DigitBits) -> ([DigitBits; 2], DigitBits) {
        let mut supported = [0, 0];
        let mut required = DigitBits::MAX;
        for digit in ones(one) {
            let partners = other & !(1 << digit) & self.sums >> digit;
            if partners != 0 {
                supported[0] |= 1 << digit;
                supported[1] |= partners;
                let is_single = partners & (partners - 1) == 0;
                required &= 1 << digit | if is_single { partners } else { 0 };
            }
        }
        (supported, required)
    }
}
