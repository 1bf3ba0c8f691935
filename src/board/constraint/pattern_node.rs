//! The parts of a regular expression over digits, and their automaton.

use super::digit_class::DigitClass;
use super::nfa::{Nfa, State};

/// The largest number of states of the automaton of a pattern.
pub(super) const MOST_STATES: usize = 10_000;

/// A part of a pattern.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Node {
    Digit(DigitClass),
    /// One after the other.
    Sequence(Vec<Node>),
    /// One of at least two.
    Choice(Vec<Node>),
    /// At least and at most so many times.
    Repeat(Box<Node>, usize, Option<usize>),
}

impl Node {
    /// Returns the largest number of states that [`Node::build`] adds.
    pub fn state_count(&self) -> usize {
        let sum = |nodes: &[Node], of_each: usize| {
            let counts = nodes.iter().map(Node::state_count);
            counts.fold(of_each * nodes.len(), usize::saturating_add)
        };
        match self {
            Node::Digit(_) => 1,
            Node::Sequence(nodes) => sum(nodes, 0),
            Node::Choice(nodes) => sum(nodes, 1).saturating_add(1),
            Node::Repeat(node, least, most) => {
                let times = most.unwrap_or(*least) + 1;
                (node.state_count() + 1)
                    .saturating_mul(times)
                    .saturating_add(2)
            }
        }
    }

    /// Adds states that match this part after the state `from`, and returns their last one.
    pub fn build(&self, from: u32, nfa: &mut Nfa) -> u32 {
        match self {
            Node::Digit(class) => {
                let to = add_state(nfa);
                nfa.states[from as usize].steps.push((class.clone(), to));
                to
            }
            Node::Sequence(nodes) => nodes.iter().fold(from, |from, node| node.build(from, nfa)),
            Node::Choice(nodes) => {
                let end = add_state(nfa);
                for node in nodes {
                    // A state of its own, which nothing else enters.
                    let start = freely(from, nfa);
                    let last = node.build(start, nfa);
                    nfa.states[last as usize].free.push(end);
                }
                end
            }
            Node::Repeat(node, least, most) => {
                let mut last = (0..*least).fold(from, |from, _| node.build(from, nfa));
                let end = add_state(nfa);
                match most {
                    None => {
                        let start = freely(last, nfa);
                        nfa.states[start as usize].free.push(end);
                        last = node.build(start, nfa);
                        nfa.states[last as usize].free.push(start);
                    }
                    Some(most) => {
                        for _ in *least..*most {
                            nfa.states[last as usize].free.push(end);
                            last = node.build(freely(last, nfa), nfa);
                        }
                        nfa.states[last as usize].free.push(end);
                    }
                }
                end
            }
        }
    }
}

fn add_state(nfa: &mut Nfa) -> u32 {
    nfa.states.push(State::default());
    nfa.states.len() as u32 - 1
}

/// Adds a state that is entered with another one.
fn freely(from: u32, nfa: &mut Nfa) -> u32 {
    let state = add_state(nfa);
    nfa.states[from as usize].free.push(state);
    state
}
