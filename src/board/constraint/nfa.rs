//! Nondeterministic finite automata over digits, and their lowering.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashSet};

use rustc_hash::FxHashMap;

use super::super::cell::Cell;
use super::super::mismatch::Mismatch;
use super::cell_list::Symbol;
use super::digit_class::DigitClass;
use super::lowering::Lowering;

/// The largest number of states that all sets of states can have together.
const MOST_STORED: usize = 1_000_000;

/// The largest number of steps that are looked at to find these sets.
const MOST_LOOKED_AT: usize = 20_000_000;

/// An automaton that can be in several states at once.
#[derive(Debug, Default, Clone, PartialEq, Eq, Hash)]
pub(super) struct Nfa {
    pub start: Vec<u32>,
    pub states: Vec<State>,
}

#[derive(Debug, Default, Clone, PartialEq, Eq, Hash)]
pub(super) struct State {
    pub is_final: bool,
    /// The state after each of these digits.
    pub steps: Vec<(DigitClass, u32)>,
    /// The states after the end of a segment.
    pub breaks: Vec<u32>,
    /// States that are entered with this one.
    pub free: Vec<u32>,
}

impl Nfa {
    /// Returns true if one of the ways to read the digits of these segments, and the breaks between them, ends in
    /// a final state: the definition.
    pub fn accepts(&self, segments: &[Vec<usize>]) -> bool {
        let mut states = self.entered(self.start.iter().copied());
        for (place, segment) in segments.iter().enumerate() {
            if place > 0 {
                let breaks = |state: &u32| &self.states[*state as usize].breaks;
                states = self.entered(states.iter().flat_map(breaks).copied());
            }
            for digit in segment {
                let steps = |state: &u32| &self.states[*state as usize].steps;
                let steps = states.iter().flat_map(steps);
                let after = steps.filter(|(digits, _)| digits.contain(*digit));
                states = self.entered(after.map(|(_, state)| *state));
            }
        }
        let is_final = |state: &u32| self.states[*state as usize].is_final;
        states.iter().any(is_final)
    }

    /// Returns these states and those that are entered with them.
    fn entered(&self, states: impl Iterator<Item = u32>) -> BTreeSet<u32> {
        let mut left: Vec<u32> = states.collect();
        let mut entered = BTreeSet::new();
        while let Some(state) = left.pop() {
            if entered.insert(state) {
                left.extend(&self.states[state as usize].free);
            }
        }
        entered
    }
}

impl Lowering<'_> {
    /// Requires digits that an automaton accepts in the order of the cells, which can occur several
    /// times. It also reads a break between two segments, each of which has cells.
    pub fn accepted_by(&mut self, nfa: &Nfa, segments: &[Vec<Cell>]) -> Result<(), Mismatch> {
        let subsets = RefCell::new(Subsets::new(nfa));
        let start = subsets.borrow_mut().enter(nfa.start.clone());
        let Some(start) = start else {
            return self.forbid_all(&segments.concat());
        };
        let step = |set: &u32, symbol| subsets.borrow_mut().after(*set, symbol);
        let is_final = |set: &u32| subsets.borrow().is_final(*set);
        let result = self.automaton_of_list(segments, start, step, is_final);
        match subsets.borrow().is_exhausted {
            true => Err(Mismatch::too_large()),
            false => result,
        }
    }
}

/// The sets of states that an automaton can be in (subset construction), as far as they are needed.
struct Subsets<'a> {
    nfa: &'a Nfa,
    sets: Vec<Vec<u32>>,
    numbers: FxHashMap<Vec<u32>, u32>,
    /// The set after a set and a symbol.
    next: FxHashMap<(u32, Symbol), Option<u32>>,
    stored: usize,
    looked_at: usize,
    is_exhausted: bool,
}

impl Subsets<'_> {
    fn new(nfa: &Nfa) -> Subsets<'_> {
        Subsets {
            nfa,
            sets: Vec::new(),
            numbers: FxHashMap::default(),
            next: FxHashMap::default(),
            stored: 0,
            looked_at: 0,
            is_exhausted: false,
        }
    }

    /// Counts what is stored. Returns `None` if it is too much.
    fn store(&mut self, count: usize) -> Option<()> {
        self.stored += count;
        self.is_exhausted |= self.stored > MOST_STORED || self.looked_at > MOST_LOOKED_AT;
        (!self.is_exhausted).then_some(())
    }

    /// Returns the number of a set, with the states that are entered with its own, or `None` if it is
    /// empty.
    fn enter(&mut self, mut set: Vec<u32>) -> Option<u32> {
        let mut is_in: HashSet<u32> = set.iter().copied().collect();
        let mut next = 0;
        while let Some(state) = set.get(next) {
            next += 1;
            let free = &self.nfa.states[*state as usize].free;
            self.looked_at += 1 + free.len();
            set.extend(free.iter().filter(|state| is_in.insert(**state)));
        }
        set.sort_unstable();
        set.dedup();
        if set.is_empty() {
            return None;
        }
        if let Some(number) = self.numbers.get(&set) {
            return Some(*number);
        }
        self.store(set.len())?;
        let number = self.sets.len() as u32;
        self.sets.push(set.clone());
        self.numbers.insert(set, number);
        Some(number)
    }

    /// Returns the set after a digit, or after a break.
    fn after(&mut self, set: u32, symbol: Symbol) -> Option<u32> {
        if let Some(known) = self.next.get(&(set, symbol)) {
            return *known;
        }
        let mut after = Vec::new();
        for state in &self.sets[set as usize] {
            let State { steps, breaks, .. } = &self.nfa.states[*state as usize];
            self.looked_at += steps.len();
            match symbol {
                Some(digit) => {
                    let steps = steps.iter().filter(|(digits, _)| digits.contain(digit));
                    after.extend(steps.map(|(_, state)| *state));
                }
                None => after.extend(breaks),
            }
        }
        let after = self.enter(after);
        self.next.insert((set, symbol), after);
        after
    }

    fn is_final(&self, set: u32) -> bool {
        let mut states = self.sets[set as usize].iter();
        states.any(|state| self.nfa.states[*state as usize].is_final)
    }
}
