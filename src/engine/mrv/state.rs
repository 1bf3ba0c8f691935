//! A position: the candidates of a board, removed and put back one at a time.
//!
//! Every cell has a tally of its digits, and every house, for each digit, a tally of its cells.
//! Removing a candidate lowers one tally for the cell and one per house; a tally that comes down
//! to one names a single, a tally that comes down to none a conflict. Nothing is searched for and
//! nothing is copied: what is removed lies on a trail and is put back from there.
//!
//! [`Candidates`](crate::board::Candidates) follows the same rules in bit operations over whole
//! houses. This engine confirms answers that rest on that code, so it must not use it: shared
//! code would share its mistakes.

use super::packed::Packed;
use super::tables::Tables;
use super::tally::Tally;
use crate::board::{Cell, Contradiction, Digit, Grid};

/// The position has no solution; [`State::conflict`] says why.
#[derive(Debug, Clone, Copy)]
pub(super) struct Refuted;

/// What is left without an alternative.
#[derive(Debug, Clone, Copy)]
pub(super) enum Conflict {
    /// The cell has no digit.
    Cell(usize),
    /// The house has no cell for the digit.
    House { house: usize, digit: usize },
}

impl Conflict {
    /// The same in the terms of the board.
    pub(super) fn name(self, tables: &Tables) -> Contradiction {
        match self {
            Conflict::Cell(cell) => {
                Contradiction::NoDigit(Cell::from_index(cell).name(tables.size))
            }
            Conflict::House { house, digit } => Contradiction::NoPlace {
                house: tables.layout.houses()[house].kind,
                digit: Digit::from_index(digit),
            },
        }
    }
}

/// A house and a digit whose places became few enough to lie in another house as well.
#[derive(Debug, Clone, Copy)]
pub(super) struct Narrowed {
    pub(super) house: u32,
    pub(super) digit: u32,
    /// The number of places when it was noted; when there are fewer now, it was noted again.
    pub(super) places: u32,
}

/// All candidates of a position, and what is still to be concluded from them.
#[derive(Debug, Default)]
pub(super) struct State {
    /// Whether a digit is possible in a cell, at `digit * cells + cell`: placing a digit asks
    /// about one digit in many cells.
    pub(super) possible: Vec<bool>,
    /// By cell, its digits; met when one is placed.
    pub(super) digits: Vec<Tally>,
    /// By `digit * houses + house`, the cells of the house that can hold the digit; met when one
    /// of them does, and from the start where the house has fewer cells than there are digits.
    pub(super) places: Vec<Tally>,
    /// What was done, first to last: candidates removed, and digits placed, which are marked.
    pub(super) trail: Vec<Packed>,
    /// Candidates without an alternative, to be placed.
    pub(super) singles: Vec<Packed>,
    /// For the intersection rule.
    pub(super) narrowed: Vec<Narrowed>,
    /// Why the last position was refuted.
    pub(super) conflict: Option<Conflict>,
    /// How many candidates were removed since the last reset, those that were put back included.
    pub(super) removals: u64,
}

impl State {
    /// The empty board, in the memory that is already there.
    pub(super) fn reset(&mut self, tables: &Tables) {
        self.possible.clear();
        self.possible.resize(tables.size * tables.cells, true);
        self.digits.clear();
        self.digits.resize(tables.cells, tables.all_digits);
        self.places.clear();
        for _ in 0..tables.size {
            self.places.extend_from_slice(&tables.all_places);
        }
        self.trail.clear();
        self.singles.clear();
        self.narrowed.clear();
        self.conflict = None;
        self.removals = 0;
    }

    /// Undoes all that came after the first `length` entries of the trail, and forgets what was
    /// still to be concluded.
    pub(super) fn back_to(&mut self, length: usize, tables: &Tables) {
        for entry in self.trail.drain(length..) {
            let (cell, digit) = (entry.cell(), entry.digit());
            let places = &mut self.places[digit * tables.houses..][..tables.houses];
            let houses = tables.houses_of.of(cell);
            if entry.is_marked() {
                self.digits[cell].unmeet();
                for &house in houses {
                    places[house as usize].unmeet();
                }
            } else {
                self.possible[digit * tables.cells + cell] = true;
                self.digits[cell].put(digit);
                for &house in houses {
                    places[house as usize].put(cell);
                }
            }
        }
        self.singles.clear();
        self.narrowed.clear();
    }

    /// Removes a candidate that is possible and notes what may follow from that.
    #[inline]
    pub(super) fn remove(&mut self, candidate: Packed, tables: &Tables) -> Result<(), Refuted> {
        let (cell, digit) = (candidate.cell(), candidate.digit());
        // All tallies are lowered before a conflict is reported, so that undoing is the same for
        // every entry of the trail.
        let mut outcome = Ok(());
        self.removals += 1;
        self.trail.push(candidate);
        self.possible[digit * tables.cells + cell] = false;
        let digits = &mut self.digits[cell];
        digits.take(digit);
        match digits.choices() {
            0 => {
                self.conflict = Some(Conflict::Cell(cell));
                outcome = Err(Refuted);
            }
            1 => self.singles.push(Packed::new(cell, digits.last())),
            _ => {}
        }
        let places = &mut self.places[digit * tables.houses..][..tables.houses];
        for &house in tables.houses_of.of(cell) {
            let places = &mut places[house as usize];
            places.take(cell);
            let choices = places.choices();
            if choices > tables.widest_overlap {
                continue;
            }
            match choices {
                0 => {
                    let house = house as usize;
                    self.conflict = Some(Conflict::House { house, digit });
                    outcome = Err(Refuted);
                }
                1 => self.singles.push(Packed::new(places.last(), digit)),
                places => self.narrowed.push(Narrowed {
                    house,
                    digit: digit as u32,
                    places,
                }),
            }
        }
        outcome
    }

    /// Writes the digit of every cell to `grid`; every cell has one.
    pub(super) fn write(&self, grid: &mut Grid) {
        for (cell, digits) in self.digits.iter().enumerate() {
            let digit = Digit::from_index(digits.last());
            grid.set(Cell::from_index(cell), Some(digit));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::testing::{HARD, puzzle};

    #[test]
    fn going_back_restores_every_tally() {
        let puzzle = puzzle(HARD);
        let tables = Tables::new(puzzle.layout());
        let (mut state, mut empty) = (State::default(), State::default());
        state.reset(&tables);
        empty.reset(&tables);
        state.give(&puzzle, &tables).unwrap();
        state.propagate(&tables).unwrap();
        let length = state.trail.len();
        let before = (state.digits.clone(), state.places.clone());
        // One of the two digits of this cell is wrong; going back works after either.
        let guess = state.choose(&tables).unwrap();
        for digit in 0..9 {
            if state.possible[digit * 81 + guess.cell()] {
                let candidate = Packed::new(guess.cell(), digit);
                let _ = state.place(candidate, &tables);
                let _ = state.propagate(&tables);
                state.back_to(length, &tables);
                assert_eq!((&state.digits, &state.places), (&before.0, &before.1));
            }
        }
        state.back_to(0, &tables);
        assert_eq!(state.possible, empty.possible);
        assert_eq!((state.digits, state.places), (empty.digits, empty.places));
    }
}
