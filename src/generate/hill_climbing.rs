//! Digits for cells that a pattern says are given, when there are few of them.
//!
//! Of the ways to fill 26 cells from a solved grid, one in a million has one solution. Counting
//! solutions tells a better filling from a worse one, though, and that is climbed: a digit is
//! changed to another that some solution has, and the change stays unless there are more solutions
//! then.

use std::ops::ControlFlow;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::board::{Cell, Grid, Puzzle};
use crate::engine::mrv::Mrv;
use crate::engine::{Budget, Engine, EngineError, SolutionSink};

/// SolutionSink are counted up to this many. More of them make no difference.
const MOST_SOLUTIONS: u64 = 1_000;

/// How often a digit is changed before it gives up.
const MOST_CHANGES: usize = 1_000;

/// A solution that is the only one of a puzzle with the same cells as `givens` given. Cells in
/// `is_fixed` keep their digits. `None` where it gives up, which is no proof that there is none.
pub(super) fn climb(
    givens: Puzzle,
    is_fixed: &[bool],
    engine: &mut Mrv,
    budget: Budget,
    random: &mut ChaCha8Rng,
) -> Result<Option<Grid>, EngineError> {
    let mut puzzle = givens;
    let free: Vec<Cell> = puzzle
        .givens()
        .filled()
        .map(|at| at.cell)
        .filter(|cell| !is_fixed[cell.index()])
        .collect();
    if free.is_empty() {
        return Ok(None);
    }
    let (mut count, mut solution) = solutions(&puzzle, MOST_SOLUTIONS, engine, budget, random)?;
    for _ in 0..MOST_CHANGES {
        if count == 1 {
            return Ok(solution);
        }
        if budget.deadline.is_some_and(|deadline| deadline.is_over()) {
            return Ok(None);
        }
        let cell = free[random.random_range(0..free.len() as u32) as usize];
        let mut open = puzzle.givens().clone();
        open.set(cell, None);
        let open = with_givens(&puzzle, open);
        // SolutionSink come in an order that is not random, so one of a few is taken.
        let (_, other) = solutions(&open, 50, engine, budget, random)?;
        let Some(other) = other.filter(|other| other.get(cell) != puzzle.givens().get(cell)) else {
            continue;
        };
        let mut changed = open.givens().clone();
        changed.set(cell, other.get(cell));
        let changed = with_givens(&puzzle, changed);
        let limit = (count + 1).min(MOST_SOLUTIONS);
        let (of_changed, found) = solutions(&changed, limit, engine, budget, random)?;
        if of_changed > 0 && of_changed <= count {
            (puzzle, count, solution) = (changed, of_changed, found);
        }
    }
    Ok(None)
}

/// The same board with other givens, none of them above its size.
fn with_givens(puzzle: &Puzzle, givens: Grid) -> Puzzle {
    Puzzle::new(puzzle.layout().clone(), givens).expect("digits of solutions of the board")
}

/// The number of solutions up to a limit, and one of them at random.
fn solutions(
    puzzle: &Puzzle,
    limit: u64,
    engine: &mut Mrv,
    budget: Budget,
    random: &mut ChaCha8Rng,
) -> Result<(u64, Option<Grid>), EngineError> {
    let (mut count, mut chosen) = (0, None);
    let mut receive = |grid: &Grid| {
        count += 1;
        // Each of those so far with the same probability.
        if random.random_range(0..count as u32) == 0 {
            chosen = Some(grid.clone());
        }
        ControlFlow::Continue(())
    };
    engine.search(
        puzzle,
        budget,
        &mut SolutionSink::new(puzzle, limit, &mut receive),
    )?;
    Ok((count, chosen))
}
