//! Primitives: all that engines, encodings and explanations see of the rules of a board.

use std::fmt;

use super::automaton::Automaton;
use super::cell::Cell;
use super::equation::Equation;
use super::house::{House, HouseKind};
use super::relation::{PairKind, Relation};

/// The origin of a primitive that is neither a house nor a relation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Source {
    /// The drawn constraint with this number.
    Constraint(usize),
    /// Several houses and constraints together: the equation is redundant.
    Implied,
}

impl fmt::Display for Source {
    /// The name of the constraint, counted from 1: `constraint 1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Constraint(number) => write!(f, "constraint {}", number + 1),
            Source::Implied => f.write_str("an implied sum"),
        }
    }
}

/// The primitives of drawn constraints, one list for each type.
#[derive(Debug, Clone, Default)]
pub(super) struct Primitives {
    pub houses: Vec<House>,
    pub relations: Vec<Relation>,
    pub equations: Vec<Equation>,
    pub automata: Vec<Automaton>,
}

impl Primitives {
    /// Removes the primitives of all drawn constraints but those for whose number `applies` is true,
    /// and all that are implied by several.
    pub fn retain_drawn(&mut self, applies: impl Fn(usize) -> bool) {
        let keeps = |source: Source| match source {
            Source::Constraint(number) => applies(number),
            Source::Implied => false,
        };
        self.houses.retain(|house| match house.kind {
            HouseKind::Constraint(number) => applies(number),
            HouseKind::Implied => false,
            _ => true,
        });
        self.relations.retain(|relation| match relation.kind {
            PairKind::Constraint(number) => applies(number),
            _ => true,
        });
        self.equations.retain(|equation| keeps(equation.source));
        self.automata.retain(|automaton| keeps(automaton.source));
    }

    /// Returns the primitives of the drawn constraint with this number.
    pub fn of(&self, constraint: usize) -> PrimitivesOf<'_> {
        let source = Source::Constraint(constraint);
        let houses = self.houses.iter();
        let relations = self.relations.iter();
        let equations = self.equations.iter();
        let automata = self.automata.iter();
        PrimitivesOf {
            houses: houses
                .filter(|of| of.kind == HouseKind::Constraint(constraint))
                .collect(),
            relations: relations
                .filter(|of| of.kind == PairKind::Constraint(constraint))
                .collect(),
            equations: equations.filter(|of| of.source == source).collect(),
            automata: automata.filter(|of| of.source == source).collect(),
        }
    }
}

/// The primitives of one drawn constraint; see [`Layout::primitives_of`](super::Layout::primitives_of).
#[derive(Debug, Clone)]
pub struct PrimitivesOf<'a> {
    /// Its houses.
    pub houses: Vec<&'a House>,
    /// Its relations, except those that a house implies as well.
    pub relations: Vec<&'a Relation>,
    /// Its equations.
    pub equations: Vec<&'a Equation>,
    /// Its automata.
    pub automata: Vec<&'a Automaton>,
}

impl PrimitivesOf<'_> {
    /// Returns the cells that it restricts, other than by demanding that digits differ, in ascending
    /// order. An indexer restricts the whole line.
    pub fn cells(&self) -> Vec<Cell> {
        let houses = self.houses.iter().filter(|house| house.sets().is_some());
        let mut cells: Vec<Cell> = houses.flat_map(|house| &house.cells).copied().collect();
        cells.extend(self.relations.iter().flat_map(|relation| relation.cells));
        cells.extend(self.equations.iter().flat_map(|equation| equation.cells()));
        cells.extend(self.automata.iter().flat_map(|automaton| &automaton.cells));
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}
