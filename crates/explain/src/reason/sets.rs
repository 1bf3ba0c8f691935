//! The digit sets that a cage or another house of a constraint can hold.

use super::super::drawn::digit_bits::bits;
use super::super::wording::join;
use super::outcome::Outcome;
use super::{Excluded, Preface, Reasoner};
use satdoku::board::{DigitBits, ones};

/// The most digit sets that are listed.
const MOST_SETS: usize = 4;

impl Reasoner<'_> {
    /// Finds the digits that are in none of the few digit sets left.
    pub(super) fn combinations(
        &self,
        place: usize,
        wanted: u16,
        digits: &[u16],
    ) -> Option<Excluded> {
        self.sets.iter().find_map(|(cells, sets)| {
            let at = cells.iter().position(|cell| *cell == place)?;
            let of_cells: Vec<u64> = cells.iter().map(|cell| digits[*cell].into()).collect();
            let possible: Vec<u64> = sets
                .iter()
                .copied()
                .filter(|set| can_fill(&of_cells, *set))
                .collect();
            if !(1..=MOST_SETS).contains(&possible.len()) {
                return None;
            }
            let has_way = |digit: &usize| {
                let mut with = of_cells.clone();
                with[at] = 1 << digit;
                possible.iter().any(|set| can_fill(&with, *set))
            };
            let removed = ones(wanted).filter(|digit| !has_way(digit));
            let removed = bits(removed);
            (removed != 0).then(|| Excluded {
                removed,
                outcome: Outcome::Left,
                premise: self.sets_text(&possible),
                rests_on: cells.clone(),
                preface: Preface::None,
            })
        })
    }

    /// Returns the digit sets that the house of a constraint can hold, if it has few of them.
    pub fn few_sets(&self, digits: &[u16]) -> Option<Vec<u64>> {
        let (cells, sets) = self.sets.first()?;
        let of_cells: Vec<u64> = cells.iter().map(|cell| digits[*cell].into()).collect();
        let possible = sets.iter().copied().filter(|set| can_fill(&of_cells, *set));
        Some(possible.collect())
    }

    /// Returns why no digit set fits the cells, if each that has a digit in each cell has one without a place: `it has
    /// no place for 7`.
    pub fn missing_place(&self, digits: &[u16]) -> Option<String> {
        self.sets.iter().find_map(|(cells, sets)| {
            let of_cells = cells.iter().map(|cell| DigitBits::from(digits[*cell]));
            let of_cells: Vec<DigitBits> = of_cells.collect();
            let places = of_cells.iter().fold(0, |all, of| all | of);
            let fits = |set: &&DigitBits| of_cells.iter().all(|of| of & **set != 0);
            let missing = sets.iter().filter(fits).map(|set| set & !places);
            let mut missing: Vec<DigitBits> = missing.collect();
            if missing.is_empty() || missing.contains(&0) {
                return None;
            }
            // Few digits that all of the sets have one of.
            let mut named = 0_u16;
            while !missing.is_empty() {
                let count =
                    |digit: &usize| missing.iter().filter(|of| *of >> digit & 1 == 1).count();
                let digit = (0..self.board().digit_count()).max_by_key(count)?;
                named |= 1 << digit;
                missing.retain(|of| of >> digit & 1 == 0);
            }
            let values: Vec<String> = self.values(named).iter().map(i64::to_string).collect();
            Some(format!("it has no place for {}", join(&values, "or")))
        })
    }

    /// Returns digit sets: `{1,7,9} or {2,6,9}`.
    pub(super) fn set_names(&self, sets: &[DigitBits]) -> String {
        let names = sets.iter().map(|set| {
            let values = ones(*set).map(|digit| self.value(digit).to_string());
            format!("{{{}}}", values.collect::<Vec<_>>().join(","))
        });
        join(&names.collect::<Vec<_>>(), "or")
    }

    /// Returns the digit sets of a house in words: `the digits are {1,3} or {2,5}`.
    pub fn sets_text(&self, sets: &[DigitBits]) -> String {
        format!("the digits are {}", self.set_names(sets))
    }
}

/// True if cells with these digits can hold the digits of a set, each once.
fn can_fill(cells: &[u64], set: u64) -> bool {
    let Some((first, rest)) = cells.split_first() else {
        return true;
    };
    ones(first & set).any(|digit| can_fill(rest, set & !(1 << digit)))
}
