//! The digit sets that a cage or another house of a constraint can hold.

use super::matching::can_fill;
use super::{Finding, Outcome, Reason, Reasoner};
use crate::drawn::digit_bits::bits;
use crate::position::Position;
use satdoku::board::{DigitBits, Layout, ones};

/// Returns the number of digit sets that a drawn constraint can hold in a position; 0 if it has no digit sets.
pub(crate) fn combinations(layout: &Layout, position: &Position, number: usize) -> usize {
    let mut primitives = layout.primitives_of(number);
    let house = primitives.find_map(|of| Some((&of.cells, of.sets()?)));
    let Some((cells, sets)) = house else { return 0 };
    let digits = cells.iter().map(|cell| position.set_of(*cell).into());
    let digits: Vec<DigitBits> = digits.collect();
    sets.iter().filter(|set| can_fill(&digits, **set)).count()
}

/// The most digit sets that are listed.
const MOST_SETS: usize = 4;

impl Reasoner<'_> {
    /// Finds the digits that are in none of the few digit sets left.
    pub(super) fn combinations(
        &self,
        place: usize,
        wanted: u16,
        digits: &[u16],
    ) -> Option<Finding> {
        self.sets.iter().find_map(|(cells, sets)| {
            let at = cells.iter().position(|cell| *cell == place)?;
            let possible = possible_sets(cells, sets, digits);
            if !(1..=MOST_SETS).contains(&possible.len()) {
                return None;
            }
            let of_cells = digits_of(cells, digits);
            let has_way = |digit: &usize| {
                let mut with = of_cells.clone();
                with[at] = 1 << digit;
                possible.iter().any(|set| can_fill(&with, *set))
            };
            let removed = bits(ones(wanted).filter(|digit| !has_way(digit)));
            let reason = Reason::Sets(possible);
            self.finding((place, removed), Outcome::Left, reason, cells.clone())
        })
    }

    /// Returns the digit sets that the first house of the constraint can hold; none if it has no digit sets.
    pub fn possible_sets(&self, digits: &[u16]) -> Vec<DigitBits> {
        let first = self.sets.first();
        first.map_or_else(Vec::new, |(cells, sets)| possible_sets(cells, sets, digits))
    }

    /// Returns few digits of which each set that has a digit in each cell lacks one in all cells; none if that is
    /// not why no digit set fits the cells.
    pub(super) fn missing_digits(&self, digits: &[u16]) -> Option<u16> {
        self.sets.iter().find_map(|(cells, sets)| {
            let of_cells = digits_of(cells, digits);
            let places = of_cells.iter().fold(0, |all, of| all | of);
            let fits = |set: &&DigitBits| of_cells.iter().all(|of| of & **set != 0);
            let missing = sets.iter().filter(fits).map(|set| set & !places);
            let mut missing: Vec<DigitBits> = missing.collect();
            if missing.is_empty() || missing.contains(&0) {
                return None;
            }
            let mut named = 0;
            while !missing.is_empty() {
                let count =
                    |digit: &usize| missing.iter().filter(|of| *of >> digit & 1 == 1).count();
                let digit = (0..self.board().digit_count()).max_by_key(count)?;
                named |= 1 << digit;
                missing.retain(|of| of >> digit & 1 == 0);
            }
            Some(named)
        })
    }
}

fn digits_of(cells: &[usize], digits: &[u16]) -> Vec<DigitBits> {
    cells.iter().map(|cell| digits[*cell].into()).collect()
}

fn possible_sets(cells: &[usize], sets: &[DigitBits], digits: &[u16]) -> Vec<DigitBits> {
    let of_cells = digits_of(cells, digits);
    let possible = sets.iter().copied().filter(|set| can_fill(&of_cells, *set));
    possible.collect()
}
