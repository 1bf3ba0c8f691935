//! Random puzzles, the same ones on every machine. They are made from their seed, so print it.

#![allow(dead_code, reason = "each test file uses a part of this")]

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A solved grid of this shape as one line of characters: a solution with rows, columns and
/// digits shuffled in the ways that keep it one. Up to 9 digits.
pub fn solved(box_rows: usize, box_columns: usize, seed: u64) -> String {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let n = box_rows * box_columns;
    let mut lines = |groups: usize, length: usize| {
        let mut order: Vec<usize> = (0..groups).collect();
        order.shuffle(&mut random);
        let mut lines = Vec::new();
        for group in order {
            let mut within: Vec<usize> = (0..length).map(|line| group * length + line).collect();
            within.shuffle(&mut random);
            lines.extend(within);
        }
        lines
    };
    let rows = lines(box_columns, box_rows);
    let columns = lines(box_rows, box_columns);
    let digits = lines(1, n);
    let digit = |row: usize, column: usize| {
        digits[(row % box_rows * box_columns + row / box_rows + column) % n] + 1
    };
    let cells = rows
        .iter()
        .flat_map(|row| columns.iter().map(|column| digit(*row, *column)));
    cells.map(|digit| digit.to_string()).collect()
}

/// The line with `removed` of its cells blank and then one of its other cells changed.
pub fn with_a_wrong_digit(solved: &str, size: usize, removed: usize, seed: u64) -> String {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut cells: Vec<u8> = solved.bytes().collect();
    let mut places: Vec<usize> = (0..cells.len()).collect();
    places.shuffle(&mut random);
    for place in &places[..removed] {
        cells[*place] = b'.';
    }
    let wrong = &mut cells[places[removed]];
    let shift = random.random_range(1..size) as u8;
    *wrong = b'1' + (*wrong - b'1' + shift) % size as u8;
    String::from_utf8(cells).unwrap()
}
