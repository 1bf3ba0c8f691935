//! The first position: what the givens leave.
//!
//! Placing the givens one by one would remove half of all candidates or more, each with all that
//! a removal has to look at. The first position is built instead, from the candidates that are
//! left, and looked at once. On puzzles that singles solve this and removing in batches (see
//! [`State::conclude`]) took the time from 16.1 to 6.6 µs.

use std::mem::take;

use super::packed::Packed;
use super::state::{Conflict, Refuted, State};
use super::tables::Tables;
use crate::board::Puzzle;

impl State {
    /// The position of a puzzle, from no candidates at all.
    pub(super) fn give(&mut self, puzzle: &Puzzle, tables: &Tables) -> Result<(), Refuted> {
        self.put_givens(puzzle, tables)?;
        for cell in puzzle.givens().blanks() {
            self.put_digits(cell.index(), tables);
        }
        self.drop_excluded(puzzle, tables)?;
        let left = self.digits.iter().map(|digits| u64::from(digits.count()));
        self.removals = self.possible.len() as u64 - left.sum::<u64>();
        self.note_all(tables)
    }

    /// Puts the givens down as placed, and notes which digits they take from their houses.
    fn put_givens(&mut self, puzzle: &Puzzle, tables: &Tables) -> Result<(), Refuted> {
        for given in puzzle.givens().filled() {
            let (cell, digit) = (given.cell.index(), given.digit.index());
            for &house in tables.houses_of.of(cell) {
                let taken = &mut self.taken[house as usize * tables.words + digit / 64];
                let bit = 1 << (digit % 64);
                if *taken & bit != 0 {
                    self.conflict = Some(Conflict::Cell(cell));
                    return Err(Refuted);
                }
                *taken |= bit;
            }
            self.put(Packed::new(cell, digit), tables);
            self.meet(Packed::new(cell, digit), tables);
        }
        Ok(())
    }

    /// Takes out what givens exclude. A given among it is left without a digit: that refutes the
    /// puzzle.
    fn drop_excluded(&mut self, puzzle: &Puzzle, tables: &Tables) -> Result<(), Refuted> {
        for given in puzzle.givens().filled() {
            let given = Packed::new(given.cell.index(), given.digit.index());
            for gone in tables.excluded(given) {
                let (cell, digit) = (gone.cell(), gone.digit());
                if take(&mut self.possible[digit * tables.cells + cell]) {
                    self.digits[cell].take(digit);
                    let places = &mut self.places[digit * tables.houses..][..tables.houses];
                    for &house in tables.houses_of.of(cell) {
                        places[house as usize].take(cell);
                    }
                    if self.digits[cell].is_met() {
                        self.conflict = Some(Conflict::Cell(cell));
                        return Err(Refuted);
                    }
                }
            }
        }
        Ok(())
    }

    /// Puts the digits into a blank cell that no given takes from it.
    fn put_digits(&mut self, cell: usize, tables: &Tables) {
        for (word, all) in tables.all_digits.iter().enumerate() {
            let houses = tables.houses_of.of(cell).iter();
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

    /// Notes all singles, conflicts and narrow places of a position.
    fn note_all(&mut self, tables: &Tables) -> Result<(), Refuted> {
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
