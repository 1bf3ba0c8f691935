//! The smallest sets of three and more facts that refute some candidate of a position.
//!
//! A set of any size, from unit propagation and case splits, bounds the iterative deepening. If that
//! exceeds its budget of work, the set is used, and the sizes that were searched are a lower bound.

use super::core::core;
use super::deepening::{Deepening, FoundSets};
use super::network::{Network, Set};
use super::refutation::Refuter;

/// The work to prove that one step is smallest, in units of about 10 to 20 ns.
const STEP_WORK: u64 = 8_000_000;

/// The same if the smallest known set is so large that a proof is out of reach.
const HOPELESS_WORK: u64 = 1_000_000;

/// The size from which a proof is out of reach.
const HOPELESS_SIZE: usize = 9;

/// The work for all steps of a puzzle together.
pub(super) const PUZZLE_WORK: u64 = 25_000_000;

/// Finds the smallest sets of three and more facts that refute some of the targets. Returns the sets,
/// the size below which there are none, and the work done. Sets of more than `most` facts need not
/// be found.
pub(super) fn smallest<const W: usize>(
    network: &Network<W>,
    targets: &Set<W>,
    guide: Set<W>,
    work: u64,
    most: usize,
) -> (Vec<Vec<u16>>, usize, u64) {
    let mut deepening = Deepening::new(network, guide);
    let mut known: Vec<Vec<u16>> = Vec::new();
    for size in 3..=most {
        // The search for three facts is always complete. After that, the size of a refutation bounds
        // the deepening.
        let mut limit = u64::MAX;
        if size > 3 {
            if known.is_empty() {
                known = refute_all(network, targets);
            }
            let least = known.first().map_or(0, Vec::len);
            if least <= size {
                return (known, size, deepening.work());
            }
            let is_hopeless = least >= HOPELESS_SIZE;
            limit = work.min(if is_hopeless {
                HOPELESS_WORK
            } else {
                STEP_WORK
            });
        }
        match deepening.sets_of_size(targets, size, limit) {
            FoundSets::Complete(sets) if sets.is_empty() => {}
            FoundSets::OutOfWork(sets) if sets.is_empty() => {
                return (known, size, deepening.work());
            }
            FoundSets::Complete(sets) | FoundSets::OutOfWork(sets) => {
                return (sets, size, deepening.work());
            }
        }
    }
    (known, most, deepening.work())
}

/// Returns the smallest of the sets of facts found to refute some candidate, with as few nested case
/// splits as possible.
fn refute_all<const W: usize>(network: &Network<W>, targets: &Set<W>) -> Vec<Vec<u16>> {
    /// The work for one candidate.
    const EACH: u64 = 20_000;
    /// The number of splits above which the SAT solver takes over.
    const MOST_SPLITS: usize = 8;
    /// The number of candidates with the smallest proofs to improve.
    const IMPROVED: usize = 4;
    let mut refuter = Refuter::new(network);
    let mut each = EACH;
    for splits in 0..=MOST_SPLITS {
        let in_time = targets.iter().take_while(|_| !network.is_late());
        let refuted = in_time.filter_map(|target| {
            let facts = refuter.refute(target, splits, each)?;
            Some((target, facts))
        });
        let mut refuted: Vec<(usize, Vec<u16>)> = refuted.collect();
        if !refuted.is_empty() {
            refuted.sort_by_key(|(_, facts)| facts.len());
            if refuted[0].1.len() >= HOPELESS_SIZE {
                for (target, facts) in refuted.iter_mut().take(IMPROVED) {
                    refuter.improve(*target, facts, splits + 1, each);
                }
            }
            let sets = refuted.into_iter().map(|(_, facts)| facts).collect();
            let known = least(sets).into_iter();
            return least(known.map(|facts| refuter.tighten(facts)).collect());
        }
        each *= 2;
    }
    if network.is_late() {
        return Vec::new();
    }
    let core = targets.first().and_then(|target| core(network, target));
    core.map(|facts| refuter.tighten(facts))
        .into_iter()
        .collect()
}

/// Returns the smallest of some sets, in ascending order.
fn least(mut sets: Vec<Vec<u16>>) -> Vec<Vec<u16>> {
    let least = sets.iter().map(Vec::len).min();
    sets.retain(|facts| Some(facts.len()) == least);
    sets.sort_unstable();
    sets.dedup();
    sets
}
