//! Boards with random constraints of every kind through all engines. SATDOKU_PUZZLES is the number of
//! boards, SATDOKU_SEED the first seed.

use std::collections::BTreeSet;

use crate::testing::{NEEDS_VARIABLES, number, random_board, random_solution, scattered};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use satdoku::board::{Constraint, Digit, Grid, Layout, Puzzle};
use satdoku::engine::{Budget, End, find};

/// The engines to compare.
const ENGINES: [&str; 6] = ["sat", "sat:extended", "mrv", "dlx", "static", "brute"];

/// The maximal number of solutions to search for.
const MOST: u64 = 20;

/// The seeds of a run, each with its random numbers.
fn seeds() -> impl Iterator<Item = (u64, ChaCha8Rng)> {
    let start = number("SATDOKU_SEED", 1);
    let seeds = start..start + number("SATDOKU_PUZZLES", 200);
    seeds.map(|seed| (seed, ChaCha8Rng::seed_from_u64(seed)))
}

/// Up to `limit` solutions of each engine, sorted. Panics with the seed if they differ.
fn solutions(puzzle: &Puzzle, limit: u64, seed: u64) -> Vec<Grid> {
    let mut answers = ENGINES.iter().map(|name| {
        let mut engine = find(name).unwrap().make();
        let found = engine.solutions(puzzle, limit, &Budget::UNLIMITED);
        let (mut grids, report) = found.unwrap_or_else(|e| panic!("seed {seed}, {name}: {e}"));
        let end = if grids.len() as u64 == limit {
            End::Stopped
        } else {
            End::Complete
        };
        assert_eq!(report.end, end, "{name}, seed {seed}");
        grids.sort_unstable();
        grids
    });
    let first = answers.next().unwrap();
    for (name, other) in ENGINES[1..].iter().zip(answers) {
        // Each engine finds its own solutions first.
        let (one, other) = match first.len() as u64 == limit {
            true => (first.len(), other.len()),
            false => {
                assert_eq!(
                    first, other,
                    "{} (left), {name} (right), seed {seed}",
                    ENGINES[0]
                );
                continue;
            }
        };
        assert_eq!(
            one, other,
            "{} (left), {name} (right), seed {seed}",
            ENGINES[0]
        );
    }
    first
}

#[test]
fn all_engines_agree_on_6x6_boards_with_constraints() {
    let (mut seen, mut by_count) = (BTreeSet::new(), [0; 3]);
    for (seed, mut random) in seeds() {
        let solution = random_solution(&Layout::classic("2x3".parse().unwrap()), &mut random);
        let board = random_board("2x3", &solution, &mut random);
        seen.extend(board.constraints().iter().map(Constraint::name));
        let mut givens = solution;
        let blanks = random.random_range(16..=28);
        for cell in scattered(blanks, 6, &mut random) {
            givens.set(cell, None);
        }
        if random.random_bool(0.1) {
            let digit = Digit::from_index(random.random_range(0..6));
            let blank = givens.blanks().next();
            givens.set(blank.unwrap(), Some(digit));
        }
        let puzzle = Puzzle::new(board, givens).unwrap();
        by_count[solutions(&puzzle, MOST, seed).len().min(2)] += 1;
    }
    let names = Constraint::names().filter(|name| *name != NEEDS_VARIABLES);
    assert_eq!(seen, names.collect::<BTreeSet<_>>());
    assert!(by_count.iter().all(|count| *count > 0), "{by_count:?}");
}
