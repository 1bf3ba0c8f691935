//! Puzzles for tests.

use std::sync::Arc;

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::board::{Cell, Digit, Grid, Layout, Puzzle, Shape};

/// The puzzle of this shape whose cells are these characters; `.` and `0` are blanks.
pub fn puzzle(shape: &str, cells: &str) -> Puzzle {
    let value = |c: char| Digit::from_value(c.to_digit(36).unwrap_or(0) as usize);
    let givens = Grid::from_cells(cells.chars().map(value).collect()).unwrap();
    let layout = Layout::classic(shape.parse().unwrap());
    Puzzle::new(Arc::new(layout), givens).unwrap()
}

/// `count` puzzles of each shape, the same ones every time: solvable ones with one solution or
/// many, and some with a wrong digit. Print the givens of the one that fails.
pub fn random_puzzles(shapes: &[&str], count: usize) -> Vec<Puzzle> {
    let mut random = ChaCha8Rng::seed_from_u64(2580);
    let mut puzzles = Vec::new();
    for shape in shapes {
        let layout = Arc::new(Layout::classic(shape.parse().unwrap()));
        for _ in 0..count {
            let mut grid = random_solution(layout.shape(), &mut random);
            let mut cells: Vec<Cell> = layout.cells().collect();
            cells.shuffle(&mut random);
            let removed = random.random_range(0..=cells.len());
            for cell in &cells[..removed] {
                grid.set(*cell, None);
            }
            if random.random_bool(0.25) {
                let digit = Digit::from_index(random.random_range(0..layout.size()));
                grid.set(cells[0], Some(digit));
            }
            puzzles.push(Puzzle::new(layout.clone(), grid).unwrap());
        }
    }
    puzzles
}

/// The solution that shifts each row against the one above, with rows, columns and digits shuffled
/// in the ways that keep it a solution.
fn random_solution(shape: Shape, random: &mut ChaCha8Rng) -> Grid {
    let (n, r, c) = (shape.size(), shape.box_rows(), shape.box_columns());
    let mut shuffled = |count: usize| {
        let mut numbers: Vec<usize> = (0..count).collect();
        numbers.shuffle(random);
        numbers
    };
    let mut lines = |groups: usize, length: usize| -> Vec<usize> {
        let order = shuffled(groups);
        let within = order.iter().map(|group| (group, shuffled(length)));
        within
            .flat_map(|(group, lines)| lines.into_iter().map(move |line| group * length + line))
            .collect()
    };
    let (rows, columns) = (lines(c, r), lines(r, c));
    let digits = shuffled(n);
    let digit = |row: usize, column: usize| digits[(row % r * c + row / r + column) % n];
    let mut cells = Vec::with_capacity(n * n);
    for row in &rows {
        cells.extend(
            columns
                .iter()
                .map(|column| Some(Digit::from_index(digit(*row, *column)))),
        );
    }
    Grid::from_cells(cells).unwrap()
}
