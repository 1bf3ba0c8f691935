//! Parts with the same sum, such as those of a region sum line: what all of them total.

use super::super::drawn::digit_bits::bits;
use super::super::wording::house_name;
use super::outcome::Outcome;
use super::total::{DerivedTotal, Total};
use super::{Excluded, Preface, Reasoner, count_name};
use satdoku::board::{House, ones};

/// The least or the greatest sum that all parts can have.
struct CommonBound {
    value: i64,
    /// The reason, in words.
    text: String,
}

/// Returns the parts that equations without a constant make equal, if they are at least three.
pub(super) fn equal_parts(totals: &[Total]) -> Vec<Vec<usize>> {
    let mut parts: Vec<Vec<usize>> = Vec::new();
    for total in totals {
        let Some(sides) = total.equal_sides() else {
            return Vec::new();
        };
        let is_connected = parts.is_empty() || sides.iter().any(|side| parts.contains(side));
        if !is_connected {
            return Vec::new();
        }
        for side in sides {
            if !parts.contains(&side) {
                parts.push(side);
            }
        }
    }
    match parts.len() {
        0..3 => Vec::new(),
        _ => parts,
    }
}

impl Reasoner<'_> {
    /// Returns the sum of the part that a cell is in, if the others determine it.
    pub(super) fn common_total(&self, place: usize, digits: &[u16]) -> Option<DerivedTotal> {
        let part = self.parts.iter().find(|part| part.contains(&place))?;
        let [least, most] = [false, true].map(|is_max| self.common_bound(place, digits, is_max));
        let (least, most) = (least?, most?);
        let terms = part.iter().map(|place| (*place, 1)).collect();
        (least.value == most.value).then(|| DerivedTotal {
            total: Total::new(terms, most.value),
            preface: Preface::Text(format!(
                "{}, and {}, so each sum is {}",
                least.text, most.text, most.value
            )),
            rests_on: (0..digits.len()).collect(),
        })
    }

    /// Finds the bound of a cell from the sum that all parts have.
    pub(super) fn common_total_bound(
        &self,
        place: usize,
        wanted: u16,
        digits: &[u16],
    ) -> Option<Excluded> {
        let part = self.parts.iter().find(|part| part.contains(&place))?;
        [true, false].into_iter().find_map(|is_upper| {
            let common = self.common_bound(place, digits, is_upper)?;
            let others = part.iter().filter(|other| **other != place);
            let others: Vec<(usize, i64)> = others.map(|other| (*other, 1)).collect();
            let rest = self.extreme(&others, digits, !is_upper)?;
            let bound = common.value - rest.value;
            let removed = ones(wanted).filter(|digit| match is_upper {
                true => self.value(*digit) > bound,
                false => self.value(*digit) < bound,
            });
            let removed = bits(removed);
            let of_rest = self.side_text(&others, &rest, digits, !is_upper);
            let most = if is_upper { "most" } else { "least" };
            (removed != 0).then(|| Excluded {
                removed,
                outcome: match is_upper {
                    true => Outcome::AtMost(bound),
                    false => Outcome::AtLeast(bound),
                },
                premise: of_rest.unwrap_or_default(),
                rests_on: (0..digits.len()).filter(|other| *other != place).collect(),
                preface: Preface::Text(format!(
                    "{}, so each sum is at {most} {}",
                    common.text, common.value
                )),
            })
        })
    }

    /// Returns the least or the greatest sum that all parts can have, whatever digit the place has: from a part
    /// alone, or from all parts in a house.
    fn common_bound(&self, place: usize, digits: &[u16], is_max: bool) -> Option<CommonBound> {
        let mut digits = digits.to_vec();
        digits[place] = self.all_digits();
        let each = self.parts.iter().filter_map(|part| {
            let terms: Vec<(usize, i64)> = part.iter().map(|place| (*place, 1)).collect();
            let extreme = self.extreme(&terms, &digits, is_max)?;
            Some(CommonBound {
                value: extreme.value,
                text: self.side_text(&terms, &extreme, &digits, is_max)?,
            })
        });
        let in_houses = self.layout.houses().iter();
        let in_houses = in_houses.filter_map(|house| self.bound_in_house(house, &digits, is_max));
        let bounds = each.chain(in_houses);
        match is_max {
            true => bounds.min_by_key(|bound| bound.value),
            false => bounds.min_by_key(|bound| -bound.value),
        }
    }

    /// Returns the bound that several parts in a house give together, because their cells differ.
    fn bound_in_house(&self, house: &House, digits: &[u16], is_max: bool) -> Option<CommonBound> {
        let is_in = |part: &&Vec<usize>| {
            let mut cells = part.iter().map(|place| self.rule.cells[*place]);
            cells.all(|cell| house.cells.contains(&cell))
        };
        let parts: Vec<&Vec<usize>> = self.parts.iter().filter(is_in).collect();
        let mut cells: Vec<usize> = parts.iter().copied().flatten().copied().collect();
        let count = cells.len();
        cells.sort_unstable();
        cells.dedup();
        if parts.len() < 2 || cells.len() < count {
            return None;
        }
        let terms: Vec<(usize, i64)> = cells.iter().map(|place| (*place, 1)).collect();
        let sum = self.bound_of(&terms, digits, is_max);
        let parts = parts.len() as i64;
        let value = match is_max {
            true => sum.div_euclid(parts),
            false => -(-sum).div_euclid(parts),
        };
        let most = if is_max { "most" } else { "least" };
        Some(CommonBound {
            value,
            text: format!(
                "the {} sums in {} have {} different digits, which total at {most} {sum}",
                count_name(parts as usize),
                house_name(house.source, self.layout),
                count_name(count)
            ),
        })
    }
}
