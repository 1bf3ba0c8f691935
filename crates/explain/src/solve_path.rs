//! The steps from the givens to the solution: a smallest step in each position.

use super::check::check_until;
use super::error::ExplainError;
use super::position::State;
use super::search::backbone::{Backbone, Solutions};
use super::step::Step;
use super::step_finder::StepFinder;
use super::text::argue;
use satdoku::Deadline;
use satdoku::board::{Candidate, Grid, Puzzle, verify};
use satdoku::task::Limit;

/// The steps of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explained {
    /// The steps in order, each in the position after the one before.
    pub steps: Vec<Step>,
    /// The solution, if the steps lead to it.
    pub solution: Option<Grid>,
    /// True if the steps lead to the solution or to a contradiction. False if a limit was reached, or
    /// if the puzzle has several solutions: the steps then eliminate all candidates that are in none.
    pub complete: bool,
    /// The limit reached before the last step.
    pub limit: Option<Limit>,
}

/// A puzzle and its current position, as an iterator over the steps; see
/// [`Explainer::steps`](super::Explainer::steps). Steps after an error are meaningless.
#[derive(Debug)]
pub struct Steps {
    puzzle: Puzzle,
    pub(super) state: State,
    pub(super) finder: StepFinder,
    /// The number of steps taken.
    number: usize,
    /// True if the last step is a contradiction.
    is_refuted: bool,
    limit: Option<Limit>,
}

impl Steps {
    pub(super) fn new(puzzle: &Puzzle, state: State, deadline: Option<&Deadline>) -> Steps {
        Steps {
            puzzle: puzzle.clone(),
            finder: StepFinder::new(!state.tables.rules.is_empty(), deadline),
            state,
            number: 0,
            is_refuted: false,
            limit: None,
        }
    }

    /// Lets steps assume that there is one solution, unless there is none.
    pub(super) fn assume_unique(&mut self) -> Result<(), ExplainError> {
        match Solutions::of(&self.state, self.finder.deadline.as_ref())? {
            Solutions::Several(_) => return Err(ExplainError::SeveralSolutions),
            Solutions::One(backbone) => {
                self.finder.assumes_unique = true;
                self.finder.backbone = Some(backbone);
            }
            Solutions::None | Solutions::Unknown => {}
        }
        Ok(())
    }

    /// Returns the limit reached before the last step.
    pub fn limit(&self) -> Option<Limit> {
        self.limit
    }

    /// True if a large step has shown that the puzzle has more than one solution.
    pub(super) fn has_several(&self) -> bool {
        let backbone = self.finder.backbone.as_ref();
        !self.finder.is_late() && backbone.is_some_and(Backbone::has_several)
    }

    /// Places the digits that a player has found, and removes the candidates that were ruled out.
    pub(super) fn follow(&mut self, placed: &[Candidate], removed: &[Candidate]) {
        let state = &mut self.state;
        for (candidates, change) in [
            (placed, State::place as fn(&mut State, usize)),
            (removed, State::remove),
        ] {
            for candidate in candidates {
                let id = state.tables.id(*candidate);
                if state.is_open(id) {
                    change(state, id);
                }
            }
        }
    }

    /// Uses the only solution as a guide, which saves the search for it.
    pub(super) fn set_solution(&mut self, solution: &Grid) {
        self.finder.backbone = Some(Backbone::of(&self.state, solution.filled()));
    }

    /// Takes all remaining steps and checks them.
    pub(super) fn finish(mut self) -> Result<Explained, ExplainError> {
        let steps = self.by_ref().collect::<Result<Vec<Step>, ExplainError>>()?;
        let solution = self.solution()?;
        Ok(Explained {
            steps,
            complete: solution.is_some() || self.is_refuted,
            solution,
            limit: self.limit,
        })
    }

    /// Takes a single step.
    pub(super) fn first_step(mut self) -> Result<Option<Step>, ExplainError> {
        let step = self.next().transpose()?;
        self.limit
            .map_or(Ok(step), |limit| Err(ExplainError::Limit(limit)))
    }

    /// Returns the solution, verified, if the steps so far have led to it.
    ///
    /// # Errors
    /// [`ExplainError::WrongEnd`] if the steps end in a wrong grid, which is a bug of this library.
    pub fn solution(&self) -> Result<Option<Grid>, ExplainError> {
        if self.state.open_cells > 0 || self.is_refuted || self.limit.is_some() {
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

    /// Returns true if the deadline has passed, which ends the steps.
    fn is_over(&mut self) -> bool {
        if self.finder.is_late() {
            self.limit = self.finder.deadline.as_ref().map(Limit::of_deadline);
        }
        self.limit.is_some()
    }

    /// Takes the next step without checking it. Returns `None` at the end.
    pub(super) fn advance(&mut self) -> Result<Option<Step>, ExplainError> {
        let violated = self.state.violated();
        let is_solved = self.state.open_cells == 0 && violated.is_none();
        if is_solved || self.is_refuted || self.is_over() {
            return Ok(None);
        }
        let next = match violated {
            Some(fact) => self.finder.contradiction(&self.state, fact),
            None => self.finder.find(&self.state)?,
        };
        let Some(next) = next else {
            self.is_over();
            return Ok(None);
        };
        self.number += 1;
        self.is_refuted = next.is_contradiction();
        for eliminated in &next.eliminates {
            self.state.remove(self.state.tables.id(*eliminated));
        }
        for placed in &next.places {
            self.state.place(self.state.tables.id(*placed));
        }
        Ok(Some(next))
    }

    /// Takes the next step, adds its argument and checks it.
    fn checked(&mut self) -> Result<Option<Step>, ExplainError> {
        let before = self.state.clone();
        let Some(mut step) = self.advance()? else {
            return Ok(None);
        };
        let deadline = self.finder.deadline.as_ref();
        argue(&before, &mut step, deadline);
        let checked = check_until(&before.tables.layout, &step, deadline);
        if self.is_over() {
            return Ok(None);
        }
        checked.map_err(|error| ExplainError::WrongStep {
            number: self.number,
            puzzle: self.puzzle.givens().to_string(),
            error,
        })?;
        Ok(Some(step))
    }
}

impl Iterator for Steps {
    type Item = Result<Step, ExplainError>;

    fn next(&mut self) -> Option<Result<Step, ExplainError>> {
        self.checked().transpose()
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
        let path = explainer.steps(&puzzle).unwrap();
        assert!(path.finder.backbone.is_some());
    }
}
