//! One attempt at a puzzle: a solved grid, and givens taken from it.

use std::ops::ControlFlow;
use std::sync::Arc;

use rand_chacha::ChaCha8Rng;

use super::reduce::{Reduced, Reply, Uniqueness, reduce};
use super::request::{Method, Plan, Request};
use super::standard::{Standard, shuffle};
use super::uniqueness::{Assumed, Limited};
use super::{Generator, controlled_bias, hill_climbing, solution};
use crate::board::{Candidate, Digit, Grid, Layout, Puzzle};
use crate::engine::mrv::Mrv;
use crate::engine::{Budget, Engine, EngineError, SolutionSink};

/// What an attempt needs.
pub(super) struct Attempt<'a> {
    pub request: &'a Request,
    pub plan: &'a Plan,
    pub engine: &'a mut Mrv,
    pub budget: Budget,
    pub random: &'a mut ChaCha8Rng,
}

impl Attempt<'_> {
    /// A puzzle on the standard board, if there is one from the grid.
    pub fn on_standard(
        self,
        standard: &mut Standard,
        layout: &Arc<Layout>,
    ) -> Result<Option<Made>, EngineError> {
        let Attempt {
            request,
            plan,
            engine,
            budget,
            random,
        } = self;
        let puzzle = |givens| Puzzle::new(layout.clone(), givens).expect("a grid of the board");
        let digits = match &plan.solution {
            Some(solution) => Some(digits_of(solution)),
            None => standard.random_solution(plan.from.as_ref(), random),
        };
        let Some(known) = digits else {
            return Ok(None);
        };
        standard.begin(&known);
        match request.method {
            Method::Holes(share) => {
                let (_, solution) = standard.grids();
                return Ok(Some(with_holes(&puzzle(solution), share, random)));
            }
            Method::ControlledBias => {
                let is_found = (0..Generator::WALKS).any(|_| standard.walk(random));
                let (givens, solution) = standard.grids();
                return Ok(is_found.then(|| Made::weighted(puzzle(givens), solution)));
            }
            Method::TopDown => {}
        }
        if !plan.blank.is_empty() && standard.remove(&plan.blank)? != Reply::Unique {
            let (_, solution) = standard.grids();
            let start = plan.keep_given(&puzzle(solution));
            let is_open = plan.solution.is_none();
            let fitted =
                is_open.then(|| hill_climbing::climb(start, &plan.is_from, engine, budget, random));
            let Some(solution) = fitted.transpose()?.flatten() else {
                return Ok(None);
            };
            standard.begin(&digits_of(&solution));
            if standard.remove(&plan.blank)? != Reply::Unique {
                return Ok(None);
            }
        }
        let reduced = reduce(
            standard,
            plan,
            request.givens.as_ref(),
            request.minimal,
            random,
        )?;
        Ok(reduced.map(|reduced| {
            let (givens, solution) = standard.grids();
            Made {
                puzzle: puzzle(givens),
                solution,
                reduced,
                weight: None,
            }
        }))
    }

    /// A puzzle on any board, if there is one from the grid.
    pub fn on_any(self, layout: &Arc<Layout>) -> Result<Option<Made>, EngineError> {
        let Attempt {
            request,
            plan,
            engine,
            budget,
            random,
        } = self;
        let solution = match &plan.solution {
            Some(solution) => Some(solution.clone()),
            None => solution::random_solution(layout, plan.from.as_ref(), random),
        };
        let Some(solution) = solution else {
            return Ok(None);
        };
        let mut solved = Puzzle::new(layout.clone(), solution).expect("a solved grid of the board");
        match request.method {
            Method::Holes(share) => return Ok(Some(with_holes(&solved, share, random))),
            Method::ControlledBias => {
                for _ in 0..Generator::WALKS {
                    if let Some(puzzle) = controlled_bias::walk(&solved, engine, budget, random)? {
                        let solution = solved.givens().clone();
                        return Ok(Some(Made::weighted(puzzle, solution)));
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
        let range = request.givens.as_ref();
        let mut finish = |givens: &mut dyn Uniqueness| -> Result<Option<Made>, EngineError> {
            if !plan.blank.is_empty() && givens.remove(&plan.blank)? != Reply::Unique {
                return Ok(None);
            }
            let reduced = reduce(givens, plan, range, request.minimal, random)?;
            Ok(reduced.map(|reduced| {
                let is_given = |at: &Candidate| givens.is_given(at.cell.index());
                let rest: Vec<Candidate> = solved.givens().filled().filter(is_given).collect();
                Made {
                    puzzle: solved.restricted_to(&rest),
                    solution: solved.givens().clone(),
                    reduced,
                    weight: None,
                }
            }))
        };
        if layout.size() <= Assumed::MAX_SIZE || request.minimal {
            let blank = solved.restricted_to(&[]);
            let groups = (range.is_none() || request.minimal).then_some(plan.free.as_slice());
            finish(&mut Assumed::new(&solved, &blank, groups, budget.deadline))
        } else {
            finish(&mut Limited::new(&solved, budget.deadline))
        }
    }
}

/// What an attempt comes to.
pub(super) struct Made {
    pub puzzle: Puzzle,
    pub solution: Grid,
    pub reduced: Reduced,
    pub weight: Option<f64>,
}

impl Made {
    /// A minimal puzzle made with controlled bias.
    fn weighted(puzzle: Puzzle, solution: Grid) -> Made {
        let (givens, cells) = (puzzle.givens().filled().count(), solution.cells().len());
        Made {
            puzzle,
            solution,
            reduced: Reduced {
                is_minimal: Some(true),
                is_minimal_in_groups: Some(true),
            },
            weight: Some(controlled_bias::weight(givens, cells)),
        }
    }
}

/// The digits of a solved grid of 9×9, from 0.
fn digits_of(solution: &Grid) -> [u8; 81] {
    std::array::from_fn(|cell| solution.cells()[cell].map_or(0, Digit::index) as u8)
}

/// A puzzle without a share of the givens, chosen at random.
fn with_holes(solved: &Puzzle, share: f64, random: &mut ChaCha8Rng) -> Made {
    let mut cells: Vec<Candidate> = solved.givens().filled().collect();
    shuffle(&mut cells, random);
    let holes = (share * cells.len() as f64).round() as usize;
    Made {
        puzzle: solved.restricted_to(&cells[holes.min(cells.len())..]),
        solution: solved.givens().clone(),
        reduced: Reduced {
            is_minimal: None,
            is_minimal_in_groups: None,
        },
        weight: None,
    }
}

/// Whether a puzzle is known to have one solution.
fn has_one_solution(
    puzzle: &Puzzle,
    engine: &mut Mrv,
    budget: Budget,
) -> Result<bool, EngineError> {
    let mut receive = |_: &Grid| ControlFlow::Continue(());
    let mut solutions = SolutionSink::new(puzzle, 2, &mut receive);
    let report = engine.search(puzzle, budget, &mut solutions)?;
    Ok(solutions.count() == 1 && !report.end.is_cut_short())
}
