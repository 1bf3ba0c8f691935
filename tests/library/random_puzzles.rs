//! Random puzzles of all sizes and variants through all engines, a part of tests/long/run.
//! SATDOKU_PUZZLES is their number, SATDOKU_SEED the first seed.

use std::sync::Arc;

use crate::testing::random_solution;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use satdoku::board::{Digit, Grid, Layout, Puzzle, RegionMap, Ruleset, Shape, Variant, verify};
use satdoku::engine::{Budget, ENGINES, End, Engine};

/// Maximal number of solutions to search for.
const MOST: usize = 8;

/// A shape, its weight, and the maximal number of blank cells: with more, some engines take too long.
const SHAPES: [(&str, u32, usize); 13] = [
    ("2x2", 200, 16),
    ("1x5", 100, 20),
    ("1x7", 50, 30),
    ("2x3", 150, 28),
    ("3x2", 100, 28),
    ("2x4", 50, 40),
    ("3x3", 300, 56),
    ("1x9", 30, 50),
    ("2x5", 20, 60),
    ("3x4", 15, 90),
    ("4x4", 8, 140),
    ("5x5", 2, 250),
    ("6x6", 1, 400),
];

fn number(name: &str, default: u64) -> u64 {
    let text = std::env::var(name).ok();
    text.map_or(default, |text| text.parse().unwrap())
}

#[test]
#[ignore = "thousands of puzzles: tests/long/run starts it with a million"]
fn all_engines_agree_on_random_puzzles_of_all_kinds() {
    let count = number("SATDOKU_PUZZLES", 1_000);
    let start = number("SATDOKU_SEED", 1);
    let mut engines: Vec<Box<dyn Engine>> = ENGINES.iter().map(|entry| entry.make()).collect();
    let (mut by_solutions, mut answers, mut with_variants) = ([0_u64; 3], 0, 0);
    for seed in start..start + count {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let puzzle = random_puzzle(&mut random);
        let mut expected: Option<(String, Answer)> = None;
        for engine in &mut engines {
            let Some(answer) = answer(&mut **engine, &puzzle) else {
                continue;
            };
            answers += 1;
            let name = engine.name().to_string();
            match &expected {
                None => expected = Some((name, answer)),
                Some((first, expected)) => assert_eq!(
                    &answer, expected,
                    "{name} (left), {first} (right), seed {seed}: {puzzle:?}"
                ),
            }
        }
        let (_, expected) = expected.unwrap_or_else(|| panic!("seed {seed}: no engine answers"));
        by_solutions[match expected {
            Answer::All(grids) => grids.len().min(2),
            Answer::Many => 2,
        }] += 1;
        with_variants += u64::from(!puzzle.layout().rules().variants().is_empty());
    }
    let [none, one, more] = by_solutions;
    println!(
        "{count} puzzles (seeds from {start}): {none} with no solution, {one} with one, {more} \
         with more, {with_variants} of them with variants; {answers} answers"
    );
    // A run needs puzzles of each kind.
    assert!(
        by_solutions.iter().all(|found| *found > count / 50),
        "{by_solutions:?}"
    );
}

/// Returns a puzzle made from a solution by removing cells; one in four has a wrong digit. For
/// regions and variants the solution is searched for; if that takes long, the board has neither.
fn random_puzzle(random: &mut ChaCha8Rng) -> Puzzle {
    let total = SHAPES.iter().map(|(_, weight, _)| weight).sum();
    let mut choice = random.random_range(0..total);
    let is_chosen = |(_, weight, _): &&(&str, u32, usize)| {
        let found = choice < *weight;
        choice = choice.wrapping_sub(*weight);
        found
    };
    let (shape, _, blanks) = *SHAPES.iter().find(is_chosen).unwrap();
    let shape: Shape = shape.parse().unwrap();
    let (layout, mut givens) = odd_board(shape, random).unwrap_or_else(|| {
        let layout = Arc::new(Layout::classic(shape));
        let solution = random_solution(&layout, random);
        (layout, solution)
    });
    let mut cells: Vec<_> = layout.cells().collect();
    cells.shuffle(random);
    let blanks = random.random_range(blanks / 2..=blanks);
    for cell in &cells[..blanks] {
        givens.set(*cell, None);
    }
    if random.random_bool(0.25) && blanks < cells.len() {
        let digit = Digit::from_index(random.random_range(0..layout.digit_count()));
        givens.set(cells[blanks], Some(digit));
    }
    Puzzle::new(layout, givens).unwrap()
}

/// Returns, for half of the calls, a board with regions or variants and a solution of it.
fn odd_board(shape: Shape, random: &mut ChaCha8Rng) -> Option<(Arc<Layout>, Grid)> {
    if shape.size() > 9 || random.random_bool(0.5) {
        return None;
    }
    let mut rules = Ruleset::classic(shape);
    if random.random_bool(0.5) {
        rules = Ruleset::jigsaw(random_regions(shape, random));
    }
    for variant in Variant::ALL {
        if random.random_bool(0.2) {
            rules = rules.clone().with(&[variant]).unwrap_or(rules);
        }
    }
    let layout = Arc::new(Layout::new(rules));
    let mut first = Grid::blank(layout.digit_count());
    let cell = layout
        .cells()
        .nth(random.random_range(0..layout.cell_count()))?;
    let digit = Digit::from_index(random.random_range(0..layout.digit_count()));
    first.set(cell, Some(digit));
    let start = Puzzle::new(layout.clone(), first).unwrap();
    let mut engine = satdoku::engine::find("mrv").unwrap().make();
    let found = engine.solutions(&start, 1, &Budget::of_nodes(1_000));
    let (mut solutions, _) = found.unwrap();
    Some((layout, solutions.pop()?))
}

/// Returns boxes, or rows, of which some cells are exchanged.
fn random_regions(shape: Shape, random: &mut ChaCha8Rng) -> RegionMap {
    let (rows, columns, size) = (shape.box_rows(), shape.box_columns(), shape.size());
    let label = |at: usize| Some(at / size / rows * rows + at % size / columns);
    let mut labels: Vec<_> = (0..size * size).map(label).collect();
    for _ in 0..random.random_range(1..=size) {
        let cells = [0; 2].map(|_| random.random_range(0..labels.len()));
        labels.swap(cells[0], cells[1]);
    }
    RegionMap::from_labels(&labels).unwrap()
}

/// The answer of an engine.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Answer {
    All(Vec<Grid>),
    /// [`MOST`] or more.
    Many,
}

/// Returns the answer of an engine, or `None` if it would take too long.
fn answer(engine: &mut dyn Engine, puzzle: &Puzzle) -> Option<Answer> {
    let size = puzzle.geometry().rows();
    // The full encodings have 4·n⁴ clauses and the last two engines no propagation.
    let nodes = match engine.name() {
        "sat" | "sat:reduced" => u64::MAX,
        name if name.starts_with("sat") && size > 9 => return None,
        name if name.starts_with("sat") => u64::MAX,
        "mrv" | "dlx" => 20_000,
        _ => 2_000,
    };
    let found = engine.solutions(puzzle, MOST as u64, &Budget::of_nodes(nodes));
    let (mut grids, report) = found.unwrap();
    assert!(grids.iter().all(|grid| verify(puzzle, grid).is_ok()));
    grids.sort_by_cached_key(Grid::to_string);
    let found = grids.len();
    grids.dedup();
    assert_eq!(grids.len(), found, "{} repeats itself", engine.name());
    match report.end {
        End::Complete | End::Stopped if found == MOST => Some(Answer::Many),
        End::Complete => Some(Answer::All(grids)),
        End::Stopped => panic!("{} stopped at {found}", engine.name()),
        _ => None,
    }
}
