//! The easiest step in a position: the smallest facts first, then the technique.

use std::cmp::Reverse;
use std::sync::Arc;

use super::deadly_pattern::deadly_patterns;
use super::error::ExplainError;
use super::fact::Fact;
use super::level::LARGEST_FIENDISH;
use super::position::State;
use super::search::assignments::Assignments;
use super::search::backbone::Backbone;
use super::search::enumeration::{
    Deduction, NoConclusionCache, deadly, drawn, locked, pairs, single, subsets,
};
use super::search::network::{Network, WIDE};
use super::search::order::InvariantOrder;
use super::search::refute::Refuter;
use super::search::set::Set;
use super::search::smallest::{ProofBudget, smallest, tightened};
use super::step::{Effort, Step};
use super::techniques::recognise::Recogniser;
use super::techniques::technique::Technique;
use satdoku::Deadline;
use satdoku::board::Candidate;

/// The words of a set on 9×9 boards, where all 729 candidates may be open. With those of larger boards, each operation
/// would take five times as long.
const NARROW: usize = 12;

/// The search for steps, with what is known from the positions before.
#[derive(Debug)]
pub(super) struct StepFinder {
    pub bound: Bound,
    pub assumes_unique: bool,
    pub deadline: Option<Deadline>,
    /// Computed for the first step of more than two facts.
    pub backbone: Option<Backbone>,
    budget: ProofBudget,
    /// Assignments from earlier positions, for the search for smallest sets.
    assignments: Vec<Vec<u16>>,
    examined: NoConclusionCache,
}

/// A bound on the size of steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bound {
    pub facts: usize,
    /// True if naked and hidden triples and quads count as one fact less than they have.
    pub favours_subsets: bool,
}

impl Bound {
    /// Steps of any size.
    pub const NONE: Bound = Bound {
        facts: usize::MAX,
        favours_subsets: true,
    };

    /// True if naked and hidden subsets of this size are allowed.
    fn allows_subset(self, size: usize) -> bool {
        size - usize::from(self.favours_subsets) <= self.facts
    }
}

impl StepFinder {
    /// Creates the search for steps of any size. `has_rules` is true for boards with drawn constraints.
    pub fn new(has_rules: bool, deadline: Option<&Deadline>) -> StepFinder {
        StepFinder {
            bound: Bound::NONE,
            assumes_unique: false,
            deadline: deadline.cloned(),
            backbone: None,
            budget: ProofBudget::new(has_rules),
            assignments: Vec::new(),
            examined: NoConclusionCache::new(),
        }
    }

    pub fn is_late(&self) -> bool {
        self.deadline.as_ref().is_some_and(Deadline::is_over)
    }

    /// Returns the step that a fact cannot hold.
    pub fn contradiction(&self, state: &State, fact: usize) -> Option<Step> {
        let contradiction = Deduction::new(vec![fact], Vec::new(), Vec::new());
        best(self.steps(state, vec![contradiction], 1))
    }

    /// Finds the easiest step of the smallest size. Returns `None` if there is none within the bound, or if
    /// the deadline has passed.
    ///
    /// # Errors
    /// If the solver fails.
    pub fn find(&mut self, state: &State) -> Result<Option<Step>, ExplainError> {
        if let Some(found) = single(state) {
            return Ok(best(self.steps(state, vec![found], 1)));
        }
        let order = InvariantOrder::new(state);
        let locked = best(self.steps(state, locked(state, &order), 1));
        if state.tables.rules.is_empty() && (locked.is_some() || self.bound.facts < 2) {
            return Ok(locked);
        }
        let found = match order.words_needed() {
            words if words <= NARROW => self.find_more::<NARROW>(state, order, locked),
            _ => self.find_more::<WIDE>(state, order, locked),
        };
        // A search cut short by the deadline finds other steps than a complete one.
        Ok(found?.filter(|_| !self.is_late()))
    }

    /// Finds a step of a drawn constraint or of more than one fact, unless the `locked` one is better.
    fn find_more<const W: usize>(
        &mut self,
        state: &State,
        order: InvariantOrder,
        locked: Option<Step>,
    ) -> Result<Option<Step>, ExplainError> {
        let network = Network::<W>::new(state, order, self.deadline.as_ref());
        self.examined.enter_position();
        let mut assignments = Assignments::new(&network, &self.examined.assignments);
        let of_one = drawn(&network, &mut self.examined, &mut assignments, 1);
        let next = best(locked.into_iter().chain(self.steps(state, of_one, 1)));
        if next.is_some() || self.bound.facts < 2 {
            return Ok(next);
        }
        let mut found = pairs(&network, 0..network.clause_count());
        found.extend(drawn(&network, &mut self.examined, &mut assignments, 2));
        let next = self.easiest::<W>(state, self.steps(state, found, 2));
        // Players see triples and quads more easily than other steps of their size.
        let next = next.or_else(|| self.subset(state, &network, 3));
        if next.is_some() || self.bound.facts < 3 || self.is_late() {
            return Ok(next);
        }
        let patterns = match self.assumes_unique {
            true => deadly_patterns(&state.tables.layout, &state.position),
            false => Vec::new(),
        };
        if patterns.is_empty() {
            return self.find_large(state, &network);
        }
        let state = state.with_patterns(patterns);
        let order = InvariantOrder::new(&state);
        let network = Network::<W>::new(&state, order, self.deadline.as_ref());
        match best(self.steps(&state, deadly(&state, &network), usize::MAX)) {
            Some(next) => Ok(Some(next)),
            None => self.find_large(&state, &network),
        }
    }

    /// Finds a quad or another step of three and more facts.
    fn find_large<const W: usize>(
        &mut self,
        state: &State,
        network: &Network<W>,
    ) -> Result<Option<Step>, ExplainError> {
        let quad = self.subset(state, network, 4);
        let most = if quad.is_some() { 3 } else { self.bound.facts };
        let backbone = match self.backbone.take() {
            Some(backbone) => backbone,
            None => Backbone::new(state, self.deadline.as_ref())?,
        };
        let chosen = |of: &[bool]| -> Set<W> {
            let numbers = network.candidates.iter().enumerate();
            let numbers = numbers.filter(|(_, id)| of[**id]);
            numbers.map(|(number, _)| number).collect()
        };
        let guide = chosen(&backbone.in_first);
        let targets = network.all().without(&chosen(&backbone.in_some));
        self.backbone = Some(backbone);
        if targets.is_empty() || self.is_late() {
            return Ok(None);
        }
        let next = self.smallest(state, network, &targets, guide, most);
        Ok(next.or(quad))
    }

    /// Finds a step of three to `most` facts.
    fn smallest<const W: usize>(
        &mut self,
        state: &State,
        network: &Network<W>,
        targets: &Set<W>,
        guide: Set<W>,
        most: usize,
    ) -> Option<Step> {
        let (budget, earlier) = (&mut self.budget, &mut self.assignments);
        let smallest = smallest(network, targets, guide, budget, earlier, most);
        let size = smallest.proofs.first().map_or(0, |proof| proof.facts.len());
        let is_smallest = size <= smallest.at_least.min(self.examined.at_least);
        let conclude = || -> Vec<Deduction> {
            let proofs = match is_smallest {
                true => smallest.proofs.clone(),
                // A set found may contain a smaller one with another conclusion.
                false => tightened(network, &smallest.proofs),
            };
            let sets = proofs.iter().map(|proof| &proof.facts);
            let sets = sets.filter(|facts| facts.len() <= most);
            sets.filter_map(|facts| Deduction::of_facts(network, facts))
                .collect()
        };
        let mut found = self.budget.conclude(&network.meter, conclude);
        if found.is_empty() {
            let mut proofs = smallest.proofs.iter();
            let proof = proofs.find(|proof| proof.facts.len() <= most)?;
            let conclude = || Deduction::of_proof(network, proof, targets);
            found.extend(self.budget.conclude(&network.meter, conclude));
        }
        self.easiest::<W>(state, self.steps(state, found, smallest.at_least))
    }

    /// Returns the best of several steps of one size. If drawn constraints are among its facts, it is the best one with
    /// conclusions that a reader can prove without cases, and has no others.
    fn easiest<const W: usize>(&self, state: &State, mut steps: Vec<Step>) -> Option<Step> {
        /// The most steps that are examined.
        const MOST: usize = 8;
        steps.sort_by_key(rank);
        let mut examined = steps.iter().take(MOST);
        let direct = examined.find_map(|step| self.direct::<W>(state, step));
        direct.or_else(|| steps.into_iter().next())
    }

    /// Returns a step with those of its conclusions that need no cases; none if there are none.
    fn direct<const W: usize>(&self, state: &State, step: &Step) -> Option<Step> {
        let is_drawn = step.facts.iter().any(Fact::is_rule);
        if !is_drawn
            || step.is_contradiction()
            || !(2..=LARGEST_FIENDISH).contains(&step.facts.len())
        {
            return Some(step.clone());
        }
        let concluded = step.places.iter().chain(&step.eliminates).copied();
        let order = InvariantOrder::of_facts(state, &step.facts, concluded);
        let network = Network::<W>::new(state, order, self.deadline.as_ref());
        let is_direct = |of: &Candidate, holds: bool| {
            let number = network.number(state.tables.id(*of));
            number.is_some_and(|number| Refuter::is_direct(&network, number, holds))
        };
        let mut direct = step.clone();
        direct.places.retain(|placed| is_direct(placed, false));
        direct.eliminates.retain(|gone| is_direct(gone, true));
        (!direct.is_contradiction()).then_some(direct)
    }

    /// Returns the best naked or hidden subset of this size within the bound, in a position without smaller steps.
    fn subset<const W: usize>(
        &self,
        state: &State,
        network: &Network<W>,
        size: usize,
    ) -> Option<Step> {
        if !self.bound.allows_subset(size) {
            return None;
        }
        let found = subsets(state, network, size);
        let steps = self.steps(state, found, size).into_iter();
        best(steps.filter(|step| step.technique.is_subset()))
    }

    /// Recognises the techniques of several steps.
    fn steps(&self, state: &State, found: Vec<Deduction>, at_least: usize) -> Vec<Step> {
        let before = Arc::new(state.position.clone());
        let step = |found: Deduction| {
            let facts = found.facts.iter().map(|fact| state.fact(*fact));
            // That one solution is assumed comes first.
            let (assumed, others): (Vec<Fact>, Vec<Fact>) =
                facts.partition(|fact| matches!(fact, Fact::OneSolution(_)));
            let facts = [assumed, others].concat();
            let at_least = at_least.min(facts.len()).min(self.examined.at_least);
            let [places, eliminates] = [&found.places, &found.eliminates].map(|ids| {
                let candidates = ids.iter().map(|id| state.tables.candidate(*id));
                candidates.collect::<Vec<Candidate>>()
            });
            let layout = &state.tables.layout;
            let mut recogniser = Recogniser::new(layout, &before, facts, &places, &eliminates);
            let pattern = recogniser.pattern();
            let facts = recogniser.facts.into_iter().map(|(fact, _)| fact);
            let facts: Vec<Fact> = facts.collect();
            Step {
                technique: pattern.technique(),
                effort: Effort::of(layout, &before, &facts),
                facts,
                fact_names: Vec::new(),
                at_least,
                is_minimal: found.is_minimal,
                argument: String::new(),
                notation: None,
                before: before.clone(),
                places,
                eliminates,
                pattern,
            }
        };
        found.into_iter().map(step).collect()
    }
}

/// Returns the best of several steps of one size: those with little to add up first, placements before eliminations,
/// then by technique, sums of few cells first, then those that eliminate most. The first of equals.
fn best(steps: impl IntoIterator<Item = Step>) -> Option<Step> {
    steps.into_iter().min_by_key(rank)
}

/// Returns the key by which steps of one size are compared.
fn rank(step: &Step) -> (Effort, bool, Technique, usize, Reverse<usize>) {
    // No kind of constraint is easier than another.
    let technique = match step.technique {
        Technique::Constraint(_) => Technique::Constraint(""),
        technique => technique,
    };
    let eliminated = Reverse(step.eliminates.len());
    (
        step.effort,
        step.places.is_empty(),
        technique,
        step.summed_cells(),
        eliminated,
    )
}
