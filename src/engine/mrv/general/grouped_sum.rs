//! Sums: a linear equation over cells, of which some are known to hold different digits.
//!
//! The cells are split into groups of equal coefficient whose digits all differ. A group holds one of
//! its digit sets, which contributes its sum. Sets are filtered by the candidates of their cells and by
//! the contributions that complete the equation with those of the other groups; the remaining sets
//! decide which candidates remain. The sets of a cage need no sum.

use super::peers::Peers;
use super::position::{MaskPosition, Refuted};
use crate::board::{DigitBits, Geometry, digit_set_count, digit_sets, digit_sum};

/// The largest number of cells for which the ways to place a digit set are examined.
pub(super) const MOST_PLACED: usize = 6;

/// The largest number of digit sets of a group.
const MOST_SETS: usize = 600;

/// A linear equation over groups of cells.
#[derive(Debug)]
pub(super) struct GroupedSum {
    /// The cells of all groups.
    cells: Vec<u32>,
    /// For each cell, its coefficient.
    coefficients: Vec<i64>,
    total: i64,
    /// The largest difference between contributions of a group.
    widest: i64,
    groups: Vec<DistinctGroup>,
    /// The sum of the contributions of all groups.
    target: i64,
    /// True if no sum of contributions needs more bits than a word of 128.
    is_narrow: bool,
}

/// Cells with different digits.
#[derive(Debug)]
struct DistinctGroup {
    cells: Vec<u32>,
    /// The digit sets that the cells can hold, each with its contribution, 0 for the smallest.
    sets: Vec<(DigitBits, i64)>,
}

/// Working memory of [`GroupedSum::propagate`].
#[derive(Debug, Default)]
pub(super) struct SumMemory {
    /// The sets of all groups that the candidates allow.
    sets: Vec<(DigitBits, i64)>,
    /// For each group, where its sets begin; then their number.
    starts: Vec<usize>,
    /// For each group, the sums of the contributions of all groups before it.
    before: Vec<u128>,
    /// For each group, the lowest and the highest contribution.
    bounds: Vec<(i64, i64)>,
    candidates: Vec<DigitBits>,
    supported: Vec<DigitBits>,
}

/// Splits the cells into groups of equal coefficient with different digits: large groups first, because
/// they say most about the sum.
fn distinct_cells(terms: &[(u32, i64)], size: usize, peers: &Peers) -> Vec<(i64, Vec<u32>)> {
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
                    && digit_set_count(size, cells.len() + 1) <= MOST_SETS
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

/// Cells that together hold one of some digit sets: a cage, or a sum whose cells all differ.
#[derive(Debug)]
pub(super) struct DigitSets(DistinctGroup);

impl DigitSets {
    pub(super) fn new(cells: Vec<u32>, sets: impl Iterator<Item = DigitBits>) -> DigitSets {
        let sets = sets.map(|set| (set, 0)).collect();
        DigitSets(DistinctGroup { cells, sets })
    }

    /// Returns true if running it again without other changes has no effect: if every set that the
    /// first check keeps can be placed.
    pub(super) fn is_idempotent(&self) -> bool {
        self.0.cells.len() <= MOST_PLACED
    }

    pub(super) fn cells(&self) -> &[u32] {
        &self.0.cells
    }

    /// Removes candidates without support.
    pub(super) fn propagate(
        &self,
        position: &mut MaskPosition,
        peers: &Peers,
        memory: &mut SumMemory,
    ) -> Result<(), Refuted> {
        memory.clear();
        self.0.collect_sets(position, memory)?;
        self.0.restrict(0, position, peers, memory)
    }
}

impl GroupedSum {
    /// Creates the constraint that the digits, each times its coefficient, add up to `total`; or its
    /// digit sets, if they all differ.
    pub(super) fn new(
        terms: &[(u32, i64)],
        total: i64,
        board: &Geometry,
        peers: &Peers,
    ) -> Result<GroupedSum, DigitSets> {
        let size = board.digit_count();
        let mut target = total;
        let (mut span, mut widest) = (0_i64, 0);
        let mut groups = Vec::new();
        for (coefficient, cells) in distinct_cells(terms, size, peers) {
            let sets = digit_sets(size, cells.len());
            let sets = sets.map(|set| (set, coefficient.saturating_mul(digit_sum(set, board))));
            let mut sets: Vec<(DigitBits, i64)> = sets.collect();
            if cells.len() == terms.len() {
                sets.retain(|(_, sum)| *sum == total);
                return Err(DigitSets::new(cells, sets.into_iter().map(|(set, _)| set)));
            }
            let contributions = || sets.iter().map(|(_, contribution)| *contribution);
            let lowest = contributions().min().unwrap_or(0);
            let range = contributions().max().unwrap_or(0).saturating_sub(lowest);
            span = span.saturating_add(range);
            widest = range.max(widest);
            target = target.saturating_sub(lowest);
            sets.iter_mut()
                .for_each(|(_, contribution)| *contribution -= lowest);
            groups.push(DistinctGroup { cells, sets });
        }
        Ok(GroupedSum {
            cells: terms.iter().map(|(cell, _)| *cell).collect(),
            coefficients: terms.iter().map(|(_, coefficient)| *coefficient).collect(),
            total,
            widest,
            groups,
            target,
            is_narrow: span < i64::from(u128::BITS),
        })
    }

    /// Returns true if running it again without other changes has no effect: if every set that the
    /// first check keeps can be placed.
    pub(super) fn is_idempotent(&self) -> bool {
        self.is_narrow && self.groups.iter().all(|group| group.cells.len() <= 2)
    }

    pub(super) fn cells(&self) -> &[u32] {
        &self.cells
    }

    /// Returns true if the total is so far from the lowest and the highest possible sum that no group
    /// is restricted by these bounds. Other reasons to remove a candidate are rare then, and not worth
    /// the search for them.
    fn is_slack(&self, position: &MaskPosition) -> bool {
        let (mut lowest, mut highest) = (0_i64, 0_i64);
        for (cell, coefficient) in self.cells.iter().zip(&self.coefficients) {
            let candidates = position.candidates[*cell as usize];
            let low = i64::from(candidates.trailing_zeros()) + 1;
            let high = i64::from(DigitBits::BITS - candidates.leading_zeros());
            let ends = [low, high].map(|digit| coefficient.saturating_mul(digit));
            lowest = lowest.saturating_add(ends[0].min(ends[1]));
            highest = highest.saturating_add(ends[0].max(ends[1]));
        }
        let slack = (self.total.saturating_sub(lowest)).min(highest.saturating_sub(self.total));
        slack > self.widest
    }

    /// Removes candidates without support.
    pub(super) fn propagate(
        &self,
        position: &mut MaskPosition,
        peers: &Peers,
        memory: &mut SumMemory,
    ) -> Result<(), Refuted> {
        if self.is_slack(position) {
            return Ok(());
        }
        memory.clear();
        for group in &self.groups {
            group.collect_sets(position, memory)?;
        }
        match self.is_narrow {
            true => memory.keep_reaching(self.target)?,
            false => memory.keep_bounded(self.target)?,
        }
        for (number, group) in self.groups.iter().enumerate() {
            group.restrict(number, position, peers, memory)?;
        }
        Ok(())
    }
}

impl DistinctGroup {
    /// Adds the sets that have a digit for each cell and a cell for each digit.
    fn collect_sets(&self, position: &MaskPosition, memory: &mut SumMemory) -> Result<(), Refuted> {
        let candidates = self
            .cells
            .iter()
            .map(|cell| position.candidates[*cell as usize]);
        memory.candidates.clear();
        memory.candidates.extend(candidates);
        let candidates = &memory.candidates[..];
        let union = candidates.iter().fold(0, |union, of_cell| union | of_cell);
        let fits = |(set, _): &&(DigitBits, i64)| {
            set & !union == 0 && candidates.iter().all(|of_cell| of_cell & set != 0)
        };
        let start = memory.sets.len();
        memory.sets.extend(self.sets.iter().filter(fits));
        memory.starts.push(memory.sets.len());
        match memory.sets.len() > start {
            true => Ok(()),
            false => Err(Refuted),
        }
    }

    /// Restricts the cells to the digits that the sets of this group support.
    fn restrict(
        &self,
        number: usize,
        position: &mut MaskPosition,
        peers: &Peers,
        memory: &mut SumMemory,
    ) -> Result<(), Refuted> {
        let sets = &memory.sets[memory.starts[number]..memory.starts[number + 1]];
        if let [cell] = self.cells[..] {
            let union = sets.iter().fold(0, |union, (set, kept)| match kept {
                0.. => union | set,
                _ => union,
            });
            return position.restrict(cell, union);
        }
        let candidates = self
            .cells
            .iter()
            .map(|cell| position.candidates[*cell as usize]);
        memory.candidates.clear();
        memory.candidates.extend(candidates);
        memory.supported.clear();
        memory.supported.resize(self.cells.len(), 0);
        let mut required = DigitBits::MAX;
        for &(set, kept) in sets {
            // Most sets support nothing new, and placing them costs most of the time.
            let mut cells = memory.supported.iter().zip(&memory.candidates);
            let is_new = required & !set != 0
                || cells.any(|(supported, candidates)| set & candidates & !supported != 0);
            if kept < 0 || !is_new {
                continue;
            }
            if place_set(set, &memory.candidates, &mut memory.supported) {
                required &= set;
            }
            // Further sets change nothing.
            if required == 0 && memory.supported == memory.candidates {
                return Ok(());
            }
        }
        for (cell, supported) in self.cells.iter().zip(&memory.supported) {
            position.restrict(*cell, *supported)?;
        }
        peers.require(&self.cells, required, position)
    }
}

impl SumMemory {
    /// Forgets the sets of all groups.
    fn clear(&mut self) {
        self.sets.clear();
        self.starts.clear();
        self.starts.push(0);
    }

    /// Drops the sets whose contribution does not reach the target together with those of the other
    /// groups: their contribution becomes negative.
    fn keep_reaching(&mut self, target: i64) -> Result<(), Refuted> {
        let Ok(target) = u32::try_from(target) else {
            return Err(Refuted);
        };
        if target >= u128::BITS {
            return Err(Refuted);
        }
        let groups = self.starts.len() - 1;
        self.before.clear();
        let mut sums: u128 = 1;
        for number in 0..groups {
            self.before.push(sums);
            let contributions = self.contributions(number);
            sums = each_bit(contributions).fold(0, |union, bit| union | sums << bit);
        }
        if sums >> target & 1 == 0 {
            return Err(Refuted);
        }
        // The sums after a group that can still be completed to the target.
        let mut needed: u128 = 1 << target;
        for number in (0..groups).rev() {
            let contributions = self.contributions(number);
            let before = self.before[number];
            let reaches = |bit: &u32| before << bit & needed != 0;
            let kept = each_bit(contributions)
                .filter(reaches)
                .fold(0, |kept, bit| kept | 1 << bit);
            if kept != contributions {
                for (_, contribution) in
                    &mut self.sets[self.starts[number]..self.starts[number + 1]]
                {
                    if kept >> *contribution & 1 == 0 {
                        *contribution = -1;
                    }
                }
            }
            needed = each_bit(kept).fold(0, |union, bit| union | needed >> bit);
        }
        Ok(())
    }

    /// The contributions of a group as bits.
    fn contributions(&self, number: usize) -> u128 {
        let sets = &self.sets[self.starts[number]..self.starts[number + 1]];
        sets.iter()
            .fold(0, |union, (_, contribution)| union | 1 << contribution)
    }

    /// Drops the sets whose contribution is too low or too high for the target: their contribution
    /// becomes negative.
    fn keep_bounded(&mut self, target: i64) -> Result<(), Refuted> {
        let groups = self.starts.len() - 1;
        self.bounds.clear();
        for number in 0..groups {
            let sets = &self.sets[self.starts[number]..self.starts[number + 1]];
            let contributions = || sets.iter().map(|(_, contribution)| *contribution);
            let bounds = (contributions().min(), contributions().max());
            self.bounds
                .push((bounds.0.unwrap_or(0), bounds.1.unwrap_or(0)));
        }
        let sum = |bound: fn(&(i64, i64)) -> i64| {
            self.bounds.iter().map(bound).fold(0, i64::saturating_add)
        };
        let (lowest, highest) = (sum(|bounds| bounds.0), sum(|bounds| bounds.1));
        if !(lowest..=highest).contains(&target) {
            return Err(Refuted);
        }
        for (number, (low, high)) in self.bounds.iter().enumerate() {
            let kept = target - (highest - high)..=target - (lowest - low);
            for (_, contribution) in &mut self.sets[self.starts[number]..self.starts[number + 1]] {
                if !kept.contains(contribution) {
                    *contribution = -1;
                }
            }
        }
        Ok(())
    }
}

/// The numbers of the bits that are set.
fn each_bit(mut bits: u128) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = bits.trailing_zeros();
        (bits != 0).then(|| {
            bits &= bits - 1;
            bit
        })
    })
}

/// For each of up to six digits, the subsets of them that contain it.
const CONTAINING: [u64; MOST_PLACED] = [
    0xAAAA_AAAA_AAAA_AAAA,
    0xCCCC_CCCC_CCCC_CCCC,
    0xF0F0_F0F0_F0F0_F0F0,
    0xFF00_FF00_FF00_FF00,
    0xFFFF_0000_FFFF_0000,
    0xFFFF_FFFF_0000_0000,
];

/// Adds to `supported`, for each cell, the digits that it holds in some way to place all digits of the
/// set. Returns false if there is none. For more than [`MOST_PLACED`] cells it only removes the digits
/// that are not in the set.
///
/// The subsets of the set that the first cells can hold are the bits of a word.
fn place_set(set: DigitBits, candidates: &[DigitBits], supported: &mut [DigitBits]) -> bool {
    let count = candidates.len();
    if count > MOST_PLACED {
        for (supported, candidates) in supported.iter_mut().zip(candidates) {
            *supported |= set & candidates;
        }
        return true;
    }
    let mut digits = [0; MOST_PLACED];
    let mut rest = set;
    for digit in &mut digits[..count] {
        *digit = rest.trailing_zeros();
        rest &= rest.wrapping_sub(1);
    }
    let digits = &digits[..count];
    let mut placed = [0_u64; MOST_PLACED + 1];
    placed[0] = 1;
    for (place, candidates) in candidates.iter().enumerate() {
        let before = placed[place];
        placed[place + 1] = digits.iter().enumerate().fold(0, |after, (number, digit)| {
            let with = (before & !CONTAINING[number]) << (1 << number);
            after | with & (candidates >> digit & 1).wrapping_neg()
        });
    }
    let mut wanted = 1 << ((1_u64 << count) - 1);
    if placed[count] & wanted == 0 {
        return false;
    }
    for place in (0..count).rev() {
        let mut before = 0;
        for (number, digit) in digits.iter().enumerate() {
            let possible = (candidates[place] >> digit & 1).wrapping_neg();
            let without = wanted >> (1 << number) & !CONTAINING[number] & placed[place] & possible;
            supported[place] |= u64::from(without != 0) << digit;
            before |= without;
        }
        wanted = before;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_supports_the_digits_of_all_ways_to_place_it() {
        // The digits 1, 2 and 4 in cells that allow {1, 2}, {1, 2} and {1, 4}: only 4 is left in the last.
        let mut supported = [0; 3];
        assert!(place_set(0b1011, &[0b0011, 0b0011, 0b1001], &mut supported));
        assert_eq!(supported, [0b0011, 0b0011, 0b1000]);
        // Two cells that allow the same digit alone.
        assert!(!place_set(0b1011, &[0b0001, 0b0001, 0b1010], &mut [0; 3]));
    }
}
