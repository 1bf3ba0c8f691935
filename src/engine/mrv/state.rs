//! A position: the candidates of a board, removed and put back one at a time.
//!
//! Every cell has a tally of its digits, and every house, for each digit, a tally of its cells.
//! Removing a candidate lowers one tally for the cell and one per house; a tally that comes down
//! to one names a single, a tally that comes down to none a conflict. Nothing is searched for and
//! nothing is copied: what is removed lies on a trail and is put back from there.
//!
//! [`Candidates`](crate::propagate::Candidates) follows the same rules in bit operations over whole
//! houses. This engine confirms answers that rest on that code, so it must not use it: shared
//! code would share its mistakes.

use super::packed::{IndexTally, Packed};
use super::stack::Stack;
use super::tables::LayoutTables;
use crate::board::{Cell, Contradiction, Digit, Grid};

/// The position has no solution; [`TrailState::dead_end`] says why.
#[derive(Debug, Clone, Copy)]
pub(super) struct Contradicted;

/// What is left without an alternative.
#[derive(Debug, Clone, Copy)]
pub(super) enum DeadEnd {
    /// The cell has no digit.
    Cell(usize),
    /// The house has no cell for the digit.
    House { house: usize, digit: usize },
}

impl DeadEnd {
    /// The same in the terms of the board.
    pub(super) fn name(self, tables: &LayoutTables) -> Contradiction {
        match self {
            DeadEnd::Cell(cell) => Contradiction::NoDigit(Cell::from_index(cell).name(tables.size)),
            DeadEnd::House { house, digit } => Contradiction::NoPlace {
                house: tables.layout.houses()[house].kind,
                digit: Digit::from_index(digit),
            },
        }
    }
}

/// A house and a digit whose places became few enough to lie in another house as well.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Narrowed {
    pub(super) house: u32,
    pub(super) digit: u16,
    /// The number of places when it was noted; when there are fewer now, it was noted again.
    pub(super) places: u16,
}

/// All candidates of a position, and what is still to be concluded from them.
#[derive(Debug, Default)]
pub(super) struct TrailState {
    /// Whether a digit is possible in a cell, at `digit * cells + cell`: placing a digit asks
    /// about one digit in many cells.
    pub(super) possible: Vec<bool>,
    /// By cell, its digits; met when one is placed.
    pub(super) digits: Vec<IndexTally>,
    /// By `digit * houses + house`, the cells of the house that can hold the digit; met when one
    /// of them does, and from the start where the house has fewer cells than there are digits.
    pub(super) places: Vec<IndexTally>,
    /// By house, in as many words as it needs, a bit for each digit that is given there.
    pub(super) taken: Vec<u64>,
    /// How many cells have no digit placed.
    pub(super) open: usize,
    /// What was done, first to last: candidates removed, and digits placed, which are marked.
    pub(super) trail: Stack<Packed>,
    /// Candidates without an alternative, to be placed.
    pub(super) singles: Stack<Packed>,
    /// For the intersection rule.
    pub(super) narrowed: Stack<Narrowed>,
    /// Why the position is refuted, if it is.
    pub(super) dead_end: Option<DeadEnd>,
    /// How many candidates were removed since the empty board, those that were put back included.
    pub(super) removals: u64,
}

impl TrailState {
    /// No candidates at all, in the memory that is already there.
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

    /// Puts a candidate in that is out.
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

    /// Says that a digit is placed.
    #[inline]
    pub(super) fn assign(&mut self, placed: Packed, tables: &LayoutTables) {
        let (cell, digit) = (placed.cell(), placed.digit());
        self.open -= 1;
        self.digits[cell].assign();
        for &house in &tables.houses_of[cell] {
            self.places[digit * tables.houses + house as usize].assign();
        }
    }

    /// Takes one [`TrailState::assign`] back.
    #[inline]
    fn unassign(&mut self, placed: Packed, tables: &LayoutTables) {
        let (cell, digit) = (placed.cell(), placed.digit());
        self.open += 1;
        self.digits[cell].unassign();
        for &house in &tables.houses_of[cell] {
            self.places[digit * tables.houses + house as usize].unassign();
        }
    }

    /// Undoes all that came after the first `length` entries of the trail, and forgets what was
    /// still to be concluded.
    pub(super) fn back_to(&mut self, length: usize, tables: &LayoutTables) {
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

    /// Removes a candidate that is possible and notes what may follow from that.
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

    /// Lowers the tallies of the candidates that lie on the trail from `start` on, all of them
    /// removed, and notes what may follow from that.
    ///
    /// All tallies are lowered before a conflict is reported, so that undoing is the same for
    /// every entry of the trail.
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

    /// Makes room for what may be noted about this many tallies.
    pub(super) fn make_room(&mut self, tallies: usize) {
        self.singles.make_room(tallies);
        self.narrowed.make_room(tallies);
    }

    /// Notes what follows from the number of digits of a cell.
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

    /// Notes what follows from the number of places for a digit in a house.
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

    /// Whether no conflict was noted.
    #[inline]
    pub(super) fn outcome(&self) -> Result<(), Contradicted> {
        match self.dead_end {
            None => Ok(()),
            Some(_) => Err(Contradicted),
        }
    }

    /// Writes the digit of every cell to `grid`; every cell has one.
    pub(super) fn write(&self, grid: &mut Grid) {
        for (cell, digits) in self.digits.iter().enumerate() {
            let digit = Digit::from_index(digits.last());
            grid.set(Cell::from_index(cell), Some(digit));
        }
    }
}

/// How many cells with equally few digits are compared.
const MOST_COMPARED: usize = 8;

/// What a place in a cell with two digits is worth beyond one in any other cell: taking it away
/// fixes the cell. The kernel has taught that: in place of counting the places of the cell's digits
/// in its houses, it takes 169 guesses and not 341 on minimal puzzles of 16×16, and 585 in place of
/// 37,100 on random boards of 25×25 with 55 % of their cells blank.
const WORTH_OF_PAIR: u32 = 3;

impl TrailState {
    /// A digit of a cell with the fewest digits, at least two after propagation; `None` when every
    /// cell has its digit.
    ///
    /// Among the cells with equally few it is the one whose digits have the most other places
    /// around it, so that a guess removes much. Of more than [`MOST_COMPARED`] cells only the first
    /// are compared: comparing all took a fourteenth of the time and saved no node.
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

    /// What the places of a cell's digits in its peers are worth. Where the layout has no table of
    /// peers, those that are in two of its houses count twice.
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

    /// The digits of a cell, in rising order.
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
    fn going_back_restores_every_tally() {
        let puzzle = puzzle(HARD);
        let tables = LayoutTables::new(puzzle.layout());
        let (mut state, mut given) = (TrailState::default(), TrailState::default());
        given.clear(&tables);
        state.clear(&tables);
        given.give(&puzzle, &tables).unwrap();
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
        assert_eq!(state.possible, given.possible);
        assert_eq!((state.digits, state.places), (given.digits, given.places));
        assert_eq!(state.open, given.open);
    }
}
