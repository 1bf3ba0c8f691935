//! Sums: a linear equation over cells, of which some are known to hold different digits.
//!
//! The cells are split into groups of equal coefficient whose digits all differ. Only open cells matter:
//! the digits of the others are taken from the total. The sums that the open cells of a group can have are
//! the bits of a word. Those that do not reach the total with any sums of the other groups are dropped, and
//! the digit sets with the remaining ones decide which candidates stay.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::digit_sets::{MOST_PLACED, SetsBySum, restrict};
use super::peers::Peers;
use super::position::{Position, Refuted, is_single};
use super::propagator::Propagator;
use super::scratch::{OpenCells, OpenGroup, Scratch};
use crate::board::{DigitBits, ones};

/// A linear equation over groups of cells.
#[derive(Debug)]
pub(super) struct Sum {
    /// The cells, group by group.
    cells: Vec<u32>,
    groups: Vec<Group>,
    /// The sum of the indices of the digits, each times its coefficient.
    total: i64,
    sets: Arc<SetsBySum>,
}

/// Cells of equal coefficient with different digits.
#[derive(Debug)]
struct Group {
    coefficient: i64,
    size: usize,
}

/// Splits the cells into groups of equal coefficient with different digits: large groups first, because
/// they say most about the sum.
fn distinct_cells(terms: &[(u32, i64)], sets: &SetsBySum, peers: &Peers) -> Vec<(i64, Vec<u32>)> {
    let mut left = terms.to_vec();
    let mut groups = Vec::new();
    while !left.is_empty() {
        // The group that begins with a cell and takes each later one that differs from all of it.
        let group_of = |first: usize| {
            let (cell, coefficient) = left[first];
            let mut cells = vec![cell];
            for &(cell, of_cell) in &left {
                let is_distinct = |other: &u32| peers.contains(cell, *other);
                if of_cell == coefficient
                    && cells.iter().all(is_distinct)
                    && sets.has_size(cells.len() + 1)
                {
                    cells.push(cell);
                }
            }
            (coefficient, cells)
        };
        let candidates = (0..left.len()).map(group_of);
        let Some(group) = candidates.max_by_key(|(_, cells)| cells.len()) else {
            break;
        };
        left.retain(|(cell, _)| !group.1.contains(cell));
        groups.push(group);
    }
    groups
}

impl Sum {
    /// Creates the constraint that the indices of the digits, each times its coefficient, add up to
    /// `total`.
    pub(super) fn new(
        terms: &[(u32, i64)],
        total: i64,
        sets: &Arc<SetsBySum>,
        peers: &Peers,
    ) -> Sum {
        let (mut cells, mut groups) = (Vec::new(), Vec::new());
        for (coefficient, of_group) in distinct_cells(terms, sets, peers) {
            groups.push(Group {
                coefficient,
                size: of_group.len(),
            });
            cells.extend(of_group);
        }
        Sum {
            cells,
            groups,
            total,
            sets: sets.clone(),
        }
    }

    /// Collects the open cells of each group. Returns what they have to contribute.
    fn collect(&self, position: &Position, open: &mut OpenCells) -> Result<i64, Refuted> {
        let mut left = self.total;
        open.cells.clear();
        open.candidates.clear();
        open.sets.clear();
        open.groups.clear();
        let mut cells = &self.cells[..];
        for group in &self.groups {
            let (of_group, others) = cells.split_at(group.size);
            cells = others;
            let start = open.cells.len();
            let mut fixed = 0;
            for &cell in of_group {
                let candidates = position.of(cell);
                if is_single(candidates) {
                    fixed |= candidates;
                    let index = i64::from(candidates.trailing_zeros());
                    left = left.saturating_sub(group.coefficient.saturating_mul(index));
                } else {
                    open.cells.push(cell);
                    open.candidates.push(candidates);
                }
            }
            let of_group = &mut open.candidates[start..];
            if !of_group.is_empty() {
                of_group
                    .iter_mut()
                    .for_each(|candidates| *candidates &= !fixed);
                let group = OpenGroup::new(group.coefficient, start, of_group)?;
                open.groups.push(group);
            }
        }
        Ok(left)
    }

    /// Keeps the sums of each group that reach the total with those of the others. Returns false if other
    /// reasons to remove a candidate than the bounds are too rare to look for.
    fn narrow(&self, left: i64, open: &mut OpenCells) -> Result<bool, Refuted> {
        let (mut lowest, mut highest, mut widest) = (0_i64, 0_i64, 0);
        for group in &open.groups {
            let [low, high] = group.contribution_bounds();
            lowest = lowest.saturating_add(low);
            highest = highest.saturating_add(high);
            widest = widest.max(high.saturating_sub(low));
        }
        if !(lowest..=highest).contains(&left) {
            return Err(Refuted);
        }
        // The total is so far from both bounds that these restrict no group.
        if (left - lowest).min(highest - left) >= widest {
            return Ok(false);
        }
        for group in &mut open.groups {
            let [low, high] = group.contribution_bounds();
            let least = left.saturating_sub(highest.saturating_sub(high));
            let most = left.saturating_sub(lowest.saturating_sub(low));
            let candidates = &open.candidates[group.cells.clone()];
            group.collect_sums(least..=most, candidates, &self.sets, &mut open.sets)?;
        }
        if open.groups.len() > 1 {
            keep_reaching(&mut open.groups, left, &mut open.before)?;
        }
        Ok(true)
    }
}

impl Propagator for Sum {
    fn cells(&self) -> &[u32] {
        &self.cells
    }

    /// With several groups, the candidates between the lowest and the highest rarely decide what reaches the
    /// total.
    fn is_of_bounds(&self) -> bool {
        self.groups.len() > 1
    }

    /// Every sum has a way to place its digits. Sums that are too far apart for a word are the exception; for
    /// them, another run could remove more.
    fn is_idempotent(&self) -> bool {
        match &self.groups[..] {
            [only] => only.size <= MOST_PLACED,
            groups => groups.iter().all(|group| group.size <= 2),
        }
    }

    fn propagate(
        &self,
        position: &mut Position,
        peers: &Peers,
        scratch: &mut Scratch,
    ) -> Result<(), Refuted> {
        let open = &mut scratch.sums;
        let left = self.collect(position, open)?;
        if !self.narrow(left, open)? {
            return Ok(());
        }
        for group in &open.groups {
            let cells = &open.cells[group.cells.clone()];
            let candidates = &open.candidates[group.cells.clone()];
            if let [only] = cells {
                position.restrict(*only, group.sums)?;
                continue;
            }
            let sets = open.sets[group.sets.clone()].iter();
            let sets = sets.filter(|(_, sum)| group.sums >> sum & 1 != 0);
            let sets = sets.map(|(set, _)| *set);
            restrict(
                cells,
                candidates,
                &mut open.supported,
                sets,
                position,
                peers,
            )?;
        }
        Ok(())
    }
}

/// Keeps the sums of each group that reach the total with sums of the others. Keeps all if the sums of the
/// whole span more numbers than a word has bits.
fn keep_reaching(
    groups: &mut [OpenGroup],
    left: i64,
    before: &mut Vec<u64>,
) -> Result<(), Refuted> {
    let (mut target, mut span) = (left, 0_i64);
    for group in &*groups {
        let [low, high] = group.ends();
        target = target.saturating_sub(low);
        span = span.saturating_add(high.saturating_sub(low));
    }
    if !(0..=span).contains(&target) {
        return Err(Refuted);
    }
    if span >= i64::from(u64::BITS) {
        return Ok(());
    }
    before.clear();
    let mut sums: u64 = 1;
    for group in &*groups {
        before.push(sums);
        sums = sums_of_two(sums, group.contributions());
    }
    // The sums after a group that can still be completed to the target.
    let mut needed: u64 = 1 << target;
    for (group, before) in groups.iter_mut().zip(&*before).rev() {
        let kept = group.contributions() & differences(needed, *before);
        if kept == 0 {
            return Err(Refuted);
        }
        needed = differences(needed, kept);
        group.keep(kept);
    }
    Ok(())
}

impl OpenGroup {
    /// Creates the group of cells with these candidates. Its cells begin at `start` among those of all groups.
    fn new(coefficient: i64, start: usize, candidates: &[DigitBits]) -> Result<OpenGroup, Refuted> {
        let (mut union, mut lowest, mut highest) = (0, 0, 0);
        for of_cell in candidates {
            if *of_cell == 0 {
                return Err(Refuted);
            }
            union |= of_cell;
            lowest += of_cell.trailing_zeros();
            highest += of_cell.ilog2();
        }
        let size = candidates.len();
        let spare = (union.count_ones() as usize)
            .checked_sub(size)
            .ok_or(Refuted)?;
        if size > 1 {
            // Different digits can add up to more than the lowest digit of each cell.
            let digits = || ones(union).map(|digit| digit as u32);
            lowest = lowest.max(digits().take(size).sum());
            highest = highest.min(digits().skip(spare).sum());
        }
        Ok(OpenGroup {
            coefficient,
            cells: start..start + size,
            union,
            bounds: lowest..=highest,
            sums: 0,
            sets: 0..0,
        })
    }

    fn contribution(&self, sum: u32) -> i64 {
        self.coefficient.saturating_mul(sum.into())
    }

    /// The lowest and the highest contribution before the possible sums are known.
    fn contribution_bounds(&self) -> [i64; 2] {
        let ends = [*self.bounds.start(), *self.bounds.end()];
        let [one, other] = ends.map(|sum| self.contribution(sum));
        [one.min(other), one.max(other)]
    }

    /// The lowest and the highest contribution of the possible sums.
    fn ends(&self) -> [i64; 2] {
        let ends = [self.sums.trailing_zeros(), self.sums.ilog2()];
        let [one, other] = ends.map(|sum| self.contribution(sum));
        [one.min(other), one.max(other)]
    }

    /// Collects the possible sums whose contribution is in a range.
    fn collect_sums(
        &mut self,
        range: RangeInclusive<i64>,
        candidates: &[DigitBits],
        all_sets: &SetsBySum,
        sets: &mut Vec<(DigitBits, u32)>,
    ) -> Result<(), Refuted> {
        let coefficient = self.coefficient;
        let is_in_range = |sum: &u32| {
            let contribution = coefficient.saturating_mul(i64::from(*sum));
            range.contains(&contribution)
        };
        let start = sets.len();
        self.sums = if let [only] = candidates {
            let sums = ones(*only).map(|sum| sum as u32).filter(is_in_range);
            sums.fold(0, |all, sum| all | 1 << sum)
        } else {
            let union = self.union;
            let fits = |set: &DigitBits| {
                set & !union == 0 && candidates.iter().all(|of_cell| of_cell & set != 0)
            };
            for sum in self.bounds.clone().filter(is_in_range) {
                let of_sum = all_sets.of(candidates.len(), sum as usize).iter();
                sets.extend(of_sum.copied().filter(fits).map(|set| (set, sum)));
            }
            let of_sets = sets[start..].iter();
            of_sets.fold(0, |all, (_, sum)| all | 1 << sum)
        };
        self.sets = start..sets.len();
        match self.sums {
            0 => Err(Refuted),
            _ => Ok(()),
        }
    }

    /// The contributions of the possible sums, less the lowest, as bits of a word, which is wide enough.
    fn contributions(&self) -> u64 {
        if self.coefficient == 1 {
            return self.sums >> self.sums.trailing_zeros();
        }
        let [lowest, _] = self.ends();
        let of_sum = |sum| self.contribution(sum as u32) - lowest;
        ones(self.sums).fold(0, |bits, sum| bits | 1 << of_sum(sum))
    }

    /// Keeps the sums with these contributions, given as by [`OpenGroup::contributions`].
    fn keep(&mut self, contributions: u64) {
        let [lowest, _] = self.ends();
        let of_sum = |sum| self.contribution(sum as u32) - lowest;
        let kept = ones(self.sums).filter(|sum| contributions >> of_sum(*sum) & 1 != 0);
        self.sums = kept.fold(0, |bits, sum| bits | 1 << sum);
    }
}

/// All sums of a number in one set and a number in the other. They fit in a word.
pub(super) fn sums_of_two(one: u64, other: u64) -> u64 {
    let [fewer, more] = match one.count_ones() < other.count_ones() {
        true => [one, other],
        false => [other, one],
    };
    ones(fewer).fold(0, |sums, number| sums | more << number)
}

/// All differences of a number in `from` and a number in `numbers` that are not negative.
pub(super) fn differences(from: u64, numbers: u64) -> u64 {
    if from.count_ones() <= numbers.count_ones() {
        let reversed = numbers.reverse_bits();
        return ones(from).fold(0, |all, number| all | reversed >> (63 - number));
    }
    ones(numbers).fold(0, |all, number| all | from >> number)
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::board::Layout;

    /// All ways to give the cells candidates that add up to the total, with different digits in cells that
    /// see each other.
    fn solutions(
        terms: &[(u32, i64)],
        total: i64,
        candidates: &[DigitBits],
        peers: &Peers,
    ) -> Vec<Vec<usize>> {
        let mut all: Vec<Vec<usize>> = vec![Vec::new()];
        for (place, (cell, _)) in terms.iter().enumerate() {
            let digits = || ones(candidates[*cell as usize]);
            let is_free = |digits: &[usize], digit: usize| {
                (0..place)
                    .all(|other| digits[other] != digit || !peers.contains(terms[other].0, *cell))
            };
            all = all
                .iter()
                .flat_map(|before| {
                    digits()
                        .filter(|digit| is_free(before, *digit))
                        .map(|digit| [&before[..], &[digit]].concat())
                })
                .collect();
        }
        all.retain(|digits| {
            let of_terms = terms.iter().zip(digits);
            let sum: i64 = of_terms.map(|((_, of), digit)| of * *digit as i64).sum();
            sum == total
        });
        all
    }

    #[test]
    fn no_digit_of_a_solution_is_removed() {
        let layout = Layout::classic("2x2".parse().unwrap());
        let (peers, sets) = (Peers::new(&layout), Arc::new(SetsBySum::new(4)));
        let (mut refuted, mut removed) = (0, 0);
        for seed in 0..2_000 {
            println!("seed {seed}");
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let mut terms: Vec<(u32, i64)> = Vec::new();
            while terms.len() < 2 + seed as usize % 4 {
                let cell = random.random_range(0..16);
                if terms.iter().all(|(other, _)| *other != cell) {
                    terms.push((cell, [-2, -1, 1, 1, 3][random.random_range(0..5)]));
                }
            }
            let total = random.random_range(-4..10);
            let candidates: Vec<DigitBits> = (0..16).map(|_| random.random_range(1..16)).collect();
            let mut position = Position::default();
            position.reset(&candidates);
            // The places of digits are not kept up to date here, and without them no peer is restricted.
            position.holders.resize(4 * peers.words(), 0);
            let sum = Sum::new(&terms, total, &sets, &peers);
            let result = sum.propagate(&mut position, &peers, &mut Scratch::default());
            let all = solutions(&terms, total, &candidates, &peers);
            if result.is_err() {
                assert!(all.is_empty());
                refuted += 1;
                continue;
            }
            removed += position.trail.len();
            for digits in &all {
                for ((cell, _), digit) in terms.iter().zip(digits) {
                    assert_ne!(position.candidates[*cell as usize] >> digit & 1, 0);
                }
            }
        }
        assert!(refuted > 200 && removed > 500, "{refuted} {removed}");
    }
}
