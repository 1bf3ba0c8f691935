//! Steps of one and two facts, triples and quads, found by enumeration.
//!
//! One fact is enough for a single, if all candidates of the fact exclude another one (locked
//! candidates, and their generalisation to rules such as anti-knight), and for what the digits of a
//! drawn constraint have in common. Two facts are examined if candidates of one exclude candidates of
//! the other: a few thousand pairs, each with a few operations on bit sets of all candidates. Those
//! with a drawn constraint take longer, and are only examined again if one of the facts has lost a
//! candidate.

use std::collections::HashMap;
use std::ops::Range;

use super::assign::Conclusion;
use super::assignments::{Assignments, KnownAssignments};
use super::network::Network;
use super::order::InvariantOrder;
use super::refute::Proof;
use super::set::Set;
use crate::fact::Fact;
use crate::position::State;
use crate::sorted_set::sorted_set;
use satdoku::board::{Candidate, Layout};

/// Facts and the candidates that they place and eliminate, by their numbers in the state.
///
/// If both are empty, the facts contradict each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Deduction {
    pub facts: Vec<usize>,
    pub places: Vec<usize>,
    /// Does not include those that the placed ones exclude.
    pub eliminates: Vec<usize>,
    /// False if a limit was reached before it was known that all facts are needed.
    pub is_minimal: bool,
}

/// Returns a fact without candidates if there is one, otherwise the easiest single.
pub(crate) fn single(state: &State) -> Option<Deduction> {
    let facts = state.counts.iter().zip(&state.is_satisfied).enumerate();
    let mut best = None;
    for (fact, (count, is_satisfied)) in facts {
        match count {
            0 if !is_satisfied => return Some(Deduction::new(vec![fact], Vec::new(), Vec::new())),
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
    Some(Deduction::new(
        vec![fact],
        state.members(fact).collect(),
        Vec::new(),
    ))
}

/// Returns the difficulty of seeing a single: lowest in a box or another area, then in a line, then
/// in a cell.
fn rank(state: &State, fact: usize) -> u8 {
    match &state.tables.facts[fact] {
        Fact::Cell(_) => 2,
        Fact::House(kind, _) if kind.is_row() || kind.is_column() => 1,
        Fact::House(..) | Fact::Constraint(_) | Fact::Sum(_) | Fact::OneSolution(_) => 0,
    }
}

/// Returns all steps of one fact about a cell or house in a position without singles.
pub(crate) fn locked(state: &State, order: &InvariantOrder) -> Vec<Deduction> {
    let mut found = Vec::new();
    for &fact in order.facts.iter().filter(|fact| state.is_clause(**fact)) {
        let members: Vec<usize> = state.members(fact).collect();
        let Some((first, rest)) = members.split_first() else {
            continue;
        };
        let others = state.tables.excluded[*first]
            .iter()
            .map(|id| usize::from(*id));
        let eliminated = others.filter(|id| state.is_left(*id));
        let eliminated =
            eliminated.filter(|id| rest.iter().all(|m| state.tables.excludes(*id, *m)));
        let eliminated: Vec<usize> = eliminated.collect();
        if !eliminated.is_empty() {
            found.push(Deduction::new(vec![fact], Vec::new(), eliminated));
        }
    }
    found
}

/// The sets of one and two facts with drawn constraints that had no conclusion.
#[derive(Debug, Clone)]
pub(crate) struct NoConclusionCache {
    examined: HashMap<[usize; 2], Examined>,
    pub assignments: KnownAssignments,
    /// A lower bound of the size of steps in the current position: sets of this size were too hard to
    /// decide.
    pub at_least: usize,
}

/// The result for a set without a conclusion.
#[derive(Debug, Clone, Copy)]
struct Examined {
    /// The number of candidates of both facts then. As long as that is the same, so is the result.
    candidates: usize,
    /// True if it was too hard to decide whether something follows.
    is_partial: bool,
}

impl NoConclusionCache {
    pub fn new() -> NoConclusionCache {
        NoConclusionCache {
            examined: HashMap::new(),
            assignments: KnownAssignments::default(),
            at_least: usize::MAX,
        }
    }

    /// Forgets the sets that were too hard to decide in the position before.
    pub fn enter_position(&mut self) {
        self.at_least = usize::MAX;
    }

    /// Returns the result for two facts of a network, which can be the same, if nothing is known to follow
    /// from them.
    fn known<const W: usize>(
        &self,
        network: &Network<W>,
        one: usize,
        other: usize,
    ) -> Option<Examined> {
        let key = [network.facts[one], network.facts[other]];
        let candidates = candidate_count(network, one, other);
        let known = self.examined.get(&key).copied();
        known.filter(|known| known.candidates == candidates)
    }

    /// Notes that nothing is known to follow from two facts.
    fn add<const W: usize>(
        &mut self,
        network: &Network<W>,
        one: usize,
        other: usize,
        is_partial: bool,
    ) {
        let key = [network.facts[one], network.facts[other]];
        let candidates = candidate_count(network, one, other);
        let examined = Examined {
            candidates,
            is_partial,
        };
        self.examined.insert(key, examined);
    }
}

fn candidate_count<const W: usize>(network: &Network<W>, one: usize, other: usize) -> usize {
    network.lists[one].len() + network.lists[other].len()
}

/// Returns all steps of one drawn constraint or, in a position without them, of a drawn constraint and another fact.
pub(crate) fn drawn<const W: usize>(
    network: &Network<W>,
    cache: &mut NoConclusionCache,
    assignments: &mut Assignments<W>,
    size: usize,
) -> Vec<Deduction> {
    let rules = network.clause_count()..network.facts.len();
    // What follows from a pair may follow from a constraint alone that is too hard to decide. The search for
    // larger sets leaves out what is not needed.
    let is_undecided = |rule: &usize| {
        let known = cache.known(network, *rule, *rule);
        size > 1 && known.is_some_and(|known| known.is_partial)
    };
    let undecided: Set<W> = rules.clone().filter(is_undecided).collect();
    let mut found = Vec::new();
    for rule in rules.filter(|rule| !undecided.contains(*rule)) {
        let members = &network.members[rule];
        let near = members.or(&network.excluded_by(members));
        let others = match size {
            1 => rule..rule + 1,
            _ => 0..rule,
        };
        for other in others.take_while(|_| !network.is_late()) {
            if near.is_disjoint(&network.members[other]) || undecided.contains(other) {
                continue;
            }
            let (concluded, is_partial) = match cache.known(network, other, rule) {
                Some(known) => (None, known.is_partial),
                None => conclude(network, [other, rule], assignments),
            };
            if is_partial {
                cache.at_least = cache.at_least.min(size);
            }
            if concluded.is_none() {
                cache.add(network, other, rule, is_partial);
            }
            found.extend(concluded);
        }
    }
    assignments.save(network, &mut cache.assignments);
    found
}

/// Returns what follows from two facts, which can be the same, and true if some of that was too hard to decide.
fn conclude<const W: usize>(
    network: &Network<W>,
    [one, other]: [usize; 2],
    assignments: &mut Assignments<W>,
) -> (Option<Deduction>, bool) {
    let (mut of_both, excluded_by_all) = assignments.combine(one, other);
    if excluded_by_all.is_empty() {
        return (None, false);
    }
    let composed = of_both.len();
    let facts = sorted_set([one as u16, other as u16]);
    let conclusion = network.conclude_natively(&facts, &mut of_both);
    assignments.learn(network, [one, other], &of_both[composed..]);
    let found = Deduction::of_conclusion(network, &facts, conclusion);
    (found, conclusion.is_partial)
}

/// Returns the steps of one deadly pattern, or else those of a deadly pattern and another fact.
pub(crate) fn deadly<const W: usize>(state: &State, network: &Network<W>) -> Vec<Deduction> {
    let clauses = 0..network.clause_count();
    let patterns = state.pattern_facts();
    let is_other = |fact: &usize| !patterns.contains(&network.facts[*fact]);
    let patterns = clauses.clone().take_while(is_other).count()..clauses.end;
    let alone = patterns.clone().map(|pattern| [pattern as u16]);
    let found = alone.filter_map(|facts| Deduction::of_facts(network, &facts));
    let found: Vec<Deduction> = found.collect();
    match found.is_empty() {
        true => pairs(network, patterns),
        false => found,
    }
}

/// Returns all steps of two facts about cells or houses, at least one of them among `firsts`, which has the last such
/// facts, if none of them has a step alone.
pub(crate) fn pairs<const W: usize>(network: &Network<W>, firsts: Range<usize>) -> Vec<Deduction> {
    let mut found = Vec::new();
    for one in firsts.clone().take_while(|_| !network.is_late()) {
        let reach = network.excluded_by(&network.members[one]);
        for other in (0..firsts.start).chain(one + 1..firsts.end) {
            let is_near = !reach.is_disjoint(&network.members[other]);
            if is_near && excludes_some(network, one, other) {
                found.extend(Deduction::of_facts(network, &[one as u16, other as u16]));
            }
        }
    }
    found
}

/// Returns the steps of `size` cells that see each other and have as many digits together, and of
/// `size` digits that have as many places together. Among them are all naked and hidden subsets of this
/// size in a position without smaller steps.
pub(crate) fn subsets<const W: usize>(
    state: &State,
    network: &Network<W>,
    size: usize,
) -> Vec<Deduction> {
    let tables = &state.tables;
    let candidates = (0..network.candidates.len()).map(|number| network.candidate(number));
    let open_cells = sorted_set(candidates.map(|candidate| candidate.cell));
    let few = (0..network.clause_count()).filter(|fact| network.lists[*fact].len() <= size);
    let options = few.map(|number| {
        let fact = state.fact(network.facts[number]);
        let members = network.lists[number].iter().map(|member| {
            let Candidate { cell, digit } = network.candidate(usize::from(*member));
            match fact {
                Fact::Cell(_) => digit.index(),
                _ => open_cells.partition_point(|open| *open < cell),
            }
        });
        Options {
            number: number as u16,
            set: members.collect(),
            fact,
        }
    });
    let options: Vec<Options<W>> = options.collect();
    let mut sets = Vec::new();
    let mut chosen = Vec::new();
    add_subsets(&tables.layout, &options, size, &mut chosen, &mut sets);
    sets.iter()
        .filter_map(|facts| Deduction::of_facts(network, facts))
        .collect()
}

/// The digits of a cell, or the places for a digit in a house.
#[derive(Clone)]
struct Options<const W: usize> {
    number: u16,
    fact: Fact,
    /// The digits, or the places of the cells among the open ones.
    set: Set<W>,
}

/// Adds all sets of `size` facts, the `chosen` ones and some of the others, with at most `size` options
/// together. The options of the others include those of the chosen facts.
fn add_subsets<const W: usize>(
    layout: &Layout,
    others: &[Options<W>],
    size: usize,
    chosen: &mut Vec<u16>,
    sets: &mut Vec<Vec<u16>>,
) {
    for (place, one) in others.iter().enumerate() {
        chosen.push(one.number);
        if chosen.len() == size {
            sets.push(chosen.clone());
        } else {
            let rest = others[place + 1..].iter().filter_map(|other| {
                let is_like = match (&one.fact, &other.fact) {
                    (Fact::Cell(one), Fact::Cell(other)) => {
                        layout.first_shared_house(*one, *other).is_some()
                    }
                    (Fact::House(_, one), Fact::House(_, other)) => one != other,
                    _ => false,
                };
                let set = one.set.or(&other.set);
                (is_like && set.len() <= size).then(|| Options {
                    set,
                    ..other.clone()
                })
            });
            add_subsets(layout, &rest.collect::<Vec<_>>(), size, chosen, sets);
        }
        chosen.pop();
    }
}

/// True if all ways to satisfy two facts exclude some candidate.
fn excludes_some<const W: usize>(network: &Network<W>, one: usize, other: usize) -> bool {
    let mut excluded = Set::FULL;
    for first in &network.lists[one] {
        let by_first = &network.excluded[usize::from(*first)];
        let seconds = network.lists[other].iter().map(|m| usize::from(*m));
        for second in seconds.filter(|second| !by_first.contains(*second)) {
            excluded = excluded.and(&by_first.or(&network.excluded[second]));
            if excluded.is_empty() {
                return false;
            }
        }
    }
    true
}

impl Deduction {
    pub fn new(facts: Vec<usize>, places: Vec<usize>, eliminates: Vec<usize>) -> Deduction {
        Deduction {
            facts,
            places,
            eliminates,
            is_minimal: true,
        }
    }

    /// Returns the conclusion that was proved. If it may not need all facts, the other `targets` that the same
    /// facts refute are added, as far as there is work left to tell, and the candidates that these leave as the
    /// only ones of a fact.
    pub fn of_proof<const W: usize>(
        network: &Network<W>,
        proof: &Proof,
        targets: &Set<W>,
    ) -> Option<Deduction> {
        let mut eliminates = match proof.facts.len() {
            _ if proof.is_minimal => Set::EMPTY,
            // The targets are in no solution.
            all if all == network.facts.len() => *targets,
            _ => network.refuted(&proof.facts, targets),
        };
        eliminates.insert(proof.target);
        let facts = proof.facts.iter().filter(|_| !proof.is_minimal);
        let only = facts.filter_map(|fact| {
            let left = network.members[usize::from(*fact)].without(&eliminates);
            left.first()
                .filter(|first| left.iter().all(|of| of == *first))
        });
        let conclusion = Conclusion {
            places: only.collect(),
            eliminates,
            is_partial: false,
        };
        let deduction = Deduction::of_conclusion(network, &proof.facts, conclusion)?;
        Some(Deduction {
            is_minimal: proof.is_minimal,
            ..deduction
        })
    }

    /// Returns everything that follows from some facts of a network, if anything does.
    pub fn of_facts<const W: usize>(network: &Network<W>, facts: &[u16]) -> Option<Deduction> {
        Deduction::of_conclusion(network, facts, network.conclude(facts))
    }

    fn of_conclusion<const W: usize>(
        network: &Network<W>,
        facts: &[u16],
        conclusion: Conclusion<W>,
    ) -> Option<Deduction> {
        if conclusion.eliminates.is_empty() {
            return None;
        }
        // Everything follows from facts that contradict each other, so nothing is said to follow.
        let (places, eliminates) = match conclusion.is_impossible() {
            true => (Set::EMPTY, Set::EMPTY),
            false => (conclusion.places, conclusion.eliminates.and(&network.all())),
        };
        let eliminates = eliminates.without(&network.excluded_by(&places));
        let candidates =
            |set: Set<W>| sorted_set(set.iter().map(|number| network.candidates[number]));
        let facts = facts.iter().map(|fact| network.facts[usize::from(*fact)]);
        Some(Deduction::new(
            sorted_set(facts),
            candidates(places),
            candidates(eliminates),
        ))
    }
}
