//! Controlled bias: minimal puzzles whose bias is known (D. Berthier, *Unbiased Statistics of a CSP:
//! A Controlled-Bias Generator*, 2009).
//!
//! Givens of a random solved grid are taken away in random order until there is a second solution.
//! The puzzle before that is kept if it is minimal; else all begins anew, with nothing put back.
//! A minimal puzzle of n givens then comes with the probability that the cells that are blank in it
//! are the first in the order: 1 to the number of ways to choose n of all cells, the same for all
//! puzzles with n givens. So each gets that number as its weight, and weighted means are those of
//! all minimal puzzles. What is paid for it is that one walk in some 250,000 ends at a minimal
//! puzzle of 9×9.
//!
//! Most walks are over without a question to a solver. They cannot go on beyond the first
//! unavoidable set without a given, and what has a given that follows from the others by a single
//! there has it before, too, so it is not minimal.

use rand_chacha::ChaCha8Rng;

use super::standard::shuffle;
use crate::board::{Candidate, Grid, Puzzle};
use crate::engine::mrv::Mrv;
use crate::engine::{Budget, Engine, EngineError, SolutionSink};

/// The weight of a minimal puzzle on a board with so many cells: the number of ways to choose its
/// givens, as a multiple of that for three tenths of the cells (24 givens at 9×9).
pub(super) fn weight(givens: usize, cells: usize) -> f64 {
    let one = cells * 3 / 10;
    let ratio = |fewer: usize| (cells - fewer) as f64 / (fewer + 1) as f64;
    if givens >= one {
        (one..givens).map(ratio).product()
    } else {
        1.0 / (givens..one).map(ratio).product::<f64>()
    }
}

/// One walk on any board from a solved grid. `None` if it does not end at a minimal puzzle, or
/// the budget of a question runs out.
pub(super) fn walk(
    solved: &Puzzle,
    engine: &mut Mrv,
    budget: Budget,
    random: &mut ChaCha8Rng,
) -> Result<Option<Puzzle>, EngineError> {
    let solution = solved.givens();
    let mut order: Vec<Candidate> = solution.filled().collect();
    shuffle(&mut order, random);
    // The first `unique` cells can go together; once `several` go, there is another solution.
    let (mut unique, mut several) = (0, order.len());
    while several - unique > 1 {
        let middle = (unique + several) / 2;
        match other_solution(
            &solved.restricted_to(&order[middle..]),
            solution,
            engine,
            budget,
        )? {
            None => return Ok(None),
            Some(None) => unique = middle,
            Some(Some(other)) => {
                // It stays a solution until a given tells it from the right one.
                let differs = |at: &Candidate| other.get(at.cell) != Some(at.digit);
                let last = order[..middle].iter().rposition(differs);
                several = last.map_or(middle, |last| last + 1);
            }
        }
    }
    let givens = &order[unique..];
    for needed in givens {
        let rest: Vec<Candidate> = givens.iter().filter(|at| *at != needed).copied().collect();
        match other_solution(&solved.restricted_to(&rest), solution, engine, budget)? {
            Some(Some(_)) => {}
            Some(None) | None => return Ok(None),
        }
    }
    Ok(Some(solved.restricted_to(givens)))
}

/// A solution that is not the known one, if there is one; `None` when the budget has run out.
fn other_solution(
    puzzle: &Puzzle,
    solution: &Grid,
    engine: &mut Mrv,
    budget: Budget,
) -> Result<Option<Option<Grid>>, EngineError> {
    let mut other = None;
    let mut receive = |grid: &Grid| {
        other = (grid != solution).then(|| grid.clone());
        match other {
            Some(_) => std::ops::ControlFlow::Break(()),
            None => std::ops::ControlFlow::Continue(()),
        }
    };
    let report = engine.search(
        puzzle,
        budget,
        &mut SolutionSink::new(puzzle, 2, &mut receive),
    )?;
    Ok((other.is_some() || !report.end.is_cut_short()).then_some(other))
}
