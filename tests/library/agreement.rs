//! Engines against one another, over the registry: whatever one says, all say, on random puzzles
//! with one solution, with many and with none; and on totals that are known from elsewhere.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::thread;

use crate::testing::random_puzzle;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use satdoku::board::{Cell, Digit, Grid, Layout, Puzzle};
use satdoku::engine::{Budget, ENGINES, End, Engine, EngineEntry, SolutionSink, find};
use satdoku::sat::AtMostOne;

/// The answer of an engine to a puzzle within a budget: all solutions, or their number if the
/// limit stopped it, or nothing if the budget did.
#[derive(Debug, PartialEq, Eq)]
enum Answer {
    All(Vec<Grid>),
    AtLeast(u64),
    Unknown,
}

fn ask(engine: &mut dyn Engine, puzzle: &Puzzle, limit: u64, budget: &Budget) -> Answer {
    let (mut grids, report) = engine.solutions(puzzle, limit, budget).unwrap();
    let count = grids.len() as u64;
    let digits =
        |grid: &Grid| -> Vec<usize> { grid.filled().map(|at| at.digit.index() + 1).collect() };
    grids.sort_by_cached_key(digits);
    let found = grids.len();
    grids.dedup();
    assert_eq!(
        grids.len(),
        found,
        "{} delivered one grid twice",
        engine.name()
    );
    match report.end {
        End::Complete => Answer::All(grids),
        End::Stopped => Answer::AtLeast(count),
        _ => Answer::Unknown,
    }
}

fn count(engine: &mut dyn Engine, puzzle: &Puzzle) -> (u64, End) {
    let mut sink = SolutionSink::counting(puzzle, u64::MAX);
    let report = engine.search(puzzle, &Budget::UNLIMITED, &mut sink);
    (sink.count(), report.unwrap().end)
}

/// Every engine, and the engine `sat:reduced` with every at-most-one encoding.
fn all_names() -> Vec<String> {
    let with = |amo: &AtMostOne| format!("sat:reduced+{amo}");
    let names = ENGINES.iter().map(|entry| entry.name.to_string());
    names.chain(AtMostOne::ALL[1..].iter().map(with)).collect()
}

/// [`compare_some`] with every engine; puzzles without a solution, with one and with more must be
/// among them.
fn compare(shape: &str, puzzles: u64, blanks: RangeInclusive<usize>, budget: &Budget) {
    let names = all_names();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let seen = compare_some(&names, shape, puzzles, blanks, budget);
    assert!(!seen.contains(&0), "{shape}: one-sided puzzles, {seen:?}");
}

/// Random puzzles of one shape, each from a seed of its own; all engines that answer within the
/// budget must answer the same, and at least two must answer. Every third puzzle is spoilt. Says
/// how many puzzles had no solution, one, and more.
fn compare_some(
    names: &[&str],
    shape: &str,
    puzzles: u64,
    blanks: RangeInclusive<usize>,
    budget: &Budget,
) -> [usize; 3] {
    let layout = Arc::new(Layout::classic(shape.parse().unwrap()));
    let engine = |name: &&str| find(name).unwrap().make();
    let mut engines: Vec<_> = names.iter().map(engine).collect();
    let mut seen = [0; 3];
    for seed in 0..puzzles {
        // Shown when the test fails, wherever that is.
        println!("{shape}, seed {seed}");
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let blanks = rng.random_range(blanks.clone());
        let puzzle = random_puzzle(&layout, blanks, seed % 3 == 0, &mut rng);
        let mut answers = Vec::new();
        for engine in &mut engines {
            match ask(&mut **engine, &puzzle, 50, budget) {
                Answer::Unknown => assert_ne!(budget, &Budget::UNLIMITED, "{}", engine.name()),
                answer => answers.push((engine.name(), answer)),
            }
        }
        assert!(answers.len() >= 2, "{answers:?}");
        let (first, expected) = &answers[0];
        for (name, answer) in &answers {
            assert_eq!(answer, expected, "{name} (left) and {first} (right)");
        }
        match expected {
            Answer::All(grids) => seen[grids.len().min(2)] += 1,
            _ => seen[2] += 1,
        }
    }
    seen
}

#[test]
fn four_by_four() {
    compare("2x2", 400, 4..=16, &Budget::UNLIMITED);
}

#[test]
fn six_by_six_with_both_shapes_of_boxes() {
    compare("2x3", 200, 15..=32, &Budget::UNLIMITED);
    compare("3x2", 200, 15..=32, &Budget::UNLIMITED);
}

#[test]
fn nine_by_nine() {
    compare("3x3", 150, 40..=60, &Budget::of_nodes(50_000));
}

#[test]
fn twelve_by_twelve() {
    for shape in ["3x4", "4x3", "2x6"] {
        compare(shape, 40, 60..=95, &Budget::of_nodes(20_000));
    }
}

#[test]
fn sixteen_by_sixteen() {
    compare("4x4", 20, 80..=140, &Budget::of_nodes(5_000));
}

#[test]
fn twenty_five_by_twenty_five() {
    compare("5x5", 6, 180..=300, &Budget::of_nodes(1_000));
}

/// Far from the hard phase, which begins on these boards where about half of the cells are blank.
#[test]
fn larger_boards_with_the_fast_engines() {
    // Boards with more than 64 digits are too large for mrv.
    let (up_to_64, others) = (&["sat", "mrv", "dlx"][..], &["sat", "sat:reduced"][..]);
    let budget = Budget::of_nodes(2_000);
    for (names, shape, puzzles, blanks) in [
        (up_to_64, "6x6", 6, 300..=480),
        (up_to_64, "7x7", 3, 600..=800),
        (up_to_64, "8x8", 3, 900..=1_300),
        (others, "8x9", 2, 1_000..=1_500),
        (others, "10x10", 2, 2_000..=2_800),
    ] {
        let seen = compare_some(names, shape, puzzles, blanks, &budget);
        assert!(seen[0] > 0 && seen[1] + seen[2] > 0, "{shape}: {seen:?}");
    }
}

#[test]
fn an_empty_four_by_four_board_has_288_completions() {
    for name in all_names() {
        let empty = Puzzle::classic("2x2".parse().unwrap());
        let answer = count(&mut *find(&name).unwrap().make(), &empty);
        assert_eq!(answer, (288, End::Complete), "{name}");
    }
}

/// Grids of 6×6 with boxes of 2×3 (F. Jarvis, *Sudoku enumeration problems*). Equally many have
/// each of the 720 orders of digits in the first row.
const SIX_BY_SIX: u64 = 28_200_960;

/// A SAT solver excludes each solution by a clause, so its time grows with the square of their
/// number.
fn is_slow_at_counting(entry: &EngineEntry) -> bool {
    entry.name.starts_with("sat")
}

#[test]
fn a_six_by_six_board_with_its_first_row_has_39168_completions() {
    let layout = Arc::new(Layout::classic("2x3".parse().unwrap()));
    let mut givens = Grid::blank(6);
    for (cell, value) in layout.cells().zip(1..=6) {
        givens.set(cell, Some(Digit::from_index(value - 1)));
    }
    let puzzle = Puzzle::new(layout, givens).unwrap();
    for entry in ENGINES.iter().filter(|entry| !is_slow_at_counting(entry)) {
        let answer = count(&mut *entry.make(), &puzzle);
        assert_eq!(answer, (SIX_BY_SIX / 720, End::Complete), "{}", entry.name);
    }
}

#[test]
#[ignore = "half a minute in a release build: cargo test --release -- --ignored"]
fn six_by_six_boards_have_28200960_completions() {
    let layout = Arc::new(Layout::classic("2x3".parse().unwrap()));
    let count_with_first = &|digit: Digit| {
        let mut givens = Grid::blank(6);
        givens.set(Cell::at(0, 0, 6), Some(digit));
        let puzzle = Puzzle::new(layout.clone(), givens).unwrap();
        count(&mut *find("mrv").unwrap().make(), &puzzle)
    };
    let counts = thread::scope(|scope| {
        let digits = [0, 1, 2, 3, 4, 5].map(Digit::from_index);
        let threads = digits.map(|digit| scope.spawn(move || count_with_first(digit)));
        threads.map(|thread| thread.join().unwrap())
    });
    assert_eq!(counts, [(SIX_BY_SIX / 6, End::Complete); 6]);
}
