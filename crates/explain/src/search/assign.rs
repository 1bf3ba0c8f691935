//! Assignments: candidates that satisfy some facts and do not exclude each other, and what all of them have in common.

use super::formula::Assigned;
use super::network::{CALL, Network};
use super::open_rule::OpenRule;
use super::set::Set;
use crate::sorted_set::sorted_set;

/// The attempts for facts about cells and houses. Sets of up to eight facts take far fewer.
const MOST_ATTEMPTS: u64 = 20_000;

/// The attempts for facts with drawn constraints.
const MOST_RULE_ATTEMPTS: u64 = 1_000;

/// The search for candidates that satisfy some facts.
struct AssignSearch<'a, const W: usize> {
    network: &'a Network<W>,
    rules: Vec<&'a OpenRule<W>>,
    /// The facts about cells and houses without a chosen candidate.
    open: Vec<u16>,
    chosen: Vec<u16>,
    attempts: u64,
}

impl<const W: usize> Network<W> {
    /// Chooses candidates that satisfy each of these facts so that none of them exclude each other or
    /// are in `excluded`.
    pub fn assign(&self, facts: &[u16], excluded: &Set<W>) -> Assigned {
        match self.assign_natively(facts, excluded) {
            Assigned::Unknown => self.assign_by_solver(facts, excluded),
            assigned => assigned,
        }
    }

    /// Does the same with the SAT solver, unless the work is used up.
    pub fn assign_by_solver(&self, facts: &[u16], excluded: &Set<W>) -> Assigned {
        if self.meter.is_over() {
            return Assigned::Unknown;
        }
        let excluded = excluded.and(&self.all());
        self.with_solver(CALL, |solver| solver.test_without(facts, excluded.iter()))
    }

    /// Does the same, but gives up if that needs too many attempts.
    pub fn assign_natively(&self, facts: &[u16], excluded: &Set<W>) -> Assigned {
        /// The work of an attempt without drawn constraints.
        const ATTEMPT: u64 = 4;
        let is_clause = |fact: &u16| usize::from(*fact) < self.clause_count();
        let (mut open, rules): (Vec<u16>, Vec<u16>) =
            facts.iter().partition(|fact| is_clause(fact));
        let rules = rules.iter().map(|fact| self.rule(usize::from(*fact)));
        let rules: Vec<&OpenRule<W>> = rules.collect();
        if !rules.is_empty() {
            open.extend(rules.iter().flat_map(|rule| &rule.cell_facts));
            open = sorted_set(open);
        }
        let mut search = AssignSearch {
            network: self,
            rules,
            open,
            chosen: Vec::with_capacity(facts.len()),
            attempts: 0,
        };
        let found = search.run(*excluded, &Set::FULL);
        if search.rules.is_empty() {
            self.meter.charge(ATTEMPT * search.attempts);
        }
        match found {
            Some(true) => Assigned::Possible(search.chosen),
            Some(false) => Assigned::Impossible(facts.to_vec()),
            None => Assigned::Unknown,
        }
    }

    /// Computes what follows from these facts: the candidates that hold in every assignment and those
    /// that hold in none. Both sets are full if there is no assignment. Conclusions that are too hard
    /// to decide natively are left out, unless there are no others: then the SAT solver decides.
    pub fn conclude(&self, facts: &[u16]) -> Conclusion<W> {
        let conclusion = self.conclude_natively(facts, &mut Vec::new());
        if !conclusion.is_partial || !conclusion.eliminates.is_empty() {
            return conclusion;
        }
        let eliminates = self.refuted(facts, &self.all());
        if eliminates == self.all() {
            return Conclusion::IMPOSSIBLE;
        }
        let mut conclusion = Conclusion {
            places: self.all(),
            eliminates,
            is_partial: true,
        };
        let assign = |excluded: &Set<W>| self.assign_by_solver(facts, excluded);
        conclusion.places = self.placed_by(&conclusion, assign);
        conclusion
    }

    /// Computes what follows from these facts as far as the native search can tell. `assignments` are
    /// known ones of the same facts, and receives those found.
    ///
    /// Each assignment refutes some of the conclusions so far. The next one must hold a candidate that
    /// all before exclude, until there is none.
    pub fn conclude_natively(&self, facts: &[u16], assignments: &mut Vec<Set<W>>) -> Conclusion<W> {
        let assign = |excluded: &Set<W>| self.assign_natively(facts, excluded);
        let mut conclusion = Conclusion::IMPOSSIBLE;
        for held in assignments.iter() {
            conclusion.weaken(self, held);
        }
        let mut confirmed = Set::EMPTY;
        loop {
            let target = match assignments.is_empty() {
                true => None,
                false => match conclusion.eliminates.without(&confirmed).first() {
                    Some(target) => Some(target),
                    None => break,
                },
            };
            if self.is_late() {
                return Conclusion::UNKNOWN;
            }
            let excluded = target.map_or(Set::EMPTY, |target| self.excluded[target]);
            match (assign(&excluded), target) {
                (Assigned::Possible(chosen), target) => {
                    let chosen = chosen.into_iter().map(usize::from);
                    let held: Set<W> = chosen.chain(target).collect();
                    conclusion.weaken(self, &held);
                    assignments.push(held);
                }
                (Assigned::Impossible(_), Some(target)) => confirmed.insert(target),
                (Assigned::Impossible(_), None) => return conclusion,
                (Assigned::Unknown, Some(target)) => {
                    conclusion.is_partial = true;
                    conclusion.eliminates.remove(target);
                }
                (Assigned::Unknown, None) => return Conclusion::UNKNOWN,
            }
        }
        conclusion.places = self.placed_by(&conclusion, assign);
        conclusion
    }

    /// Returns the placements of a conclusion that hold in every assignment.
    fn placed_by(
        &self,
        conclusion: &Conclusion<W>,
        assign: impl Fn(&Set<W>) -> Assigned,
    ) -> Set<W> {
        // A candidate that holds in every assignment has all that it excludes eliminated.
        let is_settled = |placed: &usize| {
            let others = &self.excluded[*placed];
            others.without(&conclusion.eliminates).is_empty()
        };
        let is_needed = |placed: &usize| {
            let only = [*placed].into_iter().collect();
            matches!(assign(&only), Assigned::Impossible(_))
        };
        let places = conclusion.places.iter().filter(is_settled);
        places.filter(is_needed).collect()
    }
}

impl<const W: usize> AssignSearch<'_, W> {
    /// Chooses candidates for the open facts. `newly` has the candidates excluded since the rules were
    /// last propagated. Returns false if there are none, and `None` if the search gives up.
    fn run(&mut self, mut excluded: Set<W>, newly: &Set<W>) -> Option<bool> {
        self.attempts += 1;
        if self.is_over() {
            return None;
        }
        if !self.rules.is_empty() && !self.propagate(&mut excluded, *newly) {
            return Some(false);
        }
        let Some((place, left)) = self.fewest(&excluded) else {
            return Some(true);
        };
        if left == 0 {
            return Some(false);
        }
        let fact = self.open.swap_remove(place);
        let members = self.network.members[usize::from(fact)].without(&excluded);
        let mut found = Some(false);
        for member in members.iter() {
            let newly = self.network.excluded[member].without(&excluded);
            self.chosen.push(member as u16);
            found = self.run(excluded.or(&newly), &newly);
            if found != Some(false) {
                break;
            }
            self.chosen.pop();
        }
        self.open.push(fact);
        found
    }

    /// True if the search gives up.
    fn is_over(&self) -> bool {
        /// The attempts between two readings of the clock.
        const CLOCK: u64 = 1_024;
        match self.rules.is_empty() {
            true => {
                let is_late = || self.attempts.is_multiple_of(CLOCK) && self.network.is_late();
                self.attempts > MOST_ATTEMPTS || is_late()
            }
            false => self.attempts > MOST_RULE_ATTEMPTS || self.network.is_late(),
        }
    }

    /// Excludes what the rules exclude. Returns false if one of them cannot hold.
    fn propagate(&self, excluded: &mut Set<W>, mut newly: Set<W>) -> bool {
        while !newly.is_empty() {
            let mut next = Set::EMPTY;
            let is_affected = |rule: &&&OpenRule<W>| !rule.members.is_disjoint(&newly);
            for rule in self.rules.iter().filter(is_affected) {
                self.network.meter.charge(rule.work);
                let Some(gone) = rule.filter(excluded) else {
                    return false;
                };
                *excluded = excluded.or(&gone);
                next = next.or(&gone);
            }
            // A rule alone is at its fixed point.
            newly = if self.rules.len() > 1 {
                next
            } else {
                Set::EMPTY
            };
        }
        true
    }

    /// Returns the place of the open fact with the fewest candidates left and their number, or `None` if there
    /// are no facts. Of facts with at most one, it is the first.
    fn fewest(&self, excluded: &Set<W>) -> Option<(usize, usize)> {
        let mut best: Option<(usize, usize)> = None;
        for (place, fact) in self.open.iter().enumerate() {
            let left = self.network.members[usize::from(*fact)].count_without(excluded);
            if best.is_none_or(|(_, least)| left < least) {
                best = Some((place, left));
                if left <= 1 {
                    break;
                }
            }
        }
        best
    }
}

/// The candidates that follow from some facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Conclusion<const W: usize> {
    pub places: Set<W>,
    /// Includes those that the placed ones exclude.
    pub eliminates: Set<W>,
    /// True if some conclusions were too hard to decide.
    pub is_partial: bool,
}

impl<const W: usize> Conclusion<W> {
    /// Everything follows, because there is no assignment.
    const IMPOSSIBLE: Conclusion<W> = Conclusion {
        places: Set::FULL,
        eliminates: Set::FULL,
        is_partial: false,
    };

    /// Nothing is known to follow.
    const UNKNOWN: Conclusion<W> = Conclusion {
        places: Set::EMPTY,
        eliminates: Set::EMPTY,
        is_partial: true,
    };

    /// True if there is no assignment.
    pub fn is_impossible(&self) -> bool {
        self.places == Set::FULL
    }

    /// Drops what does not follow because the `held` candidates can hold together.
    fn weaken(&mut self, network: &Network<W>, held: &Set<W>) {
        self.places = self.places.and(held);
        self.eliminates = self.eliminates.and(&network.excluded_by(held));
    }
}
