//! What is written is read again as it was, and no text makes the reader panic.

use std::sync::Arc;

use proptest::prelude::*;
use satdoku::board::{Candidate, Cell, Digit, Grid, Layout, Puzzle, Shape};
use satdoku::format::{Alphabet, Arrangement, Form, ReadOptions, Reader, Record};
use satdoku::sat::{Encoding, Translation};

const SHAPES: [&str; 9] = [
    "2x2", "2x3", "3x2", "3x3", "2x5", "3x4", "4x4", "5x5", "6x6",
];

/// A grid of one of the shapes with digits anywhere, as no rule would have them.
fn any_grid() -> impl Strategy<Value = (Shape, Grid)> {
    prop::sample::select(SHAPES.to_vec()).prop_flat_map(|shape| {
        let shape: Shape = shape.parse().unwrap();
        let size = shape.size();
        let cell = prop_oneof![
            2 => Just(None),
            1 => (0..size).prop_map(|index| Some(Digit::from_index(index))),
        ];
        let cells = prop::collection::vec(cell, size * size);
        cells.prop_map(move |cells| (shape, Grid::from_cells(cells).unwrap()))
    })
}

/// A form that has a symbol for every digit of a board.
fn any_form(size: usize) -> impl Strategy<Value = Form> {
    let arrangement = prop::sample::select(vec![
        Arrangement::Line,
        Arrangement::Rows,
        Arrangement::SpacedRows,
        Arrangement::Boxes,
    ]);
    let mut alphabets = vec![Alphabet::Numbers];
    let characters = Alphabet::CHARACTERS.into_iter();
    alphabets.extend(characters.filter(|alphabet| size <= alphabet.capacity()));
    let alphabet = prop::sample::select(alphabets);
    (arrangement, alphabet).prop_map(|(arrangement, alphabet)| Form {
        arrangement,
        alphabet,
    })
}

fn any_written_grid() -> impl Strategy<Value = (Shape, Grid, Form)> {
    any_grid().prop_flat_map(|(shape, grid)| {
        any_form(shape.size()).prop_map(move |form| (shape, grid.clone(), form))
    })
}

fn read(text: &[u8], options: ReadOptions) -> Vec<Record> {
    Reader::new("text", text, options)
        .map(Result::unwrap)
        .collect()
}

proptest! {
    #[test]
    fn every_form_of_every_grid_is_read_again((shape, grid, form) in any_written_grid()) {
        let text = form.write(&grid, shape);
        let options = ReadOptions {
            shape: Some(shape),
            alphabet: Some(form.alphabet),
            ..ReadOptions::default()
        };
        let records = read(text.as_bytes(), options);
        prop_assert_eq!(records.len(), 1, "{}", text);
        let (puzzle, _) = records[0].content.as_ref().unwrap();
        prop_assert_eq!(puzzle.givens(), &grid, "{}", text);
    }

    #[test]
    fn a_grid_on_a_line_is_read_again((shape, grid) in any_grid()) {
        let options = ReadOptions { shape: Some(shape), ..ReadOptions::default() };
        let with_alphabet = ReadOptions {
            alphabet: Some(Form::of_size(Arrangement::Line, shape.size()).alphabet),
            ..options
        };
        let records = read(grid.to_string().as_bytes(), with_alphabet);
        prop_assert_eq!(records.len(), 1);
        let (puzzle, _) = records[0].content.as_ref().unwrap();
        prop_assert_eq!(puzzle.givens(), &grid);
    }

    #[test]
    fn shapes_and_alphabets_are_read_as_they_are_written(rows in 2usize..20, columns in 2usize..20) {
        let shape = Shape::new(rows, columns).unwrap();
        prop_assert_eq!(shape.to_string().parse::<Shape>().unwrap(), shape);
    }

    #[test]
    fn variables_and_candidates_are_one_to_one((shape, grid) in any_grid(), index in 0usize..1_296) {
        let layout = Arc::new(Layout::classic(shape));
        let puzzle = Puzzle::new(layout, grid).unwrap();
        for encoding in Encoding::ALL {
            let translation = Translation::new(&puzzle, encoding);
            let map = translation.map();
            let cell = Cell::from_index(index % (shape.size() * shape.size()));
            for digit in (0..shape.size()).map(Digit::from_index) {
                let candidate = Candidate { cell, digit };
                if let Some(variable) = map.variable(candidate) {
                    prop_assert_eq!(map.candidate(variable), Some(candidate));
                }
            }
        }
    }

    #[test]
    fn no_bytes_make_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        read(&bytes, ReadOptions::default());
    }

    #[test]
    fn no_text_like_a_puzzle_makes_the_reader_panic(
        text in "[0-9A-Ga-z.*_|+= \n\r,;#…-]{0,400}",
        shape in prop::option::of(prop::sample::select(SHAPES.to_vec())),
    ) {
        let options = ReadOptions {
            shape: shape.map(|shape| shape.parse().unwrap()),
            ..ReadOptions::default()
        };
        for record in read(text.as_bytes(), options) {
            prop_assert!(record.line <= text.lines().count());
            if let Err(invalid) = record.content {
                prop_assert!(invalid.error.place.line <= text.lines().count() + 1);
            }
        }
    }
}
