//! Positions: the candidates that are left, and which of them are placed.

use std::fmt::{self, Write};
use std::sync::Arc;

use super::fact::Fact;
use crate::board::{Candidate, Cell, Digit, Grid, Layout, Puzzle, SYMBOLS};

/// The candidates of each cell and whether its digit is placed.
///
/// A cell with one candidate is not the same as a cell with a digit: that it holds this digit is a
/// step of its own, the naked single. The candidates that a placed digit excludes are gone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    size: usize,
    /// By cell, digit index `d` is bit `d`.
    candidates: Vec<u16>,
    is_placed: Vec<bool>,
}

impl Position {
    /// The position with these digits in its cells, in reading order; a cell with one digit is
    /// placed. `None` where the cells are no square of up to 16×16, or a digit is larger than the
    /// board.
    pub fn new(cells: &[Vec<Digit>]) -> Option<Position> {
        let size = cells.len().isqrt();
        let is_possible = |digit: &Digit| digit.value() <= size;
        let fits = size <= 16 && size * size == cells.len();
        let set = |digits: &Vec<Digit>| digits.iter().fold(0, |all, d| all | 1 << d.index());
        (fits && cells.iter().flatten().all(is_possible)).then(|| Position {
            size,
            candidates: cells.iter().map(set).collect(),
            is_placed: cells.iter().map(|digits| digits.len() == 1).collect(),
        })
    }

    /// The number of rows, and of digits.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The digit placed in `cell`.
    ///
    /// # Panics
    /// When the cell is not on the board, as all methods here.
    pub fn placed(&self, cell: Cell) -> Option<Digit> {
        let digit = || self.candidates[cell.index()].trailing_zeros() as usize;
        self.is_placed[cell.index()].then(|| Digit::from_index(digit()))
    }

    /// The digits that are possible in `cell`, in rising order; the placed one alone where there
    /// is one.
    pub fn digits(&self, cell: Cell) -> impl Iterator<Item = Digit> + use<> {
        let digits = self.candidates[cell.index()];
        (0..16usize)
            .filter(move |digit| digits >> digit & 1 == 1)
            .map(Digit::from_index)
    }

    /// Whether this candidate is left.
    pub fn contains(&self, candidate: Candidate) -> bool {
        let digit = candidate.digit.index();
        digit < 16 && self.candidates[candidate.cell.index()] >> digit & 1 == 1
    }

    /// The placed digits; other cells are blank.
    pub fn to_grid(&self) -> Grid {
        let mut grid = Grid::blank(self.size);
        for index in 0..self.candidates.len() {
            let cell = Cell::from_index(index);
            grid.set(cell, self.placed(cell));
        }
        grid
    }

    /// The candidates of a fact that are left, in the order of the cells and digits.
    pub fn members(&self, layout: &Layout, fact: Fact) -> Vec<Candidate> {
        match fact {
            Fact::Cell(cell) => {
                let digits = self.digits(cell);
                digits.map(|digit| Candidate { cell, digit }).collect()
            }
            Fact::House(kind, digit) => {
                let house = layout.houses().iter().find(|house| house.kind == kind);
                let cells = house.into_iter().flat_map(|house| &house.cells);
                cells
                    .map(|&cell| Candidate { cell, digit })
                    .filter(|candidate| self.contains(*candidate))
                    .collect()
            }
        }
    }
}

impl fmt::Display for Position {
    /// The candidates of all cells in reading order, with a space between cells: `5 23 1289 …`, the
    /// digits above 9 as letters.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for index in 0..self.candidates.len() {
            if index > 0 {
                f.write_str(" ")?;
            }
            for digit in self.digits(Cell::from_index(index)) {
                f.write_char(char::from(SYMBOLS[digit.value()]))?;
            }
        }
        Ok(())
    }
}

/// What a layout says of candidates and facts, as tables. A candidate is the number
/// `cell × size + digit`, all counted from 0; a fact is its place in [`Tables::facts`].
#[derive(Debug)]
pub(super) struct Tables {
    pub layout: Arc<Layout>,
    pub facts: Vec<Fact>,
    /// By fact, its candidates.
    pub members: Vec<Vec<u16>>,
    /// By candidate, the facts that it is a member of.
    pub facts_of: Vec<Vec<u16>>,
    /// By candidate, those that it excludes.
    pub excluded: Vec<Vec<u16>>,
}

impl Tables {
    pub fn new(layout: Arc<Layout>) -> Tables {
        let size = layout.size();
        let id = |cell: usize, digit: usize| (cell * size + digit) as u16;
        let mut facts_of = vec![Vec::new(); layout.cell_count() * size];
        let (mut facts, mut members) = (Vec::new(), Vec::new());
        for (fact, of_fact) in Fact::all(&layout) {
            let ids: Vec<u16> = of_fact
                .iter()
                .map(|(cell, digit)| id(*cell, *digit))
                .collect();
            for member in &ids {
                facts_of[usize::from(*member)].push(facts.len() as u16);
            }
            facts.push(fact);
            members.push(ids);
        }
        let mut excluded = Vec::with_capacity(facts_of.len());
        for cell in layout.cells() {
            let peers = layout.peers(cell);
            for digit in 0..size {
                let in_cell = (0..size).filter(|other| *other != digit);
                let mut all: Vec<u16> = in_cell.map(|other| id(cell.index(), other)).collect();
                all.extend(peers.iter().map(|peer| id(peer.index(), digit)));
                let candidate = Candidate {
                    cell,
                    digit: Digit::from_index(digit),
                };
                let by_pairs = layout.excluded(candidate);
                all.extend(by_pairs.map(|other| id(other.cell.index(), other.digit.index())));
                all.sort_unstable();
                all.dedup();
                excluded.push(all);
            }
        }
        Tables {
            layout,
            facts,
            members,
            facts_of,
            excluded,
        }
    }

    pub fn candidate(&self, id: usize) -> Candidate {
        let size = self.layout.size();
        Candidate {
            cell: Cell::from_index(id / size),
            digit: Digit::from_index(id % size),
        }
    }

    pub fn id(&self, candidate: Candidate) -> usize {
        candidate.cell.index() * self.layout.size() + candidate.digit.index()
    }

    pub fn excludes(&self, one: usize, other: usize) -> bool {
        self.excluded[one].binary_search(&(other as u16)).is_ok()
    }
}

/// A position with the number of candidates that each fact has left, kept up to date.
#[derive(Debug, Clone)]
pub(super) struct State {
    pub tables: Arc<Tables>,
    /// By candidate.
    pub is_left: Vec<bool>,
    /// By cell.
    is_placed: Vec<bool>,
    /// By fact, how many of its candidates are left.
    pub counts: Vec<u16>,
    /// By fact, whether a placed digit fulfils it.
    pub is_satisfied: Vec<bool>,
    pub open_cells: usize,
}

impl State {
    /// The position before the first step: the givens are placed.
    pub fn new(tables: Arc<Tables>, puzzle: &Puzzle) -> State {
        let mut state = State {
            is_left: vec![true; tables.facts_of.len()],
            is_placed: vec![false; puzzle.layout().cell_count()],
            counts: tables.members.iter().map(|m| m.len() as u16).collect(),
            is_satisfied: vec![false; tables.facts.len()],
            open_cells: puzzle.layout().cell_count(),
            tables,
        };
        for removed in puzzle.removed() {
            state.remove(state.tables.id(*removed));
        }
        for given in puzzle.givens().filled() {
            // Two givens that exclude each other: the second is gone already. Its cell then has no
            // digit, which is the contradiction.
            let id = state.tables.id(given);
            if state.is_left[id] {
                state.place(id);
            } else {
                let first = id - given.digit.index();
                (first..first + puzzle.size()).for_each(|other| state.remove(other));
            }
        }
        state
    }

    /// Removes what is not left in another position of the same size, and places what is placed
    /// there.
    pub fn restrict_to(&mut self, position: &Position) {
        let tables = self.tables.clone();
        for id in 0..self.is_left.len() {
            if !position.contains(tables.candidate(id)) {
                self.remove(id);
            }
        }
        for cell in tables.layout.cells() {
            if let Some(digit) = position.placed(cell) {
                let id = tables.id(Candidate { cell, digit });
                if self.is_open(id) {
                    self.place(id);
                }
            }
        }
    }

    pub fn remove(&mut self, id: usize) {
        if std::mem::replace(&mut self.is_left[id], false) {
            for fact in &self.tables.facts_of[id] {
                self.counts[usize::from(*fact)] -= 1;
            }
        }
    }

    /// Places a candidate that is left, and removes those that it excludes.
    pub fn place(&mut self, id: usize) {
        let tables = self.tables.clone();
        for other in &tables.excluded[id] {
            self.remove(usize::from(*other));
        }
        for fact in &tables.facts_of[id] {
            self.is_satisfied[usize::from(*fact)] = true;
        }
        self.is_placed[id / tables.layout.size()] = true;
        self.open_cells -= 1;
    }

    /// Whether the candidate is left and its cell open.
    pub fn is_open(&self, id: usize) -> bool {
        self.is_left[id] && !self.is_placed[id / self.tables.layout.size()]
    }

    /// The candidates of a fact that are left.
    pub fn members(&self, fact: usize) -> impl Iterator<Item = usize> + '_ {
        let members = self.tables.members[fact].iter().map(|id| usize::from(*id));
        members.filter(|id| self.is_left[*id])
    }

    pub fn position(&self) -> Position {
        let size = self.tables.layout.size();
        let of_cell = |cell: &[bool]| {
            let digits = cell.iter().enumerate().filter(|(_, is_left)| **is_left);
            digits.fold(0, |all, (digit, _)| all | 1 << digit)
        };
        Position {
            size,
            candidates: self.is_left.chunks(size).map(of_cell).collect(),
            is_placed: self.is_placed.clone(),
        }
    }
}
