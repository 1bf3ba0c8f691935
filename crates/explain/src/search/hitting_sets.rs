//! Steps of three to six facts: all smallest sets, by iterative deepening on their size.
//!
//! An *assignment* is a set of candidates that do not exclude each other, at least one of each of some
//! facts. Facts refute a candidate if no assignment contains it. Conversely, if an assignment
//! contains the candidate, every set of facts that refutes it has one of the facts that the
//! assignment leaves unsatisfied. These are a *correction set*, and a set of facts refutes the
//! candidate if and only if it hits all of its correction sets (J. de Kleer and B. Williams 1987, R. Reiter 1987; as an implicit hitting set
//! problem A. Ignatiev et al., *Smallest MUS Extraction with Minimal Hitting Set Dualization*, CP
//! 2015; for explanations of puzzles E. Gamba, B. Bogaerts and T. Guns, *Efficiently Explaining
//! CSPs with Unsatisfiable Subset Optimization*, JAIR 2023).
//!
//! The search tries the sets of `k` facts that hit all known correction sets. If a set does not refute
//! the candidate, the assignment that shows it yields another correction set. The search is fast
//! because:
//! - an assignment yields a correction set for each of its candidates, and all are kept when `k`
//!   grows;
//! - if more than `k` correction sets are disjoint, no set of `k` facts hits them;
//! - the last fact must be in all correction sets not hit yet, and few facts are, mostly none;
//! - candidates only disappear, so an assignment yields correction sets in later positions, too, as long as its
//!   candidates are open.

use std::collections::BTreeMap;

use super::formula::Assigned;
use super::network::Network;
use super::refute::Proof;
use super::set::Set;

/// The most assignments that are kept for later positions.
const MOST_ASSIGNMENTS: usize = 200;

/// The search for smallest sets of facts in one position.
pub(super) struct HittingSetSearch<'a, const W: usize> {
    network: &'a Network<W>,
    /// The candidates of a solution. Assignments prefer them, because they leave few facts unsatisfied.
    guide: Set<W>,
    /// By candidate, its correction sets.
    corrections: Vec<Corrections<W>>,
    /// The sets of facts found at this size, with a candidate that each refutes.
    found: BTreeMap<Vec<u16>, usize>,
    /// The work of the meter at which to give up.
    limit: u64,
    /// The work at which to read the clock again.
    clock: u64,
    is_late: bool,
    /// True if a set was too hard to decide since the size was begun.
    is_undecided: bool,
    /// Incremented with each assignment, to vary them.
    turn: usize,
    counts: Vec<u16>,
    /// The assignments that leave the fewest facts unsatisfied, with the number of these, in any order.
    assignments: Vec<(usize, Set<W>)>,
}

/// The sets of facts of one size.
pub(super) struct FoundSets {
    pub proofs: Vec<Proof>,
    /// False if a limit was reached before all sets were found.
    pub is_complete: bool,
}

/// The smallest correction sets found of a candidate.
#[derive(Clone)]
struct Corrections<const W: usize> {
    /// By the number of facts. The last list is not empty.
    by_size: Vec<Vec<Set<W>>>,
    count: usize,
}

impl<const W: usize> Corrections<W> {
    const NONE: Corrections<W> = Corrections {
        by_size: Vec::new(),
        count: 0,
    };

    /// The number of sets that are kept. On 16×16 boards they take a few hundred megabytes.
    const MOST: usize = if W > 16 { 100 } else { 400 };

    /// Iterates over the sets, the smallest first.
    fn iter(&self) -> impl Iterator<Item = &Set<W>> {
        self.by_size.iter().flatten()
    }

    /// Inserts a set with this number of facts if it is one of the smallest.
    fn insert(&mut self, set: Set<W>, size: usize) {
        if self.count == Self::MOST {
            if size + 1 >= self.by_size.len() {
                return;
            }
            self.remove_last();
        }
        if self.by_size.len() <= size {
            self.by_size.resize_with(size + 1, Vec::new);
        }
        self.by_size[size].push(set);
        self.count += 1;
    }

    /// Removes the largest set, of equals the one found last.
    fn remove_last(&mut self) {
        if let Some(largest) = self.by_size.last_mut() {
            largest.pop();
            self.count -= 1;
        }
        while self.by_size.pop_if(|largest| largest.is_empty()).is_some() {}
    }
}

impl<'a, const W: usize> HittingSetSearch<'a, W> {
    pub fn new(network: &'a Network<W>, guide: Set<W>) -> HittingSetSearch<'a, W> {
        HittingSetSearch {
            network,
            guide,
            corrections: vec![Corrections::NONE; network.candidates.len()],
            found: BTreeMap::new(),
            limit: 0,
            clock: 0,
            is_late: false,
            is_undecided: false,
            turn: 0,
            counts: Vec::new(),
            assignments: Vec::new(),
        }
    }

    /// Keeps what assignments of earlier positions that are still possible leave unsatisfied in this one. Their
    /// candidates have the numbers in the tables.
    pub fn start_with(&mut self, assignments: &[Vec<u16>]) {
        let open = assignments.iter();
        for held in open.filter_map(|ids| self.network.still_open(ids)) {
            let held: Vec<u16> = held.iter().map(|candidate| candidate as u16).collect();
            self.add(&held);
        }
    }

    /// Returns the assignments that leave the fewest facts unsatisfied, by the numbers of their candidates in
    /// the tables.
    pub fn assignments(mut self) -> Vec<Vec<u16>> {
        self.drop_assignments();
        let id = |number| self.network.candidates[number] as u16;
        let assignments = self.assignments.iter();
        assignments
            .map(|(_, held)| held.iter().map(id).collect())
            .collect()
    }

    /// Drops all but the best assignments.
    fn drop_assignments(&mut self) {
        self.assignments.sort_by_key(|(size, _)| *size);
        self.assignments.truncate(MOST_ASSIGNMENTS);
    }

    /// True if a limit is reached.
    fn is_over(&mut self) -> bool {
        let work = self.network.meter.spent();
        if work >= self.clock {
            // A few tenths of a millisecond from now.
            self.clock = work + 10_000;
            self.is_late |= self.network.is_late();
        }
        self.is_late || work > self.limit
    }

    /// Finds all sets of `size` facts that refute one of `targets`, provided that no smaller set does.
    /// Gives up after this much work.
    pub fn sets_of_size(&mut self, targets: &Set<W>, size: usize, work: u64) -> FoundSets {
        self.limit = self.network.meter.spent().saturating_add(work);
        self.is_undecided = false;
        self.found.clear();
        let is_complete = targets
            .iter()
            .all(|target| self.search(target, size, &mut Vec::new(), Set::EMPTY, Set::EMPTY));
        let found = std::mem::take(&mut self.found).into_iter();
        let proofs = found.map(|(facts, target)| Proof {
            target,
            facts,
            is_minimal: true,
        });
        FoundSets {
            proofs: proofs.collect(),
            is_complete: is_complete && !self.is_undecided,
        }
    }

    /// Tries all sets with the `chosen` facts and none of the `forbidden` ones. Returns false if a limit
    /// is reached.
    fn search(
        &mut self,
        target: usize,
        size: usize,
        chosen: &mut Vec<u16>,
        chosen_set: Set<W>,
        mut forbidden: Set<W>,
    ) -> bool {
        let rest = size - chosen.len();
        if rest == 1 {
            return self.search_last(target, chosen, chosen_set, &forbidden);
        }
        let Some(branch) = self.branch(target, rest, chosen, &chosen_set, &forbidden) else {
            return true;
        };
        for fact in branch.iter() {
            if self.is_over() {
                return false;
            }
            let mut with = chosen_set;
            with.insert(fact);
            chosen.push(fact as u16);
            let is_complete = self.search(target, size, chosen, with, forbidden);
            chosen.pop();
            if !is_complete {
                return false;
            }
            // Every set with this fact has been tried.
            forbidden.insert(fact);
        }
        true
    }

    /// Returns the facts to branch on: the smallest correction set not hit yet, or `None` if `rest`
    /// more facts cannot hit all.
    fn branch(
        &mut self,
        target: usize,
        rest: usize,
        chosen: &[u16],
        chosen_set: &Set<W>,
        forbidden: &Set<W>,
    ) -> Option<Set<W>> {
        /// The number of facts above which a smaller correction set is looked for.
        const MANY: usize = 10;
        /// The number of smaller correction sets looked for.
        const ATTEMPTS: usize = 2;
        // The fewest facts left of a correction set, and their number.
        let mut best: Option<(usize, Set<W>)> = None;
        for attempt in 0..=ATTEMPTS {
            let (mut packed, mut packs) = (Set::EMPTY, 0);
            let examined = self.corrections[target].count as u64;
            self.network.meter.charge(Set::<W>::WORK * examined);
            for correction in self.corrections[target].iter() {
                if !correction.is_disjoint(chosen_set) {
                    continue;
                }
                let left = correction.without(forbidden);
                if left.is_disjoint(&packed) {
                    packed = packed.or(&left);
                    packs += 1;
                    if packs > rest {
                        return None;
                    }
                }
                let count = left.len();
                if best.is_none_or(|(least, _)| count < least) {
                    best = Some((count, left));
                }
            }
            if best.is_some_and(|(least, _)| least <= MANY || attempt == ATTEMPTS) {
                break;
            }
            match self.correct(target, chosen) {
                // Only the smallest correction sets are kept, so this one may not be among them.
                Some(correction) => {
                    let left = correction.without(forbidden);
                    best = best.or(Some((left.len(), left)));
                }
                None => {
                    // The chosen facts already refute the target.
                    self.found.insert(sorted(chosen), target);
                    return None;
                }
            }
        }
        best.filter(|(least, _)| *least > 0).map(|(_, left)| left)
    }

    /// Tries the facts that are in all correction sets not hit yet as the last one.
    fn search_last(
        &mut self,
        target: usize,
        chosen: &mut Vec<u16>,
        chosen_set: Set<W>,
        forbidden: &Set<W>,
    ) -> bool {
        if self.is_late {
            return false;
        }
        let mut common = Set::FULL;
        let mut examined = 0;
        for correction in self.corrections[target].iter() {
            examined += 1;
            if correction.is_disjoint(&chosen_set) {
                common = common.and(correction);
                if common.is_empty() {
                    break;
                }
            }
        }
        self.network.meter.charge(Set::<W>::WORK * examined);
        if common == Set::FULL {
            match self.correct(target, chosen) {
                Some(correction) => common = correction,
                None => {
                    self.found.insert(sorted(chosen), target);
                    return true;
                }
            }
        }
        common = common.without(forbidden);
        while let Some(fact) = common.first() {
            if self.is_over() {
                return false;
            }
            common.remove(fact);
            chosen.push(fact as u16);
            match self.correct(target, chosen) {
                // The last fact must be in the new correction set, too.
                Some(correction) => common = common.and(&correction),
                None => {
                    self.found.insert(sorted(chosen), target);
                }
            }
            chosen.pop();
        }
        true
    }

    /// Finds an assignment with `target` and all of the `chosen` facts, and keeps what it leaves
    /// out for all candidates in it. Returns `None` if there is no assignment, and no facts if that is too
    /// hard to decide.
    fn correct(&mut self, target: usize, chosen: &[u16]) -> Option<Set<W>> {
        let around = self.network.excluded[target];
        // With drawn constraints, an assignment can take milliseconds.
        self.is_late |= self.network.is_late();
        let mut assigned = match self.network.assign(chosen, &around) {
            Assigned::Possible(assigned) => assigned,
            Assigned::Impossible(_) => return None,
            Assigned::Unknown => {
                self.is_undecided = true;
                return Some(Set::EMPTY);
            }
        };
        assigned.push(target as u16);
        Some(self.add(&assigned))
    }

    /// Extends an assignment, and keeps the facts that it leaves unsatisfied for all of its candidates. Returns
    /// these facts.
    fn add(&mut self, assigned: &[u16]) -> Set<W> {
        let (held, left_out) = self.extend(assigned);
        let size = left_out.len();
        for candidate in held.iter() {
            self.corrections[candidate].insert(left_out, size);
        }
        self.assignments.push((size, held));
        if self.assignments.len() > 2 * MOST_ASSIGNMENTS {
            self.drop_assignments();
        }
        left_out
    }

    /// Adds candidates to an assignment until none can be added. Returns the candidates and the
    /// unsatisfied facts.
    fn extend(&mut self, assigned: &[u16]) -> (Set<W>, Set<W>) {
        let network = self.network;
        network.meter.charge(network.candidates.len() as u64 / 2);
        self.turn += 1;
        self.counts.clear();
        self.counts
            .extend(network.lists.iter().map(|list| list.len() as u16));
        let mut assignment = Assignment {
            network,
            counts: &mut self.counts,
            held: Set::EMPTY,
            excluded: Set::EMPTY,
            satisfied: Set::EMPTY,
            units: Vec::new(),
        };
        for candidate in assigned {
            assignment.add(usize::from(*candidate));
        }
        // Every other time unit propagation comes before the solution, so that the unsatisfied facts
        // are not always those around the target.
        if self.turn.is_multiple_of(2) {
            assignment.add_units();
        }
        let start = self.turn * 7 % network.candidates.len();
        let guided = self.guide.iter().skip_while(|candidate| *candidate < start);
        let guided = guided.chain(self.guide.iter().take_while(|candidate| *candidate < start));
        for candidate in guided {
            if !assignment.excluded.contains(candidate) && !assignment.held.contains(candidate) {
                assignment.add(candidate);
                if self.turn.is_multiple_of(2) {
                    assignment.add_units();
                }
            }
        }
        assignment.add_units();
        let number = network.clause_count();
        for fact in (0..number).map(|place| (place + start) % number) {
            if !assignment.satisfied.contains(fact) {
                let left = network.members[fact].without(&assignment.excluded);
                if let Some(candidate) = left.first() {
                    assignment.add(candidate);
                    assignment.add_units();
                }
            }
        }
        for (rule, fact) in network.rules.iter().zip(number..) {
            network.meter.charge(rule.work);
            if rule.is_satisfied(&assignment.held) {
                assignment.satisfied.insert(fact);
            }
        }
        let all: Set<W> = (0..network.facts.len()).collect();
        (assignment.held, all.without(&assignment.satisfied))
    }
}

/// Candidates that do not exclude each other, the candidates they exclude and the facts they satisfy.
struct Assignment<'a, const W: usize> {
    network: &'a Network<W>,
    /// By fact, the number of its candidates that are not excluded.
    counts: &'a mut [u16],
    held: Set<W>,
    excluded: Set<W>,
    satisfied: Set<W>,
    /// Facts with one candidate left when they were added; some may be satisfied by now.
    units: Vec<usize>,
}

impl<const W: usize> Assignment<'_, W> {
    fn add(&mut self, candidate: usize) {
        self.held.insert(candidate);
        self.satisfied = self.satisfied.or(&self.network.facts_of[candidate]);
        let newly = self.network.excluded[candidate].without(&self.excluded);
        self.excluded = self.excluded.or(&newly);
        for excluded in newly.iter() {
            for fact in &self.network.fact_lists[excluded] {
                let fact = usize::from(*fact);
                self.counts[fact] -= 1;
                if self.counts[fact] == 1 {
                    self.units.push(fact);
                }
            }
        }
    }

    /// Adds the last candidate of each fact that has only one, until there is none.
    fn add_units(&mut self) {
        while let Some(fact) = self.units.pop() {
            if !self.satisfied.contains(fact) {
                let left = self.network.members[fact].without(&self.excluded);
                if let Some(candidate) = left.first() {
                    self.add(candidate);
                }
            }
        }
    }
}

fn sorted(facts: &[u16]) -> Vec<u16> {
    let mut facts = facts.to_vec();
    facts.sort_unstable();
    facts
}
