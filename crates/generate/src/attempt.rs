//! One attempt at a puzzle: a solved grid, and the removal of givens.

use std::sync::Arc;

use rand_chacha::ChaCha8Rng;

use super::givens::{Givens, LimitedGivens, Uniqueness};
use super::plan::CellPlan;
use super::reduce::{ReducedMinimality, reduce};
use super::request::Request;
use super::standard_givens::StandardGivens;
use super::{hill_climbing, solution};
use satdoku::board::{Candidate, Digit, Grid, Layout, Puzzle};
use satdoku::engine::mrv::Mrv;
use satdoku::engine::{Budget, End, Engine, EngineError};

/// The largest board on which the search for each given has no limit. On larger ones a single search
/// can take hours.
pub(super) const LARGEST_EXACT: usize = 16;

/// The nodes of the search for one given on a larger board.
const LARGE_BOARD_NODES: u64 = 20;

/// The request and working memory of an attempt.
pub(super) struct Attempt<'a> {
    pub request: &'a Request,
    pub plan: &'a CellPlan,
    pub engine: &'a mut Mrv,
    pub budget: Budget,
    pub random: &'a mut ChaCha8Rng,
    /// True to discard a puzzle with drawn constraints that is neither proved minimal nor proved not
    /// to be.
    pub must_be_known: bool,
}

impl Attempt<'_> {
    /// Makes a puzzle on the standard board from one solved grid, if the grid leads to one.
    pub fn on_standard(
        mut self,
        standard: &mut StandardGivens,
        layout: &Arc<Layout>,
    ) -> Result<Option<Draft>, EngineError> {
        let puzzle = |givens| Puzzle::new(layout.clone(), givens).expect("a grid of the board");
        let digits = match &self.plan.solution {
            Some(solution) => Some(digits_of(solution)),
            None => standard.random_solution(self.plan.from.as_ref(), self.random),
        };
        let Some(digits) = digits else {
            return Ok(None);
        };
        standard.start(&digits);
        if !self.remove_blanks(standard, layout)? {
            return Ok(None);
        }
        // Reading the clock for each given would take longer than the reduction.
        let budget = Budget::UNLIMITED;
        let reduced = reduce(standard, self.plan, self.request, budget, self.random)?;
        Ok(reduced.map(|minimality| {
            let (givens, solution) = standard.grids();
            Draft {
                puzzle: puzzle(givens),
                solution,
                minimality,
            }
        }))
    }

    /// Removes the givens that are blank in every puzzle, with another solution if necessary. Returns
    /// false if that fails.
    fn remove_blanks(
        &mut self,
        standard: &mut StandardGivens,
        layout: &Arc<Layout>,
    ) -> Result<bool, EngineError> {
        let blank = &self.plan.blank;
        if blank.is_empty() || standard.remove(blank)? == Uniqueness::Unique {
            return Ok(true);
        }
        if self.plan.solution.is_some() {
            return Ok(false);
        }
        let (_, solution) = standard.grids();
        let solved = Puzzle::new(layout.clone(), solution).expect("a grid of the board");
        let start = self.plan.keep_given(&solved);
        let is_from = &self.plan.is_from;
        let climbed = hill_climbing::climb(start, is_from, self.engine, self.budget, self.random)?;
        let Some(solution) = climbed else {
            return Ok(false);
        };
        standard.start(&digits_of(&solution));
        Ok(standard.remove(blank)? == Uniqueness::Unique)
    }

    /// Returns the solution of every puzzle or, if there are several, a random one.
    ///
    /// # Errors
    /// If the solver fails.
    pub fn solution(&mut self, layout: &Arc<Layout>) -> Result<Option<Grid>, EngineError> {
        let plan = self.plan;
        match &plan.solution {
            Some(solution) => Ok(Some(solution.clone())),
            None => solution::random_solution(layout, plan.from.as_ref(), self.budget, self.random),
        }
    }

    /// Makes a puzzle on any board from one solved grid, if the grid leads to one.
    pub fn on_any(mut self, layout: &Arc<Layout>) -> Result<Option<Draft>, EngineError> {
        let Some(solution) = self.solution(layout)? else {
            return Ok(None);
        };
        let Attempt {
            request,
            plan,
            engine,
            budget,
            random,
            ..
        } = self;
        let mut solved = Puzzle::new(layout.clone(), solution).expect("a solved grid of the board");
        if !plan.blank.is_empty() {
            let start = plan.keep_given(&solved);
            if !has_one_solution(&start, engine, budget)? {
                if plan.solution.is_some() {
                    return Ok(None);
                }
                let Some(solution) =
                    hill_climbing::climb(start, &plan.is_from, engine, budget, random)?
                else {
                    return Ok(None);
                };
                solved = Puzzle::new(layout.clone(), solution).expect("a solved grid of the board");
            }
        }
        let candidates = plan.board.cell_count() * plan.board.digit_count();
        let nodes = match candidates <= LARGEST_EXACT.pow(3) || request.minimal {
            true => budget.nodes,
            false => LARGE_BOARD_NODES,
        };
        let mut givens = LimitedGivens::new(&solved, solved.givens(), Budget { nodes, ..budget });
        finish(&solved, &mut givens, request, plan, budget, random)
    }
}

/// Removes givens from a solved grid of any board.
pub(super) fn finish(
    solved: &Puzzle,
    givens: &mut LimitedGivens,
    request: &Request,
    plan: &CellPlan,
    budget: Budget,
    random: &mut ChaCha8Rng,
) -> Result<Option<Draft>, EngineError> {
    if !plan.blank.is_empty() && givens.remove(&plan.blank)? != Uniqueness::Unique {
        return Ok(None);
    }
    let reduced = reduce(givens, plan, request, budget, random)?;
    Ok(reduced.map(|minimality| {
        let is_given = |at: &Candidate| givens.is_given(at.cell.index());
        let rest: Vec<Candidate> = solved.givens().filled().filter(is_given).collect();
        Draft {
            puzzle: solved.restricted_to(&rest),
            solution: solved.givens().clone(),
            minimality,
        }
    }))
}

/// A puzzle as requested, apart from its difficulty.
pub(super) struct Draft {
    pub puzzle: Puzzle,
    pub solution: Grid,
    pub minimality: ReducedMinimality,
}

/// Returns the digits of a solved 9×9 grid, counted from 0.
fn digits_of(solution: &Grid) -> [u8; 81] {
    std::array::from_fn(|cell| solution.cells()[cell].map_or(0, Digit::index) as u8)
}

/// True if the puzzle is known to have one solution.
pub(super) fn has_one_solution(
    puzzle: &Puzzle,
    engine: &mut Mrv,
    budget: Budget,
) -> Result<bool, EngineError> {
    let (solutions, report) = engine.solutions(puzzle, 2, budget)?;
    Ok(solutions.len() == 1 && report.end == End::Complete)
}
