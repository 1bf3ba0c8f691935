//! Fuzz targets: functions that accept any bytes and panic if a property does not hold.
//!
//! `fuzz/run` runs them on the inputs of libFuzzer, and `cargo test` on the inputs in `fuzz/seeds` and
//! `fuzz/corpus`. The rest of this file makes options, boards and puzzles from bytes.

mod targets;

use std::io::{BufReader, Read};
use std::sync::Arc;

use arbitrary::{Error, Result, Unstructured};
use satdoku::board::{Cell, Digit, Grid, Layout, Puzzle, RegionMap, Ruleset, Shape, Variant};
use satdoku::engine::{Budget, find};
use satdoku_text::{Alphabet, Column, ReadOptions, Reader, Record, decompress};

/// A fuzz target. An error says that the bytes ended too early to make an input.
pub type Check = fn(Unstructured) -> Result<()>;

/// All targets by name.
pub const TARGETS: [(&str, Check); 8] = [
    ("constraints", targets::constraints::check),
    ("dimacs", targets::dimacs::check),
    ("engines", targets::engines::check),
    ("links", targets::links::check),
    ("reader", targets::reader::check),
    ("region_map", targets::region_map::check),
    ("rows", targets::rows::check),
    ("solver_output", targets::solver_output::check),
];

/// Returns any options of a reader, for boards that fit into a short input, and the most bytes of a
/// record.
pub fn read_options(bytes: &mut Unstructured) -> Result<(ReadOptions, usize)> {
    let shapes = ["2x2", "2x3", "3x3", "3x4", "4x4", "5x5", "1x5", "1x40"];
    let shape: Option<Shape> = match bytes.int_in_range(0..=2 * shapes.len() - 1)? {
        choice if choice < shapes.len() => shapes[choice].parse().ok(),
        _ => None,
    };
    let alphabets = [
        Alphabet::FromOne,
        Alphabet::FromZero,
        Alphabet::Letters,
        Alphabet::Numbers,
    ];
    let columns = [
        Column::Name("puzzle".to_string()),
        Column::Number(1),
        Column::Number(3),
    ];
    let mut options = ReadOptions {
        shape,
        regions: match bytes.int_in_range(0..=3)? {
            0 => region_map("2x2".parse().unwrap(), bytes)?,
            _ => None,
        },
        variants: match bytes.int_in_range(0..=3)? {
            0 => variants(bytes)?,
            _ => Vec::new(),
        },
        constraints: match bytes.int_in_range(0..=7)? {
            0 => vec!["cage 5 r1c1 r1c2".to_string()],
            _ => Vec::new(),
        },
        alphabet: alphabets.get(bytes.int_in_range(0..=7)?).copied(),
        column: columns.get(bytes.int_in_range(0..=7)?).cloned(),
        ..ReadOptions::default()
    };
    let longest = *bytes.choose(&[1 << 20, 1 << 20, 100, 10])?;
    options.lines = bytes.int_in_range(0..=7)? == 0;
    options.interactive = bytes.int_in_range(0..=7)? == 0;
    Ok((options, longest))
}

/// Returns all records of an input.
pub fn records(text: &[u8], options: &ReadOptions) -> Vec<Record> {
    records_up_to(1 << 20, text, options)
}

/// Returns the records of an input when each has at most this many bytes.
pub fn records_up_to(longest: usize, text: &[u8], options: &ReadOptions) -> Vec<Record> {
    let reader = Reader::with_limit("input", text, options.clone(), longest);
    let records: std::result::Result<Vec<Record>, _> = reader.collect();
    records.expect("bytes in memory can be read")
}

/// Decompresses gzip data as far as it is valid, up to 64 KiB; returns other data unchanged.
pub fn unpacked(data: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    if let Ok(data) = decompress(BufReader::new(data)) {
        // Everything before the error has been read.
        let _ = data.take(1 << 16).read_to_end(&mut text);
    }
    text
}

fn variants(bytes: &mut Unstructured) -> Result<Vec<Variant>> {
    let chosen: u8 = bytes.arbitrary()?;
    let all = Variant::ALL.into_iter().enumerate();
    let is_chosen = |(bit, _): &(usize, Variant)| chosen & (1 << bit) != 0;
    Ok(all.filter(is_chosen).map(|(_, variant)| variant).collect())
}

/// Returns the boxes of a shape as regions, with some cells swapped.
pub fn region_map(shape: Shape, bytes: &mut Unstructured) -> Result<Option<RegionMap>> {
    let (rows, columns, size) = (shape.box_rows(), shape.box_columns(), shape.size());
    let box_of = |index: usize| index / size / rows * rows + index % size / columns;
    let mut labels: Vec<Option<usize>> = (0..size * size).map(|at| Some(box_of(at))).collect();
    for _ in 0..bytes.int_in_range(0..=size)? {
        let one = bytes.choose_index(labels.len())?;
        let other = bytes.choose_index(labels.len())?;
        labels.swap(one, other);
    }
    Ok(RegionMap::from_labels(&labels).ok())
}

/// Returns a board of 4×4, 5×5, 6×6 or 9×9, with boxes, regions or neither, and perhaps with
/// variants.
pub fn layout(bytes: &mut Unstructured) -> Result<Arc<Layout>> {
    let shapes = ["2x2", "1x5", "2x3", "3x2", "3x3"];
    let shape: Shape = bytes.choose(&shapes)?.parse().unwrap();
    let boxes = Ruleset::classic(shape);
    let rules = match bytes.int_in_range(0..=3)? {
        0 => region_map(shape, bytes)?.map_or(boxes, Ruleset::jigsaw),
        _ => boxes,
    };
    let variants = match bytes.int_in_range(0..=2)? {
        0 => variants(bytes)?,
        _ => Vec::new(),
    };
    // Not every board can have every variant.
    let with_variants = rules.clone().with(&variants).unwrap_or(rules);
    Ok(Arc::new(Layout::new(with_variants)))
}

/// Returns a puzzle on such a board, with some cells blank and a few changed, and the solution it
/// was made from.
///
/// # Errors
/// If there are too few bytes, or no solution is found quickly. The smallest boards may have no
/// solution; then the puzzle has only the changed cells, and the returned solution is blank.
pub fn puzzle(bytes: &mut Unstructured) -> Result<(Puzzle, Grid)> {
    let layout = layout(bytes)?;
    let size = layout.digit_count();
    let mut givens = Grid::blank(size);
    let first = Digit::from_index(bytes.choose_index(size)?);
    givens.set(Cell::from_index(bytes.choose_index(size)?), Some(first));
    let start = Puzzle::new(layout.clone(), givens).expect("one given of the board");
    let solution = match first_solution(&start) {
        Some(solution) => solution,
        None if size < 6 => Grid::blank(size),
        None => return Err(Error::IncorrectFormat),
    };
    let mut givens = solution.clone();
    let blanks: [u8; 11] = bytes.arbitrary()?;
    // Boards that are almost empty have too many solutions to compare.
    let most = [16, 20, 24, 45][usize::min(size, 7) - 4];
    let is_blank = |cell: &Cell| blanks[cell.index() / 8] & (1 << (cell.index() % 8)) != 0;
    for cell in layout.cells().filter(is_blank).take(most) {
        givens.set(cell, None);
    }
    for _ in 0..bytes.int_in_range(0..=3)? {
        let cell = Cell::from_index(bytes.choose_index(size * size)?);
        givens.set(
            cell,
            bytes
                .int_in_range(0..=size)?
                .checked_sub(1)
                .map(Digit::from_index),
        );
    }
    let puzzle = Puzzle::new(layout, givens).expect("digits of the board");
    Ok((puzzle, solution))
}

/// Returns a solution, if a few nodes are enough to find one.
fn first_solution(puzzle: &Puzzle) -> Option<Grid> {
    let mut mrv = find("mrv").expect("an engine").make();
    let found = mrv.solutions(puzzle, 1, &Budget::of_nodes(60));
    found.expect("an engine without a fault").0.pop()
}
