//! Known assignments of each fact, from which assignments of two facts are composed.
//!
//! An assignment is a set of candidates that satisfy a fact together. Nothing follows from two facts if no
//! candidate is excluded by all of their assignments. For most pairs, assignments known of each fact alone
//! show that, without a search.

use std::collections::HashMap;

use super::network::Network;
use super::set::Set;

/// The largest number of assignments that are kept of a drawn constraint.
const MOST: usize = 64;

/// Known assignments of drawn constraints, in any position.
#[derive(Debug, Clone, Default)]
pub(crate) struct KnownAssignments {
    /// By fact, the candidates of each assignment.
    of_fact: HashMap<usize, Vec<Vec<u16>>>,
}

impl KnownAssignments {
    /// Returns those that are still possible.
    fn of_rule<const W: usize>(&self, network: &Network<W>, rule: usize) -> Vec<Set<W>> {
        let known = self.of_fact.get(&network.facts[rule]);
        let known = known.into_iter().flatten();
        known.filter_map(|ids| network.still_open(ids)).collect()
    }
}

/// The known assignments of each fact in a position.
pub(crate) struct Assignments<const W: usize> {
    of_fact: Vec<Vec<KnownAssignment<W>>>,
    /// The drawn constraints with new assignments.
    learned: Set<W>,
}

#[derive(Clone, Copy)]
struct KnownAssignment<const W: usize> {
    held: Set<W>,
    /// The candidates that those held exclude.
    excluded: Set<W>,
}

impl<const W: usize> KnownAssignment<W> {
    fn new(network: &Network<W>, held: Set<W>) -> KnownAssignment<W> {
        KnownAssignment {
            held,
            excluded: network.excluded_by(&held),
        }
    }
}

impl<const W: usize> Assignments<W> {
    pub fn new(network: &Network<W>, known: &KnownAssignments) -> Assignments<W> {
        let of_clause = |list: &Vec<u16>| -> Vec<KnownAssignment<W>> {
            let each = list.iter().map(|member| {
                let held = [usize::from(*member)].into_iter().collect();
                KnownAssignment::new(network, held)
            });
            each.collect()
        };
        let clause_count = network.clause_count();
        let of_rule = |rule: usize| -> Vec<KnownAssignment<W>> {
            let known = known.of_rule(network, rule).into_iter();
            known
                .map(|held| KnownAssignment::new(network, held))
                .collect()
        };
        let of_clauses = network.lists[..clause_count].iter().map(of_clause);
        let of_rules = (clause_count..network.facts.len()).map(of_rule);
        Assignments {
            of_fact: of_clauses.chain(of_rules).collect(),
            learned: Set::EMPTY,
        }
    }

    /// Keeps what was learned about drawn constraints for later positions.
    pub fn save(&mut self, network: &Network<W>, known: &mut KnownAssignments) {
        let id = |number| network.candidates[number] as u16;
        for rule in std::mem::replace(&mut self.learned, Set::EMPTY).iter() {
            let assignments = self.of_fact[rule].iter();
            let ids = assignments.map(|assignment| assignment.held.iter().map(id).collect());
            known.of_fact.insert(network.facts[rule], ids.collect());
        }
    }

    /// Combines assignments of two facts; each refutes a conclusion that survived the earlier ones.
    /// Also returns the candidates that all of them exclude: if there are none, nothing follows from the facts.
    pub fn combine(&self, one: usize, other: usize) -> (Vec<Set<W>>, Set<W>) {
        let mut of_both = Vec::new();
        let mut excluded_by_all = Set::FULL;
        for one in &self.of_fact[one] {
            for other in &self.of_fact[other] {
                if !one.held.is_disjoint(&other.excluded) {
                    continue;
                }
                let excluded = one.excluded.or(&other.excluded);
                if excluded_by_all.without(&excluded).is_empty() {
                    continue;
                }
                excluded_by_all = excluded_by_all.and(&excluded);
                of_both.push(one.held.or(&other.held));
                if excluded_by_all.is_empty() {
                    return (of_both, excluded_by_all);
                }
            }
        }
        (of_both, excluded_by_all)
    }

    /// Adds the parts of assignments of two facts that belong to a drawn constraint.
    pub fn learn(&mut self, network: &Network<W>, facts: [usize; 2], of_both: &[Set<W>]) {
        for fact in facts {
            let known = &mut self.of_fact[fact];
            if fact < network.clause_count() {
                continue;
            }
            for held in of_both {
                let held = held.and(&network.members[fact]);
                if known.len() < MOST && known.iter().all(|known| known.held != held) {
                    known.push(KnownAssignment::new(network, held));
                    self.learned.insert(fact);
                }
            }
        }
    }
}
