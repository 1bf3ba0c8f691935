//! The law of leftovers: some rows, and as many regions, each hold every digit equally often. So do the
//! cells of the rows outside the regions and the cells of the regions outside the rows. The same applies
//! to columns.
//!
//! Solvers of jigsaws know the law well. The Interactive Sudoku Solver compares which digits both areas can
//! hold, for rows and columns from an edge of the board. Here the digits are counted, in groups of cells
//! that see each other, and for all neighbouring rows and columns. On 1,000 random minimal jigsaws that saves
//! two thirds of the guesses, and costs 8 % more instructions; hard ones take between a fifth and four fifths of
//! the time.
//!
//! # Alternatives tried
//! - Rows and columns from an edge alone: 14 % more guesses on 1,000 minimal jigsaws.
//! - Also removing a digit that one area has from the cells that see all its places in the other one: 8 %
//!   fewer guesses there, and more with cages and sandwiches.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::peers::Peers;
use super::position::{MaskPosition, Refuted};
use crate::board::{DigitBits, House, HouseKind, Layout};

/// The most groups of an area.
const MOST_GROUPS: usize = 8;

/// Two areas that hold every digit equally often, on a board with up to 64 digits.
#[derive(Debug)]
pub(super) struct Leftovers {
    cells: Vec<u32>,
    /// The cells of both areas, in groups whose digits differ.
    areas: [Vec<Vec<u32>>; 2],
}

/// The numbers of groups of an area that can hold, and that do hold, each digit: the digits that at least
/// 1, 2, … groups can hold.
#[derive(Debug, Default, Clone, Copy)]
struct Counts {
    possible: [DigitBits; MOST_GROUPS],
    placed: [DigitBits; MOST_GROUPS],
}

/// Returns the leftovers of neighbouring rows or columns and the regions of a jigsaw. Boxes have none that
/// locked candidates do not take care of.
pub(super) fn leftovers(layout: &Layout, peers: &Peers) -> Vec<Leftovers> {
    let of_kind = |is_kind: fn(HouseKind) -> bool| -> Vec<&House> {
        let houses = layout.houses().iter();
        houses
            .filter(|house| is_kind(house.kind) && layout.is_full(house))
            .collect()
    };
    let regions = of_kind(|kind| matches!(kind, HouseKind::Region(_)));
    if regions.is_empty() || layout.digit_count() > DigitBits::BITS as usize {
        return Vec::new();
    }
    let rows = of_kind(|kind| matches!(kind, HouseKind::Row(_)));
    let columns = of_kind(|kind| matches!(kind, HouseKind::Column(_)));
    let mut areas = BTreeSet::new();
    for lines in [rows, columns] {
        // Locked candidates take care of one line, and of all but one.
        for count in 2..lines.len().min(regions.len()).saturating_sub(1) {
            let lines = lines.windows(count);
            areas.extend(lines.filter_map(|lines| outside_each_other(layout, lines, &regions)));
        }
    }
    // Larger areas cost more than they gain.
    let most = layout.digit_count() * 2 / 3;
    areas.retain(|[one, _]| (1..=most).contains(&one.len()));
    let areas = areas.into_iter();
    areas
        .filter_map(|cells| Leftovers::new(cells, peers))
        .collect()
}

/// Returns the cells of some lines outside the regions that cover most of them, and the cells of these
/// regions outside the lines, in ascending order. Returns `None` if lines or regions overlap.
fn outside_each_other(
    layout: &Layout,
    lines: &[&House],
    regions: &[&House],
) -> Option<[Vec<u32>; 2]> {
    let in_lines = contained(layout, lines)?;
    let mut regions = regions.to_vec();
    regions.sort_by_cached_key(|region| {
        let cells = region.cells.iter();
        Reverse(cells.filter(|cell| in_lines[cell.index()]).count())
    });
    regions.truncate(lines.len());
    let in_regions = contained(layout, &regions)?;
    let only_in = |one: &[bool], other: &[bool]| -> Vec<u32> {
        let cells = (0..).zip(one.iter().zip(other));
        let cells = cells.filter(|(_, (one, other))| **one && !**other);
        cells.map(|(cell, _)| cell).collect()
    };
    let mut areas = [
        only_in(&in_lines, &in_regions),
        only_in(&in_regions, &in_lines),
    ];
    areas.sort();
    Some(areas)
}

/// Returns, for each cell, whether one of the houses contains it. Returns `None` if several do.
fn contained(layout: &Layout, houses: &[&House]) -> Option<Vec<bool>> {
    let mut is_contained = vec![false; layout.cell_count()];
    for cell in houses.iter().flat_map(|house| &house.cells) {
        if std::mem::replace(&mut is_contained[cell.index()], true) {
            return None;
        }
    }
    Some(is_contained)
}

impl Leftovers {
    /// Returns `None` if an area has too many groups.
    fn new(areas: [Vec<u32>; 2], peers: &Peers) -> Option<Leftovers> {
        let cells = areas.concat();
        let areas = areas.map(|cells| groups(&cells, peers));
        let is_small = areas.iter().all(|groups| groups.len() <= MOST_GROUPS);
        is_small.then_some(Leftovers { cells, areas })
    }

    /// The cells of both areas.
    pub(super) fn cells(&self) -> &[u32] {
        &self.cells
    }

    /// Places digits that every group that can hold them must hold, and removes those that no further
    /// group may hold.
    pub(super) fn propagate(
        &self,
        position: &mut MaskPosition,
        peers: &Peers,
    ) -> Result<(), Refuted> {
        let counts = self.areas.each_ref().map(|of| Counts::of(of, position));
        let [one, other] = counts;
        let (mut least, mut most) = (one.placed, one.possible);
        for place in 0..MOST_GROUPS {
            least[place] |= other.placed[place];
            most[place] &= other.possible[place];
            if least[place] & !most[place] != 0 {
                return Err(Refuted);
            }
        }
        for (groups, counts) in self.areas.iter().zip(counts) {
            let complete = counts.possible[0] & equal(counts.placed, most);
            let required = least[0] & equal(counts.possible, least);
            for group in groups.iter().filter(|_| complete | required != 0) {
                let mut candidates = 0;
                for &cell in group {
                    candidates |= position.candidates[cell as usize];
                    if position.counts[cell as usize] > 1 {
                        position.restrict(cell, !complete)?;
                    }
                }
                peers.require(group, required & candidates, position)?;
            }
        }
        Ok(())
    }
}

/// Splits cells into groups whose digits differ.
fn groups(cells: &[u32], peers: &Peers) -> Vec<Vec<u32>> {
    let mut groups: Vec<Vec<u32>> = Vec::new();
    for &cell in cells {
        let mut open = groups.iter_mut();
        match open.find(|group| group.iter().all(|other| peers.contains(cell, *other))) {
            Some(group) => group.push(cell),
            None => groups.push(vec![cell]),
        }
    }
    groups
}

/// Returns the digits with equal counts.
fn equal(one: [DigitBits; MOST_GROUPS], other: [DigitBits; MOST_GROUPS]) -> DigitBits {
    let pairs = one.iter().zip(other);
    !pairs.fold(0, |differ, (one, other)| differ | (one ^ other))
}

impl Counts {
    fn of(groups: &[Vec<u32>], position: &MaskPosition) -> Counts {
        let mut counts = Counts::default();
        for group in groups {
            let (mut possible, mut placed) = (0, 0);
            for &cell in group {
                let candidates = position.candidates[cell as usize];
                let is_placed = u64::from(position.counts[cell as usize] == 1);
                possible |= candidates;
                placed |= candidates & is_placed.wrapping_neg();
            }
            count(possible, &mut counts.possible);
            count(placed, &mut counts.placed);
        }
        counts
    }
}

/// Counts these digits once more.
fn count(digits: DigitBits, at_least: &mut [DigitBits; MOST_GROUPS]) {
    for place in (1..MOST_GROUPS).rev() {
        at_least[place] |= at_least[place - 1] & digits;
    }
    at_least[0] |= digits;
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::board::{Cell, RegionMap, Ruleset, ones};
    use crate::engine::mrv::Mrv;
    use crate::engine::testing::all;
    use crate::testing::{blank_on, puzzle_on};

    /// The layout of a jigsaw whose map has these rows.
    fn jigsaw(rows: &str) -> Arc<Layout> {
        let labels = rows.chars().filter(|c| *c != ' ');
        let labels: Vec<Option<char>> = labels.map(Some).collect();
        let rules = Ruleset::jigsaw(RegionMap::from_labels(&labels).unwrap());
        Arc::new(Layout::new(rules))
    }

    /// The cells of both areas of all leftovers.
    fn of(layout: &Arc<Layout>) -> Vec<[Vec<u32>; 2]> {
        let all = leftovers(layout, &Peers::new(layout)).into_iter();
        all.map(|of| of.areas.map(|groups| groups.concat()))
            .collect()
    }

    #[test]
    fn rows_and_regions_leave_cells_outside_each_other() {
        // Regions 1 and 2 are rows 1 and 2 without r2c2, and with r3c6.
        let layout = jigsaw("111122 131222 333442 334444 555666 555666");
        assert!(of(&layout).contains(&[vec![7], vec![17]]));
        for rules in ["board 9x9; box 3x3", "board 6x6; box 2x3"] {
            assert!(of(blank_on(rules).layout()).is_empty());
        }
    }

    #[test]
    fn houses_that_overlap_have_no_leftovers() {
        let jigsaw = jigsaw("111122 131222 333442 334444 555666 555666");
        let mut houses = jigsaw.houses().to_vec();
        // Region 2 takes r1c4 of region 1 as well. The two cover rows 1 and 2 without r2c2 and r2c6.
        let region = houses.iter_mut().find(|of| of.kind == HouseKind::Region(1));
        let cells = [3, 4, 5, 9, 10, 17].map(Cell::from_index);
        *region.unwrap() = House::new(HouseKind::Region(1), cells.to_vec());
        let layout = Layout::from_houses(jigsaw.shape(), houses).unwrap();
        assert!(!of(&Arc::new(layout)).contains(&[vec![7, 11], vec![17]]));
    }

    #[test]
    fn no_digit_of_a_solution_is_removed() {
        let layout = Layout::classic("2x2".parse().unwrap());
        let peers = Peers::new(&Arc::new(layout));
        // r1c1 and r1c2 see each other, and r3c1 and r3c3.
        let cells: [u32; 6] = [0, 1, 15, 8, 10, 7];
        let leftovers = Leftovers::new([cells[..3].to_vec(), cells[3..].to_vec()], &peers).unwrap();
        assert_eq!(leftovers.areas[0].len(), 2);
        let all = (0..4_usize.pow(6))
            .map(|number| std::array::from_fn(|place| number / 4_usize.pow(place as u32) % 4));
        let holds = |digits: &[usize; 6]| {
            let (mut one, mut other) = ([0; 4], [0; 4]);
            digits[..3].iter().for_each(|digit| one[*digit] += 1);
            digits[3..].iter().for_each(|digit| other[*digit] += 1);
            let differ =
                |a: usize, b: usize| !peers.contains(cells[a], cells[b]) || digits[a] != digits[b];
            one == other && (0..6).all(|a| (0..a).all(|b| differ(a, b)))
        };
        let all: Vec<[usize; 6]> = all.filter(holds).collect();
        let (mut refuted, mut removed) = (0, 0);
        for seed in 0..2_000 {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let mut candidates = [0b1111; 16];
            for cell in cells {
                candidates[cell as usize] = random.random_range(1..16);
            }
            let mut position = MaskPosition::default();
            position.reset(&candidates, 1);
            position.count(4);
            position.holders = vec![0; 4];
            for (cell, candidates) in candidates.iter().enumerate() {
                ones(*candidates).for_each(|digit| position.holders[digit] |= 1 << cell);
            }
            let fits = |digits: &&[usize; 6], of: &[DigitBits]| {
                (0..6).all(|place| of[cells[place] as usize] >> digits[place] & 1 != 0)
            };
            let all: Vec<&[usize; 6]> = all
                .iter()
                .filter(|digits| fits(digits, &candidates))
                .collect();
            if leftovers.propagate(&mut position, &peers).is_err() {
                assert!(all.is_empty(), "seed {seed}");
                refuted += 1;
                continue;
            }
            removed += position.trail.len();
            let is_kept = |digits: &&[usize; 6]| fits(digits, &position.candidates);
            assert!(all.iter().all(is_kept), "seed {seed}");
        }
        assert!(refuted > 200 && removed > 500, "{refuted} {removed}");
    }

    #[test]
    fn leftovers_save_guesses() {
        let map =
            "112223333111222343551112443651552433655552477688444477688888777669998877666999999";
        let givens =
            "...9............5.3.......2.8........4......9..........6.............8.....6.9.7.";
        let (grids, report) = all(&mut Mrv::default(), &puzzle_on(jigsaw(map), givens));
        assert_eq!(grids.len(), 1);
        // It takes 398 guesses without them.
        assert!(report.work.guesses < 100, "{:?}", report.work);
    }
}
