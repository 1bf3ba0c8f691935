//! The open candidates and facts of one position as bit sets.
//!
//! After singles and locked candidates, a 9×9 position has about 200 candidates and as many facts. All searches for
//! more than one fact work on these sets.

use std::cell::RefCell;
use std::iter::once;
use std::sync::Arc;

use super::formula::{Assigned, FactSolver, Formula};
use super::meter::Meter;
use super::open_rule::OpenRule;
use super::order::InvariantOrder;
use super::set::Set;
use crate::drawn::drawn_rule::DrawnRule;
use crate::position::{State, Tables};
use crate::sorted_set::sorted_set;
use satdoku::Deadline;
use satdoku::board::{Candidate, Grid};

/// The open candidates and the unsatisfied facts of a position, numbered from 0 in [`InvariantOrder`].
///
/// If several facts have the same candidates (such as a row and a box with the same places for a
/// digit), only the first is included.
pub(crate) struct Network<const W: usize> {
    /// By number, the candidate in [`Tables`].
    pub candidates: Vec<usize>,
    /// By candidate in the tables, its number, or `u16::MAX` if it is not open.
    numbers: Vec<u16>,
    /// By number, the fact in the state.
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
    pub meter: Meter,
    /// The time after which results may be wrong and must not be used.
    pub deadline: Option<Deadline>,
    pub tables: Arc<Tables>,
    placed: Grid,
    /// Created when the native search gives up for the first time.
    solver: RefCell<Option<FactSolver>>,
}

/// The most candidates, and the most facts, of a board: those of a 16×16 board, for which sets have [`WIDE`] words.
pub(crate) const MOST_NUMBERED: usize = 64 * WIDE;

/// The words of a set on large boards.
pub(crate) const WIDE: usize = 64;

/// The most work of one call of the SAT solver, except the one that finds some proof.
pub(super) const CALL: u64 = 10_000_000;

impl<const W: usize> Network<W> {
    /// Creates the network of the candidates and facts in an order, which fit in sets of this width.
    pub fn new(state: &State, order: InvariantOrder, deadline: Option<&Deadline>) -> Network<W> {
        let candidates = order.candidates;
        let mut numbers = vec![u16::MAX; state.candidate_count()];
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
        let is_clause = |fact: &usize| state.is_clause(*fact);
        let (clauses, rules): (Vec<usize>, Vec<usize>) =
            order.facts.into_iter().partition(is_clause);
        let mut network = Network {
            facts: Vec::new(),
            members: Vec::new(),
            lists: Vec::new(),
            facts_of: vec![Set::EMPTY; candidates.len()],
            fact_lists: vec![Vec::new(); candidates.len()],
            rules: Vec::with_capacity(rules.len()),
            candidates,
            numbers,
            excluded,
            meter: Meter::new(deadline),
            deadline: deadline.cloned(),
            placed: state.position.to_grid(),
            tables: tables.clone(),
            solver: RefCell::new(None),
        };
        for fact in clauses {
            network.add_clause(fact, sorted_set(network.members_of(state, fact)));
        }
        for fact in rules {
            let rule = match state.open_sum(fact) {
                Some(sum) => Arc::new(DrawnRule::of(once(&sum))),
                None => tables.rules[fact - tables.clause_count()].clone(),
            };
            network.add_rule(state, fact, rule);
        }
        network
    }

    fn members_of(&self, state: &State, fact: usize) -> Vec<u16> {
        let members = state.members(fact).map(|id| self.numbers[id]);
        members.filter(|number| *number < u16::MAX).collect()
    }

    /// Adds a drawn constraint or a sum.
    fn add_rule(&mut self, state: &State, fact: usize, rule: Arc<DrawnRule>) {
        let rule = OpenRule::new(
            state,
            rule,
            &self.numbers,
            &self.facts,
            self.deadline.as_ref(),
        );
        let members = rule.members.iter().map(|member| member as u16).collect();
        self.rules.push(rule);
        self.add_fact(fact, members);
    }

    /// Adds a fact about a cell or a house, unless another one has the same candidates.
    fn add_clause(&mut self, fact: usize, list: Vec<u16>) {
        // A fact with the same candidates also has the first one.
        let is_known = list.first().is_some_and(|first| {
            let of_first = self.fact_lists[usize::from(*first)].iter();
            let mut of_first = of_first.map(|other| &self.lists[usize::from(*other)]);
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

    /// Returns the drawn constraint or sum that a fact is.
    pub fn rule(&self, fact: usize) -> &OpenRule<W> {
        &self.rules[fact - self.clause_count()]
    }

    /// True if the deadline has passed.
    pub fn is_late(&self) -> bool {
        self.meter.is_late()
    }

    pub fn candidate(&self, number: usize) -> Candidate {
        self.tables.candidate(self.candidates[number])
    }

    /// Returns the number of a candidate in the tables, if it is open.
    pub fn number(&self, id: usize) -> Option<usize> {
        let number = usize::from(self.numbers[id]);
        (number < self.candidates.len()).then_some(number)
    }

    /// Returns those of these candidates of a former position that are open, or `None` if some are gone.
    pub fn still_open(&self, ids: &[u16]) -> Option<Set<W>> {
        let mut open = Set::EMPTY;
        for id in ids.iter().map(|id| usize::from(*id)) {
            let Candidate { cell, digit } = self.tables.candidate(id);
            match self.number(id) {
                Some(number) => open.insert(number),
                None if self.placed.get(cell) == Some(digit) => {}
                None => return None,
            }
        }
        Some(open)
    }

    /// Returns the set of all candidates.
    pub fn all(&self) -> Set<W> {
        (0..self.candidates.len()).collect()
    }

    /// Returns the candidates that some of these exclude.
    pub fn excluded_by(&self, held: &Set<W>) -> Set<W> {
        let excluded = held.iter().map(|held| &self.excluded[held]);
        excluded.fold(Set::EMPTY, |all, set| all.or(set))
    }

    /// Returns those of these candidates that some facts refute, by the SAT solver. Returns none if the work does
    /// not suffice.
    pub fn refuted(&self, facts: &[u16], candidates: &Set<W>) -> Set<W> {
        let mut open = *candidates;
        while !open.is_empty() {
            match self.with_solver(u64::MAX, |solver| solver.test_some(facts, open.iter())) {
                // What the chosen candidates do not exclude can hold with them.
                Assigned::Possible(chosen) => {
                    let chosen: Set<W> = chosen.into_iter().map(usize::from).collect();
                    open = open.and(&self.excluded_by(&chosen));
                }
                Assigned::Impossible(_) => return open,
                Assigned::Unknown => return Set::EMPTY,
            }
        }
        Set::EMPTY
    }

    /// Asks the SAT solver with these candidates and facts. Each of its calls may take this much work, but
    /// not more than is left.
    pub fn with_solver<T>(&self, most: u64, ask: impl FnOnce(&mut FactSolver) -> T) -> T {
        let mut known = self.solver.borrow_mut();
        let solver = known.take().filter(|solver| !solver.is_stopped);
        let solver = known.insert(solver.unwrap_or_else(|| FactSolver::new(self.formula())));
        solver.limit = most.min(self.meter.left());
        let answer = ask(solver);
        self.meter.charge(std::mem::take(&mut solver.uncharged));
        answer
    }

    /// Returns the candidates, exclusions and facts as a formula.
    pub fn formula(&self) -> Formula {
        let layout = &self.tables.layout;
        let candidates = (0..self.candidates.len()).map(|number| self.candidate(number));
        let candidates = candidates.collect();
        let mut formula = Formula::new(
            layout,
            self.placed.clone(),
            candidates,
            self.deadline.as_ref(),
        );
        for (one, others) in self.excluded.iter().enumerate() {
            for other in others.iter().filter(|other| one < *other) {
                formula.exclude(one, other);
            }
        }
        for (number, list) in self.lists.iter().enumerate() {
            let members: Vec<usize> = list.iter().map(|member| usize::from(*member)).collect();
            let rule = number.checked_sub(self.clause_count());
            let primitives = rule.map(|rule| self.rules[rule].rule.primitives());
            formula.add_fact(layout, &members, primitives);
        }
        formula
    }
}
