//! Failed literals and the dilemma rule lose no solution: each is found once, or its digits remain
//! candidates.

use std::sync::Arc;
use std::time::Duration;

use crate::testing::{puzzle, random_puzzle};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use satdoku::Deadline;
use satdoku::board::{Candidate, Grid, Layout, Puzzle, verify};
use satdoku::engine::{Budget, find};
use satdoku::propagate::{Candidates, FailedLiterals};

/// Returns up to `limit` solutions, from an engine that does not test failed literals.
fn solutions(puzzle: &Puzzle, limit: u64) -> Vec<Grid> {
    let mut engine = find("dlx").unwrap().make();
    engine
        .solutions(puzzle, limit, &Budget::UNLIMITED)
        .unwrap()
        .0
}

/// Checks the solutions found and the candidates left against all solutions.
fn check(
    puzzle: &Puzzle,
    all: &[Grid],
    candidates: &Candidates,
    tested: &FailedLiterals,
    is_complete: bool,
) {
    let found = tested.solutions();
    for (index, grid) in found.iter().enumerate() {
        assert_eq!(verify(puzzle, grid), Ok(()), "{}", puzzle.givens());
        assert!(!found[..index].contains(grid), "{} twice", puzzle.givens());
    }
    if is_complete {
        // All found grids are different solutions, so equal counts mean equal sets.
        assert_eq!(found.len(), all.len(), "{}", puzzle.givens());
    } else {
        for grid in all {
            let is_kept = found.contains(grid) || candidates.allow(grid);
            assert!(is_kept, "{} loses {grid}", puzzle.givens());
        }
    }
}

/// Returns a minimal puzzle.
fn minimal(layout: &Arc<Layout>, rng: &mut ChaCha8Rng) -> Puzzle {
    let mut puzzle = random_puzzle(layout, 0, false, rng);
    let mut givens: Vec<Candidate> = puzzle.givens().filled().collect();
    givens.shuffle(rng);
    for given in givens.clone() {
        let rest: Vec<Candidate> = givens.iter().copied().filter(|g| *g != given).collect();
        let smaller = puzzle.restricted_to(&rest);
        if solutions(&smaller, 2).len() == 1 {
            (puzzle, givens) = (smaller, rest);
        }
    }
    puzzle
}

/// Returns a minimal puzzle unchanged, with fewer givens, or with a wrong given that propagation does
/// not refute.
fn near_minimal(layout: &Arc<Layout>, seed: u64) -> Puzzle {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let puzzle = minimal(layout, &mut rng);
    if seed.is_multiple_of(3) {
        return puzzle;
    }
    let mut givens: Vec<Candidate> = puzzle.givens().filled().collect();
    givens.shuffle(&mut rng);
    let fewer = puzzle.restricted_to(&givens[rng.random_range(1..=4)..]);
    let all = solutions(&fewer, 500);
    let mut candidates = Candidates::new(&fewer);
    if seed % 3 == 1 || all.len() == 500 || candidates.propagate().is_err() {
        return fewer;
    }
    let with = |wrong: Candidate| {
        let mut givens = fewer.givens().clone();
        givens.set(wrong.cell, Some(wrong.digit));
        Puzzle::new(layout.clone(), givens).unwrap()
    };
    let in_none = |at: &Candidate| all.iter().all(|grid| grid.get(at.cell) != Some(at.digit));
    let spoilt = candidates.iter().filter(in_none).map(with);
    let mut subtle = spoilt.filter(|puzzle| Candidates::new(puzzle).propagate().is_ok());
    subtle.next().unwrap_or(fewer)
}

/// Tests puzzles of one shape, each with several limits.
fn compare(shape: &str, puzzles: u64) {
    let layout = Arc::new(Layout::classic(shape.parse().unwrap()));
    let mut tested = FailedLiterals::default();
    // Tested puzzles without a solution, with one, and with more.
    let mut seen = [0; 3];
    for seed in 0..puzzles {
        let puzzle = near_minimal(&layout, seed);
        let all = solutions(&puzzle, 500);
        if all.len() == 500 {
            continue;
        }
        let mut propagated = Candidates::new(&puzzle);
        if propagated.propagate().is_err() {
            assert!(all.is_empty(), "{}", puzzle.givens());
            continue;
        }
        for wanted in [1, 2, 1_000] {
            let mut candidates = propagated.clone();
            let is_complete = tested.run(&mut candidates, wanted, None);
            assert!(tested.solutions().len() <= wanted);
            check(&puzzle, &all, &candidates, &tested, is_complete);
        }
        if tested.tests() > 0 {
            seen[all.len().min(2)] += 1;
        }
    }
    println!("{shape}: {seen:?} puzzles without, with one, with many solutions");
    assert!(!seen.contains(&0), "{shape}: one-sided puzzles, {seen:?}");
}

#[test]
fn no_solution_is_lost_at_six_by_six() {
    compare("2x3", 300);
    compare("3x2", 300);
}

#[test]
fn no_solution_is_lost_at_nine_by_nine() {
    compare("3x3", 150);
}

#[test]
fn without_time_no_literal_is_tried() {
    let puzzle = puzzle("2x2", "12..............");
    let mut candidates = Candidates::new(&puzzle);
    candidates.propagate().unwrap();
    let mut tested = FailedLiterals::default();
    let over = Some(Deadline::after(Duration::ZERO));
    assert!(!tested.run(&mut candidates, 2, over.as_ref()));
    assert_eq!((tested.tests(), tested.solutions().len()), (0, 0));
    assert!(!tested.run(&mut candidates, 2, None));
    assert!(tested.tests() > 0);
}

#[test]
fn few_literals_are_tried_on_large_boards() {
    let layout = Arc::new(Layout::classic("8x8".parse().unwrap()));
    let mut rng = ChaCha8Rng::seed_from_u64(64);
    let puzzle = random_puzzle(&layout, 1_800, false, &mut rng);
    let mut candidates = Candidates::new(&puzzle);
    candidates.propagate().unwrap();
    let mut tested = FailedLiterals::default();
    tested.run(&mut candidates, 2, None);
    // A copy of the board has 4,096 words.
    assert!((1..=256).contains(&tested.tests()), "{}", tested.tests());
}
