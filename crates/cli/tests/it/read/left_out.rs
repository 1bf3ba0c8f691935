//! Texts that satdoku does not read: an error, and never another puzzle.

use crate::common::satdoku_on;

/// Asserts that a text is an error with these words.
fn assert_refused(text: &str, expected: &str) {
    let run = satdoku_on("solve", text);
    assert_eq!((&*run.stdout, run.code), ("", 2), "{text}: {}", run.stderr);
    assert!(run.stderr.contains(expected), "{text}: {}", run.stderr);
}

// Kinds of constraints, items of constraint strings, and more than 13 grids.

#[test]
fn ranks_and_doppelgangers_are_no_constraints() {
    for rule in [
        "full-rank 1 row 1 left",
        "tied-rank 4 column 4 top",
        "full rank 1 row 1 left",
        "distinct-lines",
        "doppelganger rows x columns y boxes z",
    ] {
        assert_refused(
            &format!("1.......2.3.4...; {rule}\n"),
            "expected a constraint",
        );
        assert_refused(
            &format!("1...\n....\n2.3.\n4...\n\n{rule}\n"),
            "expected a rule such as",
        );
        let object = format!("{{\"puzzle\":\"1.......2.3.4...\",\"constraints\":[\"{rule}\"]}}\n");
        assert_refused(&object, "expected a constraint");
    }
}

#[test]
fn an_item_of_a_constraint_string_that_is_left_out_is_named() {
    for item in [
        "FullRank~C1~25~23",
        "FullRankTies~none",
        "Doppelganger",
        "LookAndSay~12~R1C1",
        "DutchFlatmates",
        "RegionSameValues",
        "RegionSize~4",
        "GlobalEntropy",
        "GlobalMod",
        "SumLine~3~R1C1~R1C2",
        "ChaosCount~R1C1",
    ] {
        let name = item.split('~').next().unwrap();
        let expected = format!("found `{name}`");
        assert_refused(&format!(".Shape~4x4.~R1C1_1.{item}\n"), &expected);
        let link = format!("https://sigh.github.io/Interactive-Sudoku-Solver/?q=.{item}.~R1C1_1\n");
        assert_refused(&link, &expected);
    }
}

#[test]
fn more_than_thirteen_grids_are_an_error() {
    for count in [14, 3600] {
        let corners = (0..count).map(|place| format!(" r{}c{}", place / 60 + 1, place % 60 + 1));
        let rule = format!("box 2x2; grids{}", corners.collect::<String>());
        let expected = format!("at most 13 grids in `grids r1c1 r1c2 r1c3…`, found {count}");
        assert_refused(&format!("................; {rule}\n"), &expected);
    }
}

// Links and formats.

#[test]
fn links_of_puzz_link() {
    assert_refused("https://puzz.link/p?sudoku/4/4/1k2h3k4", "no puzzle found");
    assert_refused(
        "https://puzz.link/p?sudoku/9/9/g8i9h1h4j6h7i3j2h5h9i8g",
        "no puzzle found",
    );
}

#[test]
fn killers_whose_symbols_point_to_the_next_cell() {
    let row = "3<5<9<123";
    assert_refused(&format!("{}^^`<9<12`", row.repeat(8)), "expected");
}

#[test]
fn pencil_marks_of_nine_symbols_for_each_cell() {
    assert_refused(&"12.4...8.".repeat(81), "729 symbols, nine for each cell");
}

#[test]
fn formats_of_other_programs_are_not_written() {
    for format in ["sdm", "sdk", "ascii", "link=sudokuwiki"] {
        let run = satdoku_on(&format!("convert --format {format}"), "1.....2..3.....4");
        assert_eq!((run.stdout.as_str(), run.code), ("", 2), "{format}");
    }
}
