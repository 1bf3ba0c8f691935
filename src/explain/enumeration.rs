//! Steps of one and two facts, found by looking at all of them.
//!
//! One fact is enough where a single is, and where all candidates of the fact exclude another one
//! (locked candidates, and what pair constraints add to them). Two facts are looked at where
//! candidates of the one exclude some of the other: a few thousand pairs, each some operations on
//! bit sets that hold all candidates at once.

use super::network::{Network, Set};
use super::position::State;

/// Facts, by their numbers in the tables, and the candidates that they place and eliminate.
///
/// Without both it is a fact that no candidate is left for: a contradiction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Found {
    pub facts: Vec<usize>,
    pub places: Vec<usize>,
    /// Without those that the placed ones exclude.
    pub eliminates: Vec<usize>,
}

/// The next step that singles give: a fact without a candidate, else one with one candidate,
/// places in boxes and other areas before those in rows and columns, and these before cells.
pub(super) fn single(state: &State) -> Option<Found> {
    let facts = state.counts.iter().zip(&state.is_satisfied).enumerate();
    let mut best = None;
    for (fact, (count, is_satisfied)) in facts {
        match count {
            0 if !is_satisfied => return Some(Found::new(vec![fact], Vec::new(), Vec::new())),
            1 if !is_satisfied => {
                let rank = rank(state, fact);
                if best.is_none_or(|(least, _)| rank < least) {
                    best = Some((rank, fact));
                }
            }
            _ => {}
        }
    }
    let (_, fact) = best?;
    Some(Found::new(
        vec![fact],
        state.members(fact).collect(),
        Vec::new(),
    ))
}

/// How hard a single is to see.
fn rank(state: &State, fact: usize) -> u8 {
    use super::Fact;
    use crate::board::HouseKind::{Column, Row};
    match state.tables.facts[fact] {
        Fact::Cell(_) => 2,
        Fact::House(Row(_) | Column(_), _) => 1,
        Fact::House(..) => 0,
    }
}

/// All steps of one fact in a position without singles.
pub(super) fn locked(state: &State) -> Vec<Found> {
    let mut found = Vec::new();
    for fact in (0..state.counts.len()).filter(|fact| !state.is_satisfied[*fact]) {
        let members: Vec<usize> = state.members(fact).collect();
        let Some((first, rest)) = members.split_first() else {
            continue;
        };
        let others = state.tables.excluded[*first]
            .iter()
            .map(|id| usize::from(*id));
        let gone = others.filter(|id| state.is_left[*id]);
        let gone = gone.filter(|id| rest.iter().all(|m| state.tables.excludes(*id, *m)));
        let gone: Vec<usize> = gone.collect();
        if !gone.is_empty() {
            found.push(Found::new(vec![fact], Vec::new(), gone));
        }
    }
    found
}

/// All steps of two facts in a position in which no fact is enough alone.
pub(super) fn pairs<const W: usize>(network: &Network<W>) -> Vec<Found> {
    let reach = |list: &Vec<u16>| {
        let excluded = list.iter().map(|m| &network.excluded[usize::from(*m)]);
        excluded.fold(Set::EMPTY, |all, set| all.or(set))
    };
    let reach: Vec<Set<W>> = network.lists.iter().map(reach).collect();
    let mut found = Vec::new();
    for (one, reach) in reach.iter().enumerate() {
        if network.is_late() {
            break;
        }
        for other in one + 1..network.facts.len() {
            let is_near = !reach.is_disjoint(&network.members[other]);
            if is_near && excludes_some(network, one, other) {
                found.extend(Found::of_facts(network, &[one as u16, other as u16]));
            }
        }
    }
    found
}

/// Whether all ways to fulfil two facts exclude some candidate.
fn excludes_some<const W: usize>(network: &Network<W>, one: usize, other: usize) -> bool {
    let mut excluded = Set::FULL;
    for first in &network.lists[one] {
        let by_first = &network.excluded[usize::from(*first)];
        for second in network.members[other].without(by_first).iter() {
            excluded = excluded.and(&by_first.or(&network.excluded[second]));
            if excluded.is_empty() {
                return false;
            }
        }
    }
    true
}

impl Found {
    pub fn new(facts: Vec<usize>, places: Vec<usize>, eliminates: Vec<usize>) -> Found {
        Found {
            facts,
            places,
            eliminates,
        }
    }

    /// All that follows from some facts of a network, if anything does.
    pub fn of_facts<const W: usize>(network: &Network<W>, facts: &[u16]) -> Option<Found> {
        let conclusion = network.conclude(facts);
        if conclusion.eliminates.is_empty() {
            return None;
        }
        let all = network.all();
        // Where there is no way at all, everything follows; what is said then is that the facts
        // have no candidates.
        let is_refuted = conclusion.places == Set::FULL;
        let places = if is_refuted {
            Set::EMPTY
        } else {
            conclusion.places
        };
        let around = places.iter().map(|placed| &network.excluded[placed]);
        let around = around.fold(Set::EMPTY, |all, set| all.or(set));
        let eliminates = conclusion.eliminates.and(&all).without(&around);
        let eliminates = if is_refuted {
            facts.iter().fold(Set::EMPTY, |all, fact| {
                all.or(&network.members[usize::from(*fact)])
            })
        } else {
            eliminates
        };
        let named = |set: Set<W>| {
            set.iter()
                .map(|number| network.candidates[number])
                .collect()
        };
        Some(Found::new(
            facts
                .iter()
                .map(|fact| network.facts[usize::from(*fact)])
                .collect(),
            named(places),
            named(eliminates),
        ))
    }
}
