//! Primitives: all that engines, encodings and explanations see of the rules of a board.

use super::automaton::Automaton;
use super::cell::{Cell, Digit};
use super::digit_count::DigitCount;
use super::equation::Equation;
use super::house::House;
use super::relation::Relation;
use super::source::Source;

/// A rule and its origin.
#[derive(Debug, Clone)]
pub struct Primitive {
    /// The origin.
    pub source: Source,
    /// The rule.
    pub rule: Rule,
}

/// A rule about the digits of some cells.
///
/// Houses and relations carry their source themselves, because a [`Layout`](super::Layout) also lists
/// those of the whole board in tables.
#[derive(Debug, Clone)]
pub enum Rule {
    /// Two cells hold none of some pairs of digits.
    Relation(Relation),
    /// Digits differ, and may have to form one of several sets.
    House(House),
    /// Digits add up to a total.
    Equation(Equation),
    /// Digits form a sequence that an automaton accepts.
    Automaton(Automaton),
    /// A digit occurs a possible number of times.
    Count(DigitCount),
    /// Cells with some digits are connected.
    Connected(Connected),
    /// No two pairs of cells hold the same pair of digits.
    DistinctPairs(DistinctPairs),
    /// One of several alternatives holds.
    Choice(Choice),
}

impl Primitive {
    /// The cells, each once.
    pub fn cells(&self) -> &[Cell] {
        match &self.rule {
            Rule::Relation(of) => &of.cells,
            Rule::House(of) => &of.cells,
            Rule::Equation(of) => of.cells(),
            Rule::Automaton(of) | Rule::Count(DigitCount { automaton: of, .. }) => &of.cells,
            Rule::Connected(of) => &of.cells,
            Rule::DistinctPairs(of) => &of.cells,
            Rule::Choice(of) => of.cells(),
        }
    }

    /// Sorts primitives by their kind, those that cost propagation least first. The order within a kind
    /// stays the same.
    pub(super) fn sort(primitives: &mut [Primitive]) {
        primitives.sort_by_key(|of| match of.rule {
            Rule::Relation(_) => 0,
            Rule::House(_) => 1,
            Rule::Equation(_) => 2,
            Rule::Automaton(_) => 3,
            Rule::Count(_) => 4,
            Rule::Connected(_) => 5,
            Rule::DistinctPairs(_) => 6,
            Rule::Choice(_) => 7,
        });
    }

    /// The relation, if it is one.
    pub fn relation(&self) -> Option<&Relation> {
        match &self.rule {
            Rule::Relation(relation) => Some(relation),
            _ => None,
        }
    }

    /// The house, if it is one.
    pub fn house(&self) -> Option<&House> {
        match &self.rule {
            Rule::House(house) => Some(house),
            _ => None,
        }
    }

    /// The equation, if it is one.
    pub fn equation(&self) -> Option<&Equation> {
        match &self.rule {
            Rule::Equation(equation) => Some(equation),
            _ => None,
        }
    }

    /// Returns true if digits have to differ and nothing else.
    pub fn is_difference(&self) -> bool {
        self.house().is_some_and(|house| house.sets().is_none())
    }

    /// Returns the number of transitions of its automata, including that of an equation, which may not be
    /// built yet, and those of alternatives.
    pub(super) fn transition_bound(&self) -> usize {
        match &self.rule {
            Rule::Equation(equation) => equation.transition_bound(),
            Rule::Automaton(automaton) | Rule::Count(DigitCount { automaton, .. }) => {
                automaton.transition_count()
            }
            Rule::Choice(choice) => {
                let primitives = choice.alternatives.iter().flatten();
                primitives.map(Primitive::transition_bound).sum()
            }
            _ => 0,
        }
    }
}

/// Alternatives of which at least one holds.
#[derive(Debug, Clone)]
pub struct Choice {
    alternatives: Vec<Vec<Primitive>>,
    cells: Vec<Cell>,
}

impl Choice {
    pub(super) fn new(mut alternatives: Vec<Vec<Primitive>>) -> Choice {
        for alternative in &mut alternatives {
            Primitive::sort(alternative);
        }
        let cells = alternatives.iter().flatten().flat_map(Primitive::cells);
        Choice {
            cells: sorted_set(cells.copied().collect()),
            alternatives,
        }
    }

    /// The alternatives. All primitives of one of them hold.
    pub fn alternatives(&self) -> &[Vec<Primitive>] {
        &self.alternatives
    }

    /// The cells of all alternatives, in ascending order.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }
}

/// Cells that are orthogonally connected if they hold one of some digits.
#[derive(Debug, Clone)]
pub struct Connected {
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
    /// The first and the second cell of each pair.
    pub pairs: Vec<[Cell; 2]>,
    /// The digits of the first and of the second cells. Other primitives exclude all others.
    pub digits: [Vec<Digit>; 2],
    /// All cells, in ascending order.
    pub cells: Vec<Cell>,
}

impl DistinctPairs {
    pub(super) fn new(pairs: Vec<[Cell; 2]>, digits: [Vec<Digit>; 2]) -> DistinctPairs {
        DistinctPairs {
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
