//! Arc consistency of automata (G. Pesant, 2004): a digit is possible in a cell if it lies on a path from
//! the start to the end through possible digits.

use super::peers::Peers;
use super::position::{Position, Refuted};
use super::propagator::Propagator;
use super::scratch::{ReachedStates, Scratch};
use crate::board::{Automaton, DigitBits};

/// The states and transitions of an automaton. Transitions between the same two states are one edge.
#[derive(Debug)]
pub(super) struct StateGraph {
    cells: Vec<u32>,
    layers: Vec<Layer>,
}

/// The transitions of a cell.
#[derive(Debug)]
struct Layer {
    /// For each state, the number of its first edge; then the number of edges.
    starts: Vec<u32>,
    edges: Vec<Edge>,
    /// The number of words for a bit for each state before the cell.
    words: usize,
}

#[derive(Debug, Clone, Copy)]
struct Edge {
    to: u32,
    digits: DigitBits,
}

/// Clears a bit set and gives it this many words.
fn clear(bits: &mut Vec<u64>, words: usize) {
    bits.clear();
    bits.resize(words, 0);
}

/// Calls `visit` with the number of each bit that is set.
#[inline]
fn for_each_bit(bits: &[u64], mut visit: impl FnMut(usize)) {
    for (number, word) in bits.iter().enumerate() {
        let mut rest = *word;
        while rest != 0 {
            visit(number * 64 + rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
    }
}

impl StateGraph {
    pub(super) fn new(cells: Vec<u32>, automaton: &Automaton) -> StateGraph {
        let layers = automaton.layers().iter().enumerate().map(|(place, steps)| {
            let states = automaton.state_count(place);
            let mut layer = Layer {
                starts: Vec::with_capacity(states + 1),
                edges: Vec::new(),
                words: states.div_ceil(64),
            };
            for of_state in steps.chunk_by(|one, other| one.from == other.from) {
                let start = layer.edges.len();
                layer.starts.push(start as u32);
                for step in of_state {
                    let digits = 1 << step.digit.index();
                    let mut edges = layer.edges[start..].iter_mut();
                    match edges.find(|edge| edge.to == step.to) {
                        Some(edge) => edge.digits |= digits,
                        None => layer.edges.push(Edge {
                            to: step.to,
                            digits,
                        }),
                    }
                }
            }
            layer.starts.push(layer.edges.len() as u32);
            layer
        });
        StateGraph {
            cells,
            layers: layers.collect(),
        }
    }
}

impl Propagator for StateGraph {
    fn cells(&self) -> &[u32] {
        &self.cells
    }

    fn is_idempotent(&self) -> bool {
        true
    }

    fn propagate(
        &self,
        position: &mut Position,
        _: &Peers,
        scratch: &mut Scratch,
    ) -> Result<(), Refuted> {
        let count = self.layers.len();
        let ReachedStates {
            forward,
            alive,
            next_alive,
        } = &mut scratch.reached;
        if forward.len() < count {
            forward.resize(count, Vec::new());
        }
        clear(&mut forward[0], 1);
        forward[0][0] = 1;
        for (place, layer) in self.layers[..count - 1].iter().enumerate() {
            let candidates = position.of(self.cells[place]);
            let [from, to] = &mut forward[place..place + 2] else {
                break;
            };
            clear(to, self.layers[place + 1].words);
            for_each_bit(from, |state| {
                for edge in layer.edges_of(state) {
                    let is_possible = u64::from(edge.digits & candidates != 0);
                    to[edge.to as usize / 64] |= is_possible << (edge.to % 64);
                }
            });
        }
        clear(next_alive, 1);
        next_alive[0] = 1;
        for (place, layer) in self.layers.iter().enumerate().rev() {
            let cell = self.cells[place];
            let candidates = position.of(cell);
            let mut supported = 0;
            clear(alive, layer.words);
            for_each_bit(&forward[place], |state| {
                let mut of_state = 0;
                for edge in layer.edges_of(state) {
                    let is_alive = next_alive[edge.to as usize / 64] >> (edge.to % 64) & 1;
                    of_state |= edge.digits & candidates & is_alive.wrapping_neg();
                }
                supported |= of_state;
                alive[state / 64] |= u64::from(of_state != 0) << (state % 64);
            });
            position.restrict(cell, supported)?;
            std::mem::swap(alive, next_alive);
        }
        Ok(())
    }
}

impl Layer {
    #[inline]
    fn edges_of(&self, state: usize) -> &[Edge] {
        &self.edges[self.starts[state] as usize..self.starts[state + 1] as usize]
    }
}
