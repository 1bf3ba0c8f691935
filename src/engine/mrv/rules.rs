//! Propagation of the general engine: givens, naked and hidden singles, and locked candidates.
//!
//! Propagating singles to a fixed point follows P. Norvig, *Solving Every Sudoku Puzzle* (2006).
//!
//! # The first position
//!
//! Placing the givens one by one would remove at least half of all candidates, each with all its
//! consequences. Instead, the first position is built from the candidates that remain, and examined
//! once. On puzzles that singles solve, this and removing candidates in batches (see
//! [`TrailState::conclude`]) reduced the time from 16.1 to 6.6 µs.

use std::mem::take;

use super::packed::Packed;
use super::state::{Contradicted, DeadEnd, TrailState};
use super::tables::LayoutTables;
use crate::board::{Cell, Puzzle, Shape};

/// The number of 64-bit words for a bit per cell of a house.
const WORDS: usize = Shape::MAX_SIZE.div_ceil(64);

impl TrailState {
    /// Builds the position of a puzzle, starting without candidates.
    pub(super) fn build(
        &mut self,
        puzzle: &Puzzle,
        tables: &LayoutTables,
    ) -> Result<(), Contradicted> {
        self.put_givens(puzzle, tables)?;
        for cell in puzzle.givens().blanks() {
            self.put_digits(cell.index(), tables);
        }
        for removed in puzzle.excluded() {
            self.discard(
                Packed::new(removed.cell.index(), removed.digit.index()),
                tables,
            );
        }
        self.drop_excluded(puzzle, tables)?;
        let left = self.digits.iter().map(|digits| u64::from(digits.count()));
        self.removals = self.possible.len() as u64 - left.sum::<u64>();
        self.note_all(tables)
    }

    /// Places the givens, and collects the digits that they take from their houses.
    fn put_givens(&mut self, puzzle: &Puzzle, tables: &LayoutTables) -> Result<(), Contradicted> {
        for given in puzzle.givens().filled() {
            let (cell, digit) = (given.cell.index(), given.digit.index());
            for &house in &tables.houses_of[cell] {
                let taken = &mut self.taken[house as usize * tables.words + digit / 64];
                let bit = 1 << (digit % 64);
                if *taken & bit != 0 {
                    self.dead_end = Some(DeadEnd::Cell(cell));
                    return Err(Contradicted);
                }
                *taken |= bit;
            }
            self.put(Packed::new(cell, digit), tables);
            self.assign(Packed::new(cell, digit), tables);
        }
        Ok(())
    }

    /// Removes the candidates that relations with givens forbid. A given among them refutes
    /// the puzzle.
    fn drop_excluded(
        &mut self,
        puzzle: &Puzzle,
        tables: &LayoutTables,
    ) -> Result<(), Contradicted> {
        for given in puzzle.givens().filled() {
            let given = Packed::new(given.cell.index(), given.digit.index());
            for gone in tables.excluded(given) {
                let cell = gone.cell();
                if self.discard(gone, tables) && self.digits[cell].is_met() {
                    self.dead_end = Some(DeadEnd::Cell(cell));
                    return Err(Contradicted);
                }
            }
        }
        Ok(())
    }

    /// Removes a candidate from a position that is being built. Returns true if it was there.
    fn discard(&mut self, gone: Packed, tables: &LayoutTables) -> bool {
        let (cell, digit) = (gone.cell(), gone.digit());
        let was_there = take(&mut self.possible[digit * tables.cells + cell]);
        if was_there {
            self.digits[cell].take(digit);
            let places = &mut self.places[digit * tables.houses..][..tables.houses];
            for &house in &tables.houses_of[cell] {
                places[house as usize].take(cell);
            }
        }
        was_there
    }

    /// Adds the digits that no given takes from a blank cell.
    fn put_digits(&mut self, cell: usize, tables: &LayoutTables) {
        for (word, all) in tables.all_digits.iter().enumerate() {
            let houses = tables.houses_of[cell].iter();
            let taken = houses.fold(0, |taken, house| {
                taken | self.taken[*house as usize * tables.words + word]
            });
            let mut free = all & !taken;
            while free != 0 {
                let digit = word * 64 + free.trailing_zeros() as usize;
                self.put(Packed::new(cell, digit), tables);
                free &= free - 1;
            }
        }
    }

    /// Collects all singles, dead ends and narrow places of a position.
    fn note_all(&mut self, tables: &LayoutTables) -> Result<(), Contradicted> {
        self.make_room(self.digits.len() + self.places.len());
        for cell in 0..tables.cells {
            self.note_digits(cell);
        }
        for digit in 0..tables.size {
            for house in 0..tables.houses {
                self.note_places(house, digit, tables);
            }
        }
        self.outcome()
    }
}

impl TrailState {
    /// Places singles until none are left.
    pub(super) fn place_singles(&mut self, tables: &LayoutTables) -> Result<(), Contradicted> {
        while let Some(single) = self.singles.pop() {
            self.place(single, tables)?;
        }
        Ok(())
    }

    /// Places a candidate: removes all other digits of the cell, all other places of the digit in
    /// the houses of the cell, and all candidates that relations forbid.
    ///
    /// The tallies of cell and houses are marked as met first, so that the removals do not report
    /// the same single up to three more times. Removals are collected on the trail and concluded
    /// from afterwards; the candidate itself is hidden in the meantime.
    pub(super) fn place(
        &mut self,
        candidate: Packed,
        tables: &LayoutTables,
    ) -> Result<(), Contradicted> {
        let (cell, digit) = (candidate.cell(), candidate.digit());
        if self.digits[cell].is_met() {
            return Ok(());
        }
        self.trail.push(candidate.marked());
        self.assign(candidate, tables);
        let start = self.trail.len();
        let itself = digit * tables.cells + cell;
        self.possible[itself] = false;
        self.take_digits(cell, tables);
        for &house in &tables.houses_of[cell] {
            let house = house as usize;
            // Skipping houses where this is the only place saves 4 % on hard puzzles and 8 % on
            // easy ones.
            if self.places[digit * tables.houses + house].count() > 1 {
                self.take_places(house, digit, tables);
            }
        }
        self.take_excluded(candidate, tables);
        self.possible[itself] = true;
        self.conclude(start, tables)
    }

    /// Removes all digits from a cell. [`TrailState::conclude`] updates the tallies, here and
    /// below.
    fn take_digits(&mut self, cell: usize, tables: &LayoutTables) {
        let of_cell = self.possible[cell..].iter_mut().step_by(tables.cells);
        let digits = of_cell
            .enumerate()
            .map(|(digit, possible)| (take(possible), Packed::new(cell, digit)));
        self.trail.extend_if(tables.size, digits);
    }

    /// Removes the candidates that relations forbid together with `candidate`.
    fn take_excluded(&mut self, candidate: Packed, tables: &LayoutTables) {
        for gone in tables.excluded(candidate) {
            let possible = &mut self.possible[gone.digit() * tables.cells + gone.cell()];
            if take(possible) {
                self.trail.push(gone);
            }
        }
    }

    /// Removes a digit from all cells of a house.
    pub(super) fn take_places(&mut self, house: usize, digit: usize, tables: &LayoutTables) {
        let cells = &tables.cells_of[house];
        let of_digit = &mut self.possible[digit * tables.cells..][..tables.cells];
        let places = cells.iter().map(|cell| {
            let cell = *cell as usize;
            (take(&mut of_digit[cell]), Packed::new(cell, digit))
        });
        self.trail.extend_if(cells.len(), places);
    }
}

impl TrailState {
    /// Applies singles and intersections until neither removes anything. Intersections are checked
    /// one at a time and only if there are no singles, because singles cost far less.
    pub(super) fn propagate(&mut self, tables: &LayoutTables) -> Result<(), Contradicted> {
        self.place_singles(tables)?;
        while self.open > 0
            && let Some(narrowed) = self.narrowed.pop()
        {
            let (house, digit) = (narrowed.house as usize, usize::from(narrowed.digit));
            let places = self.places[digit * tables.houses + house];
            if places.choices() == u32::from(narrowed.places) {
                self.eliminate_locked(house, digit, tables)?;
                self.place_singles(tables)?;
            }
        }
        Ok(())
    }

    /// Removes a digit from the rest of every house that contains all places of `house` for it.
    ///
    /// The places are looked up here. A tally for every intersection would provide them, but every
    /// removal would have to update those tallies too.
    fn eliminate_locked(
        &mut self,
        house: usize,
        digit: usize,
        tables: &LayoutTables,
    ) -> Result<(), Contradicted> {
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

    /// Returns true if every automaton accepts some digits among the candidates.
    pub(super) fn satisfies_automata(&self, tables: &LayoutTables) -> bool {
        let possible =
            |cell: Cell, digit: usize| self.possible[digit * tables.cells + cell.index()];
        let mut automata = tables.layout.automata().iter();
        automata.all(|automaton| {
            automaton.accepts(|place, digit| possible(automaton.cells[place], digit.index()))
        })
    }

    /// Returns the places of a digit in a house, a bit for each cell of the house.
    fn places_in(&self, house: usize, digit: usize, tables: &LayoutTables) -> [u64; WORDS] {
        let of_digit = &self.possible[digit * tables.cells..][..tables.cells];
        let mut places = [0; WORDS];
        for (word, cells) in places.iter_mut().zip(tables.cells_of[house].chunks(64)) {
            for (bit, cell) in cells.iter().enumerate() {
                *word |= u64::from(of_digit[*cell as usize]) << bit;
            }
        }
        places
    }

    /// Hides places of a house from [`TrailState::take_places`], or shows them again.
    fn set_places(
        &mut self,
        house: usize,
        digit: usize,
        places: &[u64; WORDS],
        possible: bool,
        tables: &LayoutTables,
    ) {
        let of_digit = &mut self.possible[digit * tables.cells..][..tables.cells];
        for (word, cells) in places.iter().zip(tables.cells_of[house].chunks(64)) {
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

    /// Returns the digits left in a cell, all counted from 1.
    fn digits(givens: &str, row: usize, column: usize) -> Vec<usize> {
        let puzzle = puzzle(givens);
        let tables = LayoutTables::new(puzzle.layout());
        let mut state = TrailState::default();
        state.clear(&tables);
        state.build(&puzzle, &tables).unwrap();
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
