//! Proofs and assignments that outlive their step.
//!
//! Candidates only disappear, so facts that refute a candidate still refute it in every later position. They
//! bound the size of the smallest proofs there from above. An assignment bounds it from below as long as its
//! candidates are open: every proof that refutes one of them needs a fact that the assignment leaves
//! unsatisfied.

use std::collections::BTreeMap;

use super::network::Network;
use super::refutation::Proof;
use super::set::Set;

/// The most assignments that are kept.
pub(super) const MOST_ASSIGNMENTS: usize = 200;

/// What is known from earlier positions. Candidates and facts have their numbers in the tables.
#[derive(Debug, Clone, Default)]
pub(crate) struct KnownProofs {
    /// The smallest known proof of each candidate.
    of_target: BTreeMap<usize, Vec<usize>>,
    assignments: Vec<Vec<u16>>,
}

impl KnownProofs {
    /// Returns those of these targets, without the facts that are satisfied by now.
    pub fn of<const W: usize>(
        &self,
        network: &Network<W>,
        targets: &Set<W>,
    ) -> Vec<(usize, Vec<u16>)> {
        let of_target = targets.iter().filter_map(|target| {
            let facts = self.of_target.get(&network.candidates[target])?;
            Some((target, network.numbers_of(facts)?))
        });
        of_target.collect()
    }

    /// Keeps proofs that are smaller than those known.
    pub fn keep<const W: usize>(&mut self, network: &Network<W>, proofs: &[Proof]) {
        for proof in proofs {
            let target = network.candidates[proof.target];
            let facts = proof.facts.iter();
            let facts: Vec<usize> = facts
                .map(|fact| network.facts[usize::from(*fact)])
                .collect();
            let known = self.of_target.get(&target);
            if known.is_none_or(|known| known.len() > facts.len()) {
                self.of_target.insert(target, facts);
            }
        }
    }

    /// Returns the assignments that are still possible.
    pub fn assignments<const W: usize>(&self, network: &Network<W>) -> Vec<Set<W>> {
        let assignments = self.assignments.iter();
        assignments
            .filter_map(|ids| network.still_open(ids))
            .collect()
    }

    /// Replaces the assignments by others.
    pub fn keep_assignments<const W: usize>(
        &mut self,
        network: &Network<W>,
        assignments: impl Iterator<Item = Set<W>>,
    ) {
        let ids = |held: Set<W>| -> Vec<u16> {
            let ids = held.iter().map(|number| network.candidates[number] as u16);
            ids.collect()
        };
        self.assignments = assignments.map(ids).collect();
    }
}
