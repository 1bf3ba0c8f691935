//! Links hold the whole puzzle, or are refused.

use std::sync::Arc;

use proptest::prelude::*;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use satdoku::board::{
    Candidate, Cell, Constraint, Digit, Grid, Layout, Puzzle, RegionMap, Ruleset, Shape, Variant,
};
use satdoku_text::{LinkSite, ReadOptions, parse_puzzle, write_link};

use super::round_trips::cases;
use crate::common::puzzles::{NOT_IN_F_PUZZLES, random_constraint};
use crate::common::satdoku_on;

/// All shapes on which f-puzzles has boxes, and boards without.
const SHAPES: [&str; 21] = [
    "2x2", "1x4", "1x5", "2x3", "3x2", "1x6", "1x7", "2x4", "4x2", "1x8", "3x3", "1x9", "2x5",
    "5x2", "3x4", "6x2", "2x7", "3x5", "4x4", "2x8", "1x16",
];

/// Random boxes, no boxes or regions, which need not be connected.
fn random_rules(random: &mut ChaCha8Rng) -> Ruleset {
    let shape: Shape = SHAPES.choose(random).unwrap().parse().unwrap();
    let size = shape.size();
    let rules = if random.random_bool(0.3) {
        let mut labels: Vec<Option<usize>> =
            (0..size * size).map(|cell| Some(cell / size)).collect();
        // Most regions are still rows.
        let end = random.random_range(2..=size * size);
        labels[..end].shuffle(random);
        Ruleset::jigsaw(RegionMap::from_labels(&labels).unwrap())
    } else {
        Ruleset::classic(shape)
    };
    let mut variants = Variant::ALL.to_vec();
    variants.retain(|_| random.random_bool(0.2));
    rules.clone().with(&variants).unwrap_or(rules)
}

/// Random constraints that the board can have, most of them of kinds that f-puzzles has.
fn random_constraints(rules: &Ruleset, random: &mut ChaCha8Rng) -> Vec<Constraint> {
    let size = rules.geometry().rows();
    let names: Vec<&str> = Constraint::names().collect();
    let mut constraints = Vec::new();
    for _ in 0..random.random_range(0..20) {
        let name = names.choose(random).unwrap();
        let text = if *name == "little-killer" && random.random_bool(0.9) {
            random_diagonal(size, random)
        } else {
            random_constraint(name, size, random.random_bool(0.5), random)
        };
        let Ok(constraint) = Constraint::parse(&text, size) else {
            continue;
        };
        let is_missing = NOT_IN_F_PUZZLES.contains(name) && random.random_bool(0.9);
        let alone = rules.clone().with_constraints(vec![constraint.clone()]);
        if !is_missing && alone.is_ok() {
            constraints.push(constraint);
        }
    }
    constraints
}

/// A little killer on a diagonal from border to border.
fn random_diagonal(size: usize, random: &mut ChaCha8Rng) -> String {
    let n = size as i64;
    let start = random.random_range(0..n);
    let (down, right) = *[(1, 1), (1, -1), (-1, 1), (-1, -1)].choose(random).unwrap();
    let row = if down == 1 { 0 } else { n - 1 };
    let steps = (0..n).map(|step| (row + step * down, start + step * right));
    let cells = steps.filter(|(_, column)| (0..n).contains(column));
    let names = cells.map(|(row, column)| format!("r{}c{}", row + 1, column + 1));
    let total = random.random_range(0..=3 * size);
    format!(
        "little-killer {total} {}",
        names.collect::<Vec<_>>().join(" ")
    )
}

/// A random board with some givens and pencil marks.
fn random_puzzle(seed: u64) -> Puzzle {
    let random = &mut ChaCha8Rng::seed_from_u64(seed);
    let rules = random_rules(random);
    let size = rules.geometry().rows();
    let constraints = random_constraints(&rules, random);
    let rules = rules.with_constraints(constraints).unwrap();
    let mut givens = Grid::blank(size);
    let mut removed = Vec::new();
    for cell in (0..size * size).map(Cell::from_index) {
        match random.random_range(0..6) {
            0 => givens.set(cell, Some(Digit::from_index(random.random_range(0..size)))),
            1 => {
                let left = random.random_range(0..size);
                let digits = (0..size).filter(|digit| *digit != left);
                let candidates = digits.map(|digit| Candidate {
                    cell,
                    digit: Digit::from_index(digit),
                });
                removed.extend(candidates.filter(|_| random.random_bool(0.5)));
            }
            _ => {}
        }
    }
    let puzzle = Puzzle::new(Arc::new(Layout::new(rules)), givens).unwrap();
    puzzle.without(removed).unwrap()
}

/// Returns the texts of the constraints of a puzzle. A link groups them by kind.
fn constraints(puzzle: &Puzzle) -> Vec<String> {
    let constraints = puzzle.layout().constraints().iter();
    let mut texts: Vec<String> = constraints
        .map(|one| one.text(puzzle.geometry().rows()))
        .collect();
    texts.sort_unstable();
    texts
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn a_link_is_the_whole_puzzle_or_is_refused(seed in any::<u64>()) {
        let puzzle = random_puzzle(seed);
        for site in [LinkSite::FPuzzles, LinkSite::SudokuPad] {
            let link = match write_link(&puzzle, None, site) {
                Ok(link) => link,
                Err(error) => {
                    let error = error.to_string();
                    let all = constraints(&puzzle);
                    let named = all.iter().find(|text| error.contains(*text));
                    let Some(named) = named else {
                        return Err(TestCaseError::fail(error));
                    };
                    let mut words = named.split(' ');
                    let name = words.next().unwrap();
                    let is_zero = words.next() == Some("0");
                    let is_known = NOT_IN_F_PUZZLES.contains(&name) || is_zero || name == "little-killer";
                    prop_assert!(is_known, "{}", error);
                    continue;
                }
            };
            let (again, _) = parse_puzzle(&link, ReadOptions::default()).map_err(|error| {
                TestCaseError::fail(format!("{error} in {:?}", constraints(&puzzle)))
            })?;
            let (rules, found) = (puzzle.layout().rules(), again.layout().rules());
            prop_assert_eq!(found.boxes(), rules.boxes());
            prop_assert_eq!(found.regions(), rules.regions());
            prop_assert_eq!(found.variants(), rules.variants());
            prop_assert_eq!(constraints(&again), constraints(&puzzle));
            prop_assert_eq!(again.givens(), puzzle.givens());
            prop_assert_eq!(again.all_removed(), puzzle.all_removed());
        }
    }
}

#[test]
fn a_long_drawing_is_written_and_read_again() {
    let name = |cell: usize| format!("r{}c{}", cell / 9 + 1, cell % 9 + 1);
    let rules = (0..2_000).map(|number: usize| {
        let one = number * number % 80;
        let other = one + 1 + number % (80 - one);
        format!("; greater {} {}", name(one), name(other))
    });
    let text = format!("{}{}", ".".repeat(81), rules.collect::<String>());
    let output = satdoku_on("convert --format link=sudokupad", &text);
    assert!(output.stdout.len() > 8_192, "{}", output.stderr);
    let again = satdoku_on("convert --format line", &output.stdout);
    assert_eq!(again.stdout.trim_end(), text);
}

/// The second of two equal regions was taken for a window of the windoku.
#[test]
fn an_extra_region_can_be_a_window() {
    let text = "................\nextra-region r2c2 r2c3 r3c2 r3c3\n";
    let link = satdoku_on("convert --variant windoku --format link", text);
    let read = satdoku_on("convert --format jsonl --no-filename", &link.stdout).stdout;
    let expected = "{\"puzzle\":\"................\",\"variants\":[\"windoku\"],\
                    \"constraints\":[\"extra-region r2c2 r2c3 r3c2 r3c3\"]}\n";
    assert_eq!(read, expected);
}
