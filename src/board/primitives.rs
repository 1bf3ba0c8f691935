//! Primitives: all that engines, encodings and explanations see of the rules of a board.

use super::automaton::Automaton;
use super::cell::{Cell, Digit};
use super::equation::Equation;
use super::house::House;
use super::relation::Relation;
use super::source::Source;

/// Primitives that all hold, one list for each type.
#[derive(Debug, Clone, Default)]
pub(super) struct Primitives {
    pub houses: Vec<House>,
    pub relations: Vec<Relation>,
    pub equations: Vec<Equation>,
    pub automata: Vec<Automaton>,
    pub choices: Vec<Choice>,
    pub connected: Vec<Connected>,
    pub distinct_pairs: Vec<DistinctPairs>,
}

/// Alternatives of which at least one holds.
#[derive(Debug, Clone)]
pub struct Choice {
    /// The origin.
    pub source: Source,
    alternatives: Vec<Primitives>,
    cells: Vec<Cell>,
}

impl Choice {
    pub(super) fn new(source: Source, alternatives: Vec<Primitives>) -> Choice {
        let cells = alternatives.iter();
        let cells = cells.flat_map(|alternative| alternative.all().cells_and_houses());
        Choice {
            source,
            cells: sorted_set(cells.collect()),
            alternatives,
        }
    }

    /// The alternatives. All primitives of one of them hold.
    pub fn alternatives(&self) -> impl ExactSizeIterator<Item = PrimitivesOf<'_>> {
        self.alternatives.iter().map(Primitives::all)
    }

    /// The cells of all alternatives, in ascending order.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }
}

/// Cells that are orthogonally connected if they hold one of some digits.
#[derive(Debug, Clone)]
pub struct Connected {
    /// The origin.
    pub source: Source,
    /// The cells, in ascending order.
    pub cells: Vec<Cell>,
    /// For each cell, the places of its neighbours in `cells`.
    pub neighbours: Vec<Vec<usize>>,
    /// The digits: at least one.
    pub digits: Vec<Digit>,
    /// The number of connected cells, if it is fixed.
    pub size: Option<usize>,
}

/// Pairs of cells of which no two are equal in both digits, like the pairs of a Graeco-Latin square.
#[derive(Debug, Clone)]
pub struct DistinctPairs {
    /// The origin.
    pub source: Source,
    /// The first and the second cell of each pair.
    pub pairs: Vec<[Cell; 2]>,
    /// The digits of the first and of the second cells. Other primitives exclude all others.
    pub digits: [Vec<Digit>; 2],
    /// All cells, in ascending order.
    pub cells: Vec<Cell>,
}

impl DistinctPairs {
    pub(super) fn new(
        source: Source,
        pairs: Vec<[Cell; 2]>,
        digits: [Vec<Digit>; 2],
    ) -> DistinctPairs {
        DistinctPairs {
            source,
            cells: sorted_set(pairs.iter().flatten().copied().collect()),
            pairs,
            digits,
        }
    }

    /// Returns true if there are as many pairs as combinations of digits, so that each occurs once.
    pub fn is_full(&self) -> bool {
        let [firsts, seconds] = &self.digits;
        self.pairs.len() == firsts.len() * seconds.len()
    }
}

fn sorted_set(mut cells: Vec<Cell>) -> Vec<Cell> {
    cells.sort_unstable();
    cells.dedup();
    cells
}

impl Primitives {
    /// Adds other primitives.
    pub fn extend(&mut self, other: Primitives) {
        self.houses.extend(other.houses);
        self.relations.extend(other.relations);
        self.equations.extend(other.equations);
        self.automata.extend(other.automata);
        self.choices.extend(other.choices);
        self.connected.extend(other.connected);
        self.distinct_pairs.extend(other.distinct_pairs);
    }

    /// Removes the primitives of all drawn constraints but those for whose number `applies` is true,
    /// and all that are implied by several.
    pub fn retain_drawn(&mut self, applies: impl Fn(usize) -> bool) {
        let keeps = |source: Source| match source {
            Source::Constraint(number) => applies(number),
            source => source != Source::Implied,
        };
        self.houses.retain(|of| keeps(of.source));
        self.relations.retain(|of| keeps(of.source));
        self.equations.retain(|of| keeps(of.source));
        self.automata.retain(|of| keeps(of.source));
        self.choices.retain(|of| keeps(of.source));
        self.connected.retain(|of| keeps(of.source));
        self.distinct_pairs.retain(|of| keeps(of.source));
    }

    /// Returns the number of transitions of all automata, also those of equations, which may not be
    /// built yet, and of alternatives.
    pub fn transition_bound(&self) -> usize {
        let equations = self.equations.iter().map(Equation::transition_bound);
        let automata = self.automata.iter().map(Automaton::transition_count);
        let alternatives = self.choices.iter().flat_map(|choice| &choice.alternatives);
        let alternatives = alternatives.map(Primitives::transition_bound);
        equations.chain(automata).chain(alternatives).sum()
    }

    /// Returns all primitives.
    pub fn all(&self) -> PrimitivesOf<'_> {
        self.filtered(|_| true)
    }

    /// Returns the primitives with an origin for which `keeps` is true.
    pub fn filtered(&self, keeps: impl Fn(Source) -> bool) -> PrimitivesOf<'_> {
        let (houses, relations) = (self.houses.iter(), self.relations.iter());
        let (equations, automata) = (self.equations.iter(), self.automata.iter());
        let (choices, connected) = (self.choices.iter(), self.connected.iter());
        let distinct_pairs = self.distinct_pairs.iter();
        PrimitivesOf {
            houses: houses.filter(|of| keeps(of.source)).collect(),
            relations: relations.filter(|of| keeps(of.source)).collect(),
            equations: equations.filter(|of| keeps(of.source)).collect(),
            automata: automata.filter(|of| keeps(of.source)).collect(),
            choices: choices.filter(|of| keeps(of.source)).collect(),
            connected: connected.filter(|of| keeps(of.source)).collect(),
            distinct_pairs: distinct_pairs.filter(|of| keeps(of.source)).collect(),
        }
    }
}

/// Primitives that all hold: those of a layout, of one drawn constraint (see
/// [`Layout::primitives_of`](super::Layout::primitives_of)), or of one alternative of a choice.
#[derive(Debug, Clone, Default)]
pub struct PrimitivesOf<'a> {
    /// Its houses.
    pub houses: Vec<&'a House>,
    /// Its relations, except those that a house implies as well.
    pub relations: Vec<&'a Relation>,
    /// Its equations.
    pub equations: Vec<&'a Equation>,
    /// Its automata.
    pub automata: Vec<&'a Automaton>,
    /// Its choices between alternatives.
    pub choices: Vec<&'a Choice>,
    /// Its connected cells.
    pub connected: Vec<&'a Connected>,
    /// Its distinct pairs.
    pub distinct_pairs: Vec<&'a DistinctPairs>,
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
        cells.extend(self.choices.iter().flat_map(|choice| choice.cells()));
        cells.extend(self.connected.iter().flat_map(|of| &of.cells));
        cells.extend(self.distinct_pairs.iter().flat_map(|of| &of.cells));
        sorted_set(cells)
    }

    /// Returns the cells that it restricts in any way, in ascending order.
    pub fn cells_and_houses(&self) -> Vec<Cell> {
        let houses = self.houses.iter().flat_map(|house| &house.cells);
        sorted_set(houses.copied().chain(self.cells()).collect())
    }
}
