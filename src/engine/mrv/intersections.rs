//! The intersection rule (pointing and claiming, box/line): if all places for a digit in a full
//! house lie in another house, the other has no further place for it.

use super::state::{Refuted, State};
use super::tables::Tables;
use crate::board::Shape;

/// Words of 64 bits for a bit per cell of a house.
const WORDS: usize = Shape::MAX_SIZE.div_ceil(64);

impl State {
    /// Singles and intersections until neither removes anything. Intersections are looked at only
    /// when there are no singles, one at a time, because singles cost far less.
    pub(super) fn propagate(&mut self, tables: &Tables) -> Result<(), Refuted> {
        self.place_singles(tables)?;
        while self.open > 0
            && let Some(narrowed) = self.narrowed.pop()
        {
            let (house, digit) = (narrowed.house as usize, usize::from(narrowed.digit));
            let places = self.places[digit * tables.houses + house];
            if places.choices() == u32::from(narrowed.places) {
                self.look_across(house, digit, tables)?;
                self.place_singles(tables)?;
            }
        }
        Ok(())
    }

    /// Removes a digit from the rest of every house that has all places of `house` for it.
    ///
    /// The places are looked up here. A tally for every intersection would name them, but every
    /// removal would have to keep those tallies as well.
    fn look_across(&mut self, house: usize, digit: usize, tables: &Tables) -> Result<(), Refuted> {
        let places = self.places_in(house, digit, tables);
        let count = self.places[digit * tables.houses + house].count();
        let crossings = &tables.crossings[house];
        for (other, elsewhere) in crossings.iter(tables.words) {
            let holds_all = places
                .iter()
                .zip(elsewhere)
                .all(|(one, two)| one & two == 0);
            if holds_all && self.places[digit * tables.houses + other].count() > count {
                let start = self.trail.len();
                self.set_places(house, digit, &places, false, tables);
                self.take_places(other, digit, tables);
                self.set_places(house, digit, &places, true, tables);
                self.conclude(start, tables)?;
            }
        }
        Ok(())
    }

    /// The places of a house for a digit, a bit for each of its cells.
    fn places_in(&self, house: usize, digit: usize, tables: &Tables) -> [u64; WORDS] {
        let of_digit = &self.possible[digit * tables.cells..][..tables.cells];
        let mut places = [0; WORDS];
        for (word, cells) in places.iter_mut().zip(tables.cells_of.of(house).chunks(64)) {
            for (bit, cell) in cells.iter().enumerate() {
                *word |= u64::from(of_digit[*cell as usize]) << bit;
            }
        }
        places
    }

    /// Hides places of a house from [`State::take_places`], or shows them again.
    fn set_places(
        &mut self,
        house: usize,
        digit: usize,
        places: &[u64; WORDS],
        possible: bool,
        tables: &Tables,
    ) {
        let of_digit = &mut self.possible[digit * tables.cells..][..tables.cells];
        for (word, cells) in places.iter().zip(tables.cells_of.of(house).chunks(64)) {
            let mut rest = *word;
            while rest != 0 {
                of_digit[cells[rest.trailing_zeros() as usize] as usize] = possible;
                rest &= rest - 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::testing::puzzle;

    /// The digits that are left in a cell, all counted from 1.
    fn digits(givens: &str, row: usize, column: usize) -> Vec<usize> {
        let puzzle = puzzle(givens);
        let tables = Tables::new(puzzle.layout());
        let mut state = State::default();
        state.clear(&tables);
        state.give(&puzzle, &tables).unwrap();
        state.propagate(&tables).unwrap();
        let cell = (row - 1) * 9 + column - 1;
        let possible = |digit: &usize| state.possible[(digit - 1) * 81 + cell];
        (1..=9).filter(possible).collect()
    }

    #[test]
    fn a_box_that_points_clears_the_rest_of_the_row() {
        // Rows 2 and 3 of box 1 are taken by other digits, so 7, 8 and 9 are in row 1 there.
        let givens = String::from(".........123......456......") + &".".repeat(54);
        assert_eq!(digits(&givens, 1, 1), [7, 8, 9]);
        assert_eq!(digits(&givens, 1, 5), [1, 2, 3, 4, 5, 6]);
    }

    #[test]
    fn a_row_that_claims_clears_the_rest_of_the_box() {
        // Row 1 holds 1 to 6 in boxes 2 and 3, so 7, 8 and 9 of that row are in box 1.
        let givens = String::from("...123456") + &".".repeat(72);
        assert_eq!(digits(&givens, 3, 2), [1, 2, 3, 4, 5, 6]);
        assert_eq!(digits(&givens, 4, 2), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    }
}
