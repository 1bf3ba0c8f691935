//! Texts that are not read, although they contain a puzzle: each is an error, never another puzzle.

use crate::common::{HARDEST_LINE, satdoku_on};

fn refused(text: &str) {
    let run = satdoku_on("check", text);
    assert_eq!((run.stdout.as_str(), run.code), ("", 2), "{text}");
    assert!(!run.stderr.is_empty(), "{text}");
}

// Links and formats.

#[test]
fn links_of_puzz_link() {
    refused("https://puzz.link/p?sudoku/4/4/1k2h3k4");
    refused("https://puzz.link/p?sudoku/9/9/g8i9h1h4j6h7i3j2h5h9i8g");
}

#[test]
fn killers_whose_symbols_point_to_the_next_cell() {
    let row = "3<5<9<123";
    refused(&format!("{}^^`<9<12`", row.repeat(8)));
}

#[test]
fn pencil_marks_of_nine_symbols_for_each_cell() {
    let marks = "12.4...8.".repeat(81);
    for before in ["", "> ", "1. ", "see: "] {
        refused(&format!("{before}{marks}"));
    }
}

#[test]
fn formats_of_other_programs_are_not_written() {
    for format in ["sdm", "sdk", "ascii", "link=sudokuwiki"] {
        let run = satdoku_on(&format!("convert --format {format}"), "1.....2..3.....4");
        assert_eq!((run.stdout.as_str(), run.code), ("", 2), "{format}");
    }
}

// Python, page.

#[test]
fn links_of_the_page_with_fields() {
    let line = HARDEST_LINE;
    for fragment in [
        format!("puzzle={line}&variants=diagonal"),
        format!("puzzle={line}"),
        "puzzle=.....2.12.4.....&box=1x4".to_string(),
        "puzzle=1243342143122134&constraints=cage%203%20r1c1%20r1c2".to_string(),
        "puzzle=......&box=1x3&board=board%202x3".to_string(),
    ] {
        refused(&format!("https://example.org/satdoku/#{fragment}"));
    }
}
