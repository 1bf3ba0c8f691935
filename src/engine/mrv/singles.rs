//! Naked and hidden singles, to a fixed point: the propagation of P. Norvig, *Solving Every
//! Sudoku Puzzle* (2006).

use super::packed::Packed;
use super::state::{Conflict, Refuted, State};
use super::tables::Tables;
use crate::board::Puzzle;

impl State {
    /// Places all givens.
    pub(super) fn give(&mut self, puzzle: &Puzzle, tables: &Tables) -> Result<(), Refuted> {
        for given in puzzle.givens().filled() {
            self.place(Packed::new(given.cell.index(), given.digit.index()), tables)?;
        }
        Ok(())
    }

    /// Places singles until there are none.
    pub(super) fn place_singles(&mut self, tables: &Tables) -> Result<(), Refuted> {
        while let Some(single) = self.singles.pop() {
            self.place(single, tables)?;
        }
        Ok(())
    }

    /// Leaves the cell this digit only, and the digit no other place in the houses of the cell.
    ///
    /// The tallies of cell and houses are met first: then what is removed here does not name the
    /// same single up to three more times.
    pub(super) fn place(&mut self, candidate: Packed, tables: &Tables) -> Result<(), Refuted> {
        let (cell, digit) = (candidate.cell(), candidate.digit());
        if !self.possible[digit * tables.cells + cell] {
            // Only a given can come too late: it clashes with one before it.
            self.conflict = Some(Conflict::Cell(cell));
            return Err(Refuted);
        }
        if self.digits[cell].is_met() {
            return Ok(());
        }
        self.trail.push(candidate.marked());
        self.digits[cell].meet();
        for &house in tables.houses_of.of(cell) {
            self.places[digit * tables.houses + house as usize].meet();
        }
        self.remove_other_digits(cell, digit, tables)?;
        for &house in tables.houses_of.of(cell) {
            self.remove_other_places(house as usize, cell, digit, tables)?;
        }
        Ok(())
    }

    /// Removes all digits but one from a cell.
    ///
    /// Here and below, a copy of the tally says how many are still to be removed, and which is the
    /// last: that is a tenth of the time on hard puzzles.
    fn remove_other_digits(
        &mut self,
        cell: usize,
        digit: usize,
        tables: &Tables,
    ) -> Result<(), Refuted> {
        let mut others = self.digits[cell];
        others.take(digit);
        for next in 0..tables.size {
            let other = match others.count() {
                0 => break,
                1 => others.last(),
                _ => next,
            };
            if other != digit && self.possible[other * tables.cells + cell] {
                others.take(other);
                self.remove(Packed::new(cell, other), tables)?;
            }
        }
        Ok(())
    }

    /// Removes a digit from all cells of a house but one.
    fn remove_other_places(
        &mut self,
        house: usize,
        cell: usize,
        digit: usize,
        tables: &Tables,
    ) -> Result<(), Refuted> {
        let mut others = self.places[digit * tables.houses + house];
        others.take(cell);
        for &next in tables.cells_of.of(house) {
            let other = match others.count() {
                0 => break,
                1 => others.last(),
                _ => next as usize,
            };
            if other != cell && self.possible[digit * tables.cells + other] {
                others.take(other);
                self.remove(Packed::new(other, digit), tables)?;
            }
        }
        Ok(())
    }
}
