//! Facts, the premises of steps, and the exclusions that every step may use.

use std::fmt;

use crate::board::{Candidate, Cell, Digit, HouseKind, Layout};

/// A rule of the board that requires something: every solution has at least one of the candidates of
/// a fact.
///
/// That two candidates exclude each other is not a fact: every step may use it freely.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fact {
    /// The cell has a digit.
    Cell(Cell),
    /// The house has a place for the digit.
    House(HouseKind, Digit),
}

impl Fact {
    /// Returns the name for output, on a board with `size` columns: `r1c1` or `7 in box 5`.
    pub fn name(self, size: usize) -> FactName {
        FactName { fact: self, size }
    }

    /// Returns all facts of a board with their candidates as pairs of cell index and digit index: the
    /// cells in reading order, then every digit of every house that has a cell for each digit.
    pub(super) fn all(layout: &Layout) -> Vec<(Fact, Vec<(usize, usize)>)> {
        let size = layout.size();
        let mut facts = Vec::new();
        for cell in layout.cells() {
            let members = (0..size).map(|digit| (cell.index(), digit)).collect();
            facts.push((Fact::Cell(cell), members));
        }
        for house in layout.houses() {
            if layout.is_full(house) {
                for digit in 0..size {
                    let members = house.cells.iter().map(|cell| (cell.index(), digit));
                    let fact = Fact::House(house.kind, Digit::from_index(digit));
                    facts.push((fact, members.collect()));
                }
            }
        }
        facts
    }
}

/// True if no solution has both candidates: they are in one cell, or have the same digit in one house,
/// or are excluded by a pair constraint.
pub(super) fn exclude_each_other(layout: &Layout, one: Candidate, other: Candidate) -> bool {
    if one.cell == other.cell {
        return one.digit != other.digit;
    }
    let shares_house = || layout.first_shared_house(one.cell, other.cell).is_some();
    (one.digit == other.digit && shares_house())
        || layout.excluded(one).any(|excluded| excluded == other)
}

/// Returns the distinct items in ascending order.
pub(super) fn sorted_set<T: Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut set: Vec<T> = items.into_iter().collect();
    set.sort_unstable();
    set.dedup();
    set
}

/// A [`Fact`] displayed as `r1c1` or `7 in box 5`, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FactName {
    fact: Fact,
    size: usize,
}

impl fmt::Display for FactName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.fact {
            Fact::Cell(cell) => cell.name(self.size).fmt(f),
            Fact::House(house, digit) => write!(f, "{digit} in {}", HouseName(house)),
        }
    }
}

/// A house displayed as in facts and arguments: its kind and its number, such as `diagonal 1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct HouseName(pub HouseKind);

impl fmt::Display for HouseName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            HouseKind::Diagonal(index) => write!(f, "diagonal {}", index + 1),
            other => other.fmt(f),
        }
    }
}
