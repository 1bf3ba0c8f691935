//! Hill climbing: digits for the givens of a pattern that has few of them.
//!
//! Of the ways to fill 26 cells from a solved grid, one in a million has one solution. The number of
//! solutions tells how good a filling is, though: a given is changed to the digit of another
//! solution, and the change is kept unless it increases that number.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use satdoku::board::{Cell, Grid, Puzzle};
use satdoku::engine::mrv::Mrv;
use satdoku::engine::{Budget, Engine, EngineError};

/// The limit up to which solutions are counted. Fillings with more are equally bad.
const MOST_SOLUTIONS: u64 = 1_000;

/// The number of changes after which the search gives up.
const MOST_CHANGES: usize = 1_000;

/// Looks for a puzzle with one solution that has the same cells given as `puzzle`, and returns that
/// solution. Cells in `is_fixed` keep their digits. `None` means that the search gave up, not that
/// there is no such puzzle.
pub(super) fn climb(
    mut puzzle: Puzzle,
    is_fixed: &[bool],
    engine: &mut Mrv,
    budget: Budget,
    random: &mut ChaCha8Rng,
) -> Result<Option<Grid>, EngineError> {
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
        if budget.is_out_of_time() {
            return Ok(None);
        }
        let cell = free[random.random_range(0..free.len() as u32) as usize];
        let mut open = puzzle.givens().clone();
        open.set(cell, None);
        let open = with_givens(&puzzle, open);
        // The order of solutions is not random, so a random one of the first few is taken.
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

/// Returns the same board with other givens, none of them above its size.
fn with_givens(puzzle: &Puzzle, givens: Grid) -> Puzzle {
    Puzzle::new(puzzle.layout().clone(), givens).expect("digits of solutions of the board")
}

/// Counts solutions up to a limit, and returns one of them at random.
fn solutions(
    puzzle: &Puzzle,
    limit: u64,
    engine: &mut Mrv,
    budget: Budget,
    random: &mut ChaCha8Rng,
) -> Result<(u64, Option<Grid>), EngineError> {
    let (solutions, _) = engine.solutions(puzzle, limit, budget)?;
    let count = solutions.len() as u64;
    let mut chosen = None;
    for (grid, number) in solutions.into_iter().zip(1..) {
        // Each of the grids so far with the same probability.
        if random.random_range(0..number) == 0 {
            chosen = Some(grid);
        }
    }
    Ok((count, chosen))
}
