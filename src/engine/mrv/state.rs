//! Positions: the candidates of a board, which are removed and restored one at a time.
//!
//! Every cell has a tally of its digits, and every house has, for each digit, a tally of its cells.
//! Removing a candidate lowers one tally for the cell and one per house. A tally of one identifies
//! a single, and a tally of zero is a dead end. Nothing is searched for and nothing is copied:
//! removals are recorded on a trail, from which they are restored.
//!
//! [`Candidates`](crate::propagate::Candidates) implements the same rules as bit operations on
//! whole houses. This engine confirms answers that rely on that code, so it must not use it: shared
//! code would share its mistakes.

use super::packed::{IndexTally, Packed};
use super::stack::Stack;
use super::tables::LayoutTables;
use crate::board::{Cell, Contradiction, Digit, Grid};

/// The error for a position without a solution; [`TrailState::dead_end`] has the reason.
#[derive(Debug, Clone, Copy)]
pub(super) struct Contradicted;

/// The contradiction that refutes a position.
#[derive(Debug, Clone, Copy)]
pub(super) enum DeadEnd {
    /// A cell without a digit.
    Cell(usize),
    /// A house without a cell for a digit.
    House { house: usize, digit: usize },
}

impl DeadEnd {
    /// Converts the contradiction into the terms of the board.
    pub(super) fn name(self, tables: &LayoutTables) -> Contradiction {
        match self {
            DeadEnd::Cell(cell) => {
                Contradiction::NoDigit(Cell::from_index(cell).name(tables.layout.geometry()))
            }
            DeadEnd::House { house, digit } => Contradiction::NoPlace {
                house: tables.layout.houses()[house].kind,
                value: tables.layout.geometry().value(Digit::from_index(digit)),
            },
        }
    }
}

/// A house and a digit with so few places that they may all be in another house too.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Narrowed {
    pub(super) house: u32,
    pub(super) digit: u16,
    /// The number of places at this time. If it has changed since, there is a newer entry.
    pub(super) places: u16,
}

/// The candidates of a position and the queues of pending conclusions.
#[derive(Debug, Default)]
pub(super) struct TrailState {
    /// True at `digit * cells + cell` if the digit is possible in the cell. Placing a digit reads
    /// one digit in many cells.
    pub(super) possible: Vec<bool>,
    /// For each cell, the tally of its digits; met if one is placed.
    pub(super) digits: Vec<IndexTally>,
    /// At `digit * houses + house`, the tally of the cells in the house that can hold the digit;
    /// met if one of them does, and always if the house has fewer cells than there are digits.
    pub(super) places: Vec<IndexTally>,
    /// For each house, in as many words as needed, a bit for each given digit.
    pub(super) taken: Vec<u64>,
    /// The number of cells without a placed digit.
    pub(super) open: usize,
    /// All changes in order: removed candidates, and placed ones, which are marked.
    pub(super) trail: Stack<Packed>,
    /// Candidates without an alternative, to be placed.
    pub(super) singles: Stack<Packed>,
    /// The queue of the intersection rule.
    pub(super) narrowed: Stack<Narrowed>,
    /// The reason why the position is refuted.
    pub(super) dead_end: Option<DeadEnd>,
    /// The number of candidates removed since the empty board, including those that were restored.
    pub(super) removals: u64,
}

impl TrailState {
    /// Removes everything, keeping the memory.
    pub(super) fn clear(&mut self, tables: &LayoutTables) {
        self.possible.clear();
        self.possible.resize(tables.size * tables.cells, false);
        self.digits.clear();
        self.digits.resize(tables.cells, IndexTally::EMPTY);
        self.places.clear();
        for _ in 0..tables.size {
            self.places.extend_from_slice(&tables.no_places);
        }
        self.taken.clear();
        self.taken.resize(tables.houses * tables.words, 0);
        self.open = tables.cells;
        self.trail.clear();
        self.singles.clear();
        self.narrowed.clear();
        self.dead_end = None;
        self.removals = 0;
    }

    /// Adds a candidate.
    #[inline]
    pub(super) fn put(&mut self, candidate: Packed, tables: &LayoutTables) {
        let (cell, digit) = (candidate.cell(), candidate.digit());
        self.possible[digit * tables.cells + cell] = true;
        self.digits[cell].put(digit);
        let places = &mut self.places[digit * tables.houses..][..tables.houses];
        for &house in &tables.houses_of[cell] {
            places[house as usize].put(cell);
        }
    }

    /// Marks a digit as placed.
    #[inline]
    pub(super) fn assign(&mut self, placed: Packed, tables: &LayoutTables) {
        let (cell, digit) = (placed.cell(), placed.digit());
        self.open -= 1;
        self.digits[cell].assign();
        for &house in &tables.houses_of[cell] {
            self.places[digit * tables.houses + house as usize].assign();
        }
    }

    /// Undoes one [`TrailState::assign`].
    #[inline]
    fn unassign(&mut self, placed: Packed, tables: &LayoutTables) {
        let (cell, digit) = (placed.cell(), placed.digit());
        self.open += 1;
        self.digits[cell].unassign();
        for &house in &tables.houses_of[cell] {
            self.places[digit * tables.houses + house as usize].unassign();
        }
    }

    /// Undoes all changes after the first `length` entries of the trail, and clears the queues.
    pub(super) fn undo_to(&mut self, length: usize, tables: &LayoutTables) {
        while self.trail.len() > length
            && let Some(entry) = self.trail.pop()
        {
            if entry.is_marked() {
                self.unassign(entry, tables)
            } else {
                self.put(entry, tables)
            }
        }
        self.singles.clear();
        self.narrowed.clear();
        self.dead_end = None;
    }

    /// Removes a possible candidate and collects what may follow.
    pub(super) fn remove(
        &mut self,
        candidate: Packed,
        tables: &LayoutTables,
    ) -> Result<(), Contradicted> {
        let start = self.trail.len();
        self.possible[candidate.digit() * tables.cells + candidate.cell()] = false;
        self.trail.push(candidate);
        self.conclude(start, tables)
    }

    /// Lowers the tallies of the candidates on the trail after `start`, all of them removed, and
    /// collects what may follow.
    ///
    /// All tallies are lowered before a dead end is reported, so that undoing is the same for every
    /// entry of the trail.
    pub(super) fn conclude(
        &mut self,
        start: usize,
        tables: &LayoutTables,
    ) -> Result<(), Contradicted> {
        let end = self.trail.len();
        self.removals += (end - start) as u64;
        self.make_room((end - start) * (1 + tables.most_houses));
        for place in start..end {
            let candidate = self.trail.get(place);
            let (cell, digit) = (candidate.cell(), candidate.digit());
            self.digits[cell].take(digit);
            self.note_digits(cell);
            for &house in &tables.houses_of[cell] {
                let house = house as usize;
                self.places[digit * tables.houses + house].take(cell);
                self.note_places(house, digit, tables);
            }
        }
        self.outcome()
    }

    /// Makes room for the consequences of changing this many tallies.
    pub(super) fn make_room(&mut self, tallies: usize) {
        self.singles.make_room(tallies);
        self.narrowed.make_room(tallies);
    }

    /// Collects what follows from the number of digits of a cell.
    #[inline]
    pub(super) fn note_digits(&mut self, cell: usize) {
        let digits = self.digits[cell];
        let choices = digits.choices();
        if choices == 0 {
            self.dead_end = Some(DeadEnd::Cell(cell));
        }
        let single = Packed::new(cell, digits.last());
        self.singles.push_if(choices == 1, single);
    }

    /// Collects what follows from the number of places of a digit in a house.
    #[inline]
    pub(super) fn note_places(&mut self, house: usize, digit: usize, tables: &LayoutTables) {
        let places = self.places[digit * tables.houses + house];
        let choices = places.choices();
        if choices == 0 {
            self.dead_end = Some(DeadEnd::House { house, digit });
        }
        let single = Packed::new(places.last(), digit);
        self.singles.push_if(choices == 1, single);
        let narrowed = Narrowed {
            house: house as u32,
            digit: digit as u16,
            places: choices as u16,
        };
        let is_narrow = choices.wrapping_sub(2) < tables.widest_overlap - 1;
        self.narrowed.push_if(is_narrow, narrowed);
    }

    /// Returns an error if a dead end was found.
    #[inline]
    pub(super) fn outcome(&self) -> Result<(), Contradicted> {
        match self.dead_end {
            None => Ok(()),
            Some(_) => Err(Contradicted),
        }
    }

    /// Writes the digit of every cell to `grid`. Every cell has one.
    pub(super) fn write(&self, grid: &mut Grid) {
        for (cell, digits) in self.digits.iter().enumerate() {
            let digit = Digit::from_index(digits.last());
            grid.set(Cell::from_index(cell), Some(digit));
        }
    }
}

/// The number of cells with equally few digits to compare.
const MOST_COMPARED: usize = 8;

/// The additional weight of a place in a cell with two digits, because removing it fixes the cell.
/// This is adopted from the kernel: compared with counting the places of the cell's digits in its
/// houses, it takes 169 guesses instead of 341 on minimal 16×16 puzzles, and 585 instead of 37,100
/// on random 25×25 boards with 55 % of their cells blank.
const WORTH_OF_PAIR: u32 = 3;

impl TrailState {
    /// Returns a digit of a cell with the fewest digits, at least two after propagation; `None` if
    /// every cell has its digit.
    ///
    /// Among equals, it chooses the cell whose digits have the most other places around it, so that
    /// a guess removes many candidates. Only the first [`MOST_COMPARED`] cells are compared:
    /// comparing all took 7 % of the time and saved no node.
    pub(super) fn choose(&self, tables: &LayoutTables) -> Option<Packed> {
        if self.open == 0 {
            return None;
        }
        let fewest = self.digits.iter().map(|digits| digits.choices()).min()?;
        let narrowest = self.digits.iter().enumerate();
        let (cell, _) = narrowest
            .filter(|(_, digits)| digits.choices() == fewest)
            .take(MOST_COMPARED)
            .max_by_key(|(cell, _)| self.reach(*cell, tables))?;
        let digit = self.digits_of(cell, tables).next()?;
        Some(Packed::new(cell, digit))
    }

    /// Returns the weight of the places of a cell's digits in its peers. If the layout has no table
    /// of peers, those in two of its houses count twice.
    fn reach(&self, cell: usize, tables: &LayoutTables) -> u32 {
        let peers = tables.layout.known_peers(Cell::from_index(cell));
        let worth_of = |digit: usize| -> u32 {
            let possible = &self.possible[digit * tables.cells..][..tables.cells];
            let worth = |peer: usize| {
                let is_pair = self.digits[peer].choices() == 2;
                u32::from(possible[peer]) * (1 + WORTH_OF_PAIR * u32::from(is_pair))
            };
            match peers {
                Some(peers) => peers.iter().map(|peer| worth(peer.index())).sum(),
                None => {
                    let houses = tables.houses_of[cell].iter();
                    let cells = houses.flat_map(|house| &tables.cells_of[*house as usize]);
                    cells.map(|peer| worth(*peer as usize)).sum()
                }
            }
        };
        self.digits_of(cell, tables).map(worth_of).sum()
    }

    /// The digits of a cell, in ascending order.
    fn digits_of(&self, cell: usize, tables: &LayoutTables) -> impl Iterator<Item = usize> {
        let possible = move |digit: &usize| self.possible[digit * tables.cells + cell];
        let count = self.digits[cell].count() as usize;
        (0..tables.size).filter(possible).take(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::testing::{HARD, puzzle};

    #[test]
    fn undoing_restores_every_tally() {
        let puzzle = puzzle(HARD);
        let tables = LayoutTables::new(puzzle.layout());
        let (mut state, mut given) = (TrailState::default(), TrailState::default());
        given.clear(&tables);
        state.clear(&tables);
        given.build(&puzzle, &tables).unwrap();
        state.build(&puzzle, &tables).unwrap();
        state.propagate(&tables).unwrap();
        let length = state.trail.len();
        let before = (state.digits.clone(), state.places.clone());
        // One of the two digits of this cell is wrong; undoing works after either.
        let guess = state.choose(&tables).unwrap();
        for digit in 0..9 {
            if state.possible[digit * 81 + guess.cell()] {
                let candidate = Packed::new(guess.cell(), digit);
                let _ = state.place(candidate, &tables);
                let _ = state.propagate(&tables);
                state.undo_to(length, &tables);
                assert_eq!((&state.digits, &state.places), (&before.0, &before.1));
            }
        }
        state.undo_to(0, &tables);
        assert_eq!(state.possible, given.possible);
        assert_eq!((state.digits, state.places), (given.digits, given.places));
        assert_eq!(state.open, given.open);
    }
}
