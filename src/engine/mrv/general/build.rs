//! The propagators of a board, made from its primitives.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::connected::ConnectedPropagator;
use super::different::Different;
use super::digit_counts::{Cover, DigitCounts, MOST_CELLS};
use super::digit_sets::{DigitSetsPropagator, SetsBySum};
use super::distinct_pairs::DistinctPairsPropagator;
use super::distinct_states::DistinctStates;
use super::either::EitherPropagator;
use super::implied_sums::{KnownSum, implied_sums};
use super::pair_support::{AllowedDigits, PairSupport, SupportTables, allowed_digits};
use super::peers::Peers;
use super::position::Refuted;
use super::propagator::{Propagator, indices};
use super::state_graph::StateGraph;
use super::sum::Sum;
use crate::board::{
    Automaton, Cell, DigitBits, DigitSets, Geometry, Layout, PairTable, Primitive, Rule, Source,
};

/// Makes propagators, which share tables.
struct Builder<'a> {
    layout: &'a Layout,
    board: &'a Geometry,
    peers: &'a Peers,
    tables: HashMap<AllowedDigits, Arc<SupportTables>>,
    /// The table of the relation before, and what it allows.
    last: Option<(Arc<PairTable>, Arc<SupportTables>)>,
    sets: Arc<SetsBySum>,
}

/// Returns the propagators of a board, and the cells of the rules that no digits satisfy. Houses of the board
/// and inequalities have none of their own.
pub(super) fn propagators(layout: &Layout, peers: &Peers) -> (Vec<Box<dyn Propagator>>, Vec<u32>) {
    let board = layout.geometry();
    let mut builder = Builder {
        layout,
        board,
        peers,
        tables: HashMap::new(),
        last: None,
        sets: Arc::new(SetsBySum::new(board.digit_count())),
    };
    let (mut all, mut impossible) = (Vec::new(), Vec::new());
    let mut counts: BTreeMap<Vec<u32>, DigitCounts> = BTreeMap::new();
    for primitive in layout.primitives() {
        if let Rule::Count(count) = &primitive.rule
            && let Some(cells) = counted_cells(&primitive.cells)
        {
            // Those of the same cells are one.
            let all = counts.entry(cells);
            let all = all.or_insert_with_key(|cells| builder.counts(cells.clone()));
            all.allow(count.digit.index(), &count.counts);
            continue;
        }
        // Alternatives without cells always hold.
        let Some(first) = primitive.cells.first() else {
            continue;
        };
        match builder.propagator(primitive) {
            Ok(propagator) => all.extend(propagator),
            Err(Refuted) => impossible.push(first.index() as u32),
        }
    }
    all.extend(
        counts
            .into_values()
            .map(|of| Box::new(of) as Box<dyn Propagator>),
    );
    let known: Vec<KnownSum> = layout.primitives().iter().filter_map(known_sum).collect();
    for (terms, total) in implied_sums(layout, &known) {
        all.push(builder.sum(&terms, total));
    }
    (all, impossible)
}

/// Returns the terms and the total of a cage or an equation, unless a number is so large that sums of
/// several equations could overflow.
fn known_sum(primitive: &Primitive) -> Option<KnownSum> {
    const GREATEST: u64 = 1 << 32;
    let (terms, total) = primitive.sum()?;
    let terms = terms.into_iter().map(|(cell, coefficient)| {
        let is_small = coefficient.unsigned_abs() <= GREATEST;
        is_small.then_some((cell.index() as u32, coefficient))
    });
    let terms = terms.collect::<Option<_>>()?;
    (total.unsigned_abs() <= GREATEST).then_some((terms, total))
}

/// Estimates the memory of the propagators of a board, in bytes.
pub(super) fn bytes(layout: &Layout) -> u64 {
    /// An edge of a state graph, or an entry of a table of states for each digit.
    const PER_TRANSITION: usize = 16;
    let digits = layout.digit_count();
    let tables = layout.relations().iter().filter_map(|of| match &of.rule {
        Rule::Relation(table) if !table.is_inequality() => Some(table),
        _ => None,
    });
    let tables: Vec<&Arc<PairTable>> = tables.collect();
    let tables = tables.chunk_by(|one, other| Arc::ptr_eq(one, other));
    let pairs = tables.count() * SupportTables::bytes(digits);
    (pairs + layout.transition_bound() * PER_TRANSITION) as u64
}

impl Builder<'_> {
    /// Returns the propagator of a rule, except that digits of a house differ.
    ///
    /// # Errors
    /// If no digits satisfy the rule.
    fn propagator(
        &mut self,
        Primitive { cells, rule, .. }: &Primitive,
    ) -> Result<Option<Box<dyn Propagator>>, Refuted> {
        Ok(Some(match rule {
            Rule::Different => return Ok(None),
            Rule::DigitSets(of) => self.digit_sets(cells, of),
            Rule::Relation(table) if table.is_inequality() => return Ok(None),
            Rule::Relation(table) => self.relation(cells, table),
            Rule::Sum(equation) => {
                let terms = equation.terms(cells);
                let terms = terms.map(|(cell, coefficient)| (cell.index() as u32, coefficient));
                self.sum(&terms.collect::<Vec<_>>(), equation.total)
            }
            Rule::Automaton(automaton) => self.automaton(cells, automaton)?,
            Rule::Count(count) => match counted_cells(cells) {
                Some(cells) => {
                    let mut counts = self.counts(cells);
                    counts.allow(count.digit.index(), &count.counts);
                    Box::new(counts)
                }
                None => self.automaton(cells, &count.automaton)?,
            },
            Rule::Connected(of) => Box::new(ConnectedPropagator::new(cells, of)),
            Rule::DistinctPairs(of) => Box::new(DistinctPairsPropagator::new(cells, of)),
            Rule::Either(alternatives) => self.either(cells, alternatives)?,
        }))
    }

    /// Returns the propagator of counts in these cells, without any count that is excluded.
    fn counts(&self, cells: Vec<u32>) -> DigitCounts {
        let covers = self.covers(&cells);
        DigitCounts::new(cells, self.board.digit_count(), covers)
    }

    /// Returns the full rows, columns or boxes that contain each of the cells once. There are none if a cell is
    /// counted twice, or if only variables hold some digit.
    fn covers(&self, cells: &[u32]) -> Vec<Cover> {
        let is_repeated = cells.windows(2).any(|pair| pair[0] == pair[1]);
        if is_repeated || self.board.digits_in_grid() < self.board.digit_count() {
            return Vec::new();
        }
        let kinds = [Source::is_row, Source::is_column, Source::is_box];
        let covers = kinds.map(|is_of_kind| {
            let houses = self.layout.houses().iter();
            let houses = houses.filter(|of| is_of_kind(of.source) && self.layout.is_full(of));
            let parts = houses.map(|house| {
                let (counted, others) = (indices(&house.cells).into_iter())
                    .partition(|cell| cells.binary_search(cell).is_ok());
                [counted, others]
            });
            parts.collect::<Cover>()
        });
        let is_complete = |cover: &Cover| {
            let count = |cell: &u32| cover.iter().filter(|of| of[0].contains(cell)).count();
            cells.iter().all(|cell| count(cell) == 1)
        };
        covers.into_iter().filter(is_complete).collect()
    }

    fn relation(&mut self, cells: &[Cell], table: &Arc<PairTable>) -> Box<dyn Propagator> {
        let is_same = |(last, _): &(Arc<PairTable>, _)| Arc::ptr_eq(last, table);
        let (last, tables) = self.last.take().filter(is_same).unwrap_or_else(|| {
            let allowed = allowed_digits(table, self.board.digit_count());
            let tables = self.tables.entry(allowed);
            let tables = tables.or_insert_with_key(|allowed| Arc::new(SupportTables::new(allowed)));
            (table.clone(), tables.clone())
        });
        let pair = [0, 1].map(|place| cells[place].index() as u32);
        let pairs = PairSupport::new(pair, &tables);
        self.last = Some((last, tables));
        Box::new(pairs)
    }

    /// Returns the propagator of the digit sets of a house. All sets with the same sum are a sum.
    fn digit_sets(&self, cells: &[Cell], of: &DigitSets) -> Box<dyn Propagator> {
        let (sets, cells) = (of.sets.to_vec(), indices(cells));
        if let Some(total) = of.total.filter(|_| self.sets.has_size(cells.len())) {
            let terms: Vec<(u32, i64)> = cells.iter().map(|cell| (*cell, 1)).collect();
            return self.sum(&terms, total);
        }
        Box::new(DigitSetsPropagator { cells, sets })
    }

    fn sum(&self, terms: &[(u32, i64)], total: i64) -> Box<dyn Propagator> {
        let lowest = *self.board.all_values().start() as i64;
        // The digits are counted from their lowest value.
        let of_indices = terms.iter().fold(total, |total, (_, coefficient)| {
            total.saturating_sub(coefficient.saturating_mul(lowest))
        });
        Box::new(Sum::new(terms, of_indices, &self.sets, self.peers))
    }

    fn automaton(
        &self,
        cells: &[Cell],
        automaton: &Automaton,
    ) -> Result<Box<dyn Propagator>, Refuted> {
        if automaton.is_impossible() {
            return Err(Refuted);
        }
        let (cells, size) = (indices(cells), self.board.digit_count());
        let is_distinct = cells.len() > 2 && self.peers.are_all_different(&cells);
        let distinct = is_distinct.then(|| DistinctStates::new(&cells, automaton, size));
        Ok(match distinct.flatten() {
            Some(distinct) => Box::new(distinct),
            None => Box::new(StateGraph::new(cells, automaton)),
        })
    }

    fn either(
        &mut self,
        cells: &[Cell],
        alternatives: &[Vec<Primitive>],
    ) -> Result<Box<dyn Propagator>, Refuted> {
        let alternatives = alternatives.iter();
        let alternatives = alternatives.filter_map(|of| self.alternative(of).ok());
        let alternatives: Vec<_> = alternatives.collect();
        if alternatives.is_empty() {
            return Err(Refuted);
        }
        Ok(Box::new(EitherPropagator {
            cells: indices(cells),
            alternatives,
        }))
    }

    /// Returns the propagators of an alternative.
    fn alternative(&mut self, of: &[Primitive]) -> Result<Vec<Box<dyn Propagator>>, Refuted> {
        let mut all: Vec<Box<dyn Propagator>> = Vec::new();
        for primitive in of {
            match &primitive.rule {
                Rule::Different | Rule::DigitSets(_) => {
                    all.push(Box::new(Different(indices(&primitive.cells))));
                }
                Rule::Relation(table) if table.is_inequality() => {
                    all.push(self.relation(&primitive.cells, table));
                    continue;
                }
                _ => {}
            }
            all.extend(self.propagator(primitive)?);
        }
        Ok(all)
    }
}

/// Returns the cells of a count in ascending order, unless there are too many.
fn counted_cells(cells: &[Cell]) -> Option<Vec<u32>> {
    let mut cells = indices(cells);
    cells.sort_unstable();
    (cells.len() <= MOST_CELLS).then_some(cells)
}

/// Returns the bits of all digits.
pub(super) fn all_digits(digits: usize) -> DigitBits {
    DigitBits::MAX >> (DigitBits::BITS as usize - digits)
}
