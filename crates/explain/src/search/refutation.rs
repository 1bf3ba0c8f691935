//! Sets of facts of any size that refute a candidate, for steps of more than six facts.
//!
//! The candidate is assumed and unit propagation follows, in which drawn constraints exclude candidates as
//! well. Without a conflict, a fact with few candidates is split into cases. A conflict is traced back to
//! its facts, as in SAT solvers, and the facts are shrunk by deletion.

use super::fact_solver::Tested;
use super::network::{Assigned, Network};
use super::set::Set;
use satdoku::task::delete;

/// Facts that refute a candidate, by their numbers in a network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Proof {
    pub target: usize,
    /// Other candidates that the same facts are known to refute.
    pub others: Vec<usize>,
    pub facts: Vec<u16>,
    /// False if a limit was reached before it was known that all facts are needed.
    pub is_minimal: bool,
}

/// The reason why a set of facts is not shrunk further.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stop {
    Limit,
    TooMany,
}

/// The search for refutations in one position.
pub(super) struct Refuter<'a, const W: usize> {
    network: &'a Network<W>,
    /// By fact, the number of its candidates that are not excluded.
    counts: Vec<u16>,
    /// By fact, the number of its candidates in the trail.
    held: Vec<u16>,
    /// By candidate, the place in the trail of what excluded it.
    excluder: Vec<u32>,
    excluded: Set<W>,
    trail: Vec<Excluder>,
    /// The length of the trail that has been propagated.
    followed: usize,
    /// The candidates excluded since drawn constraints were last propagated.
    unfiltered: Set<W>,
    /// Facts that must not be used.
    banned: Set<W>,
    work: u64,
    limit: u64,
}

/// The reason why candidates are excluded.
#[derive(Clone, Copy)]
enum Excluder {
    /// A candidate that is assumed.
    Assumption(u16),
    /// The last candidate of a fact.
    Unit(u16, u16),
    /// A drawn constraint, by the number of the fact.
    Rule(u16),
}

/// The reason for a conflict.
#[derive(Clone, Copy)]
struct Reason<const W: usize> {
    facts: Set<W>,
    /// The assumptions that lead to the conflict.
    assumptions: Set<W>,
}

const NONE: u32 = u32::MAX;

/// The work of propagating a drawn constraint, in units of following a candidate.
const RULE_WORK: u64 = 4;

/// The most work of a call of the SAT solver to leave out a fact: there are as many calls as facts.
const SHRINKING_CALL: u64 = 10_000_000;

/// The work of following a candidate, in the unit of the meter.
const FOLLOWED: u64 = 20;

impl<'a, const W: usize> Refuter<'a, W> {
    pub fn new(network: &'a Network<W>) -> Refuter<'a, W> {
        Refuter {
            network,
            counts: network.lists.iter().map(|list| list.len() as u16).collect(),
            held: vec![0; network.facts.len()],
            excluder: vec![NONE; network.candidates.len()],
            excluded: Set::EMPTY,
            trail: Vec::new(),
            followed: 0,
            unfiltered: Set::EMPTY,
            banned: Set::EMPTY,
            work: 0,
            limit: 0,
        }
    }

    /// Returns a set of facts that refute `target`, found with at most `splits` nested splits into cases
    /// and this much work, or `None` if that is not enough. It is seldom minimal.
    pub fn raw(&mut self, target: usize, splits: usize, limit: u64) -> Option<Vec<u16>> {
        self.limit = self.work + limit;
        self.assume(target);
        let reason = self.search(splits);
        self.undo_to(0);
        Some(reason?.facts.iter().map(|fact| fact as u16).collect())
    }

    /// Looks for a smaller set of facts that refute the same target, by banning each fact in turn.
    pub fn improve(&mut self, proof: &mut Proof, splits: usize, limit: u64) {
        /// Work limit; more rarely pays off. Most classic puzzles take less.
        const MOST_WORK: u64 = 3_000_000;
        let end = self.work + MOST_WORK;
        let mut tried: Vec<u16> = Vec::new();
        let untried = |facts: &[u16], tried: &[u16]| {
            let mut facts = facts.iter().copied();
            facts.find(|fact| !tried.contains(fact))
        };
        while let Some(fact) = untried(&proof.facts, &tried) {
            if self.work > end || self.network.meter.is_over() {
                break;
            }
            tried.push(fact);
            self.banned = Set::EMPTY;
            self.banned.insert(usize::from(fact));
            if let Some(raw) = self.raw(proof.target, splits, limit)
                && let Some(other) = self.shrink(proof.target, raw, proof.facts.len() - 1)
            {
                *proof = other;
            }
        }
        self.banned = Set::EMPTY;
    }

    /// Shrinks a set of facts that refute `target` to a minimal one, unless that has more than `most`.
    /// When the work is used up, the set is as small as it is then.
    pub fn shrink(&mut self, target: usize, mut facts: Vec<u16>, most: usize) -> Option<Proof> {
        let network = self.network;
        if !network.rules.is_empty() {
            self.propagate_fewer(target, &mut facts);
        }
        let around = network.excluded[target];
        let order: Vec<u16> = facts.iter().rev().copied().collect();
        let (mut is_hard, mut is_minimal, mut needed) = (false, true, 0);
        let shrunk = delete(&mut facts, order, |rest, _| {
            if network.meter.is_over() {
                is_minimal = false;
                return Err(Stop::Limit);
            }
            let assigned = match is_hard {
                true => Assigned::Unknown,
                false => network.assign_natively(&rest, &around),
            };
            let smaller = match assigned {
                Assigned::Possible(_) => None,
                Assigned::Impossible => Some(rest),
                Assigned::Unknown => {
                    // The next sets are about as hard.
                    is_hard = true;
                    match network.with_solver(SHRINKING_CALL, |solver| solver.needed(&rest, target))
                    {
                        Tested::Impossible(fewer) => Some(fewer),
                        Tested::Possible(_) => None,
                        Tested::Unknown => {
                            is_minimal = false;
                            None
                        }
                    }
                }
            };
            needed += usize::from(smaller.is_none());
            if needed > most {
                Err(Stop::TooMany)
            } else {
                Ok(smaller)
            }
        });
        let is_small = shrunk != Err(Stop::TooMany) && facts.len() <= most;
        is_small.then_some(Proof {
            target,
            others: Vec::new(),
            facts,
            is_minimal,
        })
    }

    /// Leaves out facts without which propagation still refutes `target`.
    fn propagate_fewer(&mut self, target: usize, facts: &mut Vec<u16>) {
        let banned = self.banned;
        let order: Vec<u16> = facts.iter().rev().copied().collect();
        let shrunk = delete(facts, order, |rest, _| {
            if self.network.meter.is_over() {
                return Err(Stop::Limit);
            }
            let allowed: Set<W> = rest.iter().map(|fact| usize::from(*fact)).collect();
            self.banned = Set::FULL.without(&allowed);
            Ok(self.raw(target, 0, 0))
        });
        // At a limit, the facts are those left so far.
        _ = shrunk;
        self.banned = banned;
    }

    /// Shrinks a set of facts that refute some candidate until each of its conclusions needs all of
    /// them. Returns `None` if the work does not suffice for that.
    pub fn tighten(&mut self, mut facts: Vec<u16>) -> Option<Vec<u16>> {
        loop {
            let conclusion = self.network.conclude(&facts);
            let concluded = conclusion.eliminates.and(&self.network.all());
            let mut least = facts.clone();
            for target in concluded.iter() {
                if let Some(fewer) = self.shrink(target, facts.clone(), least.len() - 1) {
                    least = fewer.facts;
                }
                if self.network.meter.is_over() {
                    return None;
                }
            }
            let is_tight = least.len() == facts.len();
            facts = least;
            if is_tight {
                return Some(facts);
            }
        }
    }

    fn assume(&mut self, candidate: usize) {
        self.hold(candidate, Excluder::Assumption(candidate as u16));
    }

    fn hold(&mut self, candidate: usize, excluder: Excluder) {
        for fact in &self.network.fact_lists[candidate] {
            self.held[usize::from(*fact)] += 1;
        }
        let newly = self.network.excluded[candidate].without(&self.excluded);
        self.exclude(&newly, excluder);
    }

    /// Excludes candidates that are not excluded yet.
    fn exclude(&mut self, newly: &Set<W>, excluder: Excluder) {
        let place = self.trail.len() as u32;
        self.trail.push(excluder);
        self.excluded = self.excluded.or(newly);
        self.unfiltered = self.unfiltered.or(newly);
        for other in newly.iter() {
            self.excluder[other] = place;
            for fact in &self.network.fact_lists[other] {
                self.counts[usize::from(*fact)] -= 1;
            }
        }
    }

    /// Returns the candidates that an excluder may have excluded.
    fn reach(&self, excluder: Excluder) -> &'a Set<W> {
        match excluder {
            Excluder::Assumption(candidate) | Excluder::Unit(candidate, _) => {
                &self.network.excluded[usize::from(candidate)]
            }
            Excluder::Rule(fact) => &self.network.members[usize::from(fact)],
        }
    }

    fn undo_to(&mut self, length: usize) {
        while self.trail.len() > length {
            let place = self.trail.len() as u32 - 1;
            let Some(excluder) = self.trail.pop() else {
                return;
            };
            if let Excluder::Assumption(candidate) | Excluder::Unit(candidate, _) = excluder {
                for fact in &self.network.fact_lists[usize::from(candidate)] {
                    self.held[usize::from(*fact)] -= 1;
                }
            }
            for other in self.reach(excluder).iter() {
                if self.excluder[other] == place {
                    self.excluder[other] = NONE;
                    self.excluded.remove(other);
                    for fact in &self.network.fact_lists[other] {
                        self.counts[usize::from(*fact)] += 1;
                    }
                }
            }
        }
        self.unfiltered = Set::EMPTY;
        self.followed = self.trail.len();
    }

    /// Propagates the trail to a fixed point or a conflict.
    fn propagate(&mut self) -> Result<(), Reason<W>> {
        loop {
            self.propagate_units()?;
            if self.network.rules.is_empty() || !self.apply_rules()? {
                return Ok(());
            }
        }
    }

    /// Propagates facts with one candidate left to a fixed point or a conflict.
    fn propagate_units(&mut self) -> Result<(), Reason<W>> {
        while let Some(excluder) = self.trail.get(self.followed) {
            let reach = self.reach(*excluder);
            let place = self.followed as u32;
            self.followed += 1;
            self.work += 1;
            self.network.meter.charge(FOLLOWED);
            let network = self.network;
            for other in reach.iter() {
                if self.excluder[other] != place {
                    continue;
                }
                for &fact in &network.fact_lists[other] {
                    let number = usize::from(fact);
                    if self.banned.contains(number) {
                        continue;
                    }
                    match self.counts[number] {
                        0 => return Err(self.trace(number)),
                        1 if self.held[number] == 0 => {
                            let left = network.members[number].without(&self.excluded);
                            if let Some(last) = left.first() {
                                self.hold(last, Excluder::Unit(last as u16, fact));
                            }
                        }
                        _ => {}
                    }
                }
            }
        }
        Ok(())
    }

    /// Propagates the drawn constraints that have lost candidates. Returns true if one excludes others.
    fn apply_rules(&mut self) -> Result<bool, Reason<W>> {
        let network = self.network;
        let affected = std::mem::replace(&mut self.unfiltered, Set::EMPTY);
        let mut has_changed = false;
        for (rule, fact) in network.rules.iter().zip(network.clause_count()..) {
            if network.members[fact].is_disjoint(&affected) || self.banned.contains(fact) {
                continue;
            }
            self.work += RULE_WORK;
            network.meter.charge(rule.work);
            if network.is_late() {
                return Ok(false);
            }
            match rule.filter(&self.excluded) {
                None => return Err(self.trace(fact)),
                Some(newly) if newly.is_empty() => {}
                Some(newly) => {
                    self.exclude(&newly, Excluder::Rule(fact as u16));
                    has_changed = true;
                }
            }
        }
        Ok(has_changed)
    }

    /// Returns the facts and assumptions that excluded candidates of this fact.
    fn trace(&self, fact: usize) -> Reason<W> {
        let mut reason = Reason {
            facts: Set::EMPTY,
            assumptions: Set::EMPTY,
        };
        reason.facts.insert(fact);
        let mut is_needed = vec![false; self.trail.len()];
        let mark = |fact: usize, is_needed: &mut Vec<bool>| {
            for member in &self.network.lists[fact] {
                let place = self.excluder[usize::from(*member)];
                if place != NONE {
                    is_needed[place as usize] = true;
                }
            }
        };
        mark(fact, &mut is_needed);
        for place in (0..self.trail.len()).rev() {
            if !is_needed[place] {
                continue;
            }
            match self.trail[place] {
                Excluder::Assumption(candidate) => {
                    reason.assumptions.insert(usize::from(candidate))
                }
                Excluder::Unit(_, fact) | Excluder::Rule(fact) => {
                    let fact = usize::from(fact);
                    if !reason.facts.contains(fact) {
                        reason.facts.insert(fact);
                        mark(fact, &mut is_needed);
                    }
                }
            }
        }
        reason
    }

    /// Returns the reason for a conflict with the trail, if one is found with this many splits.
    fn search(&mut self, splits: usize) -> Option<Reason<W>> {
        if let Err(reason) = self.propagate() {
            return Some(reason);
        }
        let splits = splits.checked_sub(1)?;
        let fact = self.choose()?;
        let mut all = self.trace(fact);
        let length = self.trail.len();
        for candidate in self.network.members[fact].without(&self.excluded).iter() {
            if self.work > self.limit || self.network.meter.is_over() {
                return None;
            }
            self.assume(candidate);
            let reason = self.search(splits);
            self.undo_to(length);
            let mut reason = reason?;
            if !reason.assumptions.contains(candidate) {
                return Some(reason);
            }
            reason.assumptions.remove(candidate);
            all.facts = all.facts.or(&reason.facts);
            all.assumptions = all.assumptions.or(&reason.assumptions);
        }
        Some(all)
    }

    /// Returns the fact to split: of those with the fewest candidates the one whose cases propagate
    /// most, preferably to a conflict. Drawn constraints are left out of the comparison: they would take
    /// most of the time and hardly change the choice.
    fn choose(&mut self) -> Option<usize> {
        let is_open = |fact: &usize| self.held[*fact] == 0 && !self.banned.contains(*fact);
        let open = (0..self.network.clause_count()).filter(is_open);
        let least = open.clone().map(|fact| self.counts[fact]).min()?;
        let facts: Vec<usize> = open.filter(|fact| self.counts[*fact] == least).collect();
        let length = self.trail.len();
        let mut best = None;
        for fact in facts {
            if self.network.is_late() {
                break;
            }
            let mut score = 1;
            for candidate in self.network.members[fact].without(&self.excluded).iter() {
                self.assume(candidate);
                let gain = match self.propagate_units() {
                    Err(_) => 1000,
                    Ok(()) => self.trail.len() - length,
                };
                self.undo_to(length);
                score *= gain;
            }
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, fact));
            }
        }
        best.map(|(_, fact)| fact)
    }
}
