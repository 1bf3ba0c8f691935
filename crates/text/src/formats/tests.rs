//! Every kind of constraint and every variant through every format that is written.

use std::collections::BTreeSet;
use std::sync::Arc;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{LinkSite, write_link};
use crate::read::reader::parsed;
use crate::testing::{NEEDS_VARIABLES, NOT_IN_F_PUZZLES, blank_on, random_constraint};
use satdoku::board::{Constraint, Layout, Puzzle, Ruleset, Variant};
use satdoku::task::{Count, Session};

/// The kinds that each format lacks. All others are written, and read again.
const LACKING: [(LinkSite, &[&str]); 3] = [
    (LinkSite::FPuzzles, &NOT_IN_F_PUZZLES),
    (LinkSite::SudokuPad, &[]),
    (LinkSite::Interactive, &[]),
];

/// Returns the number of solutions, up to a limit.
fn count(puzzle: &Puzzle) -> u64 {
    let mut session = Session::default();
    match session.count(puzzle, 300).unwrap().outcome {
        Count::Exactly(count) | Count::AtLeast(count) => count,
        Count::Unsolvable(_) => 0,
        Count::Unknown(_, limit) => panic!("{limit:?}: {puzzle}"),
    }
}

/// Returns a puzzle of 4x4 with a constraint, if it can have it.
fn with(constraint: &str) -> Option<Puzzle> {
    let constraint = Constraint::parse(constraint, 4).ok()?;
    let rules = Ruleset::classic("2x2".parse().ok()?);
    let rules = rules.with_constraints(vec![constraint]).ok()?;
    Some(Puzzle::without_givens(Arc::new(Layout::new(rules))))
}

/// Returns small puzzles with a constraint of a kind each.
fn puzzles_with(name: &str, random: &mut ChaCha8Rng) -> Vec<Puzzle> {
    match name {
        NEEDS_VARIABLES => {
            let board = "board 2x2; digits 1-2; raw; variables region 2x2";
            return vec![blank_on(&format!("{board}; {name} region"))];
        }
        // Those of random cells are no diagonals.
        "little-killer" => {
            let diagonals = ["5 r1c1-r4c4", "7 r2c1 r1c2", "3 r4c2 r3c1"];
            return diagonals
                .iter()
                .filter_map(|cells| with(&format!("{name} {cells}")))
                .collect();
        }
        _ => {}
    }
    let texts = (0..6).map(|number| random_constraint(name, 4, number % 2 == 0, random));
    // Some have numbers that no board has.
    texts.filter_map(|text| with(&text)).collect()
}

#[test]
fn every_kind_is_written_and_read_again_or_known_to_be_missing() {
    let mut random = ChaCha8Rng::seed_from_u64(57);
    let mut lacking = LACKING.map(|_| BTreeSet::new());
    for name in Constraint::names() {
        let puzzles = puzzles_with(name, &mut random);
        for ((site, _), lacking) in LACKING.iter().zip(&mut lacking) {
            let mut is_written = false;
            for puzzle in &puzzles {
                let Ok(link) = write_link(puzzle, None, *site) else {
                    continue;
                };
                is_written = true;
                let again = parsed(&link).unwrap_or_else(|error| panic!("{puzzle} {error}"));
                let is_same = again == *puzzle || count(&again) == count(puzzle);
                assert!(is_same, "{puzzle} {site:?} {link}");
            }
            if !is_written {
                lacking.insert(name);
            }
        }
    }
    for ((site, expected), lacking) in LACKING.iter().zip(lacking) {
        assert_eq!(lacking, expected.iter().copied().collect(), "{site:?}");
    }
}

#[test]
fn every_variant_is_written_and_read_again() {
    for variant in Variant::ALL {
        let of = |shape: &str| Ruleset::classic(shape.parse().unwrap()).with(&[variant]);
        // A windoku has no windows on a small board.
        let rules = of("2x2").or_else(|_| of("3x3")).unwrap();
        let puzzle = Puzzle::without_givens(Arc::new(Layout::new(rules)));
        for (site, _) in LACKING {
            let link = write_link(&puzzle, None, site).unwrap();
            let again = parsed(&link).unwrap();
            let is_same = again == puzzle || count(&again) == count(&puzzle);
            assert!(is_same, "{variant} {site:?} {link}");
        }
    }
}
