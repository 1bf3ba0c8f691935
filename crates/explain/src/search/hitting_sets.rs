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
const MOST_FOR_LATER: usize = 200;

/// The most assignments that are kept in a position. On 16×16 boards they take ten megabytes.
const MOST_ASSIGNMENTS: usize = 10_000;

/// The work of a branch, in the unit of [`Meter`](super::meter::Meter).
const BRANCH: u64 = 60;

/// The work of the search for the last fact.
const LAST: u64 = 20;

/// The search for smallest sets of facts in one position.
pub(super) struct HittingSetSearch<'a, const W: usize> {
    network: &'a Network<W>,
    /// The candidates of a solution. Assignments prefer them, because they leave few facts unsatisfied.
    guide: Set<W>,
    /// All assignments found, in any order.
    assignments: Vec<Unsatisfied<W>>,
    /// The correction sets of the candidate that is searched for.
    corrections: Corrections<W>,
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
}

/// The sets of facts of one size.
pub(super) struct FoundSets {
    pub proofs: Vec<Proof>,
    /// False if a limit was reached before all sets were found.
    pub is_complete: bool,
}

/// An assignment and the facts that it leaves unsatisfied, a correction set of each of its candidates.
#[derive(Clone, Copy)]
struct Unsatisfied<const W: usize> {
    held: Set<W>,
    facts: Set<W>,
    /// The number of these facts.
    count: usize,
}

/// The correction sets of one candidate, the smallest first, and then those found since the search for it began.
struct Corrections<const W: usize> {
    sets: Vec<Set<W>>,
    counts: Vec<usize>,
    all: Places,
    /// By fact, the sets that it hits, by their places.
    hit_by: Vec<Places>,
}

/// A set of places of correction sets.
type Places = Set<8>;

impl<const W: usize> Corrections<W> {
    /// The number of the smallest sets with which a search begins.
    const MOST: usize = 400;

    /// The number of places.
    const CAPACITY: usize = 512;

    /// Returns the smallest correction sets of a candidate, of `number` facts, among those of all assignments.
    fn of(candidate: usize, assignments: &[Unsatisfied<W>], number: usize) -> Corrections<W> {
        let own = assignments.iter().filter(|of| of.held.contains(candidate));
        let mut own: Vec<&Unsatisfied<W>> = own.collect();
        own.sort_by_key(|of| of.count);
        let mut corrections = Corrections {
            sets: Vec::new(),
            counts: Vec::new(),
            all: Places::EMPTY,
            hit_by: vec![Places::EMPTY; number],
        };
        own.truncate(Self::MOST);
        own.into_iter().for_each(|of| corrections.insert(of));
        corrections
    }

    fn insert(&mut self, assignment: &Unsatisfied<W>) {
        let place = self.sets.len();
        self.sets.push(assignment.facts);
        self.counts.push(assignment.count);
        self.all.insert(place);
        for fact in assignment.facts.iter() {
            self.hit_by[fact].insert(place);
        }
    }

    /// Returns the places of the sets that none of these facts hits.
    fn left(&self, chosen: &[u16]) -> Places {
        let hit = chosen.iter().map(|fact| &self.hit_by[usize::from(*fact)]);
        hit.fold(self.all, |left, hit| left.without(hit))
    }

    /// True if more than `most` of these sets are disjoint apart from forbidden facts, or if one has only such facts.
    fn has_disjoint(&self, mut places: Places, forbidden: &Set<W>, most: usize) -> bool {
        for _ in 0..=most {
            let Some(place) = places.first() else {
                return false;
            };
            let facts = self.sets[place].without(forbidden);
            let hit = facts.iter().map(|fact| &self.hit_by[fact]);
            places = hit.fold(places, |left, hit| left.without(hit));
            if places.contains(place) {
                return true;
            }
        }
        true
    }

    /// Returns the fewest facts that are left of one of these sets without forbidden ones, and their number.
    fn smallest(&self, places: &Places, forbidden: &Set<W>) -> Option<(usize, Set<W>)> {
        let most_forbidden = forbidden.len();
        let mut best: Option<(usize, Set<W>)> = None;
        for place in places.iter() {
            let is_less = |count: usize| best.is_none_or(|(least, _)| count < least);
            // Sets are counted only if that can matter.
            if is_less(self.counts[place].saturating_sub(most_forbidden)) {
                let left = self.sets[place].without(forbidden);
                let count = left.len();
                if is_less(count) {
                    best = Some((count, left));
                }
            }
        }
        best
    }
}

impl<'a, const W: usize> HittingSetSearch<'a, W> {
    pub fn new(network: &'a Network<W>, guide: Set<W>) -> HittingSetSearch<'a, W> {
        HittingSetSearch {
            network,
            guide,
            assignments: Vec::new(),
            corrections: Corrections::of(0, &[], 0),
            found: BTreeMap::new(),
            limit: 0,
            clock: 0,
            is_late: false,
            is_undecided: false,
            turn: 0,
            counts: Vec::new(),
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
        self.drop_assignments(MOST_FOR_LATER);
        let id = |number| self.network.candidates[number] as u16;
        let assignments = self.assignments.iter();
        assignments
            .map(|of| of.held.iter().map(id).collect())
            .collect()
    }

    /// Drops all but the best assignments.
    fn drop_assignments(&mut self, most: usize) {
        self.assignments.sort_by_key(|of| of.count);
        self.assignments.truncate(most);
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
        let is_complete = targets.iter().all(|target| {
            self.collect_corrections(target);
            self.search(target, size, &mut Vec::new(), Set::EMPTY)
        });
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

    /// Begins anew with the smallest known correction sets of a candidate.
    fn collect_corrections(&mut self, target: usize) {
        let number = self.network.facts.len();
        self.corrections = Corrections::of(target, &self.assignments, number);
    }

    /// Tries all sets with the `chosen` facts and none of the `forbidden` ones. Returns false if a limit
    /// is reached.
    fn search(
        &mut self,
        target: usize,
        size: usize,
        chosen: &mut Vec<u16>,
        mut forbidden: Set<W>,
    ) -> bool {
        let rest = size - chosen.len();
        if rest == 1 {
            return self.search_last(target, chosen, &forbidden);
        }
        let Some(branch) = self.branch(target, rest, chosen, &forbidden) else {
            return true;
        };
        for fact in branch.iter() {
            if self.is_over() {
                return false;
            }
            chosen.push(fact as u16);
            let is_complete = self.search(target, size, chosen, forbidden);
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
        forbidden: &Set<W>,
    ) -> Option<Set<W>> {
        /// The number of facts above which a smaller correction set is looked for.
        const MANY: usize = 10;
        /// The number of smaller correction sets looked for.
        const ATTEMPTS: usize = 2;
        let mut latest = Set::EMPTY;
        for attempt in 0..=ATTEMPTS {
            let left = self.corrections.left(chosen);
            self.network.meter.charge(BRANCH);
            if self.corrections.has_disjoint(left, forbidden, rest) {
                return None;
            }
            let smallest = self.corrections.smallest(&left, forbidden);
            if let Some((least, facts)) = smallest
                && (least <= MANY || attempt == ATTEMPTS)
            {
                return Some(facts);
            }
            let Some(correction) = self.correct(target, chosen) else {
                // The chosen facts already refute the target.
                self.found.insert(sorted(chosen), target);
                return None;
            };
            latest = correction.without(forbidden);
        }
        // Only the smallest correction sets are kept, so the latest may not be among them.
        (!latest.is_empty()).then_some(latest)
    }

    /// Tries the facts that are in all correction sets not hit yet as the last one.
    fn search_last(&mut self, target: usize, chosen: &mut Vec<u16>, forbidden: &Set<W>) -> bool {
        if self.is_late {
            return false;
        }
        self.network.meter.charge(LAST);
        let left = self.corrections.left(chosen);
        let mut common = Set::FULL;
        for place in left.iter() {
            common = common.and(&self.corrections.sets[place]);
            if common.is_empty() {
                return true;
            }
        }
        if left.is_empty() {
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
        let correction = self.add(&assigned);
        if self.corrections.sets.len() == Corrections::<W>::CAPACITY {
            self.collect_corrections(target);
        } else {
            self.corrections.insert(&correction);
        }
        Some(correction.facts)
    }

    /// Extends an assignment, and keeps the facts that it leaves unsatisfied.
    fn add(&mut self, assigned: &[u16]) -> Unsatisfied<W> {
        let (held, facts) = self.extend(assigned);
        let count = facts.len();
        let assignment = Unsatisfied { held, facts, count };
        self.assignments.push(assignment);
        if self.assignments.len() > 2 * MOST_ASSIGNMENTS {
            self.drop_assignments(MOST_ASSIGNMENTS);
        }
        assignment
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
