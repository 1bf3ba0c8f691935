//! Hill climbing: digits for the givens of a pattern that has few of them.
//!
//! Of the ways to fill 26 cells from a solved grid, one in a million has one solution. The number of
//! solutions tells how good a filling is, though: a given is changed to the digit of another
//! solution, and the change is kept unless it increases that number.

use rand_chacha::ChaCha8Rng;

use super::below;
use super::judge::Judge;
use satdoku::board::{Cell, Grid, Puzzle};
use satdoku::engine::EngineError;

/// The limit up to which solutions are counted. Fillings with more are equally bad.
const MOST_SOLUTIONS: u64 = 1_000;

/// The number of changes after which the search gives up.
const MOST_CHANGES: usize = 1_000;

/// Looks for a puzzle with one solution that has the same cells given as `puzzle`, and returns that
/// solution. Cells in `is_fixed` keep their digits. `None` means that the search gave up, not that
/// there is no such puzzle.
pub(super) fn climb(
    mut puzzle: Puzzle,
    is_fixed: impl Fn(usize) -> bool,
    judge: &mut Judge,
    random: &mut ChaCha8Rng,
) -> Result<Option<Grid>, EngineError> {
    let given = puzzle.givens().filled().map(|at| at.cell);
    let free: Vec<Cell> = given.filter(|cell| !is_fixed(cell.index())).collect();
    if free.is_empty() {
        return Ok(None);
    }
    let (mut count, mut solution) = count(&puzzle, MOST_SOLUTIONS, judge, random)?;
    for _ in 0..MOST_CHANGES {
        if count == 1 {
            return Ok(solution);
        }
        if judge.is_late() {
            return Ok(None);
        }
        let cell = free[below(free.len(), random)];
        let open = with_digit(&puzzle, cell, None);
        // The order of solutions is not random, so a random one of the first few is taken.
        let (_, other) = self::count(&open, 50, judge, random)?;
        let Some(other) = other.filter(|other| other.get(cell) != puzzle.givens().get(cell)) else {
            continue;
        };
        let changed = with_digit(&puzzle, cell, Some(&other));
        let limit = (count + 1).min(MOST_SOLUTIONS);
        let (of_changed, found) = self::count(&changed, limit, judge, random)?;
        if of_changed > 0 && of_changed <= count {
            (puzzle, count, solution) = (changed, of_changed, found);
        }
    }
    Ok(None)
}

/// Returns the puzzle with the digit of a solution in a cell, or with none.
fn with_digit(puzzle: &Puzzle, cell: Cell, solution: Option<&Grid>) -> Puzzle {
    let mut givens = puzzle.givens().clone();
    givens.set(cell, solution.and_then(|solution| solution.get(cell)));
    Puzzle::new(puzzle.layout().clone(), givens).expect("digits of solutions of the board")
}

/// Counts solutions up to a limit, and returns one of them at random.
fn count(
    puzzle: &Puzzle,
    limit: u64,
    judge: &mut Judge,
    random: &mut ChaCha8Rng,
) -> Result<(u64, Option<Grid>), EngineError> {
    let (mut solutions, _) = judge.solutions(puzzle, limit)?;
    let count = solutions.len();
    let chosen = (count > 0).then(|| solutions.swap_remove(below(count, random)));
    Ok((count as u64, chosen))
}
