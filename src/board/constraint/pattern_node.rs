//! The parts of a regular expression over digits, what they match, and their automaton.

use std::collections::BTreeSet;

use super::super::geometry::Geometry;
use super::digit_class::DigitClass;
use super::digit_list::digit_list;
use super::nfa::{Nfa, State};

/// The largest number of states of the automaton of a pattern.
pub(super) const MOST_STATES: usize = 10_000;

/// A part of a pattern.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Node {
    Digit(DigitClass),
    /// One after the other: none, or at least two.
    Sequence(Vec<Node>),
    /// One of at least two.
    Choice(Vec<Node>),
    /// At least and at most so many times.
    Repeat(Box<Node>, usize, Option<usize>),
}

/// Returns true if digits of a pattern are separated by spaces.
pub(super) fn is_wide(board: &Geometry) -> bool {
    *board.all_values().end() > 9
}

impl Node {
    /// Returns the largest number of states that [`Node::build`] adds.
    pub fn state_count(&self) -> usize {
        let sum = |nodes: &[Node]| {
            let counts = nodes.iter().map(Node::state_count);
            counts.fold(nodes.len() + 1, usize::saturating_add)
        };
        match self {
            Node::Digit(_) => 1,
            Node::Sequence(nodes) | Node::Choice(nodes) => sum(nodes),
            Node::Repeat(node, least, most) => {
                let times = most.unwrap_or(*least) + 1;
                (node.state_count() + 1)
                    .saturating_mul(times)
                    .saturating_add(2)
            }
        }
    }

    /// Returns where a match can end that begins at one of these places: the definition of a match.
    pub fn ends(&self, digits: &[usize], starts: &BTreeSet<usize>) -> BTreeSet<usize> {
        match self {
            Node::Digit(class) => {
                let fits =
                    |at: &&usize| digits.get(**at).is_some_and(|digit| class.contain(*digit));
                starts.iter().filter(fits).map(|at| at + 1).collect()
            }
            Node::Sequence(nodes) => {
                let nodes = nodes.iter();
                nodes.fold(starts.clone(), |starts, node| node.ends(digits, &starts))
            }
            Node::Choice(nodes) => nodes
                .iter()
                .flat_map(|node| node.ends(digits, starts))
                .collect(),
            Node::Repeat(node, least, most) => {
                let mut ends = starts.clone();
                for _ in 0..*least {
                    ends = node.ends(digits, &ends);
                }
                let mut all = ends.clone();
                for _ in *least..most.unwrap_or(usize::MAX) {
                    ends = node.ends(digits, &ends);
                    if ends.is_subset(&all) {
                        break;
                    }
                    all.extend(&ends);
                }
                all
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

    pub fn text(&self, is_wide: bool) -> String {
        let between = if is_wide { " " } else { "" };
        let grouped = |node: &Node| format!("({})", node.text(is_wide));
        match self {
            Node::Digit(class) => class_text(class, between),
            Node::Sequence(nodes) => {
                let parts = nodes.iter().map(|node| match node {
                    Node::Sequence(_) | Node::Choice(_) => grouped(node),
                    _ => node.text(is_wide),
                });
                parts.collect::<Vec<_>>().join(between)
            }
            Node::Choice(nodes) => {
                let parts = nodes.iter().map(|node| match node {
                    Node::Choice(_) => grouped(node),
                    _ => node.text(is_wide),
                });
                parts.collect::<Vec<_>>().join("|")
            }
            Node::Repeat(node, least, most) => {
                let part = match **node {
                    Node::Digit(_) => node.text(is_wide),
                    _ => grouped(node),
                };
                part + &match (least, most) {
                    (0, None) => "*".to_string(),
                    (1, None) => "+".to_string(),
                    (0, Some(1)) => "?".to_string(),
                    (_, None) => format!("{{{least},}}"),
                    (_, Some(most)) if most == least => format!("{{{least}}}"),
                    (_, Some(most)) => format!("{{{least},{most}}}"),
                }
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

fn class_text(class: &DigitClass, between: &str) -> String {
    let sign = if class.is_negated { "^" } else { "" };
    match class.digits[..] {
        [] if class.is_negated => return ".".to_string(),
        [digit] if !class.is_negated => return digit.to_string(),
        _ => {}
    }
    format!("[{sign}{}]", digit_list(&class.digits, between))
}
