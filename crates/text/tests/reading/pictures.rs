//! Pictures: drawings in characters are read again, and SVG is well-formed.

use std::sync::Arc;

use crate::testing::{puzzle, random_puzzles};
use satdoku::board::{Cell, Digit, Grid, Layout, Puzzle, Ruleset, Variant};
use satdoku_text::{Alphabet, Arrangement, Picture, ReadOptions, Reader, Strokes, read_regions};

/// Returns the only puzzle of a text.
fn read(text: &str, options: ReadOptions) -> Puzzle {
    let records: Vec<_> = Reader::new("text", text.as_bytes(), options)
        .map(Result::unwrap)
        .collect();
    let [record] = records.as_slice() else {
        panic!("{} records\n{text}", records.len());
    };
    let (puzzle, form) = record.content.clone().unwrap_or_else(|invalid| {
        panic!("{}\n{text}", invalid.error);
    });
    assert_eq!(form.arrangement, Arrangement::Boxes, "{text}");
    puzzle
}

#[test]
fn a_drawn_grid_is_read_again() {
    let mut puzzles = random_puzzles(&["2x2", "2x3", "3x3", "4x3", "4x4", "5x5"], 6);
    puzzles.extend(random_puzzles(&["6x6"], 1));
    for puzzle in puzzles {
        let size = puzzle.geometry().digit_count();
        let alphabets = Alphabet::CHARACTERS.into_iter();
        let fitting = alphabets.filter(|alphabet| size <= alphabet.capacity());
        for alphabet in fitting.chain([Alphabet::Numbers]) {
            for strokes in [Strokes::Unicode, Strokes::Ascii] {
                let text = Picture::new(&puzzle, alphabet).draw(strokes);
                let options = ReadOptions {
                    alphabet: Some(alphabet),
                    ..ReadOptions::like(puzzle.layout().rules())
                };
                assert_eq!(read(&text, options).givens(), puzzle.givens(), "{text}");
            }
        }
    }
}

#[test]
fn a_drawn_jigsaw_is_read_again() {
    let map = "1233333\n1222223\n1445523\n1444555\n1446775\n1166775\n6666777\n";
    let map = read_regions("map", map).unwrap();
    let options = ReadOptions {
        regions: Some(map.clone()),
        ..ReadOptions::default()
    };
    let mut givens = Grid::blank(7);
    for index in [0, 4, 16, 20, 33, 48] {
        givens.set(Cell::from_index(index), Some(Digit::from_index(index % 7)));
    }
    let layout = Arc::new(Layout::new(Ruleset::jigsaw(map)));
    let puzzle = Puzzle::new(layout, givens).unwrap();
    for alphabet in [Alphabet::FromOne, Alphabet::Letters, Alphabet::Numbers] {
        for strokes in [Strokes::Unicode, Strokes::Ascii] {
            let text = Picture::new(&puzzle, alphabet).draw(strokes);
            let options = ReadOptions {
                alphabet: Some(alphabet),
                ..options.clone()
            };
            assert_eq!(read(&text, options), puzzle, "{text}");
        }
    }
}

#[test]
fn svg_is_well_formed_and_has_each_digit_once() {
    let solution = "1234341221434321";
    let puzzle = puzzle("2x2", "1.............2.");
    let solution = Grid::from_cells(
        solution
            .chars()
            .map(|c| Some(Digit::from_index(c.to_digit(10).unwrap() as usize - 1)))
            .collect(),
    )
    .unwrap();
    let rules = Ruleset::classic("2x2".parse().unwrap());
    let layout = Arc::new(Layout::new(rules.with(&Variant::ALL).unwrap()));
    let puzzle = Puzzle::new(layout, puzzle.givens().clone()).unwrap();
    let text = Picture::new(&puzzle, Alphabet::FromOne)
        .with_solution(&solution)
        .svg();
    assert_eq!(text.matches("<text ").count(), 16);
    let mut open = Vec::new();
    for tag in text.split('<').skip(1) {
        let (tag, content) = tag.split_once('>').unwrap();
        assert!(!content.contains('>') && !content.contains('&'));
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        let name = tag.split([' ', '/']).find(|word| !word.is_empty()).unwrap();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty());
    // Every digit is in the middle of its cell.
    let first = text.find(">1</text>").unwrap();
    assert!(text[..first].ends_with("x=\"20\" y=\"30\""), "{text}");
}
