//! Controlled bias: minimal puzzles whose bias is known (D. Berthier, *Unbiased Statistics of a CSP:
//! A Controlled-Bias Generator*, 2009).
//!
//! A walk removes givens from a random solved grid in random order until there is a second solution.
//! The puzzle before that is kept if it is minimal; otherwise a new walk starts from the full grid.
//! A minimal puzzle of n givens is then reached if its blank cells are the first in the order. The
//! probability of that is 1 divided by the number of ways to choose n of all cells, the same for
//! all puzzles with n givens. With that number as its weight, weighted means are those of all
//! minimal puzzles. The price: about one walk in 250,000 ends at a minimal 9×9 puzzle.
//!
//! Most walks end without a call of a solver. A walk cannot go beyond the first unavoidable set
//! without a given, and a puzzle on the way whose givens imply another given by a single does not
//! lead to a minimal one.

use rand_chacha::ChaCha8Rng;

use super::attempt::grid_digits;
use super::shuffle::shuffle;
use satdoku::board::{Candidate, Grid, Puzzle};
use satdoku::engine::mrv::Mrv;
use satdoku::engine::{Budget, Engine, EngineError};

/// Returns the weight of a minimal puzzle: the number of ways to choose its givens among all cells,
/// as a multiple of that for three tenths of the cells (24 givens at 9×9).
pub(super) fn weight(givens: usize, cells: usize) -> f64 {
    let one = cells * 3 / 10;
    let ratio = |fewer: usize| (cells - fewer) as f64 / (fewer + 1) as f64;
    if givens >= one {
        (one..givens).map(ratio).product()
    } else {
        1.0 / (givens..one).map(ratio).product::<f64>()
    }
}

/// Takes one walk from a solved grid of any board, whose digits without variables have one solution. Returns `None` if it does not end at a minimal
/// puzzle or a search reaches a limit.
pub(super) fn walk(
    solved: &Puzzle,
    engine: &mut Mrv,
    budget: Budget,
    random: &mut ChaCha8Rng,
) -> Result<Option<Puzzle>, EngineError> {
    let solution = solved.givens();
    let mut order = grid_digits(solved);
    shuffle(&mut order, random);
    // Without the first `unique` cells there is one solution, without the first `several` another.
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
                // It remains a solution until a given distinguishes it from the right one.
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

/// Looks for a solution other than the known one. Returns `None` if the search reaches a limit.
fn other_solution(
    puzzle: &Puzzle,
    solution: &Grid,
    engine: &mut Mrv,
    budget: Budget,
) -> Result<Option<Option<Grid>>, EngineError> {
    let (solutions, report) = engine.solutions(puzzle, 2, budget)?;
    let other = solutions.into_iter().find(|grid| grid != solution);
    Ok((other.is_some() || !report.end.is_cut_short()).then_some(other))
}
