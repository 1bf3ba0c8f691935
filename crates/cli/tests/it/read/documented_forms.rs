//! The forms in the table of `docs/input.md`: each of them is read as the same puzzle.

use std::fs;

use satdoku::board::{Grid, Puzzle, Shape};
use satdoku::engine::{Budget, find};
use satdoku_text::{LinkSite, ReadOptions, Reader, parse_puzzle, write_link};

use crate::common::satdoku_on;

const PUZZLE: &str = "1.....2..3.....4";
const SOLUTION: &str = "1243342143122134";

/// Returns the name and the text of each form in the table.
pub fn forms() -> Vec<(String, String)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/input.md");
    let document = fs::read_to_string(path).unwrap();
    let table = document
        .lines()
        .skip_while(|line| *line != "| form | text |");
    let rows = table.skip(2).take_while(|line| line.starts_with('|'));
    let row = |line: &str| {
        let (name, text) = line.trim_matches('|').split_once(" | ").unwrap();
        let text = text.trim().strip_prefix('`').unwrap();
        let text = text.strip_suffix('`').unwrap().replace("\\|", "|");
        let text = text.replace('⏎', "\n").replace('⇥', "\t").replace('␣', " ");
        (name.trim().to_string(), text)
    };
    rows.map(row).collect()
}

/// Returns all solutions.
fn solutions(puzzle: &Puzzle) -> Vec<String> {
    let mut engine = find("brute").unwrap().make();
    let solutions = engine.solutions(puzzle, u64::MAX, &Budget::UNLIMITED);
    solutions.unwrap().0.iter().map(Grid::to_string).collect()
}

#[test]
fn every_form_of_the_guide_is_read() {
    let forms = forms();
    assert!(!forms.is_empty());
    let mut wrong = String::new();
    for (name, text) in &forms {
        for text in [
            text.clone(),
            format!("{text}\n"),
            text.replace('\n', "\r\n"),
        ] {
            let options = ReadOptions::default();
            let records: Vec<_> = Reader::new("f", text.as_bytes(), options).collect();
            // Pencil marks contain more than the givens.
            let shown = |puzzle: &Puzzle| match puzzle.givens().to_string() {
                _ if name.contains("pencil") && solutions(puzzle) == [SOLUTION] => {
                    PUZZLE.to_string()
                }
                givens => givens,
            };
            let records = records.iter().map(|record| record.as_ref().unwrap());
            let puzzles: Vec<String> = records
                .map(|record| match &record.content {
                    Ok((puzzle, _)) => shown(puzzle),
                    Err(invalid) => invalid.error.to_string(),
                })
                .collect();
            let is_right = puzzles == [PUZZLE];
            if !is_right {
                wrong += &format!("{name}:\n{text}\n{puzzles:?}\n\n");
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn the_links_of_the_guide_are_written_again() {
    let texts: Vec<String> = forms().into_iter().map(|(_, text)| text).collect();
    for site in [LinkSite::FPuzzles, LinkSite::SudokuPad] {
        let link = write_link(&PUZZLE.parse().unwrap(), None, site).unwrap();
        assert!(texts.contains(&link), "{link}");
    }
}

#[test]
fn a_constraint_string_of_a_link_is_read_again() {
    let link = satdoku_on("convert --format link=iss", PUZZLE).stdout;
    assert_eq!(
        satdoku_on("convert --format line", &link).stdout,
        format!("{PUZZLE}\n")
    );
}

#[test]
fn links_are_written_for_puzzles_and_solutions() {
    let hardest = crate::common::HARDEST_LINE;
    let [f_puzzles, plain, pad] = ["=f-puzzles", "", "=sudokupad"].map(|site| {
        let run = satdoku_on(&format!("convert --format link{site}"), PUZZLE);
        assert_eq!(run.code, 0, "{}", run.stderr);
        run.stdout
    });
    assert_eq!(f_puzzles, plain);
    let code = plain.strip_prefix("https://f-puzzles.com/?load=").unwrap();
    assert_eq!(pad, format!("https://sudokupad.app/fpuzzles{code}"));
    for (command, input, givens) in [
        ("solve --format link", PUZZLE, Some(PUZZLE)),
        ("solve --format link=sudokupad", PUZZLE, Some(PUZZLE)),
        ("canonical --format link", hardest, None),
        ("generate -n 1 --format link --seed 1", "", None),
    ] {
        let run = satdoku_on(command, input);
        assert_eq!(run.err(), ("", 0), "{command}");
        let (puzzle, _) = parse_puzzle(&run.stdout, ReadOptions::default()).unwrap();
        assert_eq!(
            puzzle.geometry().rows(),
            if givens.is_some() { 4 } else { 9 },
            "{command}"
        );
        if let Some(givens) = givens {
            assert_eq!(puzzle.givens().to_string(), givens);
        }
    }
    let run = satdoku_on("convert --format link --box 5x5", ".".repeat(625));
    let expected = "<stdin>:1: expected a board of 4x4 to 16x16 for a link, found 25x25\n";
    assert_eq!(
        (run.stderr.as_str(), run.stdout.as_str(), run.code),
        (expected, "", 1)
    );
}

/// Pencil marks of a puzzle with one solution; its givens alone have six.
const MARKS: &str = "2 1234 123 134\n1234 234 3 1234\n1234 2 1234 1234\n124 1234 1234 1234\n";

#[test]
fn every_command_accepts_pencil_marks() {
    assert_eq!(
        satdoku_on("count", "2.....3..2......").stdout,
        "<stdin>:1: 6\n"
    );
    for engine in ["sat", "sat:minimal", "mrv", "dlx", "static", "brute"] {
        let run = satdoku_on(&format!("solve -f line --engine {engine}"), MARKS);
        let expected = "2314143232414123\n";
        assert_eq!(run.stdout, expected, "{engine}: {}", run.stderr);
    }
    for (command, expected) in [
        ("count", "<stdin>:1: 1\n"),
        ("check", "<stdin>:1: unique\n"),
        ("hint", ""),
        ("explain", ""),
        ("rate", ""),
        ("export", "; not r1c3=4 r1c4=2 r2c2=1 r4c1=3\n"),
        ("check --redundant", "unique"),
        (
            "check --format jsonl",
            "\"pencil_marks\":[\"2\",\"1234\",\"123\",\"134\"",
        ),
    ] {
        let run = satdoku_on(command, MARKS);
        assert_eq!(run.err(), ("", 0), "{command}");
        assert!(run.stdout.contains(expected), "{command}\n{}", run.stdout);
    }
    let run = satdoku_on("canonical", MARKS);
    assert_eq!(run.out(), ("", 1));
    // The output of `candidates` is the same puzzle.
    let candidates = satdoku_on("candidates", MARKS).stdout;
    assert_eq!(
        satdoku_on("solve --format line", &candidates).stdout,
        "2314143232414123\n"
    );
    let none = MARKS.replacen("1234", "124", 1);
    let run = satdoku_on("check", &none);
    assert!(
        run.stdout.contains("none: ") && run.stdout.contains("pencil marks"),
        "{}",
        run.stdout
    );
}

#[test]
fn a_board_with_all_candidates_is_one_puzzle() {
    // Each row has as many symbols as a board.
    for shape in ["2x2", "2x3", "3x3", "4x4"] {
        let size = shape.parse::<Shape>().unwrap().size();
        let blank = ".".repeat(size * size);
        let candidates = satdoku_on(&format!("candidates --box {shape}"), &blank).stdout;
        let options = format!("convert --format line --box {shape}");
        let run = satdoku_on(&options, &candidates);
        assert_eq!((run.stdout, run.code), (format!("{blank}\n"), 0), "{shape}");
    }
    let candidates = "1,2,3,4 1,2,3,4 | 1,2,3,4 1,2,3,4\n".repeat(4);
    assert_eq!(satdoku_on("count", &candidates).stdout, "<stdin>:1: 288\n");
}

#[test]
fn candidates_that_count_up_are_no_labels() {
    let marks =
        "1   2   | 3   4\n1,3 3,4 | 1   2\n--------+--------\n2   3   | 4   1,3\n3,4 1   | 2,4 3\n";
    let run = satdoku_on("solve --format line", marks);
    assert_eq!(run.out(), ("1234341223414123\n", 0));
}
