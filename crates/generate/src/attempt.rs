//! One attempt at a puzzle: a solved grid, and the removal of givens.

use std::sync::Arc;

use rand_chacha::ChaCha8Rng;

use super::givens::{Givens, LimitedGivens, SatGivens, Uniqueness};
use super::plan::CellPlan;
use super::reduce::{ReducedMinimality, reduce};
use super::request::{Method, Request};
use super::shuffle::shuffle;
use super::standard_givens::StandardGivens;
use super::{controlled_bias, hill_climbing, solution};
use satdoku::board::{Candidate, Digit, Grid, Layout, Puzzle};
use satdoku::engine::mrv::Mrv;
use satdoku::engine::{Budget, End, Engine, EngineError};

/// The walks of [`Method::ControlledBias`] from one solved grid.
const WALKS: usize = 100;

/// The nodes of the search for one given on a large board.
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
        match self.request.method {
            Method::Holes(share) => {
                let (_, solution) = standard.grids();
                return Ok(Some(with_holes(&puzzle(solution), share, self.random)));
            }
            Method::ControlledBias => {
                let is_found = (0..WALKS).any(|_| standard.walk(self.random));
                let (givens, solution) = standard.grids();
                return Ok(is_found.then(|| Draft::weighted(puzzle(givens), solution)));
            }
            Method::TopDown => {}
        }
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
                weight: None,
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
        match request.method {
            Method::Holes(share) => return Ok(Some(with_holes(&solved, share, random))),
            Method::ControlledBias => {
                // The digits of the grid may leave several digits for variables.
                if !has_one_solution(&plan.keep_given(&solved), engine, budget)? {
                    return Ok(None);
                }
                for _ in 0..WALKS {
                    if budget.is_out_of_time() {
                        break;
                    }
                    if let Some(puzzle) = controlled_bias::walk(&solved, engine, budget, random)? {
                        let solution = solved.givens().clone();
                        return Ok(Some(Draft::weighted(puzzle, solution)));
                    }
                }
                return Ok(None);
            }
            Method::TopDown => {}
        }
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
        if !SatGivens::is_up_to(SatGivens::MAX_SIZE, &plan.board) && !request.minimal {
            let budget = Budget {
                nodes: LARGE_BOARD_NODES,
                ..budget
            };
            let mut givens = LimitedGivens::new(&solved, solved.givens(), budget);
            return finish(&solved, &mut givens, request, plan, budget, random);
        }
        let blank = solved.restricted_to(&[]);
        let removes_groups = request.givens.is_none() || request.minimal;
        let groups = removes_groups.then_some(plan.free.as_slice());
        match SatGivens::new(&solved, &blank, groups, budget, random) {
            Ok(mut givens) => finish(&solved, &mut givens, request, plan, budget, random),
            Err(_) => Ok(None),
        }
    }
}

/// Removes givens from a solved grid of any board.
pub(super) fn finish(
    solved: &Puzzle,
    givens: &mut dyn Givens,
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
            weight: None,
        }
    }))
}

/// A puzzle as requested, apart from its difficulty.
pub(super) struct Draft {
    pub puzzle: Puzzle,
    pub solution: Grid,
    pub minimality: ReducedMinimality,
    pub weight: Option<f64>,
}

impl Draft {
    /// Returns a minimal puzzle made with controlled bias.
    fn weighted(puzzle: Puzzle, solution: Grid) -> Draft {
        let (givens, cells) = (
            puzzle.givens().filled().count(),
            solution.grid_cells().len(),
        );
        Draft {
            puzzle,
            solution,
            minimality: ReducedMinimality {
                is_minimal: Some(true),
                is_minimal_in_groups: Some(true),
            },
            weight: Some(controlled_bias::weight(givens, cells)),
        }
    }
}

/// Returns the digits of a solved 9×9 grid, counted from 0.
fn digits_of(solution: &Grid) -> [u8; 81] {
    std::array::from_fn(|cell| solution.cells()[cell].map_or(0, Digit::index) as u8)
}

/// Returns a puzzle without a random share of the givens.
fn with_holes(solved: &Puzzle, share: f64, random: &mut ChaCha8Rng) -> Draft {
    let mut cells = grid_digits(solved);
    shuffle(&mut cells, random);
    let holes = (share * cells.len() as f64).round() as usize;
    Draft {
        puzzle: solved.restricted_to(&cells[holes.min(cells.len())..]),
        solution: solved.givens().clone(),
        minimality: ReducedMinimality {
            is_minimal: None,
            is_minimal_in_groups: None,
        },
        weight: None,
    }
}

/// Returns the digits of a solved puzzle without those of variables, which are never given.
pub(super) fn grid_digits(solved: &Puzzle) -> Vec<Candidate> {
    let cells = solved.geometry().grid_cell_count();
    let all = solved.givens().filled();
    all.filter(|at| at.cell.index() < cells).collect()
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
