//! Primitives: all that engines, encodings and explanations see of the rules of a board.

use std::sync::Arc;

use super::automaton::Automaton;
use super::cell::{Candidate, Cell, Digit};
use super::digit_bits::DigitBits;
use super::digit_count::DigitCount;
use super::equation::Equation;
use super::jagged::Jagged;
use super::pair_table::PairTable;
use super::source::Source;

/// A rule about the digits of some cells, and its origin.
#[derive(Debug, Clone)]
pub struct Primitive {
    /// The origin.
    pub source: Source,
    /// The cells, each once. Those of houses, connected cells and alternatives are in ascending order.
    pub cells: Vec<Cell>,
    /// The rule.
    pub rule: Rule,
}

/// A rule about the digits of the cells of a [`Primitive`].
#[derive(Debug, Clone)]
pub enum Rule {
    /// A house: digits differ. If there are as many cells as digits, it contains each digit once.
    Different,
    /// A house whose digits form one of several sets.
    DigitSets(DigitSets),
    /// A relation: two cells hold none of some pairs of digits.
    ///
    /// Anti-knight and anti-king forbid equal digits and non-consecutive forbids the difference 1; a
    /// thermometer forbids every pair that does not increase. Inequalities could also be houses of two
    /// cells, but engines count the places of a digit in each house, and a house of two cells never has a
    /// hidden single.
    Relation(Arc<PairTable>),
    /// Digits, times a coefficient for each cell, add up to a total.
    Sum(Equation),
    /// Digits form a sequence that an automaton accepts.
    Automaton(Automaton),
    /// A digit occurs a possible number of times.
    Count(DigitCount),
    /// Cells with some digits are connected.
    Connected(Connected),
    /// Cells that follow each other in the list form pairs: the first and the second, the third and the fourth.
    /// No two pairs hold the same pair of digits, like those of a Graeco-Latin square.
    DistinctPairs(DistinctPairs),
    /// All primitives of at least one of the alternatives hold.
    Either(Vec<Vec<Primitive>>),
}

/// The sets of digits that the cells of a house can hold. A cage of two cells with the sum 5 can hold {1, 4}
/// and {2, 3}.
#[derive(Debug, Clone)]
pub struct DigitSets {
    /// The sets.
    pub sets: Arc<[DigitBits]>,
    /// The sum of the digits if the sets are all sets with this sum: the total of a cage. If there is no set,
    /// there is no total.
    pub total: Option<i64>,
}

impl DigitSets {
    pub(super) fn new(sets: Vec<DigitBits>, total: Option<i64>) -> DigitSets {
        DigitSets {
            total: total.filter(|_| !sets.is_empty()),
            sets: sets.into(),
        }
    }
}

/// Orthogonal connection of the cells that hold one of some digits.
#[derive(Debug, Clone)]
pub struct Connected {
    /// For each cell, the places of its neighbours in the list of cells.
    pub neighbours: Vec<Vec<usize>>,
    /// The digits: at least one.
    pub digits: Vec<Digit>,
    /// The number of connected cells, if it is fixed.
    pub size: Option<usize>,
}

/// The digits of pairs of cells that all differ.
#[derive(Debug, Clone)]
pub struct DistinctPairs {
    /// The digits of the first and of the second cells. Other primitives exclude all others.
    pub digits: [Vec<Digit>; 2],
}

impl DistinctPairs {
    /// Returns true if this number of pairs is that of combinations of digits, so that each occurs once.
    pub fn is_full(&self, pairs: usize) -> bool {
        let [firsts, seconds] = &self.digits;
        pairs == firsts.len() * seconds.len()
    }
}

impl Primitive {
    /// Creates the house of these cells, in ascending order.
    pub(super) fn house(source: Source, cells: Vec<Cell>) -> Primitive {
        let rule = Rule::Different;
        Primitive {
            source,
            cells,
            rule,
        }
    }

    /// Creates a relation of two different cells.
    pub(super) fn of_pair(source: Source, cells: [Cell; 2], table: &Arc<PairTable>) -> Primitive {
        Primitive {
            source,
            cells: cells.to_vec(),
            rule: Rule::Relation(table.clone()),
        }
    }

    /// Creates alternatives.
    pub(super) fn either(source: Source, mut alternatives: Vec<Vec<Primitive>>) -> Primitive {
        for alternative in &mut alternatives {
            alternative.sort_by_cached_key(Primitive::rank);
        }
        let cells = alternatives.iter().flatten().flat_map(|of| &of.cells);
        let mut cells: Vec<Cell> = cells.copied().collect();
        cells.sort_unstable();
        cells.dedup();
        Primitive {
            source,
            cells,
            rule: Rule::Either(alternatives),
        }
    }

    /// The place of its kind among all, those that cost propagation least first.
    fn rank(&self) -> usize {
        match self.rule {
            Rule::Relation(_) => 0,
            Rule::Different | Rule::DigitSets(_) => 1,
            Rule::Sum(_) => 2,
            Rule::Automaton(_) => 3,
            Rule::Count(_) => 4,
            Rule::Connected(_) => 5,
            Rule::DistinctPairs(_) => 6,
            Rule::Either(_) => 7,
        }
    }

    /// Sorts primitives: houses, relations by their cells, and the other kinds by their rank. The order of others
    /// of the same kind stays the same.
    pub(super) fn sort(primitives: &mut [Primitive]) {
        fn key(of: &Primitive) -> (bool, usize, &[Cell]) {
            let cells = if of.is_relation() { &of.cells[..] } else { &[] };
            (!of.is_house(), of.rank(), cells)
        }
        primitives.sort_by(|one, other| key(one).cmp(&key(other)));
    }

    /// Returns, for each cell of a board, the numbers of the primitives that have it.
    pub(super) fn index(primitives: &[Primitive], cells: usize) -> Jagged<u32> {
        let cells_of = primitives.iter().map(|of| of.cells.iter());
        Jagged::groups_of(cells, cells_of.map(|of| of.map(|cell| cell.index())))
    }

    /// Returns true if digits differ, whether or not they also form one of several sets.
    pub fn is_house(&self) -> bool {
        matches!(self.rule, Rule::Different | Rule::DigitSets(_))
    }

    /// Returns true for relations.
    pub fn is_relation(&self) -> bool {
        matches!(self.rule, Rule::Relation(_))
    }

    /// Returns true for a relation that forbids equal digits and nothing else.
    pub fn is_inequality(&self) -> bool {
        matches!(&self.rule, Rule::Relation(table) if table.is_inequality())
    }

    /// The sets of digits that a house can hold, if its rule says more than that digits differ.
    pub fn sets(&self) -> Option<&[DigitBits]> {
        match &self.rule {
            Rule::DigitSets(of) => Some(&of.sets),
            _ => None,
        }
    }

    /// Returns the cells with their coefficients, and the total, if the rule is a sum or consists of all sets
    /// of digits with a sum.
    pub fn sum(&self) -> Option<(Vec<(Cell, i64)>, i64)> {
        match &self.rule {
            Rule::Sum(equation) => Some((equation.terms(&self.cells).collect(), equation.total)),
            Rule::DigitSets(DigitSets { total, .. }) => {
                let terms = self.cells.iter().map(|cell| (*cell, 1));
                Some((terms.collect(), (*total)?))
            }
            _ => None,
        }
    }

    /// Returns the candidates in the other cell of a relation that exclude `candidate`, which is in one of its
    /// cells. Other rules have none.
    pub fn excluded(&self, candidate: Candidate) -> impl Iterator<Item = Candidate> + '_ {
        let place = usize::from(candidate.cell != self.cells[0]);
        let partners = match &self.rule {
            Rule::Relation(table) => table.partners(place, candidate.digit),
            _ => &[],
        };
        let digits = partners.iter().copied();
        digits.map(move |digit| Candidate {
            cell: self.cells[1 - place],
            digit,
        })
    }

    /// The pairs of candidates that a relation forbids, each in the order of the cells. Other rules have none.
    pub fn forbidden_pairs(&self) -> impl Iterator<Item = [Candidate; 2]> + '_ {
        let table = match &self.rule {
            Rule::Relation(table) => Some(table),
            _ => None,
        };
        let pairs = table.into_iter().flat_map(|table| table.pairs());
        pairs.map(|digits| {
            [0, 1].map(|place| Candidate {
                cell: self.cells[place],
                digit: digits[place],
            })
        })
    }

    /// Returns the number of transitions of its automata, including that of a sum, which may not be built yet,
    /// and those of alternatives.
    pub(super) fn transition_bound(&self) -> usize {
        match &self.rule {
            Rule::Sum(equation) => equation.transition_bound(),
            Rule::Automaton(automaton) | Rule::Count(DigitCount { automaton, .. }) => {
                automaton.transition_count()
            }
            Rule::Either(alternatives) => {
                let primitives = alternatives.iter().flatten();
                primitives.map(Primitive::transition_bound).sum()
            }
            _ => 0,
        }
    }
}
