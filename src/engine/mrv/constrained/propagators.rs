//! The constraints of a board as propagators, each with a number. Those that cost little have low
//! numbers and go first.

use super::distinct_states::{DistinctStates, UsedDigits};
use super::grouped_sum::{DigitSets, GroupedSum, SumMemory};
use super::implied_sums::{Equation, implied_sums};
use super::pair_support::PairSupport;
use super::peers::Peers;
use super::position::MaskPosition;
use super::state_graph::{ReachedStates, StateGraph};
use crate::board::{Automaton, Cell, DigitBits, Layout, Relation};

/// The propagators of a layout.
#[derive(Debug)]
pub(super) struct Propagators {
    pub(super) peers: Peers,
    all: Vec<Propagator>,
    every_digit: DigitBits,
    /// The candidates of each cell before propagation. Automata over single cells restrict them.
    pub(super) start: Vec<DigitBits>,
    /// For each cell, the propagators to run when it changes: bits, in as many words as needed.
    marks: Vec<u64>,
    words: usize,
    /// For each cell, the numbers of its full houses.
    houses: Vec<Vec<u32>>,
}

#[derive(Debug)]
enum Propagator {
    Pairs(PairSupport),
    /// A house that contains every digit.
    Full(Vec<u32>),
    Sets(DigitSets),
    Sum(GroupedSum),
    States(StateGraph),
    DistinctStates(DistinctStates),
}

impl Propagator {
    fn cells(&self) -> &[u32] {
        match self {
            Propagator::Pairs(pairs) => pairs.cells(),
            Propagator::Full(cells) => cells,
            Propagator::Sets(sets) => sets.cells(),
            Propagator::Sum(sum) => sum.cells(),
            Propagator::States(states) => states.cells(),
            Propagator::DistinctStates(states) => states.cells(),
        }
    }

    /// Returns true if running it again without other changes has no effect.
    fn is_idempotent(&self) -> bool {
        match self {
            Propagator::Pairs(_) | Propagator::States(_) | Propagator::DistinctStates(_) => true,
            Propagator::Full(_) => false,
            Propagator::Sets(sets) => sets.is_idempotent(),
            Propagator::Sum(sum) => sum.is_idempotent(),
        }
    }

    /// The order of propagators.
    fn cost(&self) -> usize {
        match self {
            Propagator::Pairs(_) => 0,
            Propagator::Full(_) => 1,
            Propagator::Sets(_) | Propagator::Sum(_) => 1 + self.cells().len(),
            Propagator::States(states) => 10 + states.cells().len(),
            Propagator::DistinctStates(states) => 20 + states.cells().len(),
        }
    }
}

/// Working memory of a search.
#[derive(Debug, Default)]
pub(super) struct PropagationMemory {
    /// The propagators to run, as bits.
    pending: Vec<u64>,
    /// For each full house, the digits removed from its cells since it ran: only their places changed.
    removed: Vec<DigitBits>,
    sums: SumMemory,
    reached: ReachedStates,
    used: UsedDigits,
}

impl PropagationMemory {
    /// Returns the first pending propagator.
    fn next(&self) -> Option<usize> {
        let word = self.pending.iter().position(|word| *word != 0)?;
        Some(word * 64 + self.pending[word].trailing_zeros() as usize)
    }

    /// Forgets which propagators to run.
    pub(super) fn clear(&mut self) {
        self.pending.fill(0);
        self.removed.fill(0);
    }
}

/// The relations that have propagators. Houses and peers take care of the others.
fn relations(layout: &Layout) -> impl Iterator<Item = &Relation> {
    let relations = layout.relations().iter();
    relations.filter(|relation| !relation.is_inequality())
}

impl Propagators {
    /// Estimates the memory of the propagators, in bytes.
    pub(super) fn bytes(layout: &Layout) -> u64 {
        /// An edge of a state graph, or an entry of a table of states for each digit.
        const PER_TRANSITION: usize = 16;
        let pairs = relations(layout).count() * PairSupport::bytes(layout.digit_count());
        let automata = layout.automata().iter();
        let transitions: usize = automata.map(Automaton::transition_count).sum();
        (pairs + transitions * PER_TRANSITION) as u64
    }

    pub(super) fn new(layout: &Layout) -> Propagators {
        let size = layout.digit_count();
        let peers = Peers::new(layout);
        let every_digit = DigitBits::MAX >> (DigitBits::BITS as usize - size);
        let mut start = vec![every_digit; layout.cell_count()];
        let mut all = Vec::new();
        all.extend(
            relations(layout).map(|relation| Propagator::Pairs(PairSupport::new(relation, size))),
        );
        let indices =
            |cells: &[Cell]| -> Vec<u32> { cells.iter().map(|cell| cell.index() as u32).collect() };
        let mut known: Vec<(Vec<u32>, i64)> = Vec::new();
        for house in layout.houses() {
            let cells = indices(&house.cells);
            if layout.is_full(house) {
                all.push(Propagator::Full(cells.clone()));
            }
            if let Some(sets) = house.sets() {
                if let Some(sum) = house.sum(layout.geometry()) {
                    known.push((cells.clone(), sum));
                }
                let sets = DigitSets::new(cells, sets.iter().copied());
                all.push(Propagator::Sets(sets));
            }
        }
        let sum = |(terms, total): Equation| {
            let sum = GroupedSum::new(&terms, total, layout.geometry(), &peers);
            sum.map_or_else(Propagator::Sets, Propagator::Sum)
        };
        let mut sums: Vec<Propagator> = implied_sums(layout, &known).into_iter().map(sum).collect();
        for automaton in layout.automata() {
            let cells = indices(&automaton.cells);
            if let Some((coefficients, total)) = &automaton.equation {
                let terms = cells.into_iter().zip(coefficients.iter().copied());
                sums.push(sum((terms.collect(), *total)));
            } else if automaton.is_impossible() {
                start[cells[0] as usize] = 0;
            } else if let ([cell], [steps]) = (&cells[..], automaton.layers()) {
                let digits = steps
                    .iter()
                    .fold(0, |digits, step| digits | 1 << step.digit.index());
                start[*cell as usize] &= digits;
            } else {
                let is_distinct = cells.len() > 2 && peers.are_all_different(&cells);
                let distinct = is_distinct.then(|| DistinctStates::new(automaton, size));
                all.push(match distinct.flatten() {
                    Some(distinct) => Propagator::DistinctStates(distinct),
                    None => Propagator::States(StateGraph::new(automaton)),
                });
            }
        }
        all.extend(sums);
        all.sort_by_key(Propagator::cost);
        let words = all.len().div_ceil(64).max(1);
        let mut marks = vec![0; layout.cell_count() * words];
        let mut houses = vec![Vec::new(); layout.cell_count()];
        for (number, propagator) in all.iter().enumerate() {
            for cell in propagator.cells() {
                if matches!(propagator, Propagator::Full(_)) {
                    houses[*cell as usize].push(number as u32);
                }
                marks[*cell as usize * words + number / 64] |= 1 << (number % 64);
            }
        }
        Propagators {
            peers,
            all,
            every_digit,
            start,
            marks,
            words,
            houses,
        }
    }

    /// For each cell, the number of its constraints.
    pub(super) fn constraint_counts(&self) -> impl Iterator<Item = usize> {
        let marks = self.marks.chunks_exact(self.words);
        let is_house = |propagator: &Propagator| matches!(propagator, Propagator::Full(_));
        let houses = self
            .all
            .iter()
            .enumerate()
            .filter(move |(_, one)| is_house(one));
        let mut of_houses = vec![0; self.words];
        for (number, _) in houses {
            of_houses[number / 64] |= 1_u64 << (number % 64);
        }
        marks.map(move |marks| {
            let others = marks
                .iter()
                .zip(&of_houses)
                .map(|(mark, house)| mark & !house);
            others.map(|word| word.count_ones() as usize).sum()
        })
    }

    /// The cells of each house that contains every digit.
    pub(super) fn full_houses(&self) -> impl Iterator<Item = &[u32]> {
        self.all.iter().filter_map(|propagator| match propagator {
            Propagator::Full(cells) => Some(&cells[..]),
            _ => None,
        })
    }

    /// Runs the propagators of the changed cells until nothing changes. If they refute the position,
    /// returns the cells of the propagator that did.
    pub(super) fn propagate<'a>(
        &'a self,
        position: &mut MaskPosition,
        memory: &'a mut PropagationMemory,
    ) -> Result<(), &'a [u32]> {
        memory.pending.resize(self.words, 0);
        memory.removed.resize(self.all.len(), 0);
        // The propagator that ran last, and the number of cells that it changed.
        let (mut last, mut own) = (0, 0);
        loop {
            let mut next = 0;
            while let Some(&(cell, gone)) = position.changed.get(next) {
                for house in &self.houses[cell as usize] {
                    memory.removed[*house as usize] |= gone;
                }
                let marks = &self.marks[cell as usize * self.words..][..self.words];
                let pending = memory.pending.iter_mut().zip(marks);
                pending.for_each(|(pending, mark)| *pending |= mark);
                next += 1;
                if next == own && self.all[last].is_idempotent() {
                    memory.pending[last / 64] &= !(1 << (last % 64));
                }
                let candidates = position.candidates[cell as usize];
                if candidates.is_power_of_two() {
                    let removed = self.peers.remove_from_peers(cell, candidates, position);
                    removed.map_err(|_| &[][..])?;
                }
            }
            position.changed.clear();
            let Some(number) = memory.next() else {
                return Ok(());
            };
            memory.pending[number / 64] &= !(1 << (number % 64));
            let propagator = &self.all[number];
            let propagated = match propagator {
                Propagator::Pairs(pairs) => pairs.propagate(position),
                Propagator::Full(cells) => {
                    let removed = std::mem::take(&mut memory.removed[number]) & self.every_digit;
                    let locked = self.peers.eliminate_locked(cells, removed, position);
                    locked.and_then(|()| Peers::eliminate_pairs(cells, position))
                }
                Propagator::Sets(sets) => sets.propagate(position, &self.peers, &mut memory.sums),
                Propagator::Sum(sum) => sum.propagate(position, &self.peers, &mut memory.sums),
                Propagator::States(states) => states.propagate(position, &mut memory.reached),
                Propagator::DistinctStates(states) => states.propagate(position, &mut memory.used),
            };
            propagated.map_err(|_| propagator.cells())?;
            (last, own) = (number, position.changed.len());
        }
    }
}
