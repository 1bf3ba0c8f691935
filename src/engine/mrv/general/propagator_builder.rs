//! Propagators made from the primitives of a layout.

use std::collections::HashMap;
use std::sync::Arc;

use super::choice::ChoicePropagator;
use super::connected::ConnectedPropagator;
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
    PrimitivesOf, Relation,
};

/// Makes propagators, which share tables.
pub(super) struct PropagatorBuilder<'a> {
    board: &'a Geometry,
    peers: &'a Peers,
    tables: HashMap<AllowedDigits, Arc<SupportTables>>,
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
            sets: Arc::new(SetsBySum::new(board.digit_count())),
        }
    }

    pub(super) fn relation(&mut self, relation: &Relation) -> PrimitivePropagator {
        let tables = self
            .tables
            .entry(allowed_digits(relation, self.board.digit_count()))
            .or_insert_with_key(|allowed| Arc::new(SupportTables::new(allowed)));
        PrimitivePropagator::Pairs(PairSupport::new(relation, tables))
    }

    /// Returns the propagator of the digit sets of a house, if it has any. All sets with the same sum are
    /// a sum.
    pub(super) fn digit_sets(&self, house: &House) -> Option<PrimitivePropagator> {
        let (sets, cells) = (house.sets()?, indices(&house.cells));
        let lowest = *self.board.all_values().start() * cells.len();
        let of_sum = house.sum(self.board).filter(|total| {
            let of_indices = usize::try_from(*total - lowest as i64);
            let all = of_indices.map(|sum| self.sets.of(cells.len(), sum).len());
            all == Ok(sets.len())
        });
        if let Some(total) = of_sum {
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
