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
use super::primitive_propagator::PrimitivePropagator;
use super::sets_by_sum::SetsBySum;
use super::state_graph::StateGraph;
use super::sum::Sum;
use crate::board::{
    Automaton, Cell, Choice, Connected, DigitBits, DistinctPairs, Equation, Geometry, House,
    Layout, PrimitivesOf, Relation,
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

    pub(super) fn relation(&mut self, relation: &Relation) -> PrimitivePropagator {
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
    pub(super) fn digit_sets(&self, house: &House) -> Option<PrimitivePropagator> {
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

    /// Returns the propagator of an equation, or `None` if it has no solution.
    pub(super) fn equation(&self, equation: &Equation) -> Option<PrimitivePropagator> {
        if self.board.digit_count() > DigitBits::BITS as usize {
            // Sums of many digits are read cell by cell.
            let automaton = equation.automaton(self.board);
            return (!automaton.is_impossible()).then(|| self.automaton(automaton));
        }
        let terms = equation.terms.iter();
        let terms = terms.map(|(cell, coefficient)| (cell.index() as u32, *coefficient));
        Some(self.sum(&terms.collect::<Vec<_>>(), equation.total))
    }

    /// Returns the propagator of an automaton that accepts something.
    pub(super) fn automaton(&self, automaton: &Automaton) -> PrimitivePropagator {
        let (cells, digits) = (indices(&automaton.cells), self.board.digit_count());
        let is_distinct = digits <= DigitBits::BITS as usize
            && cells.len() > 2
            && self.peers.are_all_different(&cells);
        let distinct = is_distinct.then(|| DistinctStates::new(automaton, digits));
        match distinct.flatten() {
            Some(distinct) => PrimitivePropagator::DistinctStates(distinct),
            None => PrimitivePropagator::States(StateGraph::new(automaton)),
        }
    }

    /// Returns true if [`PropagatorBuilder::digit_counts`] takes care of an automaton.
    pub(super) fn is_count(&self, automaton: &Automaton) -> bool {
        automaton.counted.is_some()
            && (2..=MOST_CELLS).contains(&automaton.cells.len())
            && !automaton.is_impossible()
            && self.board.digit_count() <= DigitBits::BITS as usize
    }

    /// Returns a propagator for each group of cells in which digits are counted.
    pub(super) fn digit_counts(&self, layout: &Layout) -> Vec<PrimitivePropagator> {
        let mut all: BTreeMap<Vec<u32>, DigitCounts> = BTreeMap::new();
        for automaton in layout.automata() {
            let Some(counted) = automaton
                .counted
                .as_ref()
                .filter(|_| self.is_count(automaton))
            else {
                continue;
            };
            let mut cells = indices(&automaton.cells);
            cells.sort_unstable();
            let counts = all.entry(cells).or_insert_with_key(|cells| {
                DigitCounts::new(cells.clone(), self.board.digit_count())
            });
            counts.allow(counted.digit.index(), &counted.counts);
        }
        all.into_values().map(PrimitivePropagator::Counts).collect()
    }

    pub(super) fn connected(connected: &Connected) -> PrimitivePropagator {
        PrimitivePropagator::Connected(ConnectedPropagator::new(connected))
    }

    pub(super) fn distinct_pairs(pairs: &DistinctPairs) -> PrimitivePropagator {
        PrimitivePropagator::DistinctPairs(DistinctPairsPropagator::new(pairs))
    }

    /// Returns the propagator of a choice, or `None` if no alternative can hold.
    pub(super) fn choice(&mut self, choice: &Choice) -> Option<PrimitivePropagator> {
        let alternatives = choice.alternatives();
        let alternatives = alternatives.filter_map(|of| self.alternative(&of));
        let alternatives: Vec<Vec<PrimitivePropagator>> = alternatives.collect();
        let cells = indices(choice.cells());
        (!alternatives.is_empty())
            .then(|| PrimitivePropagator::Choice(ChoicePropagator::new(cells, alternatives)))
    }

    /// Returns the propagators of an alternative, or `None` if it cannot hold.
    fn alternative(&mut self, of: &PrimitivesOf<'_>) -> Option<Vec<PrimitivePropagator>> {
        if of
            .automata
            .iter()
            .any(|automaton| automaton.is_impossible())
        {
            return None;
        }
        let mut all: Vec<PrimitivePropagator> = of
            .relations
            .iter()
            .map(|relation| self.relation(relation))
            .collect();
        for house in &of.houses {
            all.push(PrimitivePropagator::Different(indices(&house.cells)));
            all.extend(self.digit_sets(house));
        }
        for equation in &of.equations {
            all.push(self.equation(equation)?);
        }
        all.extend(
            of.automata
                .iter()
                .map(|automaton| self.automaton(automaton)),
        );
        all.extend(
            of.connected
                .iter()
                .map(|connected| PropagatorBuilder::connected(connected)),
        );
        all.extend(
            of.distinct_pairs
                .iter()
                .map(|pairs| PropagatorBuilder::distinct_pairs(pairs)),
        );
        for choice in &of.choices {
            all.push(self.choice(choice)?);
        }
        all.sort_by_key(PrimitivePropagator::cost);
        Some(all)
    }
}
