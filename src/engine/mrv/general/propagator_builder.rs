//! Propagators made from the primitives of a layout.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::choice::ChoicePropagator;
use super::connected::ConnectedPropagator;
use super::digit_counts::{DigitCounts, MOST_CELLS};
use super::digit_sets::DigitSets;
use super::distinct_pairs::DistinctPairsPropagator;
use super::distinct_states::DistinctStates;
use super::pair_support::{AllowedDigits, PairSupport, SupportTables, allowed_digits};
use super::peers::Peers;
use super::position::{DigitBit, Refuted};
use super::primitive_propagator::PrimitivePropagator;
use super::sets_by_sum::SetsBySum;
use super::state_graph::StateGraph;
use super::sum::Sum;
use crate::board::{
    Automaton, Cell, Choice, DigitBits, DigitCount, Equation, Geometry, House, Layout, Primitive,
    Relation, Rule,
};

/// Makes propagators, which share tables.
pub(super) struct PropagatorBuilder<'a> {
    board: &'a Geometry,
    peers: &'a Peers,
    tables: HashMap<AllowedDigits, Arc<SupportTables>>,
    /// The relation before, and its tables.
    last: Option<(Relation, Arc<SupportTables>)>,
    sets: Arc<SetsBySum>,
}

/// The indices of cells.
pub(super) fn indices(cells: &[Cell]) -> Vec<u32> {
    cells.iter().map(|cell| cell.index() as u32).collect()
}

/// Returns true if a relation of a board has a propagator: if there are up to 64 digits, and [`Peers`] do not
/// take care of it.
pub(super) fn is_propagated(relation: &Relation, digits: usize) -> bool {
    digits <= DigitBits::BITS as usize && !relation.is_inequality()
}

impl<'a> PropagatorBuilder<'a> {
    pub(super) fn new(board: &'a Geometry, peers: &'a Peers) -> PropagatorBuilder<'a> {
        PropagatorBuilder {
            board,
            peers,
            tables: HashMap::new(),
            last: None,
            sets: Arc::new(SetsBySum::new(board.digit_count())),
        }
    }

    /// Returns the propagators of primitives of the board. `start` has the candidates of each cell before
    /// propagation. Automata over single cells restrict these, and so does a rule that no digits satisfy.
    pub(super) fn of_board(
        &mut self,
        primitives: &[Primitive],
        start: &mut [DigitBits],
    ) -> Vec<PrimitivePropagator> {
        let digits = self.board.digit_count();
        let words = digits.div_ceil(DigitBits::BITS as usize);
        let mut all = Vec::new();
        for primitive in primitives {
            // A choice without cells has an alternative that always holds.
            let Some(first) = primitive.cells().first() else {
                continue;
            };
            let of_cell = &mut start[first.index() * words..][..words];
            match &primitive.rule {
                Rule::Relation(relation) if !is_propagated(relation, digits) => {}
                Rule::Count(count) if self.is_grouped(count) => {}
                Rule::Automaton(automaton) | Rule::Count(DigitCount { automaton, .. })
                    if automaton.cells.len() == 1 =>
                {
                    let mut allowed = vec![0; words];
                    for step in &automaton.layers()[0] {
                        let digit = DigitBit::of(step.digit.index());
                        allowed[digit.word as usize] |= digit.bit;
                    }
                    let of_cell = of_cell.iter_mut().zip(allowed);
                    of_cell.for_each(|(digits, allowed)| *digits &= allowed);
                }
                rule => match self.propagator(rule) {
                    Ok(propagator) => all.extend(propagator),
                    Err(Refuted) => of_cell.fill(0),
                },
            }
        }
        all
    }

    /// Returns the propagator of a rule, except that digits of a house differ.
    ///
    /// # Errors
    /// If no digits satisfy the rule.
    pub(super) fn propagator(
        &mut self,
        rule: &Rule,
    ) -> Result<Option<PrimitivePropagator>, Refuted> {
        Ok(Some(match rule {
            Rule::Relation(relation) => self.relation(relation),
            Rule::House(house) => return Ok(self.digit_sets(house)),
            Rule::Equation(equation) => self.equation(equation)?,
            Rule::Automaton(automaton) | Rule::Count(DigitCount { automaton, .. }) => {
                self.automaton(automaton)?
            }
            Rule::Connected(connected) => {
                PrimitivePropagator::Connected(ConnectedPropagator::new(connected))
            }
            Rule::DistinctPairs(pairs) => {
                PrimitivePropagator::DistinctPairs(DistinctPairsPropagator::new(pairs))
            }
            Rule::Choice(choice) => self.choice(choice)?,
        }))
    }

    fn relation(&mut self, relation: &Relation) -> PrimitivePropagator {
        let last = self
            .last
            .take()
            .filter(|(last, _)| last.shares_table(relation));
        let (last, tables) = last.unwrap_or_else(|| {
            let allowed = allowed_digits(relation, self.board.digit_count());
            let tables = self
                .tables
                .entry(allowed)
                .or_insert_with_key(|allowed| Arc::new(SupportTables::new(allowed)));
            (relation.clone(), tables.clone())
        });
        let pairs = PairSupport::new(relation, &tables);
        self.last = Some((last, tables));
        PrimitivePropagator::Pairs(pairs)
    }

    /// Returns the propagator of the digit sets of a house, if it has any. All sets with the same sum are
    /// a sum.
    fn digit_sets(&self, house: &House) -> Option<PrimitivePropagator> {
        let (sets, cells) = (house.sets()?, indices(&house.cells));
        if let Some(total) = house.total().filter(|_| self.sets.has_size(cells.len())) {
            let terms: Vec<(u32, i64)> = cells.iter().map(|cell| (*cell, 1)).collect();
            return Some(self.sum(&terms, total));
        }
        let sets = DigitSets::new(cells, sets.iter().copied());
        Some(PrimitivePropagator::Sets(sets))
    }

    pub(super) fn sum(&self, terms: &[(u32, i64)], total: i64) -> PrimitivePropagator {
        let lowest = *self.board.all_values().start() as i64;
        // The digits are counted from their lowest value.
        let of_indices = terms.iter().fold(total, |total, (_, coefficient)| {
            total.saturating_sub(coefficient.saturating_mul(lowest))
        });
        let sum = Sum::new(terms, of_indices, &self.sets, self.peers);
        PrimitivePropagator::Sum(sum)
    }

    fn equation(&self, equation: &Equation) -> Result<PrimitivePropagator, Refuted> {
        if self.board.digit_count() > DigitBits::BITS as usize {
            // Sums of many digits are read cell by cell.
            return self.automaton(equation.automaton(self.board));
        }
        let terms = equation.terms.iter();
        let terms = terms.map(|(cell, coefficient)| (cell.index() as u32, *coefficient));
        Ok(self.sum(&terms.collect::<Vec<_>>(), equation.total))
    }

    fn automaton(&self, automaton: &Automaton) -> Result<PrimitivePropagator, Refuted> {
        if automaton.is_impossible() {
            return Err(Refuted);
        }
        let (cells, digits) = (indices(&automaton.cells), self.board.digit_count());
        let is_distinct = digits <= DigitBits::BITS as usize
            && cells.len() > 2
            && self.peers.are_all_different(&cells);
        let distinct = is_distinct.then(|| DistinctStates::new(automaton, digits));
        Ok(match distinct.flatten() {
            Some(distinct) => PrimitivePropagator::DistinctStates(distinct),
            None => PrimitivePropagator::States(StateGraph::new(automaton)),
        })
    }

    /// Returns true if [`PropagatorBuilder::digit_counts`] takes care of a count.
    fn is_grouped(&self, DigitCount { automaton, .. }: &DigitCount) -> bool {
        (2..=MOST_CELLS).contains(&automaton.cells.len())
            && !automaton.is_impossible()
            && self.board.digit_count() <= DigitBits::BITS as usize
    }

    /// Returns a propagator for each group of cells in which digits are counted.
    pub(super) fn digit_counts(&self, layout: &Layout) -> Vec<PrimitivePropagator> {
        let mut all: BTreeMap<Vec<u32>, DigitCounts> = BTreeMap::new();
        for primitive in layout.primitives() {
            let Rule::Count(count) = &primitive.rule else {
                continue;
            };
            if !self.is_grouped(count) {
                continue;
            }
            let mut cells = indices(primitive.cells());
            cells.sort_unstable();
            let counts = all.entry(cells).or_insert_with_key(|cells| {
                DigitCounts::new(cells.clone(), self.board.digit_count())
            });
            counts.allow(count.digit.index(), &count.counts);
        }
        all.into_values().map(PrimitivePropagator::Counts).collect()
    }

    /// Returns the propagator of a choice.
    fn choice(&mut self, choice: &Choice) -> Result<PrimitivePropagator, Refuted> {
        let alternatives = choice.alternatives().iter();
        let alternatives = alternatives.filter_map(|of| self.alternative(of).ok());
        let alternatives: Vec<Vec<PrimitivePropagator>> = alternatives.collect();
        if alternatives.is_empty() {
            return Err(Refuted);
        }
        let choice = ChoicePropagator::new(indices(choice.cells()), alternatives);
        Ok(PrimitivePropagator::Choice(choice))
    }

    /// Returns the propagators of an alternative.
    fn alternative(&mut self, of: &[Primitive]) -> Result<Vec<PrimitivePropagator>, Refuted> {
        let mut all = Vec::new();
        for primitive in of {
            if let Some(house) = primitive.house() {
                all.push(PrimitivePropagator::Different(indices(&house.cells)));
            }
            all.extend(self.propagator(&primitive.rule)?);
        }
        all.sort_by_key(PrimitivePropagator::cost);
        Ok(all)
    }
}
