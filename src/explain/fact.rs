//! Facts: what a step rests on.

use std::fmt;

use crate::board::{Cell, Digit, HouseKind, Layout};

/// A rule of the board that says that something is there: of the candidates that it speaks of one
/// at least is in every solution.
///
/// That two candidates exclude each other (in one cell, in cells that see each other, by a
/// variant's pair constraints) is not a fact but free: every step may use it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fact {
    /// The cell has a digit.
    Cell(Cell),
    /// The house has a place for the digit.
    House(HouseKind, Digit),
}

impl Fact {
    /// The name a person reads, on a board with `size` columns: `r1c1` or `7 in box 5`.
    pub fn name(self, size: usize) -> FactName {
        FactName { fact: self, size }
    }

    /// All facts of a board with their candidates, as pairs of cell index and digit index: first
    /// the cells in reading order, then every digit of every house that has a cell for each digit.
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

/// A [`Fact`] that displays as `r1c1` or `7 in box 5`, counted from 1.
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

/// A house as facts and arguments name it: its kind and its number, `diagonal 1`.
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
