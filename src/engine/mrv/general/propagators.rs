//! The constraints of a board as propagators, each with a number. Those that cost little have low
//! numbers and go first.

use std::collections::{HashMap, HashSet};
use std::mem::take;
use std::sync::Arc;

use super::distinct_states::{DistinctStates, UsedDigits};
use super::grouped_sum::{DigitSets, GroupedSum, SumMemory};
use super::implied_sums::{Equation, implied_sums};
use super::pair_support::{
    AllowedDigits, PairSupport, SupportTables, allowed_digits, support_tables, table_bytes,
};
use super::peers::{Peers, eliminate_pairs};
use super::position::{DigitBit, MaskPosition, Refuted};
use super::state_graph::{ReachedStates, StateGraph};
use crate::board::{
    Automaton, Cell, Contradiction, Digit, DigitBits, Jagged, Layout, Puzzle, Relation,
};

/// The propagators of a layout.
#[derive(Debug)]
pub(super) struct Propagators {
    pub(super) layout: Arc<Layout>,
    peers: Peers,
    all: Vec<Propagator>,
    /// The number of words for a bit for each digit.
    words: usize,
    /// The candidates of each cell before propagation. Automata over single cells restrict them.
    start: Vec<DigitBits>,
    /// For each cell, the propagators to run when it changes.
    of_cells: Jagged<u32>,
    /// The number of full houses. The propagators of locked candidates follow those of hidden singles.
    house_count: usize,
}

#[derive(Debug)]
enum Propagator {
    Pairs(PairSupport),
    /// The hidden singles of a house that contains every digit.
    Singles(FullHouse),
    /// The locked candidates and naked pairs of such a house. It runs when the hidden singles of the
    /// house found reasons for it.
    Locked(FullHouse),
    Sets(DigitSets),
    Sum(GroupedSum),
    States(StateGraph),
    DistinctStates(DistinctStates),
}

/// A house that contains every digit.
#[derive(Debug, Clone)]
struct FullHouse {
    number: usize,
    cells: Arc<[u32]>,
}

impl Propagator {
    fn cells(&self) -> &[u32] {
        match self {
            Propagator::Pairs(pairs) => pairs.cells(),
            Propagator::Singles(house) | Propagator::Locked(house) => &house.cells,
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
            Propagator::Singles(_) | Propagator::Locked(_) => false,
            Propagator::Sets(sets) => sets.is_idempotent(),
            Propagator::Sum(sum) => sum.is_idempotent(),
        }
    }

    /// The order of propagators.
    fn cost(&self) -> usize {
        match self {
            Propagator::Pairs(_) => 0,
            Propagator::Singles(_) => 1,
            Propagator::Locked(_) => 2,
            Propagator::Sets(_) | Propagator::Sum(_) => 2 + self.cells().len(),
            Propagator::States(states) => 11 + states.cells().len(),
            Propagator::DistinctStates(states) => 21 + states.cells().len(),
        }
    }
}

/// Working memory of a search.
#[derive(Debug, Default)]
pub(super) struct PropagationMemory {
    /// The propagators to run, as bits.
    pending: Vec<u64>,
    /// For each propagator, the digits that matter to it: for hidden singles those removed from its
    /// cells since it ran, for locked candidates those that few cells can hold.
    digits: Vec<DigitBits>,
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

    fn mark(&mut self, number: usize) {
        self.pending[number / 64] |= 1 << (number % 64);
    }

    fn unmark(&mut self, number: usize) {
        self.pending[number / 64] &= !(1 << (number % 64));
    }

    /// Forgets which propagators to run.
    pub(super) fn clear(&mut self) {
        self.pending.fill(0);
        self.digits.fill(0);
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
        let digits = layout.size();
        if digits > DigitBits::BITS as usize {
            return 0;
        }
        let tables: HashSet<AllowedDigits> = relations(layout).map(|relation| allowed_digits(relation, digits)).collect();
        let pairs = tables.len() * table_bytes(digits);
        let automata = layout.automata().iter();
        let transitions: usize = automata.map(Automaton::transition_count).sum();
        (pairs + transitions * PER_TRANSITION) as u64
    }

    pub(super) fn new(layout: &Arc<Layout>) -> Propagators {
        let digits = layout.size();
        let words = digits.div_ceil(DigitBits::BITS as usize);
        let is_small = words == 1;
        let peers = Peers::new(layout);
        let of_cell = all_digits(digits);
        let mut start = of_cell.repeat(layout.cell_count());
        let mut all = Vec::new();
        let mut tables: HashMap<AllowedDigits, Arc<SupportTables>> = HashMap::new();
        for relation in relations(layout).filter(|_| is_small) {
            let tables = tables
                .entry(allowed_digits(relation, digits))
                .or_insert_with_key(|allowed| Arc::new(support_tables(allowed)));
            all.push(Propagator::Pairs(PairSupport::new(relation, tables)));
        }
        let indices =
            |cells: &[Cell]| -> Vec<u32> { cells.iter().map(|cell| cell.index() as u32).collect() };
        let mut known: Vec<(Vec<u32>, i64)> = Vec::new();
        for (number, house) in layout.houses().iter().enumerate() {
            let cells = indices(&house.cells);
            if layout.is_full(house) {
                let house = FullHouse {
                    number,
                    cells: cells.as_slice().into(),
                };
                all.push(Propagator::Singles(house.clone()));
                all.push(Propagator::Locked(house));
            }
            if let Some(sets) = house.sets() {
                if let Some(sum) = house.sum() {
                    known.push((cells.clone(), sum));
                }
                let sets = DigitSets::new(cells, sets.iter().copied());
                all.push(Propagator::Sets(sets));
            }
        }
        let sum = |(terms, total): Equation| {
            let sum = GroupedSum::new(&terms, total, digits, &peers);
            sum.map_or_else(Propagator::Sets, Propagator::Sum)
        };
        let mut sums: Vec<Propagator> = implied_sums(layout, &known).into_iter().map(sum).collect();
        for automaton in layout.automata() {
            let cells = indices(&automaton.cells);
            if let Some((coefficients, total)) = &automaton.equation && is_small {
                let terms = cells.into_iter().zip(coefficients.iter().copied());
                sums.push(sum((terms.collect(), *total)));
            } else if automaton.is_impossible() {
                start[cells[0] as usize * words..][..words].fill(0);
            } else if let ([cell], [steps]) = (&cells[..], automaton.layers()) {
                let mut allowed = vec![0; words];
                for step in steps {
                    let digit = DigitBit::of(step.digit.index());
                    allowed[digit.word as usize] |= digit.bit;
                }
                let of_cell = start[*cell as usize * words..][..words].iter_mut();
                of_cell.zip(allowed).for_each(|(digits, allowed)| *digits &= allowed);
            } else {
                let is_distinct = is_small && cells.len() > 2 && peers.are_all_different(&cells);
                let distinct = is_distinct.then(|| DistinctStates::new(automaton, digits));
                all.push(match distinct.flatten() {
                    Some(distinct) => Propagator::DistinctStates(distinct),
                    None => Propagator::States(StateGraph::new(automaton)),
                });
            }
        }
        all.extend(sums);
        all.sort_by_key(Propagator::cost);
        let cells_of = all.iter().map(|propagator| {
            let cells = match propagator {
                Propagator::Locked(_) => &[],
                _ => propagator.cells(),
            };
            cells.iter().map(|cell| *cell as usize)
        });
        Propagators {
            of_cells: Jagged::groups_of(layout.cell_count(), cells_of),
            house_count: all
                .iter()
                .filter(|propagator| matches!(propagator, Propagator::Singles(_)))
                .count(),
            layout: layout.clone(),
            peers,
            all,
            words,
            start,
        }
    }

    /// For each cell, the number of its constraints.
    pub(super) fn constraint_counts(&self) -> impl Iterator<Item = usize> {
        let is_constraint =
            |number: &&u32| !matches!(self.all[**number as usize], Propagator::Singles(_));
        let cells = 0..self.of_cells.len();
        cells.map(move |cell| self.of_cells[cell].iter().filter(is_constraint).count())
    }

    /// The cells of each house that contains every digit.
    pub(super) fn full_houses(&self) -> impl Iterator<Item = &[u32]> {
        self.all.iter().filter_map(|propagator| match propagator {
            Propagator::Singles(house) => Some(&house.cells[..]),
            _ => None,
        })
    }

    /// Begins with the candidates that the givens leave in their houses.
    pub(super) fn start(
        &self,
        puzzle: &Puzzle,
        position: &mut MaskPosition,
        memory: &mut PropagationMemory,
    ) -> Result<(), Refuted> {
        let (layout, words) = (&*self.layout, self.words);
        position.reset(&self.start, words);
        let mut taken = vec![0; layout.houses().len() * words];
        for given in puzzle.givens().filled() {
            let cell = given.cell.index();
            let DigitBit { word, bit } = DigitBit::of(given.digit.index());
            let of_cell = &mut position.candidates[cell * words..][..words];
            let is_possible = of_cell[word as usize] & bit;
            of_cell.fill(0);
            of_cell[word as usize] = is_possible;
            for house in layout.houses_of(given.cell) {
                let taken = &mut taken[house * words + word as usize];
                if *taken & bit != 0 {
                    position.candidates[cell * words..][..words].fill(0);
                }
                *taken |= bit;
            }
        }
        for cell in puzzle.givens().blanks() {
            let of_cell = &mut position.candidates[cell.index() * words..][..words];
            for house in layout.houses_of(cell) {
                let taken = &taken[house * words..][..words];
                of_cell.iter_mut().zip(taken).for_each(|(digits, taken)| *digits &= !taken);
            }
        }
        for removed in puzzle.removed() {
            let DigitBit { word, bit } = DigitBit::of(removed.digit.index());
            position.candidates[removed.cell.index() * words + word as usize] &= !bit;
        }
        position.count(layout.size());
        if position.counts.contains(&0) {
            return Err(Refuted);
        }
        let is_given = puzzle.givens().cells().iter().map(Option::is_some);
        for (cell, is_given) in layout.cells().zip(is_given) {
            let has_relations = || layout.relations_of(cell).next().is_some();
            if position.counts[cell.index()] == 1 && (!is_given || has_relations()) {
                position.note(cell.index() as u32);
            }
        }
        memory.pending.clear();
        memory.pending.resize(self.all.len().div_ceil(64), 0);
        memory.digits.clear();
        for (number, propagator) in self.all.iter().enumerate() {
            if matches!(propagator, Propagator::Locked(_)) {
                memory.digits.resize(memory.digits.len() + words, 0);
            } else {
                memory.mark(number);
                memory.digits.extend(all_digits(layout.size()));
            }
        }
        Ok(())
    }

    /// Runs the propagators of the changed cells until nothing changes. If they refute the position,
    /// returns the cells of the propagator that did.
    pub(super) fn propagate<'a>(
        &'a self,
        position: &mut MaskPosition,
        memory: &'a mut PropagationMemory,
    ) -> Result<(), &'a [u32]> {
        // The propagator that ran last, and the number of changes up to its own.
        let (mut last, mut own) = (0, 0);
        loop {
            while let Some(&change) = position.trail.get(position.drawn) {
                for &number in &self.of_cells[change.cell as usize] {
                    let number = number as usize;
                    memory.mark(number);
                    memory.digits[number * self.words + change.word as usize] |= change.gone;
                }
                position.drawn += 1;
                if position.drawn == own && self.all[last].is_idempotent() {
                    memory.unmark(last);
                }
                if position.counts[change.cell as usize] == 1 {
                    let excluded = self.peers.exclude_from_peers(change.cell, position);
                    excluded.map_err(|_| &[][..])?;
                }
            }
            let Some(number) = memory.next() else {
                return Ok(());
            };
            memory.unmark(number);
            let length = position.trail.len();
            let propagator = &self.all[number];
            let propagated = match propagator {
                Propagator::Pairs(pairs) => pairs.propagate(position),
                Propagator::Singles(house) => self.place_singles(house, number, position, memory),
                Propagator::Locked(house) => self.eliminate_locked(house, number, position, memory),
                Propagator::Sets(sets) => sets.propagate(position, &self.peers, &mut memory.sums),
                Propagator::Sum(sum) => sum.propagate(position, &self.peers, &mut memory.sums),
                Propagator::States(states) => states.propagate(position, &mut memory.reached),
                Propagator::DistinctStates(states) => states.propagate(position, &mut memory.used),
            };
            propagated.map_err(|_| propagator.cells())?;
            (last, own) = (number, position.trail.len());
            if own == length {
                own = 0;
            }
        }
    }

    /// Places the hidden singles of a house.
    fn place_singles(
        &self,
        house: &FullHouse,
        number: usize,
        position: &mut MaskPosition,
        memory: &mut PropagationMemory,
    ) -> Result<(), Refuted> {
        let locked = number + self.house_count;
        for word in 0..self.words {
            let removed = take(&mut memory.digits[number * self.words + word]);
            if removed != 0 {
                let narrow = Peers::place_singles(&house.cells, word as u32, removed, position)?;
                if narrow != 0 {
                    memory.digits[locked * self.words + word] |= narrow;
                    memory.mark(locked);
                }
            }
        }
        Ok(())
    }

    /// Removes the locked candidates of a house and, on boards with up to 64 digits, those that its
    /// naked pairs exclude.
    fn eliminate_locked(
        &self,
        house: &FullHouse,
        number: usize,
        position: &mut MaskPosition,
        memory: &mut PropagationMemory,
    ) -> Result<(), Refuted> {
        for word in 0..self.words {
            let narrow = take(&mut memory.digits[number * self.words + word]);
            self.peers.eliminate_locked(&house.cells, word as u32, narrow, position)?;
        }
        if self.words == 1 {
            eliminate_pairs(&house.cells, position)?;
        }
        Ok(())
    }

    /// Returns the reason why a position is refuted, if it is a cell or a house.
    pub(super) fn contradiction(&self, position: &MaskPosition) -> Option<Contradiction> {
        let digits = self.layout.size();
        if let Some(cell) = position.counts.iter().position(|count| *count == 0) {
            return Some(Contradiction::NoDigit(Cell::from_index(cell).name(digits)));
        }
        let houses = self.all.iter().filter_map(|propagator| match propagator {
            Propagator::Singles(house) => Some(house),
            _ => None,
        });
        for house in houses {
            let holds = |digit: &usize| {
                let DigitBit { word, bit } = DigitBit::of(*digit);
                house.cells.iter().any(|cell| position.word(*cell, word) & bit != 0)
            };
            if let Some(digit) = (0..digits).find(|digit| !holds(digit)) {
                return Some(Contradiction::NoPlace {
                    house: self.layout.houses()[house.number].kind,
                    digit: Digit::from_index(digit),
                });
            }
        }
        None
    }
}

/// The bits of all digits, in as many words as needed.
fn all_digits(digits: usize) -> Vec<DigitBits> {
    let bits = DigitBits::BITS as usize;
    let in_word = |word: usize| DigitBits::MAX >> (bits - (digits - word * bits).min(bits));
    (0..digits.div_ceil(bits)).map(in_word).collect()
}
