//! A grid that is filled digit by digit: all that the classic engines know of the rules.
//!
//! Houses and relations of the board are judged before a digit is placed. A drawn constraint is judged by its
//! definition as soon as its last cell is filled, so these engines share no error with those that use
//! primitives.

use crate::board::{
    Candidate, Cell, Constraint, Definitions, Digit, Grid, Jagged, Layout, Puzzle, ones,
};

/// A partly filled grid that breaks no rule.
pub(super) struct Filling<'a> {
    layout: &'a Layout,
    puzzle: &'a Puzzle,
    definitions: Definitions<'a>,
    /// The drawn constraints, each with the cells that decide it.
    constraints: Vec<(&'a Constraint, Vec<Cell>)>,
    /// For each cell, the numbers of its drawn constraints.
    constraints_of: Jagged<u32>,
    grid: Grid,
    /// For each house, the digits that it contains, as bits in as many words as needed.
    placed: Vec<u64>,
    words: usize,
}

impl<'a> Filling<'a> {
    /// Returns the givens of a puzzle, or `None` if they break a rule.
    pub(super) fn of_givens(puzzle: &'a Puzzle) -> Option<Filling<'a>> {
        let layout = &**puzzle.layout();
        let definitions = Definitions::new(layout);
        let constraints: Vec<(&Constraint, Vec<Cell>)> = definitions
            .constraints()
            .map(|constraint| (constraint, definitions.scope(constraint)))
            .collect();
        let scopes = constraints.iter().map(|(_, scope)| scope.iter());
        let scopes = scopes.map(|scope| scope.map(|cell| cell.index()));
        let words = layout.digit_count().div_ceil(64);
        let mut filling = Filling {
            layout,
            puzzle,
            constraints_of: Jagged::groups_of(layout.cell_count(), scopes),
            constraints,
            definitions,
            grid: Grid::blank(layout.geometry()),
            placed: vec![0; layout.houses().len() * words],
            words,
        };
        for Candidate { cell, digit } in puzzle.givens().filled() {
            if !filling.fits(cell, digit) {
                return None;
            }
            filling.put(cell, digit);
        }
        let mut numbers = 0..filling.constraints.len();
        numbers
            .all(|number| filling.may_hold(number))
            .then_some(filling)
    }

    /// The grid.
    pub(super) fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The numbers of the houses of the board, those of drawn constraints excluded, that contain a cell.
    pub(super) fn houses_of(&self, cell: Cell) -> impl Iterator<Item = usize> + use<'a> {
        let layout = self.layout;
        let houses = layout.houses_of(cell);
        houses.filter(|house| !layout.houses()[*house].source.is_drawn())
    }

    /// The digits that no house of a blank cell contains.
    pub(super) fn open_digits(&self, cell: Cell) -> impl Iterator<Item = Digit> + '_ {
        let digits = self.layout.geometry().digits_of(cell);
        let of_word = move |word: usize| {
            let of_houses = self.houses_of(cell);
            let of_houses = of_houses.map(|house| self.placed[house * self.words + word]);
            let open = !of_houses.fold(0, |all, placed| all | placed);
            ones(open).map(move |bit| word * 64 + bit)
        };
        let open = (0..self.words).flat_map(of_word);
        let open = open.filter(move |digit| digits.contains(digit));
        open.map(Digit::from_index)
    }

    /// Returns true if a house of the board contains the digit.
    pub(super) fn is_placed(&self, house: usize, digit: Digit) -> bool {
        let word = self.placed[house * self.words + digit.index() / 64];
        word >> (digit.index() % 64) & 1 != 0
    }

    /// Returns true if no house of the board contains the digit, and no relation of the board and no mark
    /// forbids it.
    pub(super) fn fits(&self, cell: Cell, digit: Digit) -> bool {
        let mut houses = self.houses_of(cell);
        houses.all(|house| !self.is_placed(house, digit)) && self.is_allowed(cell, digit)
    }

    /// Returns true if no relation of the board and no mark forbids the digit.
    fn is_allowed(&self, cell: Cell, digit: Digit) -> bool {
        let candidate = Candidate { cell, digit };
        let mut relations = self.layout.relations_of(cell);
        relations.all(|relation| {
            let mut excluded = relation.excluded(candidate);
            let is_there = |other: Candidate| self.grid.get(other.cell) == Some(other.digit);
            relation.source.is_drawn() || !excluded.any(is_there)
        }) && !self.puzzle.excludes(candidate)
    }

    /// Places the lowest possible digit from this index on in a blank cell, and returns its index. Returns
    /// `None` if there is none.
    pub(super) fn place(&mut self, cell: Cell, mut from: usize) -> Option<usize> {
        loop {
            let mut open = self.open_digits(cell).filter(|digit| digit.index() >= from);
            let digit = open.find(|digit| self.is_allowed(cell, *digit))?;
            drop(open);
            self.put(cell, digit);
            if self.obeys_constraints_of(cell) {
                return Some(digit.index());
            }
            self.clear(cell);
            from = digit.index() + 1;
        }
    }

    /// Returns true if no constraint of a cell is broken that has no blank cell.
    pub(super) fn obeys_constraints_of(&self, cell: Cell) -> bool {
        let mut numbers = self.constraints_of[cell.index()].iter();
        numbers.all(|number| self.may_hold(*number as usize))
    }

    fn may_hold(&self, number: usize) -> bool {
        let (constraint, scope) = &self.constraints[number];
        scope.iter().any(|cell| self.grid.get(*cell).is_none())
            || self.definitions.holds(constraint, &self.grid)
    }

    /// Places a digit.
    pub(super) fn put(&mut self, cell: Cell, digit: Digit) {
        self.grid.set(cell, Some(digit));
        for house in self.houses_of(cell) {
            self.placed[house * self.words + digit.index() / 64] |= 1 << (digit.index() % 64);
        }
    }

    /// Clears a cell.
    pub(super) fn clear(&mut self, cell: Cell) {
        if let Some(digit) = self.grid.get(cell) {
            self.grid.set(cell, None);
            for house in self.houses_of(cell) {
                self.placed[house * self.words + digit.index() / 64] &=
                    !(1 << (digit.index() % 64));
            }
        }
    }
}
