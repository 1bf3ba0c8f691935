//! The easiest step in a position: the smallest facts first, then the technique.

use super::error::ExplainError;
use super::fact::Fact;
use super::position::{Position, State};
use super::search::backbone::Backbone;
use super::search::enumeration::{
    Deduction, NoConclusionCache, drawn, drawn_pairs, locked, pairs, single, subsets,
};
use super::search::invariant_order::InvariantOrder;
use super::search::network::{Network, words_needed};
use super::search::set::Set;
use super::search::smallest::{ProofBudget, smallest, tightened};
use super::search::uniqueness::unique_steps;
use super::techniques::pattern::Pattern;
use super::techniques::recognise::Recogniser;
use super::techniques::technique::Technique;
use satdoku::Deadline;
use satdoku::board::Candidate;

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

/// A step that is named, but neither checked nor proved in words.
#[derive(Debug, Clone)]
pub(super) struct NamedStep {
    pub technique: Technique,
    pub pattern: Pattern,
    pub places: Vec<Candidate>,
    pub eliminates: Vec<Candidate>,
    pub facts: Vec<(Fact, Vec<Candidate>)>,
    pub at_least: usize,
    pub deduction: Deduction,
}

impl StepFinder {
    /// Creates the search for steps of any size. `has_rules` is true for boards with drawn constraints.
    pub fn new(has_rules: bool, deadline: Option<Deadline>) -> StepFinder {
        StepFinder {
            bound: Bound::NONE,
            assumes_unique: false,
            deadline,
            backbone: None,
            budget: ProofBudget::new(has_rules),
            assignments: Vec::new(),
            examined: NoConclusionCache::new(),
        }
    }

    pub fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| deadline.is_over())
    }

    /// Returns the step that a fact has no candidate left.
    pub fn contradiction(&self, state: &State, fact: usize) -> NamedStep {
        let contradiction = Deduction::new(vec![fact], Vec::new(), Vec::new());
        self.name(state, contradiction, 1, &state.position())
    }

    /// Finds the easiest step of the smallest size. Returns `None` if there is none within the bound, or if
    /// the deadline has passed.
    ///
    /// # Errors
    /// If the solver fails.
    pub fn find(&mut self, state: &State) -> Result<Option<NamedStep>, ExplainError> {
        if let Some(found) = single(state) {
            return Ok(Some(self.name(state, found, 1, &state.position())));
        }
        let order = InvariantOrder::new(state);
        let locked = best(self.named(state, locked(state, &order), 1));
        if state.tables.rules.is_empty() && (locked.is_some() || self.bound.facts < 2) {
            return Ok(locked);
        }
        // 9×9 puzzles with one solution need at most six words, and with drawn constraints twelve.
        match words_needed(&order) {
            0..=4 => self.find_more::<4>(state, order, locked),
            5..=6 => self.find_more::<6>(state, order, locked),
            7..=12 => self.find_more::<12>(state, order, locked),
            _ => self.find_more::<64>(state, order, locked),
        }
    }

    /// Finds a step of a drawn constraint or of more than one fact, unless the `locked` one is better.
    fn find_more<const W: usize>(
        &mut self,
        state: &State,
        order: InvariantOrder,
        locked: Option<NamedStep>,
    ) -> Result<Option<NamedStep>, ExplainError> {
        let network = Network::<W>::new(state, order, self.deadline);
        self.examined.enter_position();
        let drawn = drawn(&network, &mut self.examined);
        if self.is_late() {
            return Ok(None);
        }
        let next = best(locked.into_iter().chain(self.named(state, drawn, 1)));
        if next.is_some() || self.bound.facts < 2 {
            return Ok(next);
        }
        let mut found = pairs(&network);
        found.extend(drawn_pairs(&network, &mut self.examined));
        if self.is_late() {
            return Ok(None);
        }
        if let Some(next) = best(self.named(state, found, 2)) {
            return Ok(Some(next));
        }
        // Players see triples and quads more easily than other steps of their size.
        if self.bound.allows_subset(3)
            && let Some(triple) = self.subset(state, &network, 3)
        {
            return Ok(Some(triple));
        }
        if self.bound.facts < 3 {
            return Ok(None);
        }
        if self.assumes_unique
            && let Some(next) = self.unique(state, &network)
        {
            return Ok(Some(next));
        }
        let quad = if self.bound.allows_subset(4) {
            self.subset(state, &network, 4)
        } else {
            None
        };
        let most = if quad.is_some() { 3 } else { self.bound.facts };
        let next = self.find_large(state, &network, most)?;
        Ok(next.or(quad.filter(|_| !self.is_late())))
    }

    /// Finds a step that assumes one solution.
    fn unique<const W: usize>(&self, state: &State, network: &Network<W>) -> Option<NamedStep> {
        best(self.named(state, unique_steps(state, network), usize::MAX))
    }

    /// Finds a step of three to `most` facts.
    fn find_large<const W: usize>(
        &mut self,
        state: &State,
        network: &Network<W>,
        most: usize,
    ) -> Result<Option<NamedStep>, ExplainError> {
        let backbone = match self.backbone.take() {
            Some(backbone) => backbone,
            None => Backbone::new(state, self.deadline)?,
        };
        let chosen = |of: &[bool]| -> Set<W> {
            let numbers = network.candidates.iter().enumerate();
            let numbers = numbers.filter(|(_, id)| of[**id]);
            numbers.map(|(number, _)| number).collect()
        };
        let guide = chosen(&backbone.in_first);
        let targets = network.all().without(&chosen(&backbone.in_some));
        self.backbone = Some(backbone);
        if self.is_late() {
            return Ok(None);
        }
        if targets.is_empty() {
            return Ok(None);
        }
        let (budget, earlier) = (&mut self.budget, &mut self.assignments);
        let smallest = smallest(network, &targets, guide, budget, earlier, most);
        // A search cut short by the deadline finds other steps than a complete one.
        if self.is_late() {
            return Ok(None);
        }
        let size = smallest.proofs.first().map_or(0, |proof| proof.facts.len());
        let is_smallest = size <= smallest.at_least.min(self.examined.at_least);
        let conclude = || -> Vec<Deduction> {
            let proofs = smallest.proofs.iter();
            let sets = match is_smallest {
                true => proofs.map(|proof| proof.facts.clone()).collect(),
                // A set found may contain a smaller one with another conclusion.
                false => tightened(network, &smallest.proofs),
            };
            let sets = sets.iter().filter(|facts| facts.len() <= most);
            let found = sets.filter_map(|facts| Deduction::of_facts(network, facts));
            found.collect()
        };
        let mut found = self.budget.conclude(&network.meter, conclude);
        if found.is_empty() {
            let mut proofs = smallest.proofs.iter();
            let proof = proofs.find(|proof| proof.facts.len() <= most);
            found.extend(proof.and_then(|proof| {
                let conclude = || Deduction::of_proof(network, proof, &targets);
                self.budget.conclude(&network.meter, conclude)
            }));
        }
        if self.is_late() {
            return Ok(None);
        }
        Ok(best(self.named(state, found, smallest.at_least)))
    }

    /// Returns the best naked or hidden subset of this size, in a position without smaller steps.
    fn subset<const W: usize>(
        &self,
        state: &State,
        network: &Network<W>,
        size: usize,
    ) -> Option<NamedStep> {
        let found = subsets(state, network, size);
        let named = self.named(state, found, size).into_iter();
        best(named.filter(|next| next.technique.is_subset()))
    }

    /// Recognises the techniques of several steps.
    fn named(&self, state: &State, found: Vec<Deduction>, at_least: usize) -> Vec<NamedStep> {
        let position = state.position();
        let found = found.into_iter();
        found
            .map(|found| self.name(state, found, at_least, &position))
            .collect()
    }

    /// Recognises the technique of a step.
    fn name(
        &self,
        state: &State,
        deduction: Deduction,
        at_least: usize,
        position: &Position,
    ) -> NamedStep {
        let tables = &state.tables;
        let assumed = deduction.pattern.map(Fact::OneSolution);
        let others = deduction.facts.iter().map(|fact| tables.facts[*fact]);
        let facts: Vec<Fact> = assumed.into_iter().chain(others).collect();
        let candidates = |ids: &[usize]| -> Vec<Candidate> {
            ids.iter().map(|id| tables.candidate(*id)).collect()
        };
        let (places, eliminates) = (
            candidates(&deduction.places),
            candidates(&deduction.eliminates),
        );
        let mut recogniser =
            Recogniser::new(&tables.layout, position, &facts, &places, &eliminates);
        let pattern = recogniser.pattern();
        NamedStep {
            technique: pattern.technique(),
            pattern,
            facts: recogniser.facts,
            at_least: at_least.min(facts.len()).min(self.examined.at_least),
            places,
            eliminates,
            deduction,
        }
    }
}

/// Returns the best of several steps of one size: placements before eliminations, then by technique,
/// then those that eliminate most. The first of equals.
fn best(steps: impl IntoIterator<Item = NamedStep>) -> Option<NamedStep> {
    steps.into_iter().min_by_key(|next| {
        let eliminated = next.eliminates.len();
        (
            next.places.is_empty(),
            next.technique,
            usize::MAX - eliminated,
        )
    })
}
