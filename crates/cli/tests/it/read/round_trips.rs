//! Whatever is written can be read again, and no text makes the reader panic.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use proptest::prelude::*;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use satdoku::board::{Candidate, Digit, Grid, Layout, Puzzle, Shape};
use satdoku::engine::{Budget, SolutionSink, find};
use satdoku::propagate::Candidates;
use satdoku_text::{
    Alphabet, Arrangement, Column, Form, ReadOptions, Reader, Record, candidate_words, decompress,
    pencil_marks, write_candidates,
};

use super::documented_forms::forms;

const SHAPES: [&str; 9] = [
    "2x2", "2x3", "3x2", "3x3", "2x5", "3x4", "4x4", "5x5", "6x6",
];

/// A grid of one of the shapes with random digits, whatever the rules.
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
    read_parts(text, options, 1 << 20)
}

/// Reads records of at most this many bytes.
fn read_parts(text: &[u8], options: ReadOptions, longest: usize) -> Vec<Record> {
    Reader::with_limit("text", text, options, longest)
        .map(Result::unwrap)
        .collect()
}

/// A puzzle with some candidates removed that are not in a solution, and the symbols of its digits.
fn any_marked_puzzle() -> impl Strategy<Value = (Puzzle, Alphabet)> {
    let shape = prop::sample::select(SHAPES.to_vec());
    (shape, 0usize..100, 0usize..100, any::<u64>(), any::<bool>()).prop_map(
        |(shape, givens, kept, seed, is_number)| {
            let shape: Shape = shape.parse().unwrap();
            let (size, rows) = (shape.size(), shape.box_rows());
            let solution = |cell: usize| {
                let (row, column) = (cell / size, cell % size);
                (row % rows * shape.box_columns() + row / rows + column) % size
            };
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let mut percent = move || random.next_u32() as usize % 100;
            let digits = (0..size * size)
                .map(|cell| (percent() < givens).then(|| Digit::from_index(solution(cell))));
            let grid = Grid::from_cells(digits.collect()).unwrap();
            let removed = grid.blanks().flat_map(|cell| {
                let digits = (0..size).filter(move |digit| *digit != solution(cell.index()));
                digits.map(move |digit| Candidate {
                    cell,
                    digit: Digit::from_index(digit),
                })
            });
            let removed: Vec<Candidate> = removed.filter(|_| percent() >= kept).collect();
            let puzzle = Puzzle::new(Layout::classic(shape).into(), grid).unwrap();
            let alphabet = if is_number || size > Grid::MAX_LETTERS {
                Alphabet::Numbers
            } else {
                Alphabet::FromOne
            };
            (puzzle.without(removed).unwrap(), alphabet)
        },
    )
}

/// Returns the number of solutions up to ten, or `None` if counting them takes too long.
fn count(puzzle: &Puzzle) -> Option<u64> {
    let mut solutions = SolutionSink::counting(puzzle, 10);
    let mut mrv = find("mrv").unwrap().make();
    let report = mrv.search(puzzle, &Budget::of_nodes(200), &mut solutions);
    (!report.unwrap().end.is_cut_short()).then_some(solutions.count())
}

/// A line of about 81 cells, with some other symbols, possibly followed by text.
fn near_line() -> impl Strategy<Value = String> {
    let cells = prop::collection::vec(prop::sample::select(b"123456789......".to_vec()), 80..=82);
    let change = (
        0usize..81,
        prop::sample::select(vec!['.', '0', '-', '*', '_', 'x', 'A', ' ', ',', '…', '\0']),
    );
    let changes = prop::collection::vec(change, 0..3);
    let blank = prop::sample::select(vec!['.', '0', '_', '*', '-']);
    let rest = prop_oneof![3 => Just(String::new()), 1 => "[ ,;\t\r|-][ -~…\u{a0}]{0,9}"];
    (cells, changes, blank, rest).prop_map(|(cells, changes, blank, rest)| {
        let mut cells: Vec<char> = cells.into_iter().map(char::from).collect();
        cells
            .iter_mut()
            .filter(|cell| **cell == '.')
            .for_each(|cell| *cell = blank);
        for (at, change) in changes.into_iter().filter(|(at, _)| at % 4 == 0) {
            cells[at.min(79)] = change;
        }
        cells.into_iter().collect::<String>() + &rest
    })
}

/// A field of a table as RFC 4180 writes it.
fn quoted(field: &str) -> String {
    format!("\"{}\"", field.replace('"', "\"\""))
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

/// Returns a configuration with this number of cases, unless PROPTEST_CASES is set.
pub fn cases(usual: u32) -> ProptestConfig {
    match std::env::var_os("PROPTEST_CASES") {
        Some(_) => ProptestConfig::default(),
        None => ProptestConfig::with_cases(usual),
    }
}

/// A format in which each row, object or line is a record.
#[derive(Debug, Clone, Copy)]
enum Rows {
    Lines,
    Table(char),
    Json,
}

/// A line of such an input, and true if it is a puzzle.
fn any_line(rows: Rows) -> impl Strategy<Value = (Vec<u8>, bool)> {
    const LINE: &str =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let good = match rows {
        Rows::Lines => LINE.to_string(),
        Rows::Table(delimiter) => format!("7{delimiter}{LINE}{delimiter}note"),
        Rows::Json => format!("{{\"id\":7,\"puzzle\":\"{LINE}\"}}"),
    };
    let bad = [
        "garbage",
        "null",
        "0",
        "17",
        "0,",
        ",",
        ";;;",
        "53..7....",
        "8 . . | . . .",
        "-----",
        "[x]",
        "a, b",
        "\0",
        "{",
        "}",
        "id,puzzle",
        "\u{feff}",
        "…",
        "1.....2..3.....4",
        "|",
    ];
    let bad = prop_oneof![
        4 => prop::sample::select(bad.to_vec()).prop_map(|text| text.as_bytes().to_vec()),
        1 => Just(b"1\xff".to_vec()),
        1 => Just(b"x".repeat(500)),
        1 => Just(good.replace('3', "x").into_bytes()),
        1 => (1..good.len()).prop_map({
            let good = good.clone();
            move |length| good.as_bytes()[..length].to_vec()
        }),
    ];
    let is_blank = |line: &Vec<u8>| {
        let text = String::from_utf8_lossy(line);
        text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}')
            .is_empty()
    };
    prop_oneof![
        1 => Just((good.into_bytes(), true)),
        1 => bad.prop_filter("blank", move |line| !is_blank(line)).prop_map(|line| (line, false)),
    ]
}

/// The lines of an input.
fn any_rows() -> impl Strategy<Value = (Vec<(Vec<u8>, bool)>, Rows)> {
    let rows = [Rows::Lines, Rows::Json]
        .into_iter()
        .chain([',', ';', '\t'].map(Rows::Table));
    let rows = prop::sample::select(rows.collect::<Vec<_>>());
    rows.prop_flat_map(|rows| {
        prop::collection::vec(any_line(rows), 0..12).prop_map(move |lines| (lines, rows))
    })
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn every_form_is_read_again_from_every_format(
        (shape, grid, form) in any_written_grid(),
        delimiter in prop::sample::select(vec![",", ";", "\t"]),
        note in "[ -~]{0,12}",
        has_header in any::<bool>(),
    ) {
        let text = form.write(&grid, shape.boxes());
        let row = [quoted(&note), quoted(&text), "7".to_string()].join(delimiter);
        let header = ["note", "quiz", "level"].join(delimiter);
        let table = if has_header { format!("{header}\n{row}\n") } else { row };
        let json = serde_json::json!({"note": note, "quiz": text, "level": "7"}).to_string();
        let sections = format!("#Asomebody\n[Puzzle]\n{text}[State]\n{text}");
        let (number, name) = (Column::Number(2), Column::Name("quiz".to_string()));
        for (input, column, alphabet) in [
            (text.clone(), None, form.alphabet),
            (grid.to_string(), None, Form::of(Arrangement::Line, shape.size()).alphabet),
            (sections, None, form.alphabet),
            (table, Some(number), form.alphabet),
            (json, Some(name), form.alphabet),
        ] {
            let options = ReadOptions {
                shape: Some(shape),
                alphabet: Some(alphabet),
                column,
                ..ReadOptions::default()
            };
            let packed = gzip(input.as_bytes());
            let packed = decompress(&packed[..]).unwrap();
            let unpacked = Reader::new("text", packed, options.clone());
            let unpacked: Vec<Record> = unpacked.map(Result::unwrap).collect();
            let records = read(input.as_bytes(), options);
            prop_assert_eq!(&unpacked, &records);
            prop_assert_eq!(records.len(), 1, "{}", input);
            let content = records[0].content.as_ref();
            let (puzzle, _) = content.map_err(|invalid| invalid.error.clone()).unwrap();
            prop_assert_eq!(puzzle.givens(), &grid, "{}", input);
            if let Some(row) = records[0].row.as_ref().filter(|row| row.has_header) {
                let field = |column: &str| row.field(&Column::Name(column.to_string()));
                prop_assert_eq!(field("note"), Some(note.as_str()));
                prop_assert_eq!(field("level"), Some("7"));
                prop_assert_eq!(field("quiz"), Some(text.as_str()));
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn each_row_gives_one_record((lines, rows) in any_rows()) {
        let mut all = lines;
        let good = match rows {
            Rows::Lines => Some("1.34".repeat(20) + "1"),
            Rows::Table(_) => None,
            Rows::Json => Some("{\"puzzle\":\"1.....2..3.....4\"}".to_string()),
        };
        if let Some(good) = good {
            // A list begins with a puzzle; an object may come after lines that are not puzzles.
            let at = match rows {
                Rows::Json => {
                    let is_word = |line: &[u8]| matches!(line, b"garbage" | b"null" | b"0" | b"a, b" | b"x");
                    all.iter().take(7).take_while(|(line, _)| is_word(line)).count()
                }
                _ => 0,
            };
            all.insert(at, (good.into_bytes(), true));
        }
        let mut input = match rows {
            Rows::Table(delimiter) => format!("id{delimiter}puzzle{delimiter}note\n").into_bytes(),
            _ => Vec::new(),
        };
        for (line, _) in &all {
            input.extend(line);
            input.push(b'\n');
        }
        let records = read_parts(&input, ReadOptions::default(), 400);
        let text = String::from_utf8_lossy(&input);
        prop_assert_eq!(records.len(), all.len(), "{}", text);
        for (record, (_, is_good)) in records.iter().zip(&all) {
            prop_assert!(!is_good || record.content.is_ok(), "{}{:?}", text, record);
        }
    }

    /// A space before a line prevents the fast path.
    #[test]
    fn the_fast_path_for_lines_reads_what_the_general_path_reads(line in near_line()) {
        // Commas would make the line a table, in which the space belongs to a field.
        let line = line.replace(['\0', ',', ';', '\t'], " ");
        let plain = read(line.as_bytes(), ReadOptions::default());
        let other = read(format!(" {line}").as_bytes(), ReadOptions::default());
        prop_assert_eq!(plain.len(), other.len());
        for (plain, other) in plain.into_iter().zip(other) {
            match (plain.content, other.content) {
                (Err(plain), Err(other)) => prop_assert_eq!(plain.error.found, other.error.found),
                (plain, other) => prop_assert_eq!(plain, other),
            }
        }
    }

    #[test]
    fn pencil_marks_are_read_again((puzzle, alphabet) in any_marked_puzzle()) {
        let options = || ReadOptions::like(puzzle.layout().rules());
        let only = |text: &str| {
            let records = read(text.as_bytes(), options());
            assert_eq!(records.len(), 1, "{text}");
            match records.into_iter().next().unwrap().content {
                Ok((puzzle, form)) => (puzzle, form.alphabet),
                Err(invalid) => panic!("{}\n{text}", invalid.error),
            }
        };
        let (marked, _) = only(&write_candidates(&pencil_marks(&puzzle), alphabet));
        // Cells with one candidate become givens.
        let is_kept = |at: Candidate| marked.givens().get(at.cell) == Some(at.digit);
        prop_assert!(puzzle.givens().filled().all(is_kept));
        if let (Some(of_marked), Some(of_puzzle)) = (count(&marked), count(&puzzle)) {
            let text = write_candidates(&pencil_marks(&puzzle), alphabet);
            prop_assert_eq!(of_marked, of_puzzle, "{}", text);
        }
        // The text is stable under singles.
        let mut candidates = Candidates::new(&puzzle);
        if candidates.propagate().is_ok() {
            let text = write_candidates(&candidates, alphabet);
            let (marked, found) = only(&text);
            prop_assert_eq!(write_candidates(&pencil_marks(&marked), alphabet), text);
            let is_plain = candidates.iter().count() == puzzle.layout().cell_count();
            prop_assert!(is_plain || found == alphabet || puzzle.geometry().rows() <= 9);
            // On a line, two digits could be a number.
            let words = candidate_words(&candidates, alphabet);
            if words.iter().any(|word| word.len() > 2) && puzzle.geometry().rows() <= 9 {
                prop_assert_eq!(only(&words.join(" ")).0, marked);
            }
        }
    }

}

/// Reads bytes with different options, and decompressed.
fn read_every_way(bytes: &[u8], longest: usize) {
    for column in [
        None,
        Some(Column::Number(2)),
        Some(Column::Name("puzzle".to_string())),
    ] {
        for shape in [None, Some(Shape::new(2, 2).unwrap())] {
            let options = ReadOptions {
                shape,
                column: column.clone(),
                ..ReadOptions::default()
            };
            let lines = bytes.len();
            for record in read_parts(bytes, options.clone(), longest) {
                assert!(record.line <= lines);
                if let Err(invalid) = record.content {
                    assert!(
                        invalid.error.place.line <= lines + 1 && invalid.error.place.column > 0
                    );
                }
            }
            // Decompression ends, with or without an error.
            if let Ok(input) = decompress(bytes) {
                Reader::with_limit("text", input, options, longest).for_each(drop);
            }
        }
    }
}

/// The text of a form of the guide, with parts removed, repeated or replaced.
fn near_form() -> impl Strategy<Value = Vec<u8>> {
    let texts: Vec<String> = forms().into_iter().map(|(_, text)| text).collect();
    let piece = prop::sample::select(vec![
        "\n",
        "\n\n",
        "\t",
        " ",
        ",",
        ";",
        "|",
        "x",
        "0",
        ".",
        "12",
        "9",
        "A",
        "> ",
        "- ",
        "#",
        "\"",
        "{",
        "}",
        "[",
        "]",
        "%2",
        "=",
        "?bd=",
        "fpuzzles",
        "://",
        "1 2 3 4\n",
        ":--:",
        "\u{ff11}",
        "\0",
    ]);
    let edit = (
        any::<prop::sample::Index>(),
        0usize..12,
        piece,
        any::<bool>(),
    );
    let edits = prop::collection::vec(edit, 0..5);
    let text = prop::sample::select(texts);
    (text.clone(), text, any::<bool>(), edits).prop_map(|(text, other, has_two, edits)| {
        let mut text = if has_two { text + "\n" + &other } else { text };
        for (at, length, piece, is_inserted) in edits {
            let characters: Vec<char> = text.chars().collect();
            let at = at.index(characters.len() + 1);
            let end = (at + length).min(characters.len());
            let (before, middle) = (&characters[..at], &characters[at..end]);
            let mut edited: String = before.iter().collect();
            if is_inserted {
                edited.extend(middle.iter().chain(middle));
            }
            edited.push_str(piece);
            edited.extend(&characters[end..]);
            text = edited;
        }
        text.into_bytes()
    })
}

proptest! {
    #![proptest_config(cases(64))]

    // Each case reads its bytes in twelve ways.
    #[test]
    fn arbitrary_bytes_never_panic(
        bytes in prop::collection::vec(any::<u8>(), 0..300),
        longest in 1usize..400,
    ) {
        read_every_way(&bytes, longest);
        read_every_way(&[&[0x1f, 0x8b, 8, 0], &bytes[..]].concat(), longest);
    }

    #[test]
    fn changed_forms_never_panic(
        bytes in near_form(),
        longest in prop_oneof![1usize..400, Just(1 << 20)],
    ) {
        read_every_way(&bytes, longest);
    }

}
