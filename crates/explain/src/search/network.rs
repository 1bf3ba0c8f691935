//! The open candidates and facts of one position as bit sets.
//!
//! After singles and locked candidates, a 9×9 position has about 200 candidates and as many facts, so
//! a set of either takes four words. All searches for more than one fact work on these sets.

use std::cell::RefCell;
use std::iter::once;
use std::sync::Arc;

use super::super::drawn::drawn_rule::DrawnRule;
use super::super::fact::sorted_set;
use super::super::position::{State, Tables};
use super::fact_solver::{FactSolver, Tested};
use super::invariant_order::InvariantOrder;
use super::meter::Meter;
use super::open_rule::OpenRule;
use super::set::Set;
use satdoku::Deadline;
use satdoku::board::{Candidate, Grid, Primitive};

/// The open candidates and the unsatisfied facts of a position, numbered from 0 in [`InvariantOrder`].
///
/// If several facts have the same candidates (such as a row and a box with the same places for a
/// digit), only the first is included.
pub(crate) struct Network<const W: usize> {
    /// By number, the candidate in [`Tables`](super::super::position::Tables).
    pub candidates: Vec<usize>,
    /// By candidate in the tables, its number, or `u16::MAX` if it is not open.
    numbers: Vec<u16>,
    /// By number, the fact in the same tables.
    pub facts: Vec<usize>,
    /// By candidate, those that it excludes.
    pub excluded: Vec<Set<W>>,
    /// By fact, its candidates.
    pub members: Vec<Set<W>>,
    /// The same, as lists.
    pub lists: Vec<Vec<u16>>,
    /// By candidate, the facts about cells and houses that have it.
    pub facts_of: Vec<Set<W>>,
    /// The same, as lists.
    pub fact_lists: Vec<Vec<u16>>,
    /// The drawn constraints and then the sums, which are the last facts.
    pub rules: Vec<OpenRule<W>>,
    /// The sums, which are the last of these rules.
    sums: Vec<Primitive>,
    pub meter: Meter,
    /// The time after which results may be wrong and must not be used.
    deadline: Option<Deadline>,
    tables: Arc<Tables>,
    placed: Grid,
    /// Created when the native search gives up for the first time.
    solver: RefCell<Option<FactSolver>>,
}

/// The most candidates, and the most facts, of a board: those of a 16×16 board. The largest sets have 64
/// words.
pub(crate) const MOST_NUMBERED: usize = 64 * 64;

/// The most work of one call of the SAT solver, except the one that finds some proof.
pub(super) const CALL: u64 = 10_000_000;

/// Returns the number of words in the sets of a position.
pub(crate) fn words_needed(order: &InvariantOrder) -> usize {
    order.candidates.len().max(order.facts.len()).div_ceil(64)
}

impl<const W: usize> Network<W> {
    /// Creates the network of a position for which [`words_needed`] is at most `W`.
    pub fn new(state: &State, mut order: InvariantOrder, deadline: Option<Deadline>) -> Network<W> {
        let candidates = order.candidates;
        let mut numbers = vec![u16::MAX; state.is_left.len()];
        for (number, id) in candidates.iter().enumerate() {
            numbers[*id] = number as u16;
        }
        let excluded = candidates.iter().map(|id| {
            let others = state.tables.excluded[*id].iter();
            let others = others.map(|other| usize::from(numbers[usize::from(*other)]));
            others.filter(|other| *other < candidates.len()).collect()
        });
        let excluded: Vec<Set<W>> = excluded.collect();
        let tables = state.tables.clone();
        let sum_facts = order.facts.split_off(order.facts.len() - order.sums.len());
        let is_clause = |fact: &usize| *fact < tables.clause_count();
        let (clauses, drawn): (Vec<usize>, Vec<usize>) =
            order.facts.into_iter().partition(is_clause);
        let mut network = Network {
            facts: Vec::new(),
            members: Vec::new(),
            lists: Vec::new(),
            facts_of: vec![Set::EMPTY; candidates.len()],
            fact_lists: vec![Vec::new(); candidates.len()],
            rules: Vec::with_capacity(drawn.len() + sum_facts.len()),
            sums: Vec::new(),
            candidates,
            numbers: Vec::new(),
            excluded,
            meter: Meter::new(deadline),
            deadline,
            placed: state.position().to_grid(),
            tables: tables.clone(),
            solver: RefCell::new(None),
        };
        for fact in clauses {
            network.add_clause(fact, sorted_set(state.members(fact).map(|id| numbers[id])));
        }
        for fact in drawn {
            let rule = &tables.rules[fact - tables.clause_count()];
            network.add_rule(state, fact, rule, &numbers);
        }
        for (fact, sum) in sum_facts.into_iter().zip(&order.sums) {
            let rule = DrawnRule::of(once(sum), &tables.layout);
            network.add_rule(state, fact, &rule, &numbers);
        }
        network.sums = order.sums;
        network.numbers = numbers;
        network
    }

    /// Adds a drawn constraint or a sum. `numbers` has the numbers of open candidates.
    fn add_rule(&mut self, state: &State, fact: usize, rule: &DrawnRule, numbers: &[u16]) {
        let rule = OpenRule::new(state, rule, numbers, &self.facts, self.deadline);
        let members = rule.members.iter().map(|member| member as u16).collect();
        self.rules.push(rule);
        self.add_fact(fact, members);
    }

    /// Adds a fact about a cell or a house, unless another one has the same candidates.
    fn add_clause(&mut self, fact: usize, list: Vec<u16>) {
        // A fact with the same candidates also has the first one.
        let is_known = list.first().is_some_and(|first| {
            let of_first = &self.fact_lists[usize::from(*first)];
            let mut of_first = of_first
                .iter()
                .map(|other| &self.lists[usize::from(*other)]);
            of_first.any(|other| *other == list)
        });
        if is_known {
            return;
        }
        for member in list.iter().map(|member| usize::from(*member)) {
            self.facts_of[member].insert(self.facts.len());
            self.fact_lists[member].push(self.facts.len() as u16);
        }
        self.add_fact(fact, list);
    }

    fn add_fact(&mut self, fact: usize, list: Vec<u16>) {
        self.facts.push(fact);
        let members = list.iter().map(|member| usize::from(*member));
        self.members.push(members.collect());
        self.lists.push(list);
    }

    /// Returns the number of facts about cells and houses.
    pub fn clause_count(&self) -> usize {
        self.facts.len() - self.rules.len()
    }

    /// True if the deadline has passed.
    pub fn is_late(&self) -> bool {
        self.meter.is_late()
    }

    /// True if a candidate, by its number in the tables, is a placed digit.
    fn is_placed(&self, id: usize) -> bool {
        let Candidate { cell, digit } = self.tables.candidate(id);
        self.placed.get(cell) == Some(digit)
    }

    /// Returns those of these candidates of a former position that are open, or `None` if some are gone.
    pub fn still_open(&self, ids: &[u16]) -> Option<Set<W>> {
        let mut open = Set::EMPTY;
        for id in ids.iter().map(|id| usize::from(*id)) {
            match usize::from(self.numbers[id]) {
                number if number < self.candidates.len() => open.insert(number),
                _ if self.is_placed(id) => {}
                _ => return None,
            }
        }
        Some(open)
    }

    /// Returns the set of all candidates.
    pub fn all(&self) -> Set<W> {
        (0..self.candidates.len()).collect()
    }

    /// Chooses candidates that satisfy each of these facts so that none of them exclude each other or
    /// are in `excluded`.
    pub fn assign(&self, facts: &[u16], excluded: &Set<W>) -> Assigned {
        match self.assign_natively(facts, excluded) {
            Assigned::Unknown => self.assign_by_solver(facts, excluded),
            assigned => assigned,
        }
    }

    /// Does the same with the SAT solver, unless the work is used up.
    fn assign_by_solver(&self, facts: &[u16], excluded: &Set<W>) -> Assigned {
        if self.meter.is_over() {
            return Assigned::Unknown;
        }
        let excluded = excluded.and(&self.all());
        match self.with_solver(CALL, |solver| solver.test(facts, [], excluded.iter())) {
            Tested::Possible(chosen) => Assigned::Possible(chosen),
            Tested::Impossible(_) => Assigned::Impossible,
            Tested::Unknown => Assigned::Unknown,
        }
    }

    /// Does the same, but gives up if that needs too many attempts.
    pub fn assign_natively(&self, facts: &[u16], excluded: &Set<W>) -> Assigned {
        /// The attempts for facts about cells and houses. Sets of up to eight facts take far fewer.
        const MOST_ATTEMPTS: u64 = 20_000;
        /// The work of an attempt.
        const ATTEMPT: u64 = 4;
        let clause_count = self.clause_count();
        let (mut open, rules): (Vec<u16>, Vec<u16>) = facts
            .iter()
            .partition(|fact| usize::from(**fact) < clause_count);
        if rules.is_empty() {
            let mut chosen = Vec::with_capacity(facts.len());
            let mut attempts = Attempts {
                count: 0,
                most: MOST_ATTEMPTS,
            };
            let found = self.assign_rest(&mut open, excluded, &mut chosen, &mut attempts);
            self.meter.charge(ATTEMPT * attempts.count);
            return match found {
                true if attempts.count >= attempts.most => Assigned::Unknown,
                true => Assigned::Possible(chosen),
                false => Assigned::Impossible,
            };
        }
        let rules = rules
            .iter()
            .map(|fact| &self.rules[usize::from(*fact) - clause_count]);
        let rules: Vec<&OpenRule<W>> = rules.collect();
        open.extend(rules.iter().flat_map(|rule| &rule.cell_facts));
        let mut search = RuleSearch {
            network: self,
            rules: &rules,
            open: sorted_set(open),
            chosen: Vec::new(),
            attempts: 0,
        };
        match search.run(*excluded, &Set::FULL) {
            Some(true) => Assigned::Possible(search.chosen),
            Some(false) => Assigned::Impossible,
            None => Assigned::Unknown,
        }
    }

    /// Returns those of these candidates that some facts refute, by the SAT solver. Returns none if the work does
    /// not suffice.
    pub fn refuted(&self, facts: &[u16], candidates: &Set<W>) -> Set<W> {
        let mut open = *candidates;
        while !open.is_empty() {
            match self.with_solver(u64::MAX, |solver| solver.test_some(facts, open.iter())) {
                // What the chosen candidates do not exclude can hold with them.
                Tested::Possible(chosen) => {
                    let excluded = chosen.iter().map(|of| &self.excluded[usize::from(*of)]);
                    open = open.and(&excluded.fold(Set::EMPTY, |all, set| all.or(set)));
                }
                Tested::Impossible(_) => return open,
                Tested::Unknown => return Set::EMPTY,
            }
        }
        Set::EMPTY
    }

    /// Asks the SAT solver with these candidates and facts. Each of its calls may take this much work, but
    /// not more than is left.
    pub fn with_solver<T>(&self, most: u64, ask: impl FnOnce(&mut FactSolver) -> T) -> T {
        let mut known = self.solver.borrow_mut();
        let solver = known.take().filter(|solver| !solver.is_stopped());
        let solver = known.insert(solver.unwrap_or_else(|| self.new_solver()));
        solver.limit = most.min(self.meter.left());
        let answer = ask(solver);
        self.meter.charge(std::mem::take(&mut solver.uncharged));
        answer
    }

    fn new_solver(&self) -> FactSolver {
        let of_sums = self.facts.len() - self.sums.len();
        let facts = self.facts.iter().zip(&self.lists).enumerate();
        let facts = facts.map(|(number, (fact, list))| {
            let sum = number.checked_sub(of_sums).map(|sum| &self.sums[sum]);
            (self.tables.facts[*fact], sum, list.as_slice())
        });
        let pairs = self.excluded.iter().enumerate().flat_map(|(one, others)| {
            let later = others.iter().filter(move |other| one < *other);
            later.map(move |other| (one, other))
        });
        let (tables, placed) = (&self.tables, &self.placed);
        FactSolver::new(
            tables,
            placed,
            &self.candidates,
            facts,
            pairs,
            self.deadline,
        )
    }

    /// Extends an assignment to the open facts. Also returns true if all attempts are used up.
    fn assign_rest(
        &self,
        open: &mut [u16],
        excluded: &Set<W>,
        chosen: &mut Vec<u16>,
        attempts: &mut Attempts,
    ) -> bool {
        /// The attempts between two readings of the clock.
        const CLOCK: u64 = 1_024;
        attempts.count += 1;
        if attempts.count.is_multiple_of(CLOCK) && self.is_late() {
            attempts.most = attempts.count;
        }
        if attempts.count >= attempts.most {
            return true;
        }
        let Some((place, left)) = self.fewest(open, excluded) else {
            return true;
        };
        if left == 0 {
            return false;
        }
        let last = open.len() - 1;
        open.swap(place, last);
        let fact = usize::from(open[last]);
        for member in self.members[fact].without(excluded).iter() {
            let more = excluded.or(&self.excluded[member]);
            chosen.push(member as u16);
            if self.assign_rest(&mut open[..last], &more, chosen, attempts) {
                return true;
            }
            chosen.pop();
        }
        false
    }

    /// Returns the place of the fact with the fewest candidates left and their number, or `None` if there
    /// are no facts. Of facts with at most one, it is the first.
    fn fewest(&self, facts: &[u16], excluded: &Set<W>) -> Option<(usize, usize)> {
        let mut best: Option<(usize, usize)> = None;
        for (place, fact) in facts.iter().enumerate() {
            let left = self.members[usize::from(*fact)].count_without(excluded);
            if best.is_none_or(|(_, least)| left < least) {
                best = Some((place, left));
                if left <= 1 {
                    break;
                }
            }
        }
        best
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
        conclusion.places = self.placed_by(&conclusion, |excluded| {
            self.assign_by_solver(facts, excluded)
        });
        conclusion
    }

    /// Computes what follows from these facts as far as the native search can tell. `assignments` are
    /// known ones of the same facts, and receives those found.
    pub fn conclude_natively(&self, facts: &[u16], assignments: &mut Vec<Set<W>>) -> Conclusion<W> {
        self.conclude_by(assignments, |excluded| {
            self.assign_natively(facts, excluded)
        })
    }

    /// Computes what follows from facts that are assigned in this way.
    ///
    /// Each assignment refutes some of the conclusions so far. The next one must hold a candidate that
    /// all before exclude, until there is none.
    fn conclude_by(
        &self,
        assignments: &mut Vec<Set<W>>,
        assign: impl Fn(&Set<W>) -> Assigned,
    ) -> Conclusion<W> {
        let mut conclusion = Conclusion::IMPOSSIBLE;
        for held in assignments.iter() {
            conclusion.weaken(self, held);
        }
        let mut confirmed = Set::EMPTY;
        loop {
            let mut target = None;
            if !assignments.is_empty() {
                target = conclusion.eliminates.without(&confirmed).first();
                if target.is_none() {
                    break;
                }
            }
            if self.is_late() {
                return Conclusion::UNKNOWN;
            }
            let excluded = target.map_or(Set::EMPTY, |target: usize| self.excluded[target]);
            match (assign(&excluded), target) {
                (Assigned::Possible(chosen), target) => {
                    let mut held: Set<W> = chosen.iter().map(|c| usize::from(*c)).collect();
                    target.into_iter().for_each(|target| held.insert(target));
                    conclusion.weaken(self, &held);
                    assignments.push(held);
                }
                (Assigned::Impossible, Some(target)) => confirmed.insert(target),
                (Assigned::Impossible, None) => return conclusion,
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
            matches!(assign(&only), Assigned::Impossible)
        };
        let places = conclusion.places.iter().filter(is_settled);
        places.filter(is_needed).collect()
    }
}

/// The attempts of a search for candidates that satisfy some facts.
struct Attempts {
    count: u64,
    most: u64,
}

/// The result of a search for candidates that satisfy some facts.
pub(crate) enum Assigned {
    Possible(Vec<u16>),
    Impossible,
    /// The search gave up.
    Unknown,
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

    /// Drops what does not follow because the `held` candidates can hold together.
    fn weaken(&mut self, network: &Network<W>, held: &Set<W>) {
        let excluded = held.iter().map(|held| &network.excluded[held]);
        let excluded = excluded.fold(Set::EMPTY, |all, set| all.or(set));
        self.places = self.places.and(held);
        self.eliminates = self.eliminates.and(&excluded);
    }
}

/// The search for candidates that satisfy some facts with drawn constraints.
struct RuleSearch<'a, const W: usize> {
    network: &'a Network<W>,
    rules: &'a [&'a OpenRule<W>],
    /// The facts about cells and houses without a chosen candidate.
    open: Vec<u16>,
    chosen: Vec<u16>,
    attempts: u64,
}

impl<const W: usize> RuleSearch<'_, W> {
    /// The attempts after which the search gives up.
    const MOST: u64 = 300;

    /// Chooses candidates for the open facts. `newly` has the candidates excluded since the rules were
    /// last propagated. Returns false if there are none, and `None` if the search gives up.
    fn run(&mut self, mut excluded: Set<W>, newly: &Set<W>) -> Option<bool> {
        self.attempts += 1;
        if self.attempts > Self::MOST || self.network.is_late() {
            return None;
        }
        let mut newly = *newly;
        while !newly.is_empty() {
            let mut next = Set::EMPTY;
            for rule in self
                .rules
                .iter()
                .filter(|rule| !rule.members.is_disjoint(&newly))
            {
                self.network.meter.charge(rule.work);
                let Some(gone) = rule.filter(&excluded) else {
                    return Some(false);
                };
                excluded = excluded.or(&gone);
                next = next.or(&gone);
            }
            newly = if self.rules.len() > 1 {
                next
            } else {
                Set::EMPTY
            };
        }
        let Some((place, _)) = self.network.fewest(&self.open, &excluded) else {
            return Some(true);
        };
        let fact = self.open.swap_remove(place);
        let mut found = Some(false);
        for member in self.network.members[usize::from(fact)]
            .without(&excluded)
            .iter()
        {
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
}
