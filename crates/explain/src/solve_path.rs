//! The path from the givens to the solution, by a smallest step in each position.

use super::check::check_until;
use super::error::ExplainError;
use super::explained::Explained;
use super::position::State;
use super::search::backbone::{Backbone, Solutions};
use super::step::Step;
use super::step_finder::{Bound, StepFinder};
use super::techniques::technique::Technique;
use super::text::argue;
use satdoku::Deadline;
use satdoku::board::{Candidate, Grid, Puzzle, verify};
use satdoku::task::Limit;

/// A puzzle and its current position.
#[derive(Debug)]
pub(super) struct SolvePath {
    puzzle: Puzzle,
    state: State,
    finder: StepFinder,
    /// The number of steps taken.
    number: usize,
    end: Option<PathEnd>,
}

/// The reason why a path ends before the solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PathEnd {
    /// The puzzle has no solution.
    Contradiction,
    /// The deadline passed.
    OutOfTime,
}

impl SolvePath {
    pub(super) fn new(puzzle: &Puzzle, state: State, deadline: Option<&Deadline>) -> SolvePath {
        SolvePath {
            puzzle: puzzle.clone(),
            finder: StepFinder::new(!state.tables.rules.is_empty(), deadline),
            state,
            number: 0,
            end: None,
        }
    }

    /// Ends the path before a larger step.
    pub fn up_to(mut self, bound: Bound) -> SolvePath {
        self.finder.bound = bound;
        self
    }

    /// Lets steps assume that there is one solution, unless there is none.
    pub fn assuming_unique(mut self) -> Result<SolvePath, ExplainError> {
        match Solutions::of(&self.state, self.finder.deadline.as_ref())? {
            Solutions::Several(_) => return Err(ExplainError::SeveralSolutions),
            Solutions::One(backbone) => {
                self.finder.assumes_unique = true;
                self.finder.backbone = Some(backbone);
            }
            Solutions::None | Solutions::Unknown => {}
        }
        Ok(self)
    }

    /// Sets the deadline.
    pub fn within(mut self, deadline: Option<&Deadline>) -> SolvePath {
        self.finder.deadline = deadline.cloned();
        self
    }

    pub fn deadline(&self) -> Option<&Deadline> {
        self.finder.deadline.as_ref()
    }

    /// Returns the limit that ended the path.
    pub fn limit(&self) -> Option<Limit> {
        let is_late = self.end == Some(PathEnd::OutOfTime);
        self.deadline().filter(|_| is_late).map(Limit::of_deadline)
    }

    /// True if a large step has shown that the puzzle has more than one solution.
    pub fn has_several(&self) -> bool {
        let backbone = self.finder.backbone.as_ref();
        !self.finder.is_late() && backbone.is_some_and(Backbone::has_several)
    }

    /// The current position.
    pub fn state(&self) -> &State {
        &self.state
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

    /// Removes candidates that a player has ruled out.
    pub(super) fn eliminate(&mut self, candidates: &[Candidate]) {
        for candidate in candidates {
            let id = self.state.tables.id(*candidate);
            if self.state.is_open(id) {
                self.state.remove(id);
            }
        }
    }

    /// Uses the only solution as a guide, which saves the search for it.
    pub(super) fn set_solution(&mut self, solution: &Grid) {
        self.finder.backbone = Some(Backbone::of(&self.state, solution.filled()));
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
        let before = self.state.clone();
        let Some(mut step) = self.advance()? else {
            return Ok(None);
        };
        let layout = &self.state.tables.layout;
        argue(&before, &mut step, self.finder.deadline.as_ref());
        let checked = check_until(layout, &step, self.finder.deadline.as_ref());
        if self.finder.is_late() {
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
        let grid = self.state.position.to_grid();
        match verify(&self.puzzle, &grid) {
            Ok(()) => Ok(Some(grid)),
            Err(error) => Err(ExplainError::WrongEnd {
                puzzle: self.puzzle.givens().to_string(),
                error,
            }),
        }
    }

    /// Takes the next step without checking it. Returns `None` at the end.
    pub fn advance(&mut self) -> Result<Option<Step>, ExplainError> {
        if self.end.is_some() {
            return Ok(None);
        }
        let violated = self.state.violated();
        if self.state.open_cells == 0 && violated.is_none() {
            return Ok(None);
        }
        if self.finder.is_late() {
            self.end = Some(PathEnd::OutOfTime);
            return Ok(None);
        }
        let next = match violated {
            Some(fact) => Some(self.finder.contradiction(&self.state, fact)),
            None => self.finder.find(&self.state)?,
        };
        let Some(next) = next else {
            self.end = self.finder.is_late().then_some(PathEnd::OutOfTime);
            return Ok(None);
        };
        self.number += 1;
        if next.technique == Technique::Contradiction {
            self.end = Some(PathEnd::Contradiction);
        }
        for eliminated in &next.eliminates {
            self.state.remove(self.state.tables.id(*eliminated));
        }
        for placed in &next.places {
            self.state.place(self.state.tables.id(*placed));
        }
        Ok(Some(next))
    }
}

#[cfg(test)]
mod tests {
    use super::super::explainer::Explainer;
    use super::*;

    /// It takes the SAT solver, so it is computed once.
    #[test]
    fn the_backbone_that_proves_uniqueness_guides_the_steps() {
        let puzzle: Puzzle = "1..4...3.1..4...".parse().unwrap();
        let mut explainer = Explainer::default().assuming_unique();
        let path = explainer.path(&puzzle).unwrap();
        assert!(path.finder.backbone.is_some());
    }
}
