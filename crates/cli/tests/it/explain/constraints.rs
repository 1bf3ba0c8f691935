//! Explanations of boards with drawn constraints. SATDOKU_PUZZLES is the number of random puzzles,
//! SATDOKU_SEED the first seed.

use std::collections::BTreeSet;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use satdoku::board::{Candidate, Constraint, Grid, Layout, Puzzle};
use satdoku::engine::{Budget, Engine, mrv::Mrv};
use satdoku_explain::{Explainer, Fact};

use crate::common::puzzles::random_solution;
use crate::common::puzzles::{number, random_board};
use crate::common::satdoku_on;

/// Four cages in a box, of which one has a cell outside: the rule of 45 gives that cell.
const CAGES: &str = "cage 15 r1c1 r1c2 r1c3\ncage 15 r2c1 r2c2 r2c3\ncage 10 r3c1 r3c2\n";

fn solutions(puzzle: &Puzzle) -> Vec<Grid> {
    let (found, _) = Mrv::default()
        .solutions(puzzle, 2, &Budget::UNLIMITED)
        .unwrap();
    found
}

/// Returns a random 6×6 puzzle with constraints and one solution, and the solution.
fn random_puzzle(random: &mut ChaCha8Rng) -> (Puzzle, Grid) {
    loop {
        let solution = random_solution(&Layout::classic("2x3".parse().unwrap()), random);
        let board = random_board("2x3", &solution, random);
        let mut puzzle = Puzzle::new(board, Grid::blank(6)).unwrap();
        let mut filled: Vec<Candidate> = solution.filled().collect();
        filled.shuffle(random);
        for given in filled {
            let found = solutions(&puzzle);
            if found.len() < 2 {
                break;
            }
            if found[0].get(given.cell) != found[1].get(given.cell) {
                let mut givens = puzzle.givens().clone();
                givens.set(given.cell, Some(given.digit));
                puzzle = puzzle.with_givens(givens).unwrap();
            }
        }
        // A constraint of the board can be one that the grid breaks.
        if let [only] = &solutions(&puzzle)[..] {
            return (puzzle.clone(), only.clone());
        }
    }
}

#[test]
fn explanations_of_random_boards_end_in_the_solution() {
    let first = number("SATDOKU_SEED", 1);
    let count = number("SATDOKU_PUZZLES", 50);
    let mut explainer = Explainer::default();
    let (mut seen, mut largest) = (BTreeSet::new(), 0);
    for seed in first..first + count {
        let (puzzle, solution) = random_puzzle(&mut ChaCha8Rng::seed_from_u64(seed));
        let explained = explainer.explain(&puzzle);
        let explained = explained.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        assert_eq!(explained.solution, Some(solution), "seed {seed}");
        for step in explained.steps {
            largest = largest.max(step.facts.len());
            for fact in step.facts {
                if let Fact::Constraint(number) = fact {
                    seen.insert(puzzle.layout().constraints()[number].name());
                }
            }
        }
    }
    if count >= 40 {
        assert!(seen.len() > Constraint::names().count() / 3, "{seen:?}");
        assert!(largest > 2);
    }
}

#[test]
fn the_rule_of_45_is_a_step_of_the_cages() {
    let explained = satdoku_on("explain --format jsonl", CAGES).object();
    let steps = explained["steps"].as_array().unwrap();
    let sum = steps
        .iter()
        .find(|step| step["technique"] == "innies and outies");
    let sum = sum.unwrap();
    let cages: Vec<&str> = CAGES.lines().collect();
    let fact = format!("r3c3 (box 1, {})", cages.join(", "));
    assert_eq!(sum["facts"], serde_json::json!([fact]));
    let argument = sum["argument"].as_str().unwrap();
    assert!(
        argument.starts_with("Box 1 totals 45, of which "),
        "{argument}"
    );
}

#[test]
fn a_picture_of_a_step_shows_the_constraints() {
    let page = satdoku_on("explain --format html --step 1 --facts", CAGES).stdout;
    assert!(
        page.contains("1 fact: r3c3 (box 1, cage 15 r1c1 r1c2 r1c3, "),
        "{page}"
    );
    let [first, ..] = &page.split("<svg").skip(1).collect::<Vec<_>>()[..] else {
        panic!("{page}");
    };
    assert!(
        first.contains(">15</text>") && first.contains(">10</text>"),
        "{first}"
    );
    let hint = satdoku_on("hint", CAGES).stdout;
    let line = "<stdin>:1: innies and outies in box 1: look at r3c3 (box 1, cage 15 r1c1 r1c2 r1c3, cage 15 r2c1 r2c2 r2c3, cage 10 r3c1 r3c2)\n";
    assert!(hint.starts_with(line), "{hint}");
}

#[test]
fn constraints_are_among_the_repairs() {
    let text = "2...\n....\n....\n....\ncage 7 r1c1 r1c2\ncage 3 r4c3 r4c4\n";
    let answer = satdoku_on("repair --format jsonl", text).object();
    assert_eq!(
        answer["repairs"],
        serde_json::json!([
            {"remove": ["cage 7 r1c1 r1c2"], "unique": false},
            {"remove": ["r1c1=2"], "unique": false}
        ])
    );
    let text = satdoku_on("repair", text).stdout;
    let line = "  without cage 7 r1c1 r1c2 it has more than one solution\n";
    assert!(text.contains(line), "{text}");
}
