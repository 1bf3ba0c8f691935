//! The walk through a puzzle, from one position to the next by the smallest step there is.

use super::argument::argue;
use super::backbone::Backbone;
use super::check::check_step;
use super::classify::Shape;
use super::core::core;
use super::deepening::{Deepening, Level};
use super::enumeration::{Found, locked, pairs, single};
use super::network::{Network, Set, words_needed};
use super::position::{Position, State};
use super::refutation::Refuter;
use super::technique::Technique;
use super::{ExplainError, Explained, Fact, Step, verified};
use crate::Deadline;
use crate::board::{Candidate, Grid, Puzzle};
use crate::task::Limit;

/// How much one step may cost to prove that it is smallest, in units of work of some 10 to 20 ns.
const STEP_WORK: u64 = 8_000_000;

/// The same where the smallest set known is so large that a proof is out of reach anyway.
const HOPELESS_WORK: u64 = 1_000_000;

/// From this size on a proof is hopeless.
const HOPELESS_SIZE: usize = 9;

/// How much all steps of a puzzle together may cost.
const PUZZLE_WORK: u64 = 25_000_000;

/// A puzzle on its way to the solution.
#[derive(Debug)]
pub(super) struct Walk {
    puzzle: Puzzle,
    state: State,
    /// Computed for the first step of more than two facts.
    backbone: Option<Backbone>,
    /// The work that is left for proofs.
    work: u64,
    number: usize,
    /// Steps with more facts than this are not looked for.
    most_facts: usize,
    deadline: Option<Deadline>,
    end: Option<End>,
}

/// Why a walk ends before the solution although something may follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// There is no solution.
    Contradiction,
    /// The next step has more facts than are looked for.
    TooLarge,
    /// The deadline came.
    OutOfTime,
}

/// The next step as it was found, named.
#[derive(Debug, Clone)]
pub(super) struct Next {
    pub technique: Technique,
    pub places: Vec<Candidate>,
    pub eliminates: Vec<Candidate>,
    pub facts: Vec<(Fact, Vec<Candidate>)>,
    pub at_least: usize,
    found: Found,
}

impl Walk {
    pub(super) fn new(puzzle: &Puzzle, state: State, deadline: Option<Deadline>) -> Walk {
        Walk {
            puzzle: puzzle.clone(),
            state,
            backbone: None,
            work: PUZZLE_WORK,
            number: 0,
            most_facts: usize::MAX,
            deadline,
            end: None,
        }
    }

    /// The same walk, which ends before a step with more facts than this.
    pub fn up_to(self, most_facts: usize) -> Walk {
        Walk { most_facts, ..self }
    }

    /// The same walk, which ends at the deadline, if there is one.
    pub fn within(self, deadline: Option<Deadline>) -> Walk {
        Walk { deadline, ..self }
    }

    /// The limit at which it ended.
    pub fn limit(&self) -> Option<Limit> {
        let is_late = self.end == Some(End::OutOfTime);
        let deadline = self.deadline.filter(|_| is_late);
        deadline.map(|deadline| Limit::Time(deadline.duration()))
    }

    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| deadline.is_over())
    }

    fn end(&mut self, end: End) -> Result<Option<Next>, ExplainError> {
        self.end = Some(end);
        Ok(None)
    }

    /// Goes on from another position.
    pub(super) fn start_from(&mut self, position: &Position) {
        self.state.restrict_to(position);
    }

    /// All steps from here, checked.
    pub(super) fn finish(mut self) -> Result<Explained, ExplainError> {
        let mut steps = Vec::new();
        while let Some(step) = self.next_step()? {
            steps.push(step);
        }
        let solution = self.solution()?;
        Ok(Explained {
            steps,
            complete: solution.is_some() || self.end == Some(End::Contradiction),
            solution,
            limit: self.limit(),
        })
    }

    /// The next step, checked and with its argument; the walk stands behind it.
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
            argument,
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

    /// The solution, if the walk has come to it.
    pub fn solution(&self) -> Result<Option<Grid>, ExplainError> {
        if self.state.open_cells > 0 || self.end.is_some() {
            return Ok(None);
        }
        verified(&self.puzzle, self.state.position().to_grid()).map(Some)
    }

    /// The next step, neither checked nor argued; the walk stands behind it. `None` at the end.
    pub fn advance(&mut self) -> Result<Option<Next>, ExplainError> {
        if self.end.is_some() || self.state.open_cells == 0 {
            return Ok(None);
        }
        if self.is_late() {
            return self.end(End::OutOfTime);
        }
        let Some(next) = self.find()? else {
            return Ok(None);
        };
        self.number += 1;
        if next.technique == Technique::Contradiction {
            self.end = Some(End::Contradiction);
        }
        for gone in &next.found.eliminates {
            self.state.remove(*gone);
        }
        for placed in &next.found.places {
            self.state.place(*placed);
        }
        Ok(Some(next))
    }

    fn find(&mut self) -> Result<Option<Next>, ExplainError> {
        if let Some(found) = single(&self.state) {
            return Ok(Some(self.name(found, 1, &self.state.position())));
        }
        if let Some(next) = self.best(locked(&self.state), 1) {
            return Ok(Some(next));
        }
        if self.most_facts < 2 {
            return self.end(End::TooLarge);
        }
        // Each number of words is code of its own. WebAssembly has two: 9×9 needs at most five or six
        // once there are enough givens for one solution.
        let has_all = cfg!(not(target_family = "wasm"));
        match words_needed(&self.state) {
            0..=4 if has_all => self.find_more::<4>(),
            0..=6 => self.find_more::<6>(),
            7..=16 if has_all => self.find_more::<16>(),
            _ => self.find_more::<64>(),
        }
    }

    /// A step of more than one fact.
    fn find_more<const W: usize>(&mut self) -> Result<Option<Next>, ExplainError> {
        let mut network = Network::<W>::new(&self.state);
        network.deadline = self.deadline;
        let found = pairs(&network);
        if self.is_late() {
            return self.end(End::OutOfTime);
        }
        if let Some(next) = self.best(found, 2) {
            return Ok(Some(next));
        }
        if self.most_facts < 3 {
            return self.end(End::TooLarge);
        }
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
            return self.end(End::OutOfTime);
        }
        if targets.is_empty() {
            return Ok(None);
        }
        let most = self.most_facts;
        let (found, at_least, work) = smallest(&network, &targets, guide, self.work, most);
        // What was found after the deadline is not what would have been found without one.
        if self.is_late() {
            return self.end(End::OutOfTime);
        }
        if found.first().is_none_or(|facts| facts.len() > most) {
            return self.end(End::TooLarge);
        }
        self.work = self.work.saturating_sub(work);
        let concluded = found
            .iter()
            .filter_map(|facts| Found::of_facts(&network, facts));
        let concluded = concluded.collect();
        Ok(self.best(concluded, at_least))
    }

    /// The first in the order of steps of one size: placements, then by technique, then those that
    /// eliminate most.
    fn best(&self, found: Vec<Found>, at_least: usize) -> Option<Next> {
        let position = self.state.position();
        let named = found
            .into_iter()
            .map(|found| self.name(found, at_least, &position));
        named.min_by_key(|next| {
            let gone = next.eliminates.len();
            (next.places.is_empty(), next.technique, usize::MAX - gone)
        })
    }

    /// Names a step.
    fn name(&self, found: Found, at_least: usize, position: &Position) -> Next {
        let tables = &self.state.tables;
        let facts: Vec<Fact> = found.facts.iter().map(|fact| tables.facts[*fact]).collect();
        let candidates = |ids: &[usize]| -> Vec<Candidate> {
            ids.iter().map(|id| tables.candidate(*id)).collect()
        };
        let (places, eliminates) = (candidates(&found.places), candidates(&found.eliminates));
        let mut shape = Shape::new(&tables.layout, position, &facts, &places, &eliminates);
        Next {
            technique: shape.technique(),
            facts: shape.facts,
            at_least: at_least.min(facts.len()),
            places,
            eliminates,
            found,
        }
    }
}

/// Sets of three facts and more that refute some of the targets, as few facts as could be found;
/// the size below which there are none; and the work that it took. Sets of more than `most` facts
/// need not be found.
fn smallest<const W: usize>(
    network: &Network<W>,
    targets: &Set<W>,
    guide: Set<W>,
    work: u64,
    most: usize,
) -> (Vec<Vec<u16>>, usize, u64) {
    let mut deepening = Deepening::new(network, guide);
    let mut known: Vec<Vec<u16>> = Vec::new();
    for size in 3..=most {
        // All sets of three facts are found always. Beyond that, a chain or a proof by cases says
        // how far the deepening need go.
        let mut limit = u64::MAX;
        if size > 3 {
            if known.is_empty() {
                known = refute_all(network, targets);
            }
            let least = known.first().map_or(0, Vec::len);
            if least <= size {
                return (known, size, deepening.work());
            }
            let is_hopeless = least >= HOPELESS_SIZE;
            limit = work.min(if is_hopeless {
                HOPELESS_WORK
            } else {
                STEP_WORK
            });
        }
        match deepening.level(targets, size, limit) {
            Level::Complete(sets) if sets.is_empty() => {}
            Level::OutOfWork(sets) if sets.is_empty() => return (known, size, deepening.work()),
            Level::Complete(sets) | Level::OutOfWork(sets) => {
                return (sets, size, deepening.work());
            }
        }
    }
    (known, most, deepening.work())
}

/// Facts that refute some candidate, by unit propagation alone if that is enough for one, else by
/// as few splits as are; those with the fewest facts.
fn refute_all<const W: usize>(network: &Network<W>, targets: &Set<W>) -> Vec<Vec<u16>> {
    /// The work for one candidate.
    const EACH: u64 = 20_000;
    /// With more splits than this the SAT solver takes over.
    const MOST_SPLITS: usize = 8;
    /// So many of the candidates with the smallest proofs are looked at again.
    const TRIED_AGAIN: usize = 4;
    let mut refuter = Refuter::new(network);
    let mut each = EACH;
    for splits in 0..=MOST_SPLITS {
        let in_time = targets.iter().take_while(|_| !network.is_late());
        let refuted = in_time.filter_map(|target| {
            let facts = refuter.refute(target, splits, each)?;
            Some((target, facts))
        });
        let mut refuted: Vec<(usize, Vec<u16>)> = refuted.collect();
        if !refuted.is_empty() {
            refuted.sort_by_key(|(_, facts)| facts.len());
            if refuted[0].1.len() >= HOPELESS_SIZE {
                for (target, facts) in refuted.iter_mut().take(TRIED_AGAIN) {
                    refuter.improve(*target, facts, splits + 1, each);
                }
            }
            let mut sets: Vec<Vec<u16>> = refuted.into_iter().map(|(_, facts)| facts).collect();
            let least = sets.iter().map(Vec::len).min();
            sets.retain(|facts| Some(facts.len()) == least);
            sets.sort_unstable();
            sets.dedup();
            return sets;
        }
        each *= 2;
    }
    if network.is_late() {
        return Vec::new();
    }
    targets
        .first()
        .and_then(|target| core(network, target))
        .into_iter()
        .collect()
}
