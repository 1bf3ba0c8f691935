//! The path from the givens to the solution, by a smallest step in each position.

use super::argument::argue;
use super::check::check_until;
use super::error::ExplainError;
use super::explained::Explained;
use super::fact::Fact;
use super::position::{Position, State};
use super::search::backbone::Backbone;
use super::search::enumeration::{
    Deduction, Examined, drawn, drawn_pairs, locked, pairs, single, subsets,
};
use super::search::innies_outies::{ExaminedSums, sum_steps};
use super::search::invariant_order::InvariantOrder;
use super::search::network::{Network, words_needed};
use super::search::set::Set;
use super::search::smallest::{ProofBudget, smallest, tightened};
use super::search::uniqueness::unique_steps;
use super::step::Step;
use super::techniques::classify::Classifier;
use super::techniques::technique::Technique;
use crate::Deadline;
use crate::board::{Candidate, Grid, Puzzle, verify};
use crate::task::Limit;

/// A puzzle and its current position.
#[derive(Debug)]
pub(super) struct SolvePath {
    puzzle: Puzzle,
    state: State,
    /// Computed for the first step of more than two facts.
    backbone: Option<Backbone>,
    budget: ProofBudget,
    examined: Examined,
    examined_sums: ExaminedSums,
    number: usize,
    /// The largest steps to look for.
    bound: Bound,
    assumes_unique: bool,
    deadline: Option<Deadline>,
    end: Option<PathEnd>,
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

/// The reason why a path ends before the solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PathEnd {
    /// The puzzle has no solution.
    Contradiction,
    /// The deadline passed.
    OutOfTime,
}

/// A step that is named, but neither checked nor proved in words.
#[derive(Debug, Clone)]
pub(super) struct NamedStep {
    pub technique: Technique,
    pub places: Vec<Candidate>,
    pub eliminates: Vec<Candidate>,
    pub facts: Vec<(Fact, Vec<Candidate>)>,
    pub at_least: usize,
    /// The number of steps of the same size that were found in the position.
    pub choices: usize,
    deduction: Deduction,
}

impl SolvePath {
    pub(super) fn new(puzzle: &Puzzle, state: State, deadline: Option<Deadline>) -> SolvePath {
        SolvePath {
            puzzle: puzzle.clone(),
            budget: ProofBudget::new(!state.tables.rules.is_empty()),
            state,
            backbone: None,
            examined: Examined::new(),
            examined_sums: ExaminedSums::default(),
            number: 0,
            bound: Bound::NONE,
            assumes_unique: false,
            deadline,
            end: None,
        }
    }

    /// Ends the path before a larger step.
    pub fn up_to(self, bound: Bound) -> SolvePath {
        SolvePath { bound, ..self }
    }

    /// Lets steps assume that there is one solution, unless there is none.
    pub fn assuming_unique(self) -> Result<SolvePath, ExplainError> {
        let backbone = Backbone::new(&self.state, self.deadline)?;
        let has_several = backbone.in_some != backbone.in_first;
        if has_several && !self.is_late() {
            return Err(ExplainError::SeveralSolutions);
        }
        Ok(SolvePath {
            assumes_unique: !has_several && backbone.in_first.contains(&true),
            ..self
        })
    }

    /// Sets the deadline.
    pub fn within(self, deadline: Option<Deadline>) -> SolvePath {
        SolvePath { deadline, ..self }
    }

    /// Returns the limit that ended the path.
    pub fn limit(&self) -> Option<Limit> {
        let is_late = self.end == Some(PathEnd::OutOfTime);
        self.deadline.filter(|_| is_late).map(Limit::of_deadline)
    }

    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| deadline.is_over())
    }

    fn end(&mut self, end: PathEnd) -> Result<Option<NamedStep>, ExplainError> {
        self.end = Some(end);
        Ok(None)
    }

    /// The current position.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Continues from another position.
    pub(super) fn start_from(&mut self, position: &Position) {
        self.state.restrict_to(position);
    }

    /// Places digits that a player has found.
    pub(super) fn place(&mut self, digits: &[Candidate]) {
        for digit in digits {
            let id = self.state.tables.id(*digit);
            if self.state.is_open(id) {
                self.state.place(id);
            }
        }
    }

    /// Uses the only solution as a guide, which saves the search for it.
    pub(super) fn know(&mut self, solution: &Grid) {
        self.backbone = Some(Backbone::of_solution(&self.state, solution));
    }

    /// Takes all remaining steps and checks them.
    pub(super) fn finish(mut self) -> Result<Explained, ExplainError> {
        let mut steps = Vec::new();
        while let Some(step) = self.next_step()? {
            steps.push(step);
        }
        let solution = self.solution()?;
        Ok(Explained {
            steps,
            complete: solution.is_some() || self.end == Some(PathEnd::Contradiction),
            solution,
            limit: self.limit(),
        })
    }

    /// Takes a single step.
    pub(super) fn first_step(mut self) -> Result<Option<Step>, ExplainError> {
        let step = self.next_step()?;
        match self.limit() {
            Some(limit) => Err(ExplainError::Limit(limit)),
            None => Ok(step),
        }
    }

    /// Takes the next step, checks it and adds its argument.
    pub(super) fn next_step(&mut self) -> Result<Option<Step>, ExplainError> {
        let before = self.state.position();
        let Some(next) = self.advance()? else {
            return Ok(None);
        };
        let layout = &self.state.tables.layout;
        let argument = argue(
            layout,
            &before,
            next.technique,
            &next.facts,
            &next.places,
            &next.eliminates,
        );
        let names = next
            .facts
            .iter()
            .map(|(fact, _)| fact.name(layout).to_string());
        let step = Step {
            technique: next.technique,
            fact_names: names.collect(),
            facts: next.facts.iter().map(|(fact, _)| *fact).collect(),
            places: next.places,
            eliminates: next.eliminates,
            at_least: next.at_least,
            argument: argument.text,
            notation: argument.notation,
            before,
        };
        let checked = check_until(layout, &step, self.deadline);
        if self.is_late() {
            self.end = Some(PathEnd::OutOfTime);
            return Ok(None);
        }
        match checked {
            Ok(()) => Ok(Some(step)),
            Err(error) => Err(ExplainError::WrongStep {
                number: self.number,
                puzzle: self.puzzle.givens().to_string(),
                error,
            }),
        }
    }

    /// Returns the solution, verified, if the path has reached it.
    pub fn solution(&self) -> Result<Option<Grid>, ExplainError> {
        if self.state.open_cells > 0 || self.end.is_some() {
            return Ok(None);
        }
        let grid = self.state.position().to_grid();
        match verify(&self.puzzle, &grid) {
            Ok(()) => Ok(Some(grid)),
            Err(error) => Err(ExplainError::WrongEnd {
                puzzle: self.puzzle.givens().to_string(),
                error,
            }),
        }
    }

    /// Takes the next step without checking it. Returns `None` at the end.
    pub fn advance(&mut self) -> Result<Option<NamedStep>, ExplainError> {
        if self.end.is_some() {
            return Ok(None);
        }
        let violated = self.state.violated();
        if self.state.open_cells == 0 && violated.is_none() {
            return Ok(None);
        }
        if self.is_late() {
            return self.end(PathEnd::OutOfTime);
        }
        let next = match violated {
            Some(fact) => {
                let contradiction = Deduction::new(vec![fact], Vec::new(), Vec::new());
                Some(self.name(contradiction, 1, &self.state.position()))
            }
            None => self.find()?,
        };
        let Some(next) = next else {
            return Ok(None);
        };
        self.number += 1;
        if next.technique == Technique::Contradiction {
            self.end = Some(PathEnd::Contradiction);
        }
        for eliminated in &next.deduction.eliminates {
            self.state.remove(*eliminated);
        }
        for placed in &next.deduction.places {
            self.state.place(*placed);
        }
        Ok(Some(next))
    }

    fn find(&mut self) -> Result<Option<NamedStep>, ExplainError> {
        if let Some(found) = single(&self.state) {
            return Ok(Some(self.name(found, 1, &self.state.position())));
        }
        let order = InvariantOrder::new(&self.state);
        let locked = best(self.named(locked(&self.state, &order), 1));
        if self.state.tables.rules.is_empty() && (locked.is_some() || self.bound.facts < 2) {
            return Ok(locked);
        }
        // 9×9 puzzles with one solution need at most six words.
        match words_needed(&order) {
            0..=4 => self.find_more::<4>(order, locked),
            5..=6 => self.find_more::<6>(order, locked),
            7..=12 => self.find_more::<12>(order, locked),
            _ => self.find_more::<64>(order, locked),
        }
    }

    /// Finds a step of a drawn constraint or of more than one fact, unless the `locked` one is better.
    fn find_more<const W: usize>(
        &mut self,
        order: InvariantOrder,
        locked: Option<NamedStep>,
    ) -> Result<Option<NamedStep>, ExplainError> {
        let mut network = Network::<W>::new(&self.state, order);
        network.deadline = self.deadline;
        let drawn = drawn(&network, &mut self.examined);
        if self.is_late() {
            return self.end(PathEnd::OutOfTime);
        }
        let next = best(locked.into_iter().chain(self.named(drawn, 1)));
        if next.is_some() || self.bound.facts < 2 {
            return Ok(next);
        }
        let mut found = pairs(&network);
        found.extend(drawn_pairs(&network, &mut self.examined));
        if self.is_late() {
            return self.end(PathEnd::OutOfTime);
        }
        if let Some(next) = best(self.named(found, 2)) {
            return Ok(Some(next));
        }
        if !network.rules.is_empty() {
            let sum = self.sum(&network);
            if self.is_late() {
                return self.end(PathEnd::OutOfTime);
            }
            if sum.is_some() {
                return Ok(sum);
            }
        }
        // Players see triples and quads more easily than other steps of their size.
        if self.bound.allows_subset(3)
            && let Some(triple) = self.subset(&network, 3)
        {
            return Ok(Some(triple));
        }
        if self.bound.facts < 3 {
            return Ok(None);
        }
        if self.assumes_unique
            && let Some(next) = self.unique(&network)
        {
            return Ok(Some(next));
        }
        let quad = if self.bound.allows_subset(4) {
            self.subset(&network, 4)
        } else {
            None
        };
        let most = if quad.is_some() { 3 } else { self.bound.facts };
        let next = self.find_large(&network, most)?;
        Ok(next.or(quad.filter(|_| self.end.is_none())))
    }

    /// Finds a step of innies and outies.
    fn sum<const W: usize>(&mut self, network: &Network<W>) -> Option<NamedStep> {
        let tables = self.state.tables.clone();
        let open = network
            .facts
            .iter()
            .filter_map(|fact| match tables.facts[*fact] {
                Fact::Constraint(number) => Some(number),
                _ => None,
            });
        let open: Vec<usize> = open.collect();
        let position = self.state.position();
        let found = sum_steps(&tables.layout, &position, &open, &mut self.examined_sums);
        let number = |fact: &Fact| {
            let mut numbers = network.facts.iter();
            numbers.position(|number| tables.facts[*number] == *fact)
        };
        let found = found.into_iter().filter_map(|found| {
            let facts = found.facts.iter().filter_map(number);
            let facts: Vec<u16> = facts.map(|number| number as u16).collect();
            let targets = found.eliminates.iter().filter_map(|eliminated| {
                let id = tables.id(*eliminated);
                network.candidates.iter().position(|of| *of == id)
            });
            let targets: Vec<usize> = targets.collect();
            let (facts, refuted) =
                network.with_solver(|solver| solver.minimal_proof(facts, &targets))?;
            let ids = refuted.iter().map(|target| network.candidates[*target]);
            let numbers = facts.iter().map(|fact| network.facts[usize::from(*fact)]);
            (facts.len() <= self.bound.facts)
                .then(|| Deduction::new(numbers.collect(), Vec::new(), ids.collect()))
        });
        let found: Vec<Deduction> = found.collect();
        best(self.named(found, 3))
    }

    /// Finds a step that assumes one solution.
    fn unique<const W: usize>(&self, network: &Network<W>) -> Option<NamedStep> {
        best(self.named(unique_steps(&self.state, network), usize::MAX))
    }

    /// Finds a step of three to `most` facts.
    fn find_large<const W: usize>(
        &mut self,
        network: &Network<W>,
        most: usize,
    ) -> Result<Option<NamedStep>, ExplainError> {
        let backbone = match self.backbone.take() {
            Some(backbone) => backbone,
            None => Backbone::new(&self.state, self.deadline)?,
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
            return self.end(PathEnd::OutOfTime);
        }
        if targets.is_empty() {
            return Ok(None);
        }
        let (mut found, at_least) = smallest(network, &targets, guide, &mut self.budget, most);
        if self.examined.at_least < found.first().map_or(0, Vec::len) {
            // A set found may contain one that was too hard to decide.
            found = tightened(network, found);
        }
        // A search cut short by the deadline finds other steps than a complete one.
        if self.is_late() {
            return self.end(PathEnd::OutOfTime);
        }
        let found = found.iter().filter(|facts| facts.len() <= most);
        let found = found.filter_map(|facts| Deduction::of_facts(network, facts));
        Ok(best(self.named(found.collect(), at_least)))
    }

    /// Returns the best naked or hidden subset of this size, in a position without smaller steps.
    fn subset<const W: usize>(&self, network: &Network<W>, size: usize) -> Option<NamedStep> {
        let found = subsets(&self.state, network, size);
        let named = self.named(found, size).into_iter();
        best(named.filter(|next| next.technique.is_subset()))
    }

    /// Recognises the techniques of several steps.
    fn named(&self, found: Vec<Deduction>, at_least: usize) -> Vec<NamedStep> {
        let position = self.state.position();
        let found = found.into_iter();
        found
            .map(|found| self.name(found, at_least, &position))
            .collect()
    }

    /// Recognises the technique of a step.
    fn name(&self, deduction: Deduction, at_least: usize, position: &Position) -> NamedStep {
        let tables = &self.state.tables;
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
        let mut classifier =
            Classifier::new(&tables.layout, position, &facts, &places, &eliminates);
        NamedStep {
            technique: classifier.technique(),
            facts: classifier.facts,
            at_least: at_least.min(facts.len()).min(self.examined.at_least),
            places,
            eliminates,
            choices: 1,
            deduction,
        }
    }
}

/// Returns the best of several steps of one size: placements before eliminations, then by technique,
/// then those that eliminate most. The first of equals.
fn best(steps: impl IntoIterator<Item = NamedStep>) -> Option<NamedStep> {
    let mut choices = 0;
    let best = steps
        .into_iter()
        .inspect(|_| choices += 1)
        .min_by_key(|next| {
            let eliminated = next.eliminates.len();
            (
                next.places.is_empty(),
                next.technique,
                usize::MAX - eliminated,
            )
        });
    best.map(|next| NamedStep { choices, ..next })
}
