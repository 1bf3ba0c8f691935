//! Automata: the sequences of digits that an ordered list of cells can hold.

use std::hash::Hash;
use std::mem::take;

use rustc_hash::FxHashMap;

use super::cell::Digit;
use super::geometry::Geometry;
use super::mismatch::Mismatch;

/// A layered deterministic finite automaton: the sequences of digits that an ordered list of cells can hold
/// (a *regular* constraint, G. Pesant, *A Regular Language Membership Constraint for Finite
/// Sequences of Variables*, CP 2004; unrolled over the cells, the automaton is a multi-valued
/// decision diagram). Sums, sandwiches and skyscrapers are automata.
///
/// Layer `i` has the states before cell `i`. The first layer has the start state, the last layer the
/// final state, and both have the number 0. Every transition lies on a path from the start to the
/// end, and no two states of a layer have the same transitions. If no sequence is allowed, there are
/// no transitions at all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Automaton {
    /// For each cell, the transitions, sorted.
    layers: Vec<Vec<Transition>>,
    /// The number of states of each layer.
    state_counts: Vec<usize>,
}

/// A step of an automaton from a state of one layer to a state of the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Transition {
    /// The number of the state before the cell.
    pub from: u32,
    /// The digit of the cell.
    pub digit: Digit,
    /// The number of the state after the cell.
    pub to: u32,
}

impl Automaton {
    /// Creates the automaton that reads this number of digits with `step` and accepts the states that satisfy
    /// `is_final`. `step` takes the place of the cell, the state and the value of the digit, and
    /// returns `None` if no continuation is allowed. `board` has the digits, `limit` is the
    /// largest number of transitions of the result and of what it is made from.
    ///
    /// # Errors
    /// If the limit is exceeded.
    pub(super) fn new<S: Clone + Eq + Hash>(
        length: usize,
        board: &Geometry,
        limit: usize,
        start: S,
        step: impl Fn(usize, &S, usize) -> Option<S>,
        is_final: impl Fn(&S) -> bool,
    ) -> Result<Automaton, Mismatch> {
        let mut layers = Vec::with_capacity(length);
        let mut states = vec![start];
        let mut total = 0;
        for place in 0..length {
            let mut numbers: FxHashMap<S, u32> = FxHashMap::default();
            let mut next = Vec::new();
            let mut layer = Vec::new();
            for (from, state) in (0..).zip(&states) {
                for digit in board.digits() {
                    let Some(to) = step(place, state, board.value(digit)) else {
                        continue;
                    };
                    let number = *numbers.entry(to).or_insert_with_key(|to| {
                        next.push(to.clone());
                        next.len() as u32 - 1
                    });
                    layer.push(Transition {
                        from,
                        digit,
                        to: number,
                    });
                }
                if total + layer.len() > limit {
                    return Err(Mismatch::too_large());
                }
            }
            total += layer.len();
            layers.push(layer);
            states = next;
        }
        let finals = states.iter().map(|state| is_final(state).then_some(0));
        let layers = minimised(layers, finals.collect());
        let reached = layers.iter().map(|layer| {
            let states = layer.iter().map(|step| step.to as usize + 1);
            states.max().unwrap_or(0)
        });
        Ok(Automaton {
            state_counts: std::iter::once(1).chain(reached).collect(),
            layers,
        })
    }

    /// For each cell, its transitions: sorted by state, then by digit.
    pub fn layers(&self) -> &[Vec<Transition>] {
        &self.layers
    }

    /// Returns true if no sequence of digits is allowed.
    pub fn is_impossible(&self) -> bool {
        self.layers.iter().any(Vec::is_empty)
    }

    /// Returns the number of states before the cell at this place; the last layer comes after the
    /// last cell.
    pub fn state_count(&self, place: usize) -> usize {
        self.state_counts.get(place).copied().unwrap_or(0)
    }

    /// The number of transitions.
    pub fn transition_count(&self) -> usize {
        self.layers.iter().map(Vec::len).sum()
    }
}

/// Removes transitions that do not lead to the end, and merges states with the same transitions, from
/// the last layer to the first. `numbers` has the new number of each state of the last layer.
fn minimised(
    mut layers: Vec<Vec<Transition>>,
    mut numbers: Vec<Option<u32>>,
) -> Vec<Vec<Transition>> {
    for layer in layers.iter_mut().rev() {
        let before = take(layer);
        let mut of_states: FxHashMap<Vec<(Digit, u32)>, u32> = FxHashMap::default();
        let mut new_numbers = Vec::new();
        let mut alive: Vec<(Digit, u32)> = Vec::new();
        for steps in before.chunk_by(|one, other| one.from == other.from) {
            let is_alive =
                |step: &Transition| Some((step.digit, (*numbers.get(step.to as usize)?)?));
            alive.clear();
            alive.extend(steps.iter().filter_map(is_alive));
            new_numbers.resize(steps[0].from as usize, None);
            if alive.is_empty() {
                new_numbers.push(None);
                continue;
            }
            let number = match of_states.get(&alive) {
                Some(number) => *number,
                None => {
                    let number = of_states.len() as u32;
                    layer.extend(alive.iter().map(|&(digit, to)| Transition {
                        from: number,
                        digit,
                        to,
                    }));
                    of_states.insert(alive.clone(), number);
                    number
                }
            };
            new_numbers.push(Some(number));
        }
        numbers = new_numbers;
    }
    if layers.iter().any(Vec::is_empty) {
        layers.iter_mut().for_each(Vec::clear);
    }
    layers
}
