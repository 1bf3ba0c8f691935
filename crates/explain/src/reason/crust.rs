//! Sandwiches: the two outer digits are as far apart as the digits between them need.

use super::super::wording::{digit_runs, join};
use super::outcome::Outcome;
use super::total::{DerivedTotal, Total};
use super::{Excluded, Preface, Reasoner, count_name};

/// A sandwich: the cells of a line whose digits differ, and the sum of the digits between the lowest and the
/// highest.
pub(super) struct Crust {
    /// The places in the order of the line.
    pub line: Vec<usize>,
    pub total: i64,
}

impl Reasoner<'_> {
    /// Finds outer digits that have no place for the other one at a possible distance.
    pub(super) fn crust(&self, place: usize, wanted: u16, digits: &[u16]) -> Option<Excluded> {
        let Crust { line, total } = self.crust.as_ref()?;
        let at = line.iter().position(|cell| *cell == place)?;
        let (lowest, highest) = (0, self.board().digit_count() - 1);
        let inner: Vec<i64> = (1..highest).map(|digit| self.value(digit)).collect();
        let is_possible = |size: &usize| {
            let least = inner[..*size].iter().sum::<i64>();
            let most = inner[inner.len() - size..].iter().sum::<i64>();
            (least..=most).contains(total)
        };
        let sizes: Vec<usize> = (0..highest).filter(is_possible).collect();
        let partners = line.iter().enumerate().filter(|(other, _)| {
            let distance = other.abs_diff(at);
            distance > 0 && sizes.contains(&(distance - 1))
        });
        let partners: Vec<usize> = partners.map(|(_, cell)| *cell).collect();
        let lacks = |(_, other): &(usize, usize)| {
            let mut partners = partners.iter();
            partners.all(|cell| digits[*cell] >> other & 1 == 0)
        };
        let outer = [(lowest, highest), (highest, lowest)].into_iter();
        let outer = outer.filter(|(digit, _)| wanted >> digit & 1 == 1);
        let lacking: Vec<(usize, usize)> = outer.filter(lacks).collect();
        if lacking.is_empty() {
            return None;
        }
        let (first, last) = (*sizes.first()?, *sizes.last()?);
        let sizes = match last - first {
            0 => count_name(first),
            1 => format!("{} or {}", count_name(first), count_name(last)),
            _ => format!("{} to {}", count_name(first), count_name(last)),
        };
        let s = if last == 1 { "" } else { "s" };
        let others = lacking.iter().fold(0, |all, (_, other)| all | 1 << other);
        let others = digit_runs(&self.values(others));
        let missing = match &self.names(&partners)[..] {
            [] => "no cell is that far away".to_string(),
            [one] => format!("{one} is not {others}"),
            names => format!("{} are not {others}", join(names, "and")),
        };
        Some(Excluded {
            removed: lacking.iter().fold(0, |all, (digit, _)| all | 1 << digit),
            outcome: Outcome::Left,
            premise: format!("the sandwich has {sizes} digit{s}, and {missing}"),
            rests_on: partners,
            preface: Preface::Rule,
        })
    }

    /// Returns what the digits between the outer ones total, or those outside of them, if the places of the outer
    /// ones are known and the cell is of these digits.
    pub(super) fn filling_total(&self, place: usize, digits: &[u16]) -> Option<DerivedTotal> {
        let Crust { line, total } = self.crust.as_ref()?;
        let at = line.iter().position(|cell| *cell == place)?;
        let highest = self.board().digit_count() - 1;
        let outer = |cell: usize| digits[cell] & (1 << highest | 1) != 0;
        let ends = (0..line.len()).filter(|at| outer(line[*at]));
        let [first, last] = ends.collect::<Vec<_>>()[..] else {
            return None;
        };
        let ends = [first, last].map(|at| self.name(line[at]));
        let is_inside = |at: usize| first < at && at < last;
        let cells = line.iter().enumerate();
        let cells = cells.filter(|(of, _)| *of != first && *of != last);
        let cells = cells.filter(|(of, _)| is_inside(*of) == is_inside(at));
        let terms: Vec<(usize, i64)> = cells.map(|(_, cell)| (*cell, 1)).collect();
        let all: i64 = (1..highest).map(|digit| self.value(digit)).sum();
        let others = (line.len() == highest + 1).then(|| all - total);
        let and_others =
            others.map_or_else(String::new, |others| format!(" and the others {others}"));
        let own_total = if is_inside(at) { Some(*total) } else { others };
        let is_own = terms.iter().any(|(of, _)| *of == place);
        let own_total = own_total.filter(|_| is_own)?;
        Some(DerivedTotal {
            total: Total::new(terms, own_total),
            preface: Preface::Text(format!(
                "the outer digits are at {}, so the digits between them total {total}{and_others}",
                join(&ends, "and")
            )),
            rests_on: line.clone(),
        })
    }
}
