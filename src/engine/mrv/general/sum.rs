//! Sums: a linear equation over cells, of which some are known to hold different digits.
//!
//! The cells are split into groups of equal coefficient whose digits all differ. Only open cells matter:
//! the digits of the others are taken from the total. The sums that the open cells of a group can have are
//! the bits of a word. Those that do not reach the total with any sums of the other groups are dropped, and
//! the remaining ones decide which candidates stay.

use std::sync::Arc;

use super::digit_sets::{MOST_PLACED, SetsMemory};
use super::open_group::OpenGroup;
use super::peers::Peers;
use super::position::{MaskPosition, Refuted};
use super::sets_by_sum::SetsBySum;
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

/// Working memory of [`Sum::propagate`].
#[derive(Debug, Default)]
pub(super) struct SumMemory {
    /// The open cells of all groups.
    pub(super) cells: Vec<u32>,
    /// The candidates of the open cells.
    pub(super) candidates: Vec<DigitBits>,
    /// The digit sets that the groups with more than two open cells can hold, each with its sum.
    pub(super) sets: Vec<(DigitBits, u32)>,
    groups: Vec<OpenGroup>,
    /// For each group, the sums of the contributions of all groups before it.
    before: Vec<u64>,
    pub(super) of_sets: SetsMemory,
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

    pub(super) fn cells(&self) -> &[u32] {
        &self.cells
    }

    /// Returns true if running it again without other changes has no effect: if every collected sum has a
    /// way to place its digits. Sums that are too far apart for a word are the exception; for them,
    /// another run could remove more.
    pub(super) fn is_idempotent(&self) -> bool {
        match &self.groups[..] {
            [only] => only.size <= MOST_PLACED,
            groups => groups.iter().all(|group| group.size <= 2),
        }
    }

    /// Returns true if it need not run unless the lowest or the highest candidate of a cell changes. With
    /// several groups, the candidates between them rarely decide what reaches the total.
    pub(super) fn is_of_bounds(&self) -> bool {
        self.groups.len() > 1
    }

    /// Removes candidates without support.
    pub(super) fn propagate(
        &self,
        position: &mut MaskPosition,
        peers: &Peers,
        memory: &mut SumMemory,
    ) -> Result<(), Refuted> {
        let left = self.open_groups(position, memory)?;
        let mut groups = std::mem::take(&mut memory.groups);
        let result = restrict_groups(&mut groups, left, &self.sets, position, peers, memory);
        memory.groups = groups;
        result
    }

    /// Collects the open cells of each group. Returns what they have to contribute.
    fn open_groups(&self, position: &MaskPosition, memory: &mut SumMemory) -> Result<i64, Refuted> {
        let mut left = self.total;
        memory.cells.clear();
        memory.candidates.clear();
        memory.sets.clear();
        memory.groups.clear();
        let mut cells = &self.cells[..];
        for group in &self.groups {
            let (of_group, others) = cells.split_at(group.size);
            cells = others;
            let start = memory.cells.len();
            let mut fixed = 0;
            for &cell in of_group {
                let candidates = position.candidates[cell as usize];
                if position.counts[cell as usize] == 1 {
                    fixed |= candidates;
                    let index = i64::from(candidates.trailing_zeros());
                    left = left.saturating_sub(group.coefficient.saturating_mul(index));
                } else {
                    memory.cells.push(cell);
                    memory.candidates.push(candidates);
                }
            }
            let open = &mut memory.candidates[start..];
            if !open.is_empty() {
                open.iter_mut().for_each(|candidates| *candidates &= !fixed);
                memory
                    .groups
                    .push(OpenGroup::new(group.coefficient, start, open)?);
            }
        }
        Ok(left)
    }
}

/// Restricts the groups to what reaches the total together.
fn restrict_groups(
    groups: &mut [OpenGroup],
    left: i64,
    sets: &SetsBySum,
    position: &mut MaskPosition,
    peers: &Peers,
    memory: &mut SumMemory,
) -> Result<(), Refuted> {
    let (lowest, highest, widest) = groups.iter().fold((0_i64, 0_i64, 0), |bounds, group| {
        let (low, high) = group.contribution_bounds();
        (
            bounds.0.saturating_add(low),
            bounds.1.saturating_add(high),
            high.saturating_sub(low).max(bounds.2),
        )
    });
    if left < lowest || left > highest {
        return Err(Refuted);
    }
    // If the total is so far from the lowest and the highest possible sum that these restrict no group,
    // other reasons to remove a candidate are rare, and not worth the search for them.
    if (left - lowest).min(highest - left) >= widest {
        return Ok(());
    }
    for group in &mut *groups {
        let (low, high) = group.contribution_bounds();
        let least = left.saturating_sub(highest.saturating_sub(high));
        let most = left.saturating_sub(lowest.saturating_sub(low));
        group.collect_sums(least..=most, sets, memory)?;
    }
    if groups.len() > 1 {
        keep_reaching(groups, left, &mut memory.before)?;
    }
    let mut groups = groups.iter();
    groups.try_for_each(|group| group.restrict(position, peers, memory))
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
        let (base, of_group) = group.base_and_span();
        target = target.saturating_sub(base);
        span = span.saturating_add(of_group);
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
        let contributions = group.contributions();
        let kept = contributions & differences(needed, *before);
        if kept == 0 {
            return Err(Refuted);
        }
        needed = differences(needed, kept);
        group.keep(kept);
    }
    Ok(())
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
        let layout = Arc::new(Layout::classic("2x2".parse().unwrap()));
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
            let mut position = MaskPosition::default();
            position.reset(&candidates, 1);
            position.count(4);
            // The places of digits are not kept up to date here, and without them no peer is restricted.
            position.holders.resize(4 * peers.words(), 0);
            let sum = Sum::new(&terms, total, &sets, &peers);
            let result = sum.propagate(&mut position, &peers, &mut SumMemory::default());
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
