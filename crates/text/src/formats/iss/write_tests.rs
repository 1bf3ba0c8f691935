//! Tests of writing constraint strings, with the reader of them.

use crate::testing::{random_constraint, random_puzzles, random_solution};
use crate::{LinkSite, NoLink, ReadOptions, parse_puzzle, write_link};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use satdoku::board::{Cell, Constraint, Digit, Layout, Puzzle, RuleLine, Ruleset, Shape, verify};

fn parsed(text: &str) -> Result<Puzzle, String> {
    let parsed = parse_puzzle(text, ReadOptions::default());
    parsed
        .map(|(puzzle, _)| puzzle)
        .map_err(|error| error.to_string())
}

fn written(puzzle: &Puzzle) -> Result<String, NoLink> {
    let link = write_link(puzzle, None, LinkSite::Interactive)?;
    let text = super::write(puzzle, puzzle.givens())?;
    // The link and the string are the same puzzle.
    assert_eq!(parsed(&link), parsed(&text), "{link}");
    Ok(text)
}

/// The kind that a board without variables cannot have, of which other tests have examples.
const OF_VARIABLES: &str = "regions-to-find";

/// Every grid obeys a constraint exactly if it obeys what is read from its string.
#[test]
fn constraints_round_trip() {
    let mut random = ChaCha8Rng::seed_from_u64(38);
    for name in Constraint::names().filter(|name| *name != OF_VARIABLES) {
        let mut seen = [0, 0];
        for number in 0..24 {
            let shape = Shape::usual(if number % 3 == 0 { 6 } else { 4 }).unwrap();
            let size = shape.size();
            let text = random_constraint(name, size, number % 2 == 0, &mut random);
            let raw = !["box-indexer", "region-sum"].contains(&name);
            let raw = raw.then_some(RuleLine::Raw);
            let rules = Ruleset::classic(shape).with_lines(raw);
            let rules = rules.unwrap();
            let classic = Layout::classic(shape);
            let Ok(constraint) = Constraint::parse(&text, size) else {
                continue;
            };
            let Ok(rules) = rules.with_constraints(vec![constraint]) else {
                continue;
            };
            let layout = std::sync::Arc::new(Layout::new(rules));
            let puzzle = Puzzle::without_givens(layout);
            let string = written(&puzzle).unwrap_or_else(|error| panic!("{text}: {error}"));
            let again = parsed(&string).unwrap_or_else(|error| panic!("{text} {string}: {error}"));
            for number in 0..40 {
                let mut grid = random_solution(&classic, &mut random);
                for cell in puzzle.geometry().cells().filter(|_| number % 2 == 0) {
                    let digit = Digit::from_index(random.random_range(0..size));
                    grid.set(cell, Some(digit));
                }
                let holds = verify(&puzzle, &grid).is_ok();
                seen[usize::from(holds)] += 1;
                assert_eq!(
                    verify(&again, &grid).is_ok(),
                    holds,
                    "{text} {string} {grid}"
                );
            }
        }
        assert!(seen[1] > 0, "{name} {seen:?}");
    }
}

#[test]
fn puzzles_with_items_of_their_own_are_the_same() {
    for text in [
        ".~R1C1_5~R9C9_1_2",
        ".Shape~4x4.~R1C1_1_2",
        ".Shape~7x7.AntiKing",
        ".NoBoxes.AntiKnight",
        ".Diagonal~1.Diagonal~-1.Windoku.DisjointSets",
        ".AntiConsecutive.StrictXV",
        ".StrictKropki.WhiteDot~R1C1~R1C2.BlackDot~R2C1~R2C2",
        ".Shape~4x4.NoBoxes.Jigsaw~1112132243324443",
        ".Shape~8x8.NoBoxes.Cage~17~R1C1~R1C2.Cage~0~R2C1~R3C1",
        ".Sum~10~R1C1~R1C2.Sum~0_=_1_-2~R1C1~R1C2",
        ".Arrow~R1C1~R1C2~R1C3.PillArrow~2~R2C2~R2C1~R2C3.DoubleArrow~R1C1~R1C2~R1C3",
        ".Thermo~R1C1~R1C2.Renban~R1C1~R1C2.Whisper~4~R1C1~R1C2.Whisper~R1C1~R1C2",
        ".Zipper~R1C1~R1C2~R1C3.Palindrome~R1C1~R1C2.Modular~3~R1C1~R1C2",
        ".Entropic~R1C1~R1C2.Between~R1C1~R1C2~R1C3.Lockout~3~R1C1~R1C2.RegionSumLine~R1C3~R1C4",
        ".X~R1C1~R1C2.V~R2C1~R2C2.GreaterThan~R1C5~R2C5.GreaterThan~R2C6~R1C6",
        ".Quad~R1C1~1~2~2.AllDifferent~R1C1~R2C2.SameValues~2~R1C1~R1C2~R2C4~R2C5",
        ".LittleKiller~1~R8C1.LittleKiller~2~R2C9.LittleKiller~3~R1C2.LittleKiller~4~R9C8",
        ".Sandwich~10~C8.Sandwich~0~R9.XSum~C1~25~23.Skyscraper~R2~~3",
        ".Indexing~C~R1C1.Indexing~R~R2C2~R2C3.ConnectedValues~~1_2~5",
        ".Shape~4x4.Pair~Oj~_less%20%22<%22~R1C1~R1C2~~R2C1~R2C2~R2C3~_~R3C1~R3C2",
        ".Shape~4x4.PairX~evH~_a%7E%2Eb~R1C1~R2C2~R3C3.PairX~~R1C1~R2C2",
        ".Shape~10x10.Pair~AIABIABIABIABIAB~R1C1~R1Ca",
        ".Shape~4x4.NFA~APFhUA~_one%203~R1C1~R1C2~~R2C1~_two~R2C2.NFA~QPOQ~R3C1",
        ".Shape~4x4.NFA~BOUoSeA~R1C1~R1C2.NFA~~R1C1",
        ".Shape~4x4.NFA~BRRwBESBaA~_low%20%7C%204~R1C1~R1C2~-~R2C1~~R3C1~-~R3C2",
        ".Shape~16x16.NFA~QPOQ~R3C1",
        ".Or.X~R1C1~R1C2.And.Cage~3~R1C1~R1C2.V~R1C1~R2C1.End.End",
        ".Or.~R1C1_5_6~R1C2_7.XSum~C1~25~23.End.And.Thermo~R1C1~R1C2.End",
        ".Shape~2x4~0-4.~R1C1_0~R2C4_1_2",
        ".Shape~2x3~0-4.NoBoxes.Pair~QERE~_five~R1C1~R1C2",
        ".Shape~2x4.NoBoxes",
        ".Shape~4x4~5",
        ".Shape~9x9~0-8.Cage~3~R1C1~R1C2",
        ".Shape~2x2~1-3~Raw.Sum~5~R1C1~R2C2",
        ".Shape~4x4~~Raw.LittleKiller~5~R2C1",
        ".Shape~6x4",
        ".Shape~4x2.Jigsaw~11112222.NoBoxes",
        ".Shape~1x1~1-7.Var~S~label~2x2.Var~T.Var~SB~~3.Thermo~VS1~VS4~VT~VSB2.~VS3_7~R1C1_2",
        ".Shape~4x4.Var~S~~2x2.ConnectedValues~VS~1",
        ".NoBoxes.ChaosConstruction.ChaosArrow~R2C1~1~CC10~CC11~CC12",
        ".Shape~4x4.NoBoxes.ChaosConstruction.ChaosArrow~R2C1~~CC1~CC2~-~CC1~CC5~CC9.Var~S.~CC1_1~VS_2",
        ".Shape~2x6.ChaosConstruction.CountDistinct~R1C1~CC1~CC2~CC7.AllDifferent~CC1~CC12",
        ".Shape~4x4.Var~R~~2x2.Var~T~~2.Var~VX.Thermo~VR1~VR2~VT2~VVX.ConnectedValues~VR~1",
        ".Shape~16x16.~RgCg_16~R1C1_1_2_3",
    ] {
        let puzzle = parsed(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let string = written(&puzzle).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(parsed(&string), Ok(puzzle), "{text} {string}");
    }
}

#[test]
fn names_of_variables_are_kept() {
    let names = [
        "variables x 2",
        "variables vx",
        "variables vm 2x2",
        "variables vr",
    ];
    let puzzle = parsed(&format!("{}; {}", ".".repeat(81), names.join("; "))).unwrap();
    assert_eq!(parsed(&written(&puzzle).unwrap()), Ok(puzzle));
}

#[test]
fn boards_of_every_box_round_trip() {
    for puzzle in random_puzzles(
        &["2x2", "2x3", "3x2", "3x3", "2x4", "4x2", "1x5", "4x4"],
        10,
    ) {
        let again = parsed(&written(&puzzle).unwrap()).unwrap();
        assert_eq!(again.givens(), puzzle.givens());
        let houses = |puzzle: &Puzzle| -> Vec<Vec<Cell>> {
            puzzle
                .layout()
                .houses()
                .iter()
                .map(|house| house.cells.clone())
                .collect()
        };
        assert_eq!(houses(&again), houses(&puzzle));
    }
}

/// Rules that the other solver does not have are written as pairs, sums, automata and alternatives.
#[test]
fn rules_without_an_item_are_primitives() {
    for (lines, expected) in [
        ("cage 0 r1c1", ".NFA~~R1C1"),
        ("minimum r1c1", ".Pair~"),
        ("box-indexer r1c1", ".Pair~"),
        ("arrow r1c2 r1c1: r1c3", ".Sum~0_=_"),
        ("non-consecutive; difference r1c1 r1c2", ".Pair~"),
        (
            "non-consecutive; negative-ratio; difference 3 r1c1 r1c2",
            ".Pair~",
        ),
        ("count-same r1c1: r1c2 r1c3", ".NFA~"),
        ("sequence \"1.*\" as \"it's 1\" r1c1 r1c2", "~_it%27s%201~"),
        ("either { minimum r1c1 } or { x r1c1 r1c2 }", ".Or.Pair~"),
    ] {
        let text = format!("{}; {lines}", ".".repeat(81));
        let puzzle = parsed(&text).unwrap();
        let string = written(&puzzle).unwrap();
        assert!(string.contains(expected), "{lines} {string}");
        assert!(parsed(&string).is_ok(), "{lines} {string}");
    }
}

#[test]
fn what_has_no_item_is_named() {
    for (lines, expected) in [
        ("variables x 2 1-2", "variables x 2 1-2"),
        (
            "variables x 9x9; either { regions to find x } or { odd r1c1 }",
            "either { regions-to-find x } or { odd r1c1 }",
        ),
    ] {
        let text = format!("{}; {lines}", ".".repeat(81));
        let puzzle = parsed(&text).unwrap();
        let error = written(&puzzle).unwrap_err();
        assert_eq!(error, NoLink::no_item(expected), "{lines}");
    }
    let small_boxes = parsed(&format!("{}; board 6x4; box 2x2", ".".repeat(24))).unwrap();
    let error = written(&small_boxes).unwrap_err();
    assert_eq!(error, NoLink::no_item("box 2x2"));
}
