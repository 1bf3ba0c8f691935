//! Proofs that outlive their step.
//!
//! Candidates only disappear, so facts that refute a candidate still refute it in every later position. They
//! bound the size of the smallest proofs there from above.

use std::collections::BTreeMap;

use super::network::Network;
use super::refutation::Proof;
use super::set::Set;

/// The smallest known proof of each candidate, by their numbers in the tables.
#[derive(Debug, Clone, Default)]
pub(crate) struct KnownProofs {
    of_target: BTreeMap<usize, Vec<usize>>,
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
}
