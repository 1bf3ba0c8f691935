//! Houses that contain every digit.
//!
//! Tallies of the cells that can hold a digit find the hidden singles, so that no house is searched for
//! them. They also say when locked candidates are worth looking for.

use std::mem::take;

use super::peers::{MOST_PLACES, Peers};
use super::position::{Change, Position, Refuted};
use super::tally::IndexTally;
use crate::board::{DigitBits, Jagged, Layout, ones};

/// The full houses of a board.
#[derive(Debug)]
pub(super) struct FullHouses {
    /// The cells of each house.
    cells: Vec<Vec<u32>>,
    /// For each cell, its houses.
    of_cells: Jagged<u32>,
    /// The number of digits.
    digits: usize,
    /// The digits that each house contains: those that only variables have are missing in no house.
    all: DigitBits,
}

/// The places of digits in houses.
#[derive(Debug, Default)]
pub(super) struct Places {
    /// For each house and digit, the cells that can hold it.
    tallies: Vec<IndexTally>,
    /// For each house, the digits that few cells can hold since locked candidates were removed.
    narrow: Vec<DigitBits>,
}

impl Places {
    /// Forgets which locked candidates to look for.
    pub(super) fn clear(&mut self) {
        self.narrow.fill(0);
    }
}

impl FullHouses {
    pub(super) fn new(layout: &Layout) -> FullHouses {
        let full = layout.houses().iter().filter(|house| layout.is_full(house));
        let cells = full.clone().map(|house| house.cells.iter());
        let of_cells = cells.clone().map(|cells| cells.map(|cell| cell.index()));
        let digits = layout.geometry().grid_digits();
        FullHouses {
            of_cells: Jagged::groups_of(layout.cell_count(), of_cells),
            cells: cells
                .map(|cells| cells.map(|cell| cell.index() as u32).collect())
                .collect(),
            digits: layout.digit_count(),
            all: digits.fold(0, |all, digit| all | 1 << digit),
        }
    }

    /// The number of houses.
    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    /// The cells of each house.
    pub(super) fn cells(&self) -> &[Vec<u32>] {
        &self.cells
    }

    /// The houses of a cell.
    pub(super) fn of(&self, cell: u32) -> &[u32] {
        &self.of_cells[cell as usize]
    }

    /// Counts the places of all digits.
    pub(super) fn count(
        &self,
        position: &mut Position,
        peers: &Peers,
        places: &mut Places,
        mark: &mut impl FnMut(usize),
    ) -> Result<(), Refuted> {
        places.tallies.clear();
        places
            .tallies
            .resize(self.len() * self.digits, IndexTally::EMPTY);
        places.narrow.clear();
        places.narrow.resize(self.len(), 0);
        position.holders.clear();
        position.holders.resize(self.digits * peers.words(), 0);
        for cell in 0..position.candidates.len() as u32 {
            self.put(cell, position.of(cell), position, peers, places);
        }
        for house in 0..self.len() {
            for digit in ones(self.all) {
                self.draw_conclusion(house, digit, position, places, mark)?;
            }
        }
        Ok(())
    }

    /// Adds candidates to the places of their digits.
    #[inline]
    pub(super) fn put(
        &self,
        cell: u32,
        candidates: DigitBits,
        position: &mut Position,
        peers: &Peers,
        places: &mut Places,
    ) {
        for digit in ones(candidates) {
            position.holders[digit * peers.words() + cell as usize / 64] |= 1 << (cell % 64);
            for house in self.of(cell) {
                places.tallies[*house as usize * self.digits + digit].put(cell);
            }
        }
    }

    /// Takes removed candidates from the places of their digits and draws the conclusions: `mark` receives
    /// the houses in which to look for locked candidates. If they refute the position, returns the house that
    /// does. All places are up to date then, too.
    #[inline]
    pub(super) fn take(
        &self,
        change: Change,
        position: &mut Position,
        peers: &Peers,
        places: &mut Places,
        mark: &mut impl FnMut(usize),
    ) -> Result<(), usize> {
        let mut result = Ok(());
        let cell = change.cell;
        for digit in ones(change.gone) {
            position.holders[digit * peers.words() + cell as usize / 64] &= !(1 << (cell % 64));
            for house in self.of(cell) {
                let house = *house as usize;
                places.tallies[house * self.digits + digit].take(cell);
                let concluded = self.draw_conclusion(house, digit, position, places, mark);
                if concluded.is_err() {
                    result = Err(house);
                }
            }
        }
        result
    }

    /// Draws the conclusions from the number of places of a digit in a house.
    #[inline]
    fn draw_conclusion(
        &self,
        house: usize,
        digit: usize,
        position: &mut Position,
        places: &mut Places,
        mark: &mut impl FnMut(usize),
    ) -> Result<(), Refuted> {
        let tally = places.tallies[house * self.digits + digit];
        match tally.count() {
            0 => Err(Refuted),
            1 => position.restrict(tally.last(), 1 << digit),
            2..=MOST_PLACES => {
                places.narrow[house] |= 1 << digit;
                mark(house);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Removes the locked candidates of a house, and the digits of its naked pairs from other cells.
    pub(super) fn propagate(
        &self,
        house: usize,
        position: &mut Position,
        peers: &Peers,
        places: &mut Places,
    ) -> Result<(), Refuted> {
        let cells = &self.cells[house];
        for digit in ones(take(&mut places.narrow[house])) {
            peers.exclude_locked(cells, digit, position)?;
        }
        eliminate_pairs(cells, position)
    }
}

/// Returns true if a set has two digits.
#[inline]
pub(super) fn is_pair(digits: DigitBits) -> bool {
    (digits & digits.wrapping_sub(1)).is_power_of_two()
}

/// Removes the digits of naked pairs, two cells with the same two candidates, from the other cells.
fn eliminate_pairs(cells: &[u32], position: &mut Position) -> Result<(), Refuted> {
    for (place, &one) in cells.iter().enumerate() {
        let pair = position.of(one);
        if !is_pair(pair) {
            continue;
        }
        let is_same = |other: &u32| position.of(*other) == pair;
        let Some(other) = cells[place + 1..].iter().copied().find(is_same) else {
            continue;
        };
        for &cell in cells.iter().filter(|cell| ![one, other].contains(*cell)) {
            position.restrict(cell, !pair)?;
        }
    }
    Ok(())
}
