//! The smallest sets of three and more facts that refute some candidate of a position.
//!
//! A set of any size, from unit propagation and case splits, bounds the iterative deepening. If that
//! exceeds its budget of work, the set is used, and the sizes that were searched are a lower bound.

use super::super::level::LARGEST_FIENDISH;
use super::hitting_sets::HittingSetSearch;
use super::network::Network;
use super::refutation::Refuter;
use super::set::Set;

/// The work to prove that one step is smallest, in units of about 10 ns.
const STEP_WORK: u64 = 8_000_000;

/// The same if the smallest known set is so large that a proof is out of reach.
const HOPELESS_WORK: u64 = 1_000_000;

/// The size from which a proof is out of reach.
const HOPELESS_SIZE: usize = 9;

/// The work for all steps of a puzzle together, except those that decide its level.
const PUZZLE_WORK: u64 = 25_000_000;

/// The work for the steps of a puzzle that decide its level. For most puzzles 10 to 40 million are
/// enough.
const LEVEL_WORK: u64 = 150_000_000;

/// The work for the steps of a puzzle with drawn constraints, whose sets of facts take about ten times
/// as long to test.
const DRAWN_WORK: u64 = 10_000_000;

/// The work left for proofs of a puzzle.
#[derive(Debug)]
pub(crate) struct ProofBudget {
    for_steps: u64,
    for_level: u64,
    /// True if a step of the highest level is proved smallest.
    is_level_proved: bool,
}

impl ProofBudget {
    pub fn new(has_rules: bool) -> ProofBudget {
        let (for_steps, for_level) = match has_rules {
            true => (DRAWN_WORK, DRAWN_WORK),
            false => (PUZZLE_WORK, LEVEL_WORK),
        };
        ProofBudget {
            for_steps,
            for_level,
            is_level_proved: false,
        }
    }

    /// True if the level of the puzzle depends on a position in which the smallest known set has this
    /// number of facts: only between the two highest levels, because smaller sets are all found.
    fn decides_level(&self, known: usize) -> bool {
        known > LARGEST_FIENDISH && !self.is_level_proved
    }

    /// Returns the limit of the work to prove that no set has `size` facts.
    fn limit(&self, known: usize, size: usize) -> u64 {
        if size <= LARGEST_FIENDISH && self.decides_level(known) {
            return self.for_level;
        }
        let is_hopeless = known >= HOPELESS_SIZE;
        let limit = if is_hopeless {
            HOPELESS_WORK
        } else {
            STEP_WORK
        };
        limit.min(self.for_steps)
    }

    /// Subtracts the work for a position in which no set has fewer than `at_least` facts.
    fn spend(&mut self, work: u64, known: usize, at_least: usize) {
        let left = if self.decides_level(known) {
            &mut self.for_level
        } else {
            &mut self.for_steps
        };
        *left = left.saturating_sub(work);
        self.is_level_proved |= at_least > LARGEST_FIENDISH;
    }
}

/// Finds the smallest sets of three and more facts that refute some of the targets. Returns the sets
/// and the size below which there are none. Sets of more than `most` facts need not be found.
pub(crate) fn smallest<const W: usize>(
    network: &Network<W>,
    targets: &Set<W>,
    guide: Set<W>,
    budget: &mut ProofBudget,
    most: usize,
) -> (Vec<Vec<u16>>, usize) {
    let mut search = HittingSetSearch::new(network, guide);
    let mut sets: Vec<Vec<u16>> = Vec::new();
    let mut known = 0;
    let mut at_least = 3;
    while at_least <= most {
        // Without drawn constraints, the search for three facts is always complete. Otherwise the size
        // of a refutation bounds the search.
        let mut limit = u64::MAX;
        if at_least > 3 || !network.rules.is_empty() {
            if sets.is_empty() {
                sets = refute_all(network, targets);
                known = sets.first().map_or(0, Vec::len);
            }
            if known <= at_least {
                break;
            }
            limit = budget.limit(known, at_least);
        }
        let found = search.sets_of_size(targets, at_least, limit);
        if !found.sets.is_empty() {
            sets = found.sets;
            break;
        }
        if !found.is_complete {
            break;
        }
        at_least += 1;
    }
    budget.spend(search.work(), known, at_least);
    (sets, at_least)
}

/// Shrinks sets of facts until each of their conclusions needs all facts, and returns the smallest.
pub(crate) fn tightened<const W: usize>(
    network: &Network<W>,
    sets: Vec<Vec<u16>>,
) -> Vec<Vec<u16>> {
    let mut refuter = Refuter::new(network);
    least(
        sets.into_iter()
            .map(|facts| refuter.tighten(facts))
            .collect(),
    )
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
        let mut most = usize::MAX;
        let in_time = targets.iter().take_while(|_| !network.is_late());
        let refuted = in_time.filter_map(|target| {
            let facts = refuter.refute(target, splits, each, most)?;
            if facts.len() < HOPELESS_SIZE {
                most = facts.len();
            }
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
    let target = targets.first();
    let core = target.and_then(|target| network.with_solver(|solver| solver.core(target)));
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
