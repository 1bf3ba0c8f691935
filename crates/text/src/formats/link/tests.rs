//! Tests of links in text.

use super::{LinkSite, find, titles_left_out, write_link};
use crate::read::reader::parsed;
use satdoku::board::Puzzle;

const LINE: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

#[test]
fn links_are_found_in_lines() {
    let zeros = LINE.replace('.', "0");
    for (line, expected) in [
        (
            format!("https://www.sudokuwiki.org/sudoku.htm?bd={zeros}"),
            true,
        ),
        (format!("see http://x.org/play/{LINE}/2, it is hard"), true),
        (format!("<https://x.org/?a=1&s={LINE}#top>"), true),
        ("https://f-puzzles.com/?load=N4Ig".to_string(), true),
        ("https://sudokupad.app/abcdef".to_string(), true),
        (format!("fpuzzles{}", "N4Ig".repeat(9)), true),
        ("https://x.org/?bd=12".to_string(), true),
        (
            "http://forum.enjoysudoku.com/t1234567890123456.html".to_string(),
            false,
        ),
        ("fpuzzles are fine".to_string(), false),
        ("x?bd=12".to_string(), false),
    ] {
        assert_eq!(find(&line).is_some(), expected, "{line}");
    }
}

#[test]
fn cells_in_a_link_are_a_puzzle() {
    for text in [
        format!("https://www.sudokuwiki.org/sudoku.htm?bd={LINE}"),
        format!("https://x.org/{}?v=2", LINE.replace('.', "0")),
        format!("http://localhost:4173/#{LINE}"),
        format!("- [this one](https://x.org/#{LINE})"),
    ] {
        assert_eq!(parsed(&text).unwrap().to_string(), LINE, "{text}");
    }
    let four = "https://x.org/?p=1.....2..3.....4";
    assert_eq!(parsed(four).unwrap().to_string(), "1.....2..3.....4");
}

/// Returns a link with every byte of the line escaped that is not a letter or digit.
fn page(line: &str) -> String {
    let escaped = line.bytes().map(|byte| match byte {
        b'.' => ".".to_string(),
        _ if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    });
    format!("https://x.org/page/#{}", escaped.collect::<String>())
}

#[test]
fn a_line_in_the_fragment_is_the_whole_puzzle() {
    let large = format!("49{}", " 0".repeat(49 * 49 - 1));
    for line in [
        LINE,
        "1243342143122134",
        "1.....2..3.....4; box 1x4; anti-king; cage 3 r1c1 r1c2; not r4c1=1,2",
        "1.....2..3.....4; raw; pairs \"(a - b) * 2 < b\" r1c1 r1c2",
        "........; board 3x3; holes r2c2; not r1c1=2,3; sum 8 r1c1 2*r1c2",
        &large,
    ] {
        let expected: Puzzle = line.parse().unwrap();
        assert_eq!(parsed(&page(line)).unwrap(), expected, "{line}");
    }
}

#[test]
fn a_fragment_that_is_not_a_line_is_no_other_puzzle() {
    for fragment in [
        &format!("puzzle={LINE}&variants=diagonal"),
        &format!("puzzle={LINE}"),
        "puzzle=1243342143122134&box=1x4",
        "puzzle=......&board=board%202x3&box=1x3",
        "1.....2..3.....4%3B%20cage%203%20r1c1%20r9c9",
        "1.....2..3.....%3B%20diagonal",
    ] {
        assert!(parsed(&format!("https://x.org/#{fragment}")).is_err());
    }
    assert!(find("https://x.org/wiki/Sudoku#Variants.of.it").is_none());
    assert!(find("https://x.org/#/a;b=c").is_none());
}

/// Returns the givens of the puzzles of a text, and the notes about them.
fn givens_and_notes(text: &str) -> Vec<(String, Option<String>)> {
    let records = crate::Reader::new("x", text.as_bytes(), Default::default());
    let records = records.map(|record| {
        let record = record.unwrap();
        let (puzzle, _) = record.content.unwrap();
        (puzzle.givens().to_string(), record.note)
    });
    records.collect()
}

#[test]
fn each_link_that_contains_a_puzzle_is_one() {
    let lines = ["1.....2..3.....4", "12..............", "..3............."];
    let links = lines.map(|line| {
        let puzzle: Puzzle = line.parse().unwrap();
        write_link(&puzzle, None, LinkSite::FPuzzles).unwrap()
    });
    let all = lines.map(|line| (line.to_string(), None));
    assert_eq!(givens_and_notes(&links.join(" ")), all);
    // A link without a puzzle does not hide one.
    let text = format!("see https://tinyurl.com/abc and {}", links[0]);
    assert_eq!(givens_and_notes(&text), all[..1]);
    let credit = "https://f-puzzles.com/?id=abc";
    let found = givens_and_notes(&format!("{credit}\n1...\n..2.\n.3..\n...4\n"));
    assert_eq!(found[0].0, lines[0]);
    let note = found[0].1.as_deref().unwrap();
    assert!(note.ends_with("was not followed"), "{note}");
}

/// Each was unpacked; `packed` has the test of a long text.
#[test]
fn a_link_to_a_link_is_no_puzzle() {
    let mut nested = "1.....2..3.....4".to_string();
    for _ in 0..6 {
        let packed = lz_str::compress_to_base64(&nested);
        nested = format!("https://f-puzzles.com/?load={packed}");
    }
    let error = parsed(&nested).unwrap_err().to_string();
    assert!(
        error.ends_with("found a text that was cut or changed"),
        "{error}"
    );
}

#[test]
fn titles_without_room_are_noted() {
    let rules = "either { v r1c1 r1c2 } or { x r1c1 r1c2 } as \"one\"; connected 1 as \"two\"; \
                 pairs \"a < b\" as \"three\" r1c1 r1c2";
    let puzzle: Puzzle = format!("................; {rules}").parse().unwrap();
    let note = titles_left_out(&puzzle, LinkSite::Interactive);
    let expected = "titles that the link leaves out: \"one\", \"two\"";
    assert_eq!(note.as_deref(), Some(expected));
    assert_eq!(titles_left_out(&puzzle, LinkSite::SudokuPad), None);
}
