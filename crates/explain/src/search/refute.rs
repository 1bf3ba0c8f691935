//! Refutations: a candidate is assumed, and facts lead to a contradiction.
//!
//! Unit propagation follows the assumption, in which drawn constraints exclude candidates as well. Without a
//! conflict, a fact with few candidates is split into cases. A conflict is traced back to its facts, as in SAT
//! solvers, and the facts are shrunk by deletion.
//!
//! The text of a step is the trail of the same search with the facts of the step. There, [`readable`](super::readable)
//! adds lines that spare a reader cases.

use super::formula::{Assigned, FactSolver};
use super::network::Network;
use super::set::Set;
use crate::reason::Finding;
use satdoku::task::delete;

/// Facts that refute a candidate, by their numbers in a network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Proof {
    pub target: usize,
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

/// What a drawn constraint, by its fact, excludes from digits: with reasons, and without; `None` if nothing fills it.
pub(crate) type Narrow<'a> = dyn Fn(usize, &[u16]) -> (Vec<Finding>, Option<Vec<u16>>) + 'a;

/// The search for refutations in one position.
pub(crate) struct Refuter<'a, const W: usize> {
    pub(super) network: &'a Network<W>,
    /// By fact, the number of its candidates that are not excluded.
    pub(super) counts: Vec<u16>,
    /// By fact, the number of its candidates in the trail.
    pub(super) held: Vec<u16>,
    /// By candidate, the place in the trail of what excluded it.
    excluder: Vec<u32>,
    pub(super) excluded: Set<W>,
    trail: Vec<Entry<W>>,
    /// The length of the trail that has been propagated.
    followed: usize,
    /// The candidates excluded since drawn constraints were last propagated.
    pub(super) unfiltered: Set<W>,
    /// Facts that must not be used.
    banned: Set<W>,
    work: u64,
    limit: u64,
    /// The reasons of drawn constraints, if the trail is for a reader.
    pub(super) narrow: Option<&'a Narrow<'a>>,
}

/// A line of the trail, and the candidates that it excludes.
struct Entry<const W: usize> {
    line: Line,
    newly: Set<W>,
}

/// Why candidates are excluded. Candidates and facts are numbers in the network.
#[derive(Debug, Clone)]
pub(crate) enum Line {
    /// A candidate is assumed.
    Assumption(u16),
    /// A candidate is assumed not to hold.
    Denial(u16),
    /// The last candidate of a fact.
    Unit(u16, u16),
    /// A drawn constraint. For a reader, with the digits left in its cells.
    Rule(u16, Vec<u16>),
    /// A fact whose candidates left all exclude another one.
    Group(u16, Vec<u16>),
    /// Cells, by their facts, with as many digits together.
    Subset(Vec<u16>, u16),
    /// A drawn constraint, for a reason.
    Finding(u16, Box<Finding>),
}

/// The end of a refutation.
#[derive(Debug, Clone)]
pub(crate) enum End<const W: usize> {
    /// The fact has no candidate left.
    NoCandidate(u16),
    /// The drawn constraint cannot be filled with these digits in its cells.
    Unfillable(u16, Vec<u16>),
    /// The cells have fewer digits left.
    TooFewDigits(Vec<u16>, u16),
    /// Each of these candidates of the fact leads to a contradiction.
    Cases(u16, Vec<(u16, Branch<W>)>),
}

/// The part of a refutation that follows an assumption. Without a reader, it has no lines and no cases.
#[derive(Debug, Clone)]
pub(crate) struct Branch<const W: usize> {
    /// The lines, and the candidates among those excluded from which the contradiction follows.
    pub lines: Vec<(Line, Set<W>)>,
    pub end: End<W>,
}

/// A refutation with its premises.
struct Refutation<const W: usize> {
    facts: Set<W>,
    /// The assumptions that lead to the conflict.
    assumptions: Set<W>,
    /// The exclusions from which the conflict follows.
    needed: Set<W>,
    branch: Branch<W>,
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
            narrow: None,
        }
    }

    /// Proves for a reader that a candidate cannot hold or, if `holds` is false, that it must hold; without a
    /// candidate, that the facts contradict each other. Splits cases as little as possible.
    pub fn prove(
        mut self,
        denied: Option<(usize, bool)>,
        narrow: &'a Narrow<'a>,
    ) -> Option<Branch<W>> {
        /// The work for each number of splits.
        const EACH: u64 = 20_000;
        /// The most nested splits.
        const MOST_SPLITS: usize = 8;
        self.narrow = Some(narrow);
        (0..=MOST_SPLITS).find_map(|splits| {
            self.limit = self.work + EACH;
            self.deny(denied);
            let found = self.search(0, splits);
            self.undo_to(0);
            Some(found?.branch)
        })
    }

    /// True if a reader can prove without cases that a candidate cannot hold or, if `holds` is false, that it must.
    pub fn is_direct(network: &Network<W>, candidate: usize, holds: bool) -> bool {
        let narrow = |fact: usize, digits: &[u16]| (Vec::new(), network.rule(fact).narrow(digits));
        let mut refuter = Refuter::new(network);
        refuter.deny(Some((candidate, holds)));
        // Subsets take longest and are seldom needed.
        refuter.propagate().is_err() || {
            refuter.narrow = Some(&narrow);
            refuter.propagate().is_err()
        }
    }

    /// Assumes the opposite of a conclusion.
    fn deny(&mut self, conclusion: Option<(usize, bool)>) {
        match conclusion {
            Some((candidate, true)) => self.assume(candidate),
            Some((candidate, false)) => {
                let only = [candidate].into_iter().collect();
                self.exclude(&only, Line::Denial(candidate as u16));
            }
            None => {}
        }
        self.unfiltered = Set::FULL;
    }

    /// Returns a set of facts that refute `target`, found with at most `splits` nested splits into cases
    /// and this much work, or `None` if that is not enough. It is seldom minimal.
    pub fn raw(&mut self, target: usize, splits: usize, limit: u64) -> Option<Vec<u16>> {
        self.limit = self.work + limit;
        self.assume(target);
        let found = self.search(0, splits);
        self.undo_to(0);
        Some(found?.facts.iter().map(|fact| fact as u16).collect())
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
            let mut assigned = match is_hard {
                true => Assigned::Unknown,
                false => network.assign_natively(&rest, &around),
            };
            if matches!(assigned, Assigned::Unknown) {
                // The next sets are about as hard.
                is_hard = true;
                let needed = |solver: &mut FactSolver| solver.needed(&rest, target);
                assigned = network.with_solver(SHRINKING_CALL, needed);
            }
            is_minimal &= !matches!(assigned, Assigned::Unknown);
            let smaller = match assigned {
                Assigned::Impossible(fewer) => Some(fewer),
                Assigned::Possible(_) | Assigned::Unknown => None,
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
            facts,
            is_minimal,
        })
    }

    /// Leaves out facts without which propagation still refutes `target`.
    fn propagate_fewer(&mut self, target: usize, facts: &mut Vec<u16>) {
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
        self.banned = Set::EMPTY;
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
        self.hold(candidate, Line::Assumption(candidate as u16));
    }

    fn hold(&mut self, candidate: usize, line: Line) {
        for fact in &self.network.fact_lists[candidate] {
            self.held[usize::from(*fact)] += 1;
        }
        let newly = self.network.excluded[candidate].without(&self.excluded);
        self.exclude(&newly, line);
    }

    /// Excludes candidates that are not excluded yet.
    pub(super) fn exclude(&mut self, newly: &Set<W>, line: Line) {
        let place = self.trail.len() as u32;
        self.trail.push(Entry {
            line,
            newly: *newly,
        });
        self.excluded = self.excluded.or(newly);
        self.unfiltered = self.unfiltered.or(newly);
        for other in newly.iter() {
            self.excluder[other] = place;
            for fact in &self.network.fact_lists[other] {
                self.counts[usize::from(*fact)] -= 1;
            }
        }
    }

    fn undo_to(&mut self, length: usize) {
        while self.trail.len() > length {
            let Some(Entry { line, newly }) = self.trail.pop() else {
                return;
            };
            if let Line::Assumption(candidate) | Line::Unit(candidate, _) = line {
                for fact in &self.network.fact_lists[usize::from(candidate)] {
                    self.held[usize::from(*fact)] -= 1;
                }
            }
            self.excluded = self.excluded.without(&newly);
            for other in newly.iter() {
                self.excluder[other] = NONE;
                for fact in &self.network.fact_lists[other] {
                    self.counts[usize::from(*fact)] += 1;
                }
            }
        }
        self.unfiltered = Set::EMPTY;
        self.followed = self.trail.len();
    }

    /// Propagates the trail to a fixed point or a conflict.
    fn propagate(&mut self) -> Result<(), End<W>> {
        loop {
            self.propagate_units()?;
            let has_read = self.narrow.is_some() && self.read()?;
            if !has_read && !self.apply_rules()? {
                return Ok(());
            }
        }
    }

    /// Propagates facts with one candidate left to a fixed point or a conflict.
    fn propagate_units(&mut self) -> Result<(), End<W>> {
        let network = self.network;
        while let Some(entry) = self.trail.get(self.followed) {
            let newly = entry.newly;
            self.followed += 1;
            self.work += 1;
            network.meter.charge(FOLLOWED);
            for fact in newly.iter().flat_map(|other| &network.fact_lists[other]) {
                let number = usize::from(*fact);
                if self.banned.contains(number) {
                    continue;
                }
                match self.counts[number] {
                    0 => return Err(End::NoCandidate(*fact)),
                    1 if self.held[number] == 0 => {
                        let left = network.members[number].without(&self.excluded);
                        if let Some(last) = left.first() {
                            self.hold(last, Line::Unit(last as u16, *fact));
                        }
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Propagates the drawn constraints that have lost candidates: all of them or, for a reader, up to the first that
    /// excludes others. Returns true if one does.
    fn apply_rules(&mut self) -> Result<bool, End<W>> {
        let network = self.network;
        let affected = std::mem::replace(&mut self.unfiltered, Set::EMPTY);
        let mut has_changed = false;
        for (rule, fact) in network.rules.iter().zip(network.clause_count()..) {
            if rule.members.is_disjoint(&affected) || self.banned.contains(fact) {
                continue;
            }
            self.work += RULE_WORK;
            network.meter.charge(rule.work);
            if network.is_late() {
                return Ok(false);
            }
            has_changed |= self.apply_rule(fact)?;
            if has_changed && self.narrow.is_some() {
                // The others have not been looked at, and this one may exclude more.
                self.unfiltered = self.unfiltered.or(&affected);
                return Ok(true);
            }
        }
        Ok(has_changed)
    }

    /// Adds what a drawn constraint excludes. Returns true if that is something.
    fn apply_rule(&mut self, fact: usize) -> Result<bool, End<W>> {
        let rule = self.network.rule(fact);
        let mut digits = rule.digits_without(&self.excluded);
        let (findings, rest) = match self.narrow {
            Some(narrow) => narrow(fact, &digits),
            None => (Vec::new(), rule.narrow(&digits)),
        };
        let length = self.trail.len();
        for finding in findings {
            digits[finding.place] &= !finding.removed;
            let newly = rule.candidates(finding.place, finding.removed);
            let newly = newly.without(&self.excluded);
            if !newly.is_empty() {
                self.exclude(&newly, Line::Finding(fact as u16, Box::new(finding)));
            }
        }
        let Some(rest) = rest else {
            return Err(End::Unfillable(fact as u16, digits));
        };
        let mut newly = Set::EMPTY;
        for (place, gone) in rest.into_iter().enumerate() {
            digits[place] &= !gone;
            newly = newly.or(&rule.candidates(place, gone));
        }
        let newly = newly.without(&self.excluded);
        if !newly.is_empty() {
            self.exclude(&newly, Line::Rule(fact as u16, digits));
        }
        Ok(self.trail.len() > length)
    }

    /// Returns the exclusions that led to those before this place of candidates of facts.
    fn premises(&self, facts: &[u16], place: usize) -> Set<W> {
        let members = facts
            .iter()
            .flat_map(|fact| &self.network.lists[usize::from(*fact)]);
        let members = members.map(|member| usize::from(*member));
        members
            .filter(|member| (self.excluder[*member] as usize) < place)
            .collect()
    }

    /// Returns the refutation that ends with exclusions of candidates of these facts, without its lines.
    fn trace(&self, facts: &[u16], end: End<W>) -> Refutation<W> {
        let mut found = Refutation {
            facts: facts.iter().map(|fact| usize::from(*fact)).collect(),
            assumptions: Set::EMPTY,
            needed: self.premises(facts, self.trail.len()),
            branch: Branch {
                lines: Vec::new(),
                end,
            },
        };
        for (place, Entry { line, newly }) in self.trail.iter().enumerate().rev() {
            if newly.is_disjoint(&found.needed) {
                continue;
            }
            let facts = match line {
                Line::Assumption(candidate) | Line::Denial(candidate) => {
                    found.assumptions.insert(usize::from(*candidate));
                    continue;
                }
                Line::Unit(_, fact) | Line::Rule(fact, _) | Line::Group(fact, _) => &[*fact][..],
                Line::Subset(facts, _) => facts,
                Line::Finding(fact, finding) => {
                    found.facts.insert(usize::from(*fact));
                    let rule = self.network.rule(usize::from(*fact));
                    for cell in &finding.rests_on {
                        let candidates = rule.candidates(*cell, u16::MAX).iter();
                        let before = candidates.filter(|of| (self.excluder[*of] as usize) < place);
                        before.for_each(|of| found.needed.insert(of));
                    }
                    continue;
                }
            };
            facts
                .iter()
                .for_each(|fact| found.facts.insert(usize::from(*fact)));
            found.needed = found.needed.or(&self.premises(facts, place));
        }
        found
    }

    /// Returns the lines from a place of the trail on that exclude needed candidates; none without a reader.
    fn lines(&self, start: usize, needed: &Set<W>) -> Vec<(Line, Set<W>)> {
        if self.narrow.is_none() {
            return Vec::new();
        }
        let lines = self.trail[start..].iter();
        let lines = lines.map(|entry| (entry.line.clone(), entry.newly.and(needed)));
        lines.filter(|(_, of_line)| !of_line.is_empty()).collect()
    }

    /// Returns a refutation of the trail, if one is found with this many splits. Its lines begin at `start`.
    fn search(&mut self, start: usize, splits: usize) -> Option<Refutation<W>> {
        if let Err(end) = self.propagate() {
            let facts = match &end {
                End::NoCandidate(fact) | End::Unfillable(fact, _) | End::Cases(fact, _) => {
                    vec![*fact]
                }
                End::TooFewDigits(facts, _) => facts.clone(),
            };
            let mut found = self.trace(&facts, end);
            found.branch.lines = self.lines(start, &found.needed);
            return Some(found);
        }
        let splits = splits.checked_sub(1)?;
        let fact = self.choose()?;
        let mut all = self.trace(&[fact as u16], End::NoCandidate(fact as u16));
        let (length, mut cases) = (self.trail.len(), Vec::new());
        for candidate in self.network.members[fact].without(&self.excluded).iter() {
            if self.work > self.limit || self.network.meter.is_over() {
                return None;
            }
            self.assume(candidate);
            let found = self.search(length, splits);
            self.undo_to(length);
            let mut found = found?;
            if !found.assumptions.contains(candidate) {
                let before = self.lines(start, &found.needed);
                found.branch.lines.splice(0..0, before);
                return Some(found);
            }
            found.assumptions.remove(candidate);
            all.facts = all.facts.or(&found.facts);
            all.assumptions = all.assumptions.or(&found.assumptions);
            all.needed = all.needed.or(&found.needed);
            cases.push((candidate as u16, found.branch));
        }
        all.branch = Branch {
            lines: self.lines(start, &all.needed),
            end: End::Cases(fact as u16, cases),
        };
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
