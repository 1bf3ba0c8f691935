//! The forms that `docs/input.md` lists: each text of its table is read, and is the puzzle that the
//! table is about.

use std::fs;

use satdoku::Puzzle;
use satdoku::board::Grid;
use satdoku::engine::{Budget, SolutionSink, find};
use satdoku::format::{ReadOptions, Reader, write_link};

use crate::common::satdoku_on;

const PUZZLE: &str = "1.....2..3.....4";
const SOLUTION: &str = "1243342143122134";

/// The rows of the table of forms: what a form is called, and its text.
fn forms() -> Vec<(String, String)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/input.md");
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

/// All solutions.
fn solutions(puzzle: &Puzzle) -> Vec<String> {
    let mut found = Vec::new();
    let mut receive = |grid: &Grid| {
        found.push(grid.to_string());
        std::ops::ControlFlow::Continue(())
    };
    let mut sink = SolutionSink::new(puzzle, u64::MAX, &mut receive);
    let mut engine = find("brute").unwrap().make();
    engine.search(puzzle, Budget::UNLIMITED, &mut sink).unwrap();
    found
}

#[test]
fn every_form_of_the_guide_is_read() {
    let forms = forms();
    assert!(forms.len() >= 45, "{}", forms.len());
    let mut wrong = String::new();
    for (name, text) in &forms {
        for text in [
            text.clone(),
            format!("{text}\n"),
            text.replace('\n', "\r\n"),
        ] {
            let options = ReadOptions::default();
            let records: Vec<_> = Reader::new("f", text.as_bytes(), options).collect();
            let shown = |puzzle: &Puzzle| match puzzle.removed() {
                [] => puzzle.givens().to_string(),
                _ if solutions(puzzle) == [SOLUTION] => PUZZLE.to_string(),
                _ => format!("{:?}", solutions(puzzle)),
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
fn the_program_solves_every_form_of_the_guide() {
    for (name, text) in forms() {
        let run = satdoku_on("solve --format line", text.as_bytes());
        assert_eq!(
            (run.stdout.as_str(), run.code),
            (&*format!("{SOLUTION}\n"), 0),
            "{name}\n{}",
            run.stderr
        );
    }
}

#[test]
fn the_links_of_the_guide_are_those_that_are_written() {
    let link = write_link(&PUZZLE.parse().unwrap(), None).unwrap();
    let code = link.split_once("?load=").unwrap().1;
    let texts: Vec<String> = forms().into_iter().map(|(_, text)| text).collect();
    assert!(texts.contains(&link), "{link}");
    assert!(
        texts.contains(&format!("https://sudokupad.app/fpuzzles{code}")),
        "{code}"
    );
}
