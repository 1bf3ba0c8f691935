//! Small sets of three and more facts that refute some candidate of a position.
//!
//! A set of any size, from unit propagation and case splits, bounds the search for a smaller one. Up to six
//! facts, iterative deepening finds the smallest sets and proves that they are. If it finds none, or exceeds
//! its budget of work, the known set is used, and the sizes that were searched are a lower bound.

use super::formula::Assigned;
use super::hitting_sets::HittingSetSearch;
use super::meter::Meter;
use super::network::{CALL, Network};
use super::refute::{Proof, Refuter};
use super::set::Set;
use crate::level::LARGEST_FIENDISH;

/// The work for all large steps of a puzzle, in units of about 10 ns.
const WORK: u64 = 600_000_000;

/// The part of what is left of it that refutations in one position may use; the same with drawn constraints, whose
/// steps are larger.
const REFUTATION_SHARE: [u64; 2] = [100, 25];

/// The work for refutations that each position may use, however much the ones before it took. Without it,
/// steps of more than 100 facts remain.
const LEAST_REFUTATION_WORK: u64 = 4_000_000;

/// The part that the first proof of a position may use if the work for refutations does not suffice.
const FIRST_SHARE: u64 = 4;

/// The part that the conclusions of the smallest sets of facts in one position may use.
const CONCLUSION_SHARE: u64 = 6;

/// The work for the first proof, and for conclusions, that each position may use.
const LEAST_WORK: u64 = 10_000_000;

/// The part that the search for smaller sets may use in the position that decides whether a puzzle has the highest
/// level.
const LEVEL_SHARE: u64 = 4;

/// The work for smaller sets in other positions.
const STEP_WORK: u64 = 8_000_000;

/// The same if the smallest known set has more than six facts, so that a smaller one is seldom found.
const LARGE_STEP_WORK: u64 = 1_000_000;

/// The size from which proofs of all candidates are compared.
const LARGE: usize = 9;

/// The size from which it pays to look for smaller proofs with more case splits.
const HUGE: usize = 12;

/// The work left for the large steps of a puzzle.
#[derive(Debug)]
pub(crate) struct ProofBudget {
    left: u64,
    refutation_share: u64,
    /// True if a step of the highest level is proved to be needed.
    is_level_proved: bool,
}

impl ProofBudget {
    pub fn new(has_rules: bool) -> ProofBudget {
        ProofBudget {
            left: WORK,
            refutation_share: REFUTATION_SHARE[usize::from(has_rules)],
            is_level_proved: false,
        }
    }

    /// Returns the limit of the work to search for sets smaller than the smallest known one. The first step
    /// of the highest level may use more, because the level of the puzzle depends on it.
    fn search_limit(&self, known: usize) -> u64 {
        match known > LARGEST_FIENDISH {
            true if self.is_level_proved => LARGE_STEP_WORK.min(self.left),
            true => self.left / LEVEL_SHARE,
            false => STEP_WORK.min(self.left),
        }
    }

    /// Returns a part of the work that is left, but not less than this much.
    fn share(&self, share: u64, least: u64) -> u64 {
        (self.left / share).max(least)
    }

    /// Draws conclusions with the work for one position.
    pub fn conclude<T>(&mut self, meter: &Meter, conclude: impl FnOnce() -> T) -> T {
        meter.allow(self.share(CONCLUSION_SHARE, LEAST_WORK));
        let before = meter.spent();
        let concluded = conclude();
        self.left = self.left.saturating_sub(meter.spent() - before);
        concluded
    }
}

/// Sets of facts found in a position.
pub(crate) struct Smallest {
    /// They have the same number of facts.
    pub proofs: Vec<Proof>,
    /// The size below which there are none.
    pub at_least: usize,
}

/// Finds sets of three and more facts that refute some of the targets: the smallest ones, or others of
/// more than [`LARGEST_FIENDISH`] facts or more than the work suffices for. Sets of more than `most` facts need not
/// be found. Unless the deadline passes, some set is found. `earlier` has assignments of earlier positions, and receives
/// those for later ones.
pub(crate) fn smallest<const W: usize>(
    network: &Network<W>,
    targets: &Set<W>,
    guide: Set<W>,
    budget: &mut ProofBudget,
    earlier: &mut Vec<Vec<u16>>,
    most: usize,
) -> Smallest {
    let meter = &network.meter;
    let mut search = HittingSetSearch::new(network, guide);
    search.start_with(earlier);
    let mut proofs: Vec<Proof> = Vec::new();
    let (mut at_least, mut searched) = (3, 0);
    while at_least <= most {
        // Without drawn constraints, the search for three facts is always complete. Otherwise the size
        // of a refutation bounds the search.
        let mut limit = u64::MAX;
        if at_least > 3 || !network.rules.is_empty() {
            if proofs.is_empty() {
                proofs = refute_some(network, targets, budget);
            }
            let known = smallest_size(&proofs);
            if known <= at_least || at_least > LARGEST_FIENDISH {
                break;
            }
            limit = budget.search_limit(known).saturating_sub(searched);
        }
        let before = meter.spent();
        let found = search.sets_of_size(targets, at_least, limit);
        searched += meter.spent() - before;
        if !found.proofs.is_empty() {
            proofs = found.proofs;
            break;
        }
        if !found.is_complete {
            break;
        }
        at_least += 1;
    }
    *earlier = search.assignments();
    budget.left = budget.left.saturating_sub(searched);
    budget.is_level_proved |= at_least > LARGEST_FIENDISH;
    Smallest {
        proofs: least(proofs),
        at_least,
    }
}

/// Shrinks proofs until each of their conclusions needs all facts, and returns the smallest. Leaves out those for which
/// the work does not suffice.
pub(crate) fn tightened<const W: usize>(network: &Network<W>, proofs: &[Proof]) -> Vec<Proof> {
    let mut refuter = Refuter::new(network);
    let proofs = proofs.iter().filter(|proof| proof.is_minimal);
    let tight = proofs.map_while(|proof| {
        let facts = refuter.tighten(proof.facts.clone())?;
        let proof = proof.clone();
        Some(Proof { facts, ..proof })
    });
    least(tight.collect())
}

/// Returns sets of facts that refute some candidate, the smallest first, within the work for one position.
fn refute_some<const W: usize>(
    network: &Network<W>,
    targets: &Set<W>,
    budget: &mut ProofBudget,
) -> Vec<Proof> {
    let (meter, before) = (&network.meter, network.meter.spent());
    meter.allow(budget.share(budget.refutation_share, LEAST_REFUTATION_WORK));
    let first_work = budget.share(FIRST_SHARE, LEAST_WORK);
    let mut found = refutations(network, targets, first_work);
    if found.is_empty() {
        found.extend(core(network, targets, first_work));
    }
    budget.left = budget.left.saturating_sub(meter.spent() - before);
    meter.allow(u64::MAX);
    found
}

/// Returns sets of facts that refute some candidate, the smallest first, with as few nested case splits as
/// possible. If these are large, one more split often leads to much smaller ones, also for
/// other candidates: the largest steps of two puzzles have 16 facts instead of 25, and 11 instead of 34. When the
/// work is used up, the sets are the smallest so far.
fn refutations<const W: usize>(
    network: &Network<W>,
    targets: &Set<W>,
    first_work: u64,
) -> Vec<Proof> {
    /// The work for one candidate.
    const EACH: u64 = 20_000;
    /// The number of splits above which the SAT solver takes over.
    const MOST_SPLITS: usize = 8;
    let mut refuter = Refuter::new(network);
    let (mut each, mut proofs, mut is_last) = (EACH, Vec::<Proof>::new(), false);
    for splits in 0..=MOST_SPLITS {
        let in_time = targets.iter().take_while(|_| !network.meter.is_over());
        let raw = in_time.filter_map(|target| Some((target, refuter.raw(target, splits, each)?)));
        let mut raw: Vec<(usize, Vec<u16>)> = raw.collect();
        if !raw.is_empty() {
            raw.sort_by_key(|(_, facts)| facts.len());
            let first_work = proofs.is_empty().then_some(first_work);
            proofs.extend(shrunk(&mut refuter, network, raw, first_work));
            proofs.sort_by_key(|proof| proof.facts.len());
            if is_last || smallest_size(&proofs) < HUGE {
                break;
            }
            is_last = true;
        }
        each *= 2;
    }
    proofs
}

/// Returns the number of facts of the first proof, or 0 if there is none.
fn smallest_size(proofs: &[Proof]) -> usize {
    proofs.first().map_or(0, |proof| proof.facts.len())
}

/// Shrinks proofs in this order while there is work left. If there is none for the first, `first_work` is the
/// work for it.
fn shrunk<const W: usize>(
    refuter: &mut Refuter<'_, W>,
    network: &Network<W>,
    raw: Vec<(usize, Vec<u16>)>,
    first_work: Option<u64>,
) -> Vec<Proof> {
    let (mut most, mut proofs) = (usize::MAX, Vec::new());
    for (target, facts) in raw {
        if network.meter.is_over() {
            match first_work.filter(|_| proofs.is_empty()) {
                Some(work) => network.meter.allow(work),
                None => break,
            }
        }
        if let Some(proof) = refuter.shrink(target, facts, most) {
            if proof.facts.len() < LARGE {
                most = proof.facts.len();
            }
            proofs.push(proof);
        }
    }
    proofs
}

/// Returns a proof from a core of the SAT solver: for one of the first candidates if that is easy, and shrunk
/// with `first_work`. Otherwise it is one proof from all facts. They refute all targets, as these are in no solution.
/// Each fact to leave out would take as long as to solve the puzzle.
fn core<const W: usize>(network: &Network<W>, targets: &Set<W>, first_work: u64) -> Option<Proof> {
    /// The number of candidates tried.
    const TRIED: usize = 8;
    let all: Vec<u16> = (0..network.facts.len() as u16).collect();
    for target in targets.iter().take(TRIED) {
        network.meter.allow(CALL);
        let tested = network.with_solver(CALL, |solver| solver.needed(&all, target));
        if let Assigned::Impossible(facts) = tested {
            network.meter.allow(first_work);
            return Refuter::new(network).shrink(target, facts, usize::MAX);
        }
    }
    Some(Proof {
        target: targets.first()?,
        facts: all,
        is_minimal: false,
    })
}

/// Returns the smallest of some proofs, in ascending order of their facts.
fn least(mut proofs: Vec<Proof>) -> Vec<Proof> {
    let least = proofs.iter().map(|proof| proof.facts.len()).min();
    proofs.retain(|proof| Some(proof.facts.len()) == least);
    proofs.sort_unstable_by(|one, other| one.facts.cmp(&other.facts));
    proofs.dedup_by(|one, other| one.facts == other.facts);
    proofs
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::backbone::Backbone;
    use super::super::enumeration::Deduction;
    use super::super::order::InvariantOrder;
    use super::*;
    use crate::position::{State, Tables};
    use satdoku::Puzzle;

    const HARD: &str =
        "........91......35..9.3.8....3.5...67....2......4.......6.8..9..2.7..6..4.....1..";
    const KILLER: &str = "....................................; box 2x3; cage 8 r6c1 r6c2 r6c3; \
                          cage 7 r4c6 r5c6 r6c6; cage 11 r5c4 r6c4 r6c5; \
                          cage 13 r3c4 r3c5 r4c5 r5c5; cage 8 r1c3 r1c4 r2c4; \
                          cage 10 r2c2 r2c3 r3c3; cage 3 r1c1 r1c2; cage 14 r2c1 r3c1 r4c1";

    fn state(text: &str) -> State {
        let puzzle: Puzzle = text.parse().unwrap();
        let tables = Tables::new(puzzle.layout().clone());
        State::new(Arc::new(tables), &puzzle)
    }

    /// Searches with this work for each purpose.
    fn found(
        state: &State,
        network: &Network<12>,
        earlier: &mut Vec<Vec<u16>>,
        work: u64,
    ) -> Smallest {
        let backbone = Backbone::new(state, None).unwrap();
        let numbers = 0..network.candidates.len();
        let guide: Set<12> = numbers
            .filter(|number| backbone.in_first[network.candidates[*number]])
            .collect();
        let mut budget = ProofBudget {
            left: work,
            ..ProofBudget::new(false)
        };
        let targets = network.all().without(&guide);
        smallest(network, &targets, guide, &mut budget, earlier, usize::MAX)
    }

    #[test]
    fn without_work_there_is_still_a_proof() {
        for text in [HARD, KILLER] {
            let state = state(text);
            let network = Network::new(&state, InvariantOrder::new(&state), None);
            let smallest = found(&state, &network, &mut Vec::new(), 0);
            let proof = &smallest.proofs[0];
            let around = network.excluded[proof.target];
            let assigned = network.assign(&proof.facts, &around);
            assert!(matches!(assigned, Assigned::Impossible(_)));
        }
    }

    #[test]
    fn one_proof_can_refute_all_candidates() {
        let state = state(KILLER);
        let network = Network::<12>::new(&state, InvariantOrder::new(&state), None);
        let backbone = Backbone::new(&state, None).unwrap();
        let wrong = network.all().iter();
        let wrong: Set<12> = wrong
            .filter(|number| !backbone.in_some[network.candidates[*number]])
            .collect();
        let all: Vec<u16> = (0..network.facts.len() as u16).collect();
        assert_eq!(network.refuted(&all, &network.all()), wrong);
        assert!(network.refuted(&[], &network.all()).is_empty());
        // No work is needed if it is known what the facts refute.
        network.meter.allow(0);
        assert!(network.refuted(&all, &network.all()).is_empty());
        let proof = Proof {
            target: wrong.first().unwrap(),
            facts: all,
            is_minimal: false,
        };
        let found = Deduction::of_proof(&network, &proof, &wrong).unwrap();
        // As there is one solution, each open cell has one digit left.
        assert_eq!(found.places.len(), state.open_cells);
        assert!(found.eliminates.is_empty());
    }

    /// An assignment stays one while its candidates are open.
    #[test]
    fn assignments_are_kept_until_a_candidate_is_gone() {
        let mut state = state(HARD);
        let mut earlier = Vec::new();
        let assignments = |network: &Network<12>, earlier: &[Vec<u16>]| -> Vec<Set<12>> {
            let open = earlier.iter().filter_map(|ids| network.still_open(ids));
            open.collect()
        };
        let network = Network::<12>::new(&state, InvariantOrder::new(&state), None);
        found(&state, &network, &mut earlier, 1_000_000);
        let before = assignments(&network, &earlier);
        let gone = before[0].first().unwrap();
        state.remove(network.candidates[gone]);
        let left = before.iter().filter(|held| !held.contains(gone)).count();
        let network = Network::<12>::new(&state, InvariantOrder::new(&state), None);
        let kept = assignments(&network, &earlier);
        assert!(left > 0 && kept.len() == left);
        for held in kept {
            let is_excluded = |one: usize| !held.is_disjoint(&network.excluded[one]);
            assert!(!held.iter().any(is_excluded));
        }
    }
}
