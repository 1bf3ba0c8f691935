//! The primitives of a board that have a rule of their own, and what the rules remember.

use crate::board::{Automaton, Cell, DigitBits, Layout};

/// The primitives with a rule of their own, the cheapest first.
#[derive(Debug, Clone, Default)]
pub(super) struct DrawnRules {
    pub list: Vec<Primitive>,
    /// The candidates of the cells of each primitive after its rule was last applied.
    pub seen: Vec<DigitBits>,
    pub reached: Reached,
}

/// A primitive, by its number in the layout.
#[derive(Debug, Clone, Copy)]
pub(super) enum Primitive {
    /// A relation that forbids more than equal digits: those are removed with each naked single.
    Relation(usize),
    /// A house with digit sets.
    Sets(usize),
    Equation(usize),
    Automaton(usize),
    Connected(usize),
    DistinctPairs(usize),
    Choice(usize),
}

impl Primitive {
    pub fn cells(self, layout: &Layout) -> &[Cell] {
        match self {
            Primitive::Relation(number) => &layout.relations()[number].cells,
            Primitive::Sets(number) => &layout.houses()[number].cells,
            Primitive::Equation(number) => &equation_automaton(layout, number).cells,
            Primitive::Automaton(number) => &layout.automata()[number].cells,
            Primitive::Connected(number) => &layout.connected()[number].cells,
            Primitive::DistinctPairs(number) => &layout.distinct_pairs()[number].cells,
            Primitive::Choice(number) => layout.choices()[number].cells(),
        }
    }
}

/// Returns the automaton of the equation with this number.
pub(super) fn equation_automaton(layout: &Layout, number: usize) -> &Automaton {
    layout.equations()[number].automaton(layout.geometry())
}

impl DrawnRules {
    /// The most digits of a board whose primitives have rules: one word for each cell.
    pub const MOST_DIGITS: usize = DigitBits::BITS as usize;

    /// Returns the primitives of a board. There are none if it has too many digits.
    pub fn of(layout: &Layout) -> DrawnRules {
        if layout.digit_count() > DrawnRules::MOST_DIGITS {
            return DrawnRules::default();
        }
        let relations = (0..layout.relations().len())
            .filter(|number| !layout.relations()[*number].is_inequality());
        let sets =
            (0..layout.houses().len()).filter(|number| layout.houses()[*number].sets().is_some());
        let equations = 0..layout.equations().len();
        let automata = 0..layout.automata().len();
        let list: Vec<Primitive> = (relations.map(Primitive::Relation))
            .chain(sets.map(Primitive::Sets))
            .chain(equations.map(Primitive::Equation))
            .chain(automata.map(Primitive::Automaton))
            .chain((0..layout.connected().len()).map(Primitive::Connected))
            .chain((0..layout.distinct_pairs().len()).map(Primitive::DistinctPairs))
            .chain((0..layout.choices().len()).map(Primitive::Choice))
            .collect();
        let cells = list.iter().map(|primitive| primitive.cells(layout).len());
        DrawnRules {
            // No cell of a position without a contradiction has no candidate.
            seen: vec![0; cells.sum()],
            list,
            reached: Reached::default(),
        }
    }

    /// Returns true if no primitive has a rule of its own.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

/// The states of an automaton that can be reached: memory that is reused.
#[derive(Debug, Clone, Default)]
pub(super) struct Reached {
    /// The first state of each layer.
    pub starts: Vec<usize>,
    /// For each state, true if a path leads to it from the start.
    pub from_start: Vec<bool>,
    /// For each state, true if a path that can be reached leads from it to the end.
    pub to_end: Vec<bool>,
}
