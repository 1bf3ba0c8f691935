//! The intersection rule (pointing and claiming, box/line): if all places for a digit in a full
//! house lie in another house, the other has no further place for it.

use super::packed::Packed;
use super::state::{Refuted, State};
use super::tables::Tables;

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
                if let Some(other) = self.wider_house(house, digit, tables) {
                    // Perhaps there is more than one: this house will be looked at again.
                    self.narrowed.push(narrowed);
                    self.remove_outside(house, other, digit, tables)?;
                }
                self.place_singles(tables)?;
            }
        }
        Ok(())
    }

    /// A house that has all places of `house` for a digit, and more.
    ///
    /// The places are looked up here. A tally for every intersection would name them, but every
    /// removal would have to keep those tallies as well.
    fn wider_house(&self, house: usize, digit: usize, tables: &Tables) -> Option<usize> {
        let count = self.places[digit * tables.houses + house].count();
        let possible = &self.possible[digit * tables.cells..][..tables.cells];
        let cells = tables.cells_of.of(house).iter().map(|cell| *cell as usize);
        let mut places = cells.filter(|cell| possible[*cell]);
        let first = places.next()?;
        let is_wider =
            |other: &u32| self.places[digit * tables.houses + *other as usize].count() > count;
        let holds_all = |other: &u32| {
            let mut others = places.clone();
            others.all(|cell| tables.houses_of.of(cell).contains(other))
        };
        let mut others = tables.houses_of.of(first).iter();
        let other = others.find(|other| is_wider(other) && holds_all(other))?;
        Some(*other as usize)
    }

    /// Removes a digit from the cells of `other` that are not in `house`.
    fn remove_outside(
        &mut self,
        house: usize,
        other: usize,
        digit: usize,
        tables: &Tables,
    ) -> Result<(), Refuted> {
        for &cell in tables.cells_of.of(other) {
            let cell = cell as usize;
            if self.possible[digit * tables.cells + cell]
                && !tables.houses_of.of(cell).contains(&(house as u32))
            {
                self.remove(Packed::new(cell, digit), tables)?;
            }
        }
        Ok(())
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
