//! Tests of reading and writing f-puzzles objects.

use std::sync::Arc;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use crate::formats::{LinkSite, write_link};
use crate::read::reader::parsed;
use crate::testing::{NOT_IN_F_PUZZLES, puzzle, random_drawn_layout, random_puzzles};
use satdoku::board::{
    Candidate, Cell, Constraint, Digit, Grid, Layout, Puzzle, RegionMap, Ruleset, Shape, Variant,
    verify,
};

const LINE: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

/// Returns a link to an object.
fn link(object: Value) -> String {
    let packed = lz_str::compress_to_base64(&object.to_string());
    format!("https://www.f-puzzles.com/?load={packed}")
}

fn error(text: &str) -> String {
    let error = parsed(text).unwrap_err();
    format!("expected {}, found {}", error.expected, error.found)
}

fn empty_grid(size: usize) -> Vec<Vec<Value>> {
    vec![vec![json!({}); size]; size]
}

#[test]
fn links_round_trip() {
    let shapes = ["2x2", "2x3", "3x2", "3x3", "2x4", "3x4", "4x4", "1x5"];
    for (count, plain) in random_puzzles(&shapes, 40).into_iter().enumerate() {
        let shape = crate::ReadOptions::like(plain.layout().rules())
            .shape
            .unwrap();
        let rules = Ruleset::classic(shape);
        let variants = [
            Variant::Diagonal,
            Variant::AntiKnight,
            Variant::AntiKing,
            Variant::NonConsecutive,
            Variant::Windoku,
            Variant::DisjointGroups,
        ];
        let variants = &variants[count % variants.len()..][..usize::from(count % 2 == 0)];
        let rules = rules.clone().with(variants).unwrap_or(rules);
        let layout = Arc::new(Layout::new(rules));
        let puzzle = Puzzle::new(layout, plain.givens().clone()).unwrap();
        let blank = puzzle.givens().blanks().next();
        let removed = blank.map(|cell| Candidate {
            cell,
            digit: Digit::from_index(count % puzzle.geometry().digit_count()),
        });
        let puzzle = puzzle.without(removed).unwrap();
        let link = write_link(&puzzle, None, LinkSite::FPuzzles).unwrap();
        let options = crate::ReadOptions::default();
        let (again, _) = crate::parse_puzzle(&link, options).unwrap();
        assert_eq!(again.givens(), puzzle.givens());
        assert_eq!(again.all_removed(), puzzle.all_removed());
        assert_eq!(
            again.layout().houses().len(),
            puzzle.layout().houses().len()
        );
        if Shape::usual(puzzle.geometry().rows()) == Some(shape) {
            assert_eq!(again, puzzle);
        }
    }
}

#[test]
fn jigsaw_links_round_trip_without_the_solution() {
    let labels: Vec<Option<char>> = "1112132243324443".chars().map(Some).collect();
    let rules = Ruleset::jigsaw(RegionMap::from_labels(&labels).unwrap());
    let givens = Grid::blank(4);
    let puzzle = Puzzle::new(Arc::new(Layout::new(rules)), givens).unwrap();
    let solution: Grid = "1234 3412 2143 4321".parse().unwrap();
    let link = write_link(&puzzle, Some(&solution), LinkSite::FPuzzles).unwrap();
    // Cells of the solution are not givens.
    assert_eq!(parsed(&link), Ok(puzzle));
    // The largest board that f-puzzles supports, with every field of a cell.
    let labels: Vec<Option<usize>> = (0..256).map(|cell| Some(cell * 7 / 16 % 16)).collect();
    let labels: Vec<Option<usize>> = match RegionMap::from_labels(&labels) {
        Ok(_) => labels,
        Err(_) => (0..256).map(|cell| Some(cell % 16)).collect(),
    };
    let rules = Ruleset::jigsaw(RegionMap::from_labels(&labels).unwrap());
    let mut full = Grid::blank(16);
    for cell in 0..256 {
        full.set(
            Cell::from_index(cell),
            Some(Digit::from_index(cell * 7 % 16)),
        );
    }
    let puzzle = Puzzle::new(Arc::new(Layout::new(rules)), full).unwrap();
    let link = write_link(&puzzle, None, LinkSite::FPuzzles).unwrap();
    assert_eq!(parsed(&link), Ok(puzzle));
}

/// On boards that have no boxes, such regions were read as none, and region sum lines lost their meaning.
#[test]
fn regions_that_are_the_rows_round_trip() {
    let labels: Vec<Option<usize>> = (0..25).map(|cell| Some(cell / 5)).collect();
    let rules = Ruleset::jigsaw(RegionMap::from_labels(&labels).unwrap());
    let puzzle = Puzzle::new(Arc::new(Layout::new(rules)), Grid::blank(5)).unwrap();
    let link = write_link(&puzzle, None, LinkSite::FPuzzles).unwrap();
    assert_eq!(parsed(&link), Ok(puzzle));
}

#[test]
fn unsupported_boards_are_errors() {
    let large = Puzzle::classic("5x5".parse().unwrap());
    assert_eq!(
        write_link(&large, None, LinkSite::FPuzzles)
            .unwrap_err()
            .to_string(),
        "expected a board of 4x4 to 16x16 for a link, found 25x25"
    );
    let small: Puzzle = "........; board 2x4; box 2x2".parse().unwrap();
    let error = write_link(&small, None, LinkSite::FPuzzles).unwrap_err();
    let expected = "expected a board of 4x4 to 16x16 for a link, found 2x4";
    assert_eq!(error.to_string(), expected);
    for text in [
        "sum 3 r1c1 r1c2",
        "greater r1c1 r1c2",
        "same-digits r1c1: r1c2",
        "cage 0 r1c1",
        "difference 0 r1c1 r1c2",
        "little-killer 9 r2c2 r3c3",
    ] {
        let constraint = Constraint::parse(text, 9).unwrap();
        let rules = Ruleset::classic("3x3".parse().unwrap());
        let rules = rules.with_constraints(vec![constraint.clone()]).unwrap();
        let puzzle = Puzzle::new(Arc::new(Layout::new(rules)), Grid::blank(9)).unwrap();
        let error = write_link(&puzzle, None, LinkSite::FPuzzles).unwrap_err();
        let expected =
            format!("expected constraints that f-puzzles has for a link, found `{text}`");
        assert_eq!(error.to_string(), expected);
    }
}

/// Returns the variants and the constraints of a board as text, sorted.
fn rules_of(puzzle: &Puzzle) -> Vec<String> {
    let rules = puzzle.layout().rules();
    let constraints = rules
        .constraints()
        .iter()
        .map(|drawn| drawn.text(puzzle.geometry()));
    let variants = rules.variants().iter().map(|variant| variant.to_string());
    let mut all: Vec<String> = variants.chain(constraints).collect();
    all.sort_unstable();
    all
}

#[test]
fn constraints_round_trip() {
    let mut random = ChaCha8Rng::seed_from_u64(25);
    // Those of random cells are no diagonals.
    let is_kind = |name: &str| name != "little-killer" && !NOT_IN_F_PUZZLES.contains(&name);
    for count in 0..60 {
        let shape = ["2x2", "2x3", "3x3", "1x9"][count % 4];
        let layout = random_drawn_layout(shape, 12, is_kind, &mut random);
        let puzzle = Puzzle::new(layout.clone(), Grid::blank(layout.geometry())).unwrap();
        let link = write_link(&puzzle, None, LinkSite::FPuzzles).unwrap();
        let again = parsed(&link).unwrap();
        assert_eq!(rules_of(&again), rules_of(&puzzle));
        assert_eq!(again.layout().boxes(), layout.boxes());
    }
}

#[test]
fn every_field_is_read() {
    for (field, value, expected) in [
        (
            "killercage",
            json!([{"cells": ["R1C1", "R1C2"], "value": "3"}]),
            &["cage 3 r1c1 r1c2"][..],
        ),
        (
            "killercage",
            json!([{"cells": ["R1C1"], "value": 0}, {"cells": ["R2C1"], "value": ""}]),
            &["cage r1c1", "cage r2c1"],
        ),
        (
            "ratio",
            json!([{"cells": ["R1C1", "R1C2"], "value": ""}]),
            &["ratio r1c1 r1c2"],
        ),
        (
            "difference",
            json!([{"cells": ["R1C1", "R1C2"], "value": "3"}]),
            &["difference 3 r1c1 r1c2"],
        ),
        (
            "xv",
            json!([
                {"cells": ["R1C1", "R1C2"], "value": "X"},
                {"cells": ["R2C1", "R2C2"], "value": ""},
                {"cells": ["R3C1", "R3C2"], "value": 5},
            ]),
            &["v r3c1 r3c2", "x r1c1 r1c2"],
        ),
        (
            "extraregion",
            json!([{"cells": ["R1C1", "R2C2"]}]),
            &["extra-region r1c1 r2c2"],
        ),
        ("odd", json!([{"cell": "R1C1"}]), &["odd r1c1"]),
        ("maximum", json!([{"cell": "R1C1"}]), &["maximum r1c1"]),
        (
            "sandwichsum",
            json!([{"cell": "R0C2", "value": "7"}, {"cell": "R10C2", "value": ""}]),
            &["sandwich 7 column 2 top"],
        ),
        (
            "skyscraper",
            json!([{"cell": "R2C0", "value": 3}, {"cell": "R2C10", "value": "4"}]),
            &["skyscraper 3 row 2 left", "skyscraper 4 row 2 right"],
        ),
        (
            "xsum",
            json!([{"cell": "R10C2", "value": "7"}]),
            &["x-sum 7 column 2 bottom"],
        ),
        (
            "littlekillersum",
            json!([{"cell": "R0C8", "cells": [], "direction": "DR", "value": "9"},
            {"cell": "R3C0", "direction": "UR", "value": ""}]),
            &["little-killer 9 r1c9"],
        ),
        (
            "littlekillersum",
            json!([{"cell": "R3C0", "direction": "UR", "value": "9"}]),
            &["little-killer 9 r2c1 r1c2"],
        ),
        (
            "thermometer",
            json!([{"lines": [["R1C1", "R1C2"], ["R2C1", "R2C2"]]}]),
            &["thermometer r1c1 r1c2", "thermometer r2c1 r2c2"],
        ),
        (
            "whispers",
            json!([{"lines": [["R1C1", "R1C2"]], "value": "4"}, {"lines": [["R2C1", "R2C2"]]}]),
            &["whispers 4 r1c1 r1c2", "whispers r2c1 r2c2"],
        ),
        // Lines that are too short for their rule.
        ("betweenline", json!([{"lines": [["R1C1", "R1C2"]]}]), &[]),
        (
            "doublearrow",
            json!([{"lines": [["R1C1", "R1C2"], []]}]),
            &[],
        ),
        (
            "arrow",
            json!([{"cells": ["R1C1", "R1C2"], "lines": [["R1C2", "R2C2"], ["R1C1", "R2C1", "R3C1"]]}]),
            &["arrow r1c1 r1c2: r2c1 r3c1", "arrow r1c1 r1c2: r2c2"],
        ),
        (
            "clone",
            json!([{"cells": ["R1C1"], "cloneCells": ["R5C5"]}]),
            &["clone r1c1: r5c5"],
        ),
        (
            "quadruple",
            json!([{"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "values": [1, "2"]},
            {"cells": ["R3C1"], "values": []}]),
            &["quadruple 1 2 r1c1 r1c2 r2c1 r2c2"],
        ),
        (
            "rowindexer",
            json!([{"cells": ["R1C1", "R2C1"]}]),
            &["column-indexer r1c1", "column-indexer r2c1"],
        ),
        (
            "diagonal-",
            json!(true),
            &["extra-region r1c1 r2c2 r3c3 r4c4 r5c5 r6c6 r7c7 r8c8 r9c9"],
        ),
        (
            "negative",
            json!(["ratio", "xv"]),
            &["negative-ratio", "negative-xv"],
        ),
        (
            "line",
            json!([{"lines": [["R1C1", "R1C2"]], "isNewConstraint": true}]),
            &[],
        ),
    ] {
        let object = json!({"size": 9, "grid": empty_grid(9), field: value});
        assert_eq!(
            rules_of(&parsed(&link(object.clone())).unwrap()),
            expected,
            "{field}"
        );
        // The same as a file of several lines.
        let text = serde_json::to_string_pretty(&object).unwrap();
        assert_eq!(rules_of(&parsed(&text).unwrap()), expected, "{text}");
    }
}

/// There, a column indexer with the digit v in column c says that column v of its row holds c, and a row
/// indexer with the digit v in row r that row v of its column holds r.
#[test]
fn indexers_mean_what_they_mean_in_f_puzzles() {
    // The second grid is the first with rows and columns swapped.
    for (solution, cell, field) in [
        ("1324241331424231", "R2C1", "rowindexer"),
        ("1234341221434321", "R1C2", "columnindexer"),
    ] {
        let solution: Grid = solution.parse().unwrap();
        for other in ["rowindexer", "columnindexer"] {
            let entries = json!([{ "cells": [cell] }]);
            let object = json!({"size": 4, "grid": empty_grid(4), other: entries.clone()});
            let puzzle = parsed(&link(object)).unwrap();
            assert_eq!(
                verify(&puzzle, &solution).is_ok(),
                other == field,
                "{other}"
            );
            let written = write_link(&puzzle, None, LinkSite::FPuzzles).unwrap();
            let (_, packed) = written.split_once("load=").unwrap();
            let packed = packed
                .replace("%2B", "+")
                .replace("%2F", "/")
                .replace("%3D", "=");
            let units = lz_str::decompress_from_base64(packed.as_str()).unwrap();
            let object: Value = serde_json::from_str(&String::from_utf16(&units).unwrap()).unwrap();
            assert_eq!(object[other], entries);
        }
    }
}

#[test]
fn drawings_without_a_rule_are_noted_once() {
    let line = json!([{"lines": [["R1C1", "R1C2"]]}]);
    let object = json!({"size": 9, "grid": empty_grid(9), "line": line, "text": [{"value": "<"}]});
    for text in [object.to_string(), link(object)] {
        let mut records = crate::Reader::new("x", text.as_bytes(), Default::default());
        let note = records.next().unwrap().unwrap().note;
        assert_eq!(
            note.as_deref(),
            Some("drawings without a rule left out: line, text")
        );
    }
}

#[test]
fn incomplete_regions_are_extra_regions() {
    let mut grid = empty_grid(4);
    for row in &mut grid {
        row.fill(json!({"region": null}));
        row[0] = json!({"region": 0});
    }
    grid[0][1] = json!({"region": 1});
    let puzzle = parsed(&link(json!({"size": 4, "grid": grid}))).unwrap();
    assert_eq!(puzzle.layout().boxes(), None);
    assert_eq!(
        rules_of(&puzzle),
        ["extra-region r1c1 r2c1 r3c1 r4c1", "extra-region r1c2"]
    );
}

#[test]
fn folded_slashes_are_restored() {
    let puzzle = puzzle("3x3", LINE);
    let mut has_folded = false;
    for length in 0..40 {
        // A character of sixteen set bits, which are slashes in Base64.
        let title = "x".repeat(length) + "\u{ffff}";
        let mut object = json!({"size": 9, "title": title, "grid": empty_grid(9)});
        for given in puzzle.givens().filled() {
            let (row, column) = (given.cell.index() / 9, given.cell.index() % 9);
            object["grid"][row][column] = json!({"value": given.digit.index() + 1, "given": true});
        }
        let packed = lz_str::compress_to_base64(&object.to_string());
        if packed.matches("//").count() == 1 && !packed.contains("///") {
            for packed in [packed.replace("//", "/"), packed] {
                let link = format!("https://sudokupad.app/fpuz{packed}");
                assert_eq!(parsed(&link), Ok(puzzle.clone()), "{link}");
            }
            has_folded = true;
        }
    }
    assert!(has_folded);
}

#[test]
fn reads_sudokupad_codes() {
    let puzzle = puzzle("3x3", LINE);
    let link = write_link(&puzzle, None, LinkSite::FPuzzles).unwrap();
    let code = link.split_once("load=").unwrap().1;
    for text in [
        format!("https://sudokupad.app/fpuzzles{code}"),
        format!("https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles{code}&x=1"),
        format!(
            "fpuzzles{}",
            code.replace("%2B", "+")
                .replace("%2F", "/")
                .replace("%3D", "=")
        ),
    ] {
        assert_eq!(parsed(&text), Ok(puzzle.clone()), "{text}");
    }
}

#[test]
fn names_unknown_and_bad_constraints() {
    let cages = json!([{"cells": ["R1C1", "R1C2"], "value": "3"}]);
    for (name, value, expected) in [
        (
            "new one",
            cages,
            "expected only constraints that satdoku has, found `new one`",
        ),
        (
            "odd",
            json!([{"cell": "R0C1"}]),
            "expected a cell from R1C1 to R9C9 in odd, found `R0C1`",
        ),
        (
            "killercage",
            json!([{"cells": ["R1C1"], "value": "?"}]),
            "expected a number in killercage, found `\"?\"`",
        ),
        (
            "xsum",
            json!([{"cell": "R1C1", "value": "3"}]),
            "expected a cell at the end of a row or column in xsum, found `R1C1`",
        ),
        (
            "xv",
            json!([{"cells": ["R1C1", "R1C2"], "value": "I"}]),
            "expected X or V in xv, found `I`",
        ),
        (
            "sandwichsum",
            json!([{"cell": "R0C0", "value": "3"}]),
            "expected a cell at the end of a row or column in sandwichsum, found `R0C0`",
        ),
        (
            "littlekillersum",
            json!([{"cell": "R5C5", "direction": "UL", "value": "3"}]),
            "expected a cell beside the grid in littlekillersum, found `R5C5`",
        ),
        (
            "killercage",
            json!([null]),
            "expected an object in killercage, found null",
        ),
        (
            "killercage",
            json!([{"cells": "R1C1"}]),
            "expected an array in killercage, found string `R1C1`",
        ),
        (
            "thermometer",
            json!([{"lines": [["R1C1", 2]]}]),
            "expected a string in thermometer, found integer `2`",
        ),
        (
            "thermometer",
            json!([{"lines": "R1C1"}]),
            "expected an array in thermometer, found string `R1C1`",
        ),
        (
            "negative",
            json!("ratio"),
            "expected an array in negative, found string `ratio`",
        ),
        (
            "arrow",
            json!([{"lines": [["R1C1", "R1C2"]]}]),
            "expected at least 1 cell in arrow, found 0",
        ),
        (
            "modularline",
            json!([{"lines": [["R1C1", "R1C2"]], "value": "0"}]),
            "expected a number of at least 1 in modularline, found 0",
        ),
        (
            "killercage",
            json!([{"cells": ["R1C1", "R1C1"]}]),
            "expected each cell once in `cage r1c1 r1c1`, found r1c1 twice",
        ),
    ] {
        let object = json!({"size": 9, "grid": empty_grid(9), name: value});
        assert_eq!(error(&link(object)), expected, "{name}");
    }
    let nothing =
        json!({"size": 9, "grid": empty_grid(9), "arrow": [], "antiking": false, "title": "x"});
    assert_eq!(
        parsed(&link(nothing)),
        Ok(Puzzle::classic("3x3".parse().unwrap()))
    );
}

#[test]
fn reports_bad_links() {
    let mut grid = empty_grid(4);
    grid[1][2] = json!({"value": 5, "given": true});
    for (text, expected) in [
        (
            "https://f-puzzles.com/?load=N4Ig!".to_string(),
            "expected a puzzle of f-puzzles in the link, found characters that are not Base64",
        ),
        (
            "https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCALhNAbO8QHkAnAEwEMBXNEAJRk".to_string(),
            "expected a puzzle of f-puzzles in the link, found a text that was cut or changed",
        ),
        (
            link(json!({"size": 4, "grid": grid})),
            "expected a digit from 1 to 4 in r2c3, found `5`",
        ),
        (
            link(json!({"size": 3, "grid": []})),
            "expected a size from 4 to 16, found `3`",
        ),
        (
            link(json!({"size": 4, "grid": [[{}]]})),
            "expected a grid of 4x4 cells, found 1 cells",
        ),
        (
            link(json!({"size": 4, "grid": vec![vec![json!({"region": 0}); 4]; 4]})),
            "expected 4 cells in each region, found 16 in one: r1c1 r1c2 r1c3 r1c4 r2c1 r2c2 r2c3 \
             r2c4 r3c1 r3c2 r3c3 r3c4 r4c1 r4c2 r4c3 r4c4",
        ),
        (
            "https://f-puzzles.com/?id=y5x6abcd".to_string(),
            "expected a link that contains the puzzle: open it there and export the puzzle as a \
             link, found a link of f-puzzles.com without it",
        ),
        (
            "https://www.sudokuwiki.org/sudoku.htm?bd=S9B0102".to_string(),
            "expected the 81 cells of sudokuwiki.org after bd=, found `S9B0102`",
        ),
    ] {
        assert_eq!(error(&text), expected, "{text}");
    }
}

/// Cells without a region were in none if others had one.
#[test]
fn a_cell_without_a_region_is_in_the_default_one() {
    let mut grid = empty_grid(5);
    grid[0][4] = json!({"region": 1});
    grid[1][0] = json!({"region": 0});
    let puzzle = parsed(&link(json!({"size": 5, "grid": grid}))).unwrap();
    let regions = puzzle.layout().rules().regions().unwrap().to_string();
    assert_eq!(regions, "1111212222333334444455555");
    let labels = "1222222111111233333334444444555555566666667777777";
    let jigsaw = format!("{}; regions {labels}", ".".repeat(49));
    let jigsaw: Puzzle = jigsaw.parse().unwrap();
    let object = super::write(&jigsaw, None).unwrap();
    assert_eq!(object["grid"][0][0]["region"], 0);
    assert_eq!(parsed(&link(object)), Ok(jigsaw));
}

#[test]
fn texts_of_flags_are_read_and_fields_without_cells_are_noted() {
    let object = json!({"size": 9, "grid": empty_grid(9), "antiknight": "false", "antiking": "true",
        "activeConstraints": ["thermometer", "arrow"]});
    let text = link(object);
    let mut records = crate::Reader::new("x", text.as_bytes(), Default::default());
    let record = records.next().unwrap().unwrap();
    let expected = "unknown fields without cells left out: activeConstraints";
    assert_eq!(record.note.as_deref(), Some(expected));
    assert_eq!(rules_of(&record.content.unwrap().0), ["anti-king"]);
}
