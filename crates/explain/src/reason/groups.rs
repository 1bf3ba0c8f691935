//! Sums of many cells: bounds from the houses that they share.

use super::super::drawn::digit_bits::bits;
use std::cmp::Reverse;

use super::super::drawn::partition::partitions;
use super::super::wording::{house_name, join};
use super::extreme::Extreme;
use super::outcome::Outcome;
use super::total::Solved;
use super::{Excluded, Preface, Reasoner, count_name};
use satdoku::board::{Cell, Source, ones};

/// The bound of the sum of some cells that share a house.
pub(super) struct GroupSum {
    house: Source,
    places: Vec<usize>,
    /// The bound, with their factor.
    sum: i64,
}

impl Reasoner<'_> {
    /// Returns the best bound of the sum of cells with positive factors that groups give; without groups, the
    /// sum of the bounds of each cell.
    pub(super) fn extreme_by_groups(
        &self,
        terms: &[(usize, i64)],
        digits: &[u16],
        is_max: bool,
    ) -> Extreme {
        let each = terms
            .iter()
            .map(|term| self.bound_of(&[*term], digits, is_max));
        let simple: i64 = each.sum();
        let ways = self.groups(terms, digits, is_max).into_iter();
        let ways = ways.map(|groups| (self.sum_by_groups(terms, &groups, digits, is_max), groups));
        let best = match is_max {
            true => ways.min_by_key(|(sum, _)| *sum),
            false => ways.min_by_key(|(sum, _)| -*sum),
        };
        match best.filter(|(sum, _)| *sum != simple) {
            Some((value, groups)) => Extreme {
                value,
                differs: true,
                groups,
            },
            None => Extreme::exact(simple),
        }
    }

    /// Returns the ways to divide cells into groups, with the bounds of their sums.
    fn groups(&self, terms: &[(usize, i64)], digits: &[u16], is_max: bool) -> Vec<Vec<GroupSum>> {
        let of_cells = terms
            .iter()
            .map(|(place, factor)| (self.rule.cells[*place], *factor));
        let of_cells: Vec<(Cell, i64)> = of_cells.collect();
        let ways = partitions(self.layout, &of_cells).into_iter();
        let ways = ways.map(|groups| {
            let groups = groups.into_iter().map(|group| {
                let of_group: Vec<(usize, i64)> =
                    group.places.iter().map(|at| terms[*at]).collect();
                GroupSum {
                    house: group.house,
                    places: of_group.iter().map(|(place, _)| *place).collect(),
                    sum: self.bound_of(&of_group, digits, is_max),
                }
            });
            groups.collect()
        });
        ways.collect()
    }

    /// Returns a bound of the sum of cells that differ and have the same positive factor.
    pub(super) fn bound_of(&self, terms: &[(usize, i64)], digits: &[u16], is_max: bool) -> i64 {
        let each = terms
            .iter()
            .map(|(place, _)| self.extreme_value(digits[*place], is_max));
        let each: i64 = each.sum();
        let union = terms.iter().fold(0, |all, (place, _)| all | digits[*place]);
        let mut values = self.values(union);
        if is_max {
            values.reverse();
        }
        let different: i64 = values.iter().take(terms.len()).sum();
        let factor = terms.first().map_or(0, |(_, factor)| *factor);
        match is_max {
            true => factor * each.min(different),
            false => factor * each.max(different),
        }
    }

    fn sum_by_groups(
        &self,
        terms: &[(usize, i64)],
        groups: &[GroupSum],
        digits: &[u16],
        is_max: bool,
    ) -> i64 {
        let of_groups: i64 = groups.iter().map(|group| group.sum).sum();
        let is_single =
            |(place, _): &&(usize, i64)| groups.iter().all(|of| !of.places.contains(place));
        let single = terms.iter().filter(is_single);
        let single: i64 = single
            .map(|term| self.bound_of(&[*term], digits, is_max))
            .sum();
        of_groups + single
    }

    /// Finds the bound of a cell from what the cells in its house total at most or at least, because those in
    /// other houses have a least or a greatest sum.
    pub(super) fn group_bound(
        &self,
        (place, wanted): (usize, u16),
        solved: &Solved,
        digits: &[u16],
        is_upper: bool,
    ) -> Option<Excluded> {
        let side = [&solved.with[..], &[(place, solved.factor)]].concat();
        let rest = solved.total + self.extreme(&solved.against, digits, is_upper)?.value;
        let ways = self.groups(&side, digits, !is_upper).into_iter();
        let ways = ways.filter_map(|groups| {
            let sum = self.sum_by_groups(&side, &groups, digits, !is_upper);
            let own = groups.iter().find(|group| group.places.contains(&place));
            let members = own.map_or(vec![place], |own| own.places.clone());
            let own_sum = match own {
                Some(own) => own.sum,
                None => self.bound_of(&[(place, solved.factor)], digits, !is_upper),
            };
            // What the cells of the group total at most or at least, and the others of them.
            let of_group = rest - (sum - own_sum);
            let others = members.iter().filter(|other| **other != place);
            let others: Vec<(usize, i64)> = others.map(|other| (*other, solved.factor)).collect();
            let left = of_group - self.bound_of(&others, digits, !is_upper);
            let bound = match is_upper {
                true => left.div_euclid(solved.factor),
                false => -(-left).div_euclid(solved.factor),
            };
            let removed = ones(wanted).filter(|digit| match is_upper {
                true => self.value(*digit) > bound,
                false => self.value(*digit) < bound,
            });
            let removed = bits(removed);
            let most = if is_upper { "most" } else { "least" };
            let premise = match own {
                Some(own) if solved.factor == 1 => {
                    let house = house_name(own.house, self.layout);
                    format!("those in {house} differ and total at {most} {of_group}")
                }
                _ => {
                    let (others, least) = (sum - own_sum, if is_upper { "least" } else { "most" });
                    format!(
                        "without {} they total at {least} {others}",
                        self.name(place)
                    )
                }
            };
            let extreme = Extreme {
                value: sum,
                differs: true,
                groups,
            };
            (removed != 0).then(|| Excluded {
                removed,
                outcome: match is_upper {
                    true => Outcome::AtMost(bound),
                    false => Outcome::AtLeast(bound),
                },
                premise,
                rests_on: solved.rests_on(),
                preface: self.groups_text(&side, &extreme, !is_upper),
            })
        });
        ways.min_by_key(|excluded| Reverse(excluded.removed.count_ones()))
    }

    /// Returns how the sums of groups bound that of many cells: `the least sum of the nine cells is 18: 6 in box
    /// 1, 6 in box 5 and 6 in box 9`.
    pub(super) fn groups_text(
        &self,
        terms: &[(usize, i64)],
        extreme: &Extreme,
        is_max: bool,
    ) -> Preface {
        let parts = extreme.groups.iter().map(|group| {
            let house = house_name(group.house, self.layout);
            format!("{} in {house}", group.sum)
        });
        let grouped: i64 = extreme.groups.iter().map(|group| group.sum).sum();
        let rest =
            (extreme.value != grouped).then(|| format!("{} elsewhere", extreme.value - grouped));
        let parts: Vec<String> = parts.chain(rest).collect();
        let least = if is_max { "greatest" } else { "least" };
        Preface::Text(format!(
            "the {least} sum of the {} cells is {}: {}",
            count_name(terms.len()),
            extreme.value,
            join(&parts, "and")
        ))
    }
}
