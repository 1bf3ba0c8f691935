//! The path from the givens to the solution, by a smallest step in each position.

use super::argument::argue;
use super::backbone::Backbone;
use super::check::check_step;
use super::classify::Classifier;
use super::enumeration::{Deduction, locked, pairs, single, subsets};
use super::error::ExplainError;
use super::explained::Explained;
use super::fact::Fact;
use super::invariant_order::InvariantOrder;
use super::network::{Network, Set, words_needed};
use super::position::{Position, State};
use super::smallest::{ProofBudget, smallest};
use super::step::Step;
use super::technique::Technique;
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
    number: usize,
    /// The largest steps to look for.
    bound: Bound,
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
    deduction: Deduction,
}

impl SolvePath {
    pub(super) fn new(puzzle: &Puzzle, state: State, deadline: Option<Deadline>) -> SolvePath {
        SolvePath {
            puzzle: puzzle.clone(),
            state,
            backbone: None,
            budget: ProofBudget::new(),
            number: 0,
            bound: Bound {
                facts: usize::MAX,
                favours_subsets: true,
            },
            deadline,
            end: None,
        }
    }

    /// Ends the path before a larger step.
    pub fn up_to(self, bound: Bound) -> SolvePath {
        SolvePath { bound, ..self }
    }

    /// Sets the deadline.
    pub fn within(self, deadline: Option<Deadline>) -> SolvePath {
        SolvePath { deadline, ..self }
    }

    /// Returns the limit that ended the path.
    pub fn limit(&self) -> Option<Limit> {
        let is_late = self.end == Some(PathEnd::OutOfTime);
        let deadline = self.deadline.filter(|_| is_late);
        deadline.map(|deadline| Limit::Time(deadline.duration()))
    }

    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| deadline.is_over())
    }

    fn end(&mut self, end: PathEnd) -> Result<Option<NamedStep>, ExplainError> {
        self.end = Some(end);
        Ok(None)
    }

    /// Continues from another position.
    pub(super) fn start_from(&mut self, position: &Position) {
        self.state.restrict_to(position);
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

    /// Takes the next step, checks it and adds its argument.
    pub(super) fn next_step(&mut self) -> Result<Option<Step>, ExplainError> {
        let before = self.state.position();
        let Some(next) = self.advance()? else {
            return Ok(None);
        };
        let layout = &self.state.tables.layout;
        let argument = argue(
            layout,
            next.technique,
            &next.facts,
            &next.places,
            &next.eliminates,
        );
        let step = Step {
            technique: next.technique,
            facts: next.facts.iter().map(|(fact, _)| *fact).collect(),
            places: next.places,
            eliminates: next.eliminates,
            at_least: next.at_least,
            argument: argument.text,
            notation: argument.notation,
            before,
        };
        match check_step(layout, &step) {
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
        if self.end.is_some() || self.state.open_cells == 0 {
            return Ok(None);
        }
        if self.is_late() {
            return self.end(PathEnd::OutOfTime);
        }
        let Some(next) = self.find()? else {
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
        if let Some(next) = best(self.named(locked(&self.state, &order), 1)) {
            return Ok(Some(next));
        }
        if self.bound.facts < 2 {
            return Ok(None);
        }
        // 9×9 puzzles with one solution need at most six words.
        match words_needed(&order) {
            0..=4 => self.find_more::<4>(order),
            5..=6 => self.find_more::<6>(order),
            7..=16 => self.find_more::<16>(order),
            _ => self.find_more::<64>(order),
        }
    }

    /// Finds a step of more than one fact.
    fn find_more<const W: usize>(
        &mut self,
        order: InvariantOrder,
    ) -> Result<Option<NamedStep>, ExplainError> {
        let mut network = Network::<W>::new(&self.state, order);
        network.deadline = self.deadline;
        let found = pairs(&network);
        if self.is_late() {
            return self.end(PathEnd::OutOfTime);
        }
        if let Some(next) = best(self.named(found, 2)) {
            return Ok(Some(next));
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
        let quad = if self.bound.allows_subset(4) {
            self.subset(&network, 4)
        } else {
            None
        };
        let most = if quad.is_some() { 3 } else { self.bound.facts };
        let next = self.find_large(&network, most)?;
        Ok(next.or(quad.filter(|_| self.end.is_none())))
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
        let (found, at_least) = smallest(network, &targets, guide, &mut self.budget, most);
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
        let facts: Vec<Fact> = deduction
            .facts
            .iter()
            .map(|fact| tables.facts[*fact])
            .collect();
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
            at_least: at_least.min(facts.len()),
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
