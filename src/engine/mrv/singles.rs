//! Naked and hidden singles, to a fixed point: the propagation of P. Norvig, *Solving Every
//! Sudoku Puzzle* (2006).

use std::mem::take;

use super::packed::Packed;
use super::state::{Refuted, State};
use super::tables::Tables;

impl State {
    /// Places singles until there are none.
    pub(super) fn place_singles(&mut self, tables: &Tables) -> Result<(), Refuted> {
        while let Some(single) = self.singles.pop() {
            self.place(single, tables)?;
        }
        Ok(())
    }

    /// Leaves the cell this digit only, the digit no other place in the houses of the cell, and no
    /// candidate that it excludes.
    ///
    /// The tallies of cell and houses are met first: then what is removed here does not name the
    /// same single up to three more times. What is to be removed is collected on the trail and only
    /// then concluded from; the candidate itself is out of sight meanwhile.
    pub(super) fn place(&mut self, candidate: Packed, tables: &Tables) -> Result<(), Refuted> {
        let (cell, digit) = (candidate.cell(), candidate.digit());
        if self.digits[cell].is_met() {
            return Ok(());
        }
        self.trail.push(candidate.marked());
        self.meet(candidate, tables);
        let start = self.trail.len();
        let itself = digit * tables.cells + cell;
        self.possible[itself] = false;
        self.take_digits(cell, tables);
        for &house in tables.houses_of.of(cell) {
            let house = house as usize;
            // Not where this is the only place: 4 % on hard puzzles, 8 % on easy ones.
            if self.places[digit * tables.houses + house].count() > 1 {
                self.take_places(house, digit, tables);
            }
        }
        self.take_excluded(candidate, tables);
        self.possible[itself] = true;
        self.conclude(start, tables)
    }

    /// Removes all digits from a cell. Tallies are left to [`State::conclude`], here and below.
    fn take_digits(&mut self, cell: usize, tables: &Tables) {
        let of_cell = self.possible[cell..].iter_mut().step_by(tables.cells);
        let digits = of_cell
            .enumerate()
            .map(|(digit, possible)| (take(possible), Packed::new(cell, digit)));
        self.trail.extend_if(tables.size, digits);
    }

    /// Removes the candidates that pair_constraints forbid beside one.
    fn take_excluded(&mut self, candidate: Packed, tables: &Tables) {
        for gone in tables.excluded(candidate) {
            let possible = &mut self.possible[gone.digit() * tables.cells + gone.cell()];
            if take(possible) {
                self.trail.push(gone);
            }
        }
    }

    /// Removes a digit from all cells of a house.
    pub(super) fn take_places(&mut self, house: usize, digit: usize, tables: &Tables) {
        let cells = tables.cells_of.of(house);
        let of_digit = &mut self.possible[digit * tables.cells..][..tables.cells];
        let places = cells.iter().map(|cell| {
            let cell = *cell as usize;
            (take(&mut of_digit[cell]), Packed::new(cell, digit))
        });
        self.trail.extend_if(cells.len(), places);
    }
}
