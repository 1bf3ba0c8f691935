//! Nondeterministic finite automata over digits, and their lowering.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::super::cell::Cell;
use super::super::mismatch::Mismatch;
use super::cell_list::Symbol;
use super::digit_class::DigitClass;
use super::lowering::Lowering;

/// The largest number of states and steps that are looked at to find the sets of states that an automaton can be
/// in. The sets have no more states together.
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
        let symbols = segments.iter().enumerate().flat_map(|(number, segment)| {
            let before = (number > 0).then_some(None);
            before.into_iter().chain(segment.iter().copied().map(Some))
        });
        let start = self.entered(self.start.clone());
        self.is_final(&symbols.fold(start, |states, symbol| self.after(&states, symbol)))
    }

    /// Returns the states after a digit or a break in one of these states.
    fn after(&self, states: &[u32], symbol: Symbol) -> Vec<u32> {
        let mut after = Vec::new();
        for state in states {
            let State { steps, breaks, .. } = &self.states[*state as usize];
            match symbol {
                Some(digit) => {
                    let steps = steps.iter().filter(|(digits, _)| digits.contain(digit));
                    after.extend(steps.map(|(_, state)| *state));
                }
                None => after.extend(breaks),
            }
        }
        self.entered(after)
    }

    /// Returns these states and those that are entered with them, in ascending order.
    fn entered(&self, mut left: Vec<u32>) -> Vec<u32> {
        let mut entered = BTreeSet::new();
        while let Some(state) = left.pop() {
            if entered.insert(state) {
                left.extend(&self.states[state as usize].free);
            }
        }
        entered.into_iter().collect()
    }

    fn is_final(&self, states: &[u32]) -> bool {
        let mut states = states.iter();
        states.any(|state| self.states[*state as usize].is_final)
    }
}

impl Lowering<'_> {
    /// Requires digits that an automaton accepts in the order of the cells, which can occur several
    /// times. It also reads a break between two segments, each of which has cells.
    pub fn accepted_by(&mut self, nfa: &Nfa, segments: &[Vec<Cell>]) -> Result<(), Mismatch> {
        let start = nfa.entered(nfa.start.clone());
        if start.is_empty() {
            return self.forbid_all(&segments.concat());
        }
        let subsets = RefCell::new(Subsets {
            nfa,
            next: FxHashMap::default(),
            looked_at: 0,
        });
        let step = |set: &Set, symbol| subsets.borrow_mut().after(set, symbol);
        let is_final = |set: &Set| nfa.is_final(set);
        let result = self.automaton_of_list(segments, start.into(), step, is_final);
        match subsets.borrow().looked_at > MOST_LOOKED_AT {
            true => Err(Mismatch::too_large()),
            false => result,
        }
    }
}

/// A set of states in ascending order.
type Set = Rc<[u32]>;

/// The sets of states that an automaton can be in (subset construction), as far as they are needed.
struct Subsets<'a> {
    nfa: &'a Nfa,
    /// The set after a set and a symbol.
    next: FxHashMap<(Set, Symbol), Set>,
    looked_at: usize,
}

impl Subsets<'_> {
    /// Returns the set after a digit, or after a break; `None` if it is empty, or too much was looked at.
    fn after(&mut self, set: &Set, symbol: Symbol) -> Option<Set> {
        let key = (set.clone(), symbol);
        if let Some(known) = self.next.get(&key) {
            return Some(known.clone()).filter(|known| !known.is_empty());
        }
        let after: Set = self.nfa.after(set, symbol).into();
        let of = |state: &u32| &self.nfa.states[*state as usize];
        self.looked_at += set.iter().map(|state| of(state).steps.len()).sum::<usize>();
        let entered = after.iter().map(|state| 1 + of(state).free.len());
        self.looked_at += entered.sum::<usize>();
        self.next.insert(key, after.clone());
        (!after.is_empty() && self.looked_at <= MOST_LOOKED_AT).then_some(after)
    }
}
