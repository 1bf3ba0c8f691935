//! Puzzles for the unit tests and, included by `tests/it/common`, for the integration tests.

#![allow(
    dead_code,
    reason = "unit tests and integration tests use different parts"
)]

use std::sync::Arc;

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use satdoku::board::{Cell, Digit, Grid, Layout, Puzzle};

/// The puzzle of this shape whose cells are these characters: 1-9 and A-Z are givens, others are blanks.
pub fn puzzle(shape: &str, cells: &str) -> Puzzle {
    puzzle_on(Arc::new(Layout::classic(shape.parse().unwrap())), cells)
}

/// The puzzle on this layout with these cells, written as for [`puzzle`].
pub fn puzzle_on(layout: Arc<Layout>, cells: &str) -> Puzzle {
    let value = |c: char| Digit::from_value(c.to_digit(36).unwrap_or(0) as usize);
    let givens = Grid::from_cells(cells.chars().map(value).collect()).unwrap();
    Puzzle::new(layout, givens).unwrap()
}

/// A random solution: the pattern in which each row is the one above it shifted, with digits, and
/// rows and columns within bands, in random order.
pub fn random_solution(layout: &Layout, random: &mut ChaCha8Rng) -> Grid {
    let size = layout.size();
    let (rows, columns) = (layout.shape().box_rows(), layout.shape().box_columns());
    let mut shuffled_lines = |band: usize| -> Vec<usize> {
        let mut lines: Vec<usize> = (0..size).collect();
        lines
            .chunks_mut(band)
            .for_each(|chunk| chunk.shuffle(random));
        lines
    };
    let row_order = shuffled_lines(rows);
    let column_order = shuffled_lines(columns);
    let mut digits: Vec<usize> = (0..size).collect();
    digits.shuffle(random);
    let mut cells = Vec::with_capacity(size * size);
    for row in row_order {
        let shift = row % rows * columns + row / rows;
        let in_row = column_order
            .iter()
            .map(|column| digits[(column + shift) % size]);
        cells.extend(in_row.map(|index| Some(Digit::from_index(index))));
    }
    Grid::from_cells(cells).unwrap()
}

/// A random solution with `blanks` random cells blank. If `spoilt`, one given gets a random digit,
/// which usually leaves no solution.
pub fn random_puzzle(
    layout: &Arc<Layout>,
    blanks: usize,
    spoilt: bool,
    random: &mut ChaCha8Rng,
) -> Puzzle {
    let mut grid = random_solution(layout, random);
    let mut cells: Vec<Cell> = layout.cells().collect();
    cells.shuffle(random);
    for &cell in &cells[..blanks] {
        grid.set(cell, None);
    }
    if spoilt && blanks < cells.len() {
        let digit = Digit::from_index(random.random_range(0..layout.size()));
        grid.set(cells[blanks], Some(digit));
    }
    Puzzle::new(layout.clone(), grid).unwrap()
}

/// `count` puzzles of each shape, the same ones in every run. Some have one solution, some have many,
/// some have none.
pub fn random_puzzles(shapes: &[&str], count: usize) -> Vec<Puzzle> {
    let mut random = ChaCha8Rng::seed_from_u64(2580);
    let mut puzzles = Vec::new();
    for shape in shapes {
        let layout = Arc::new(Layout::classic(shape.parse().unwrap()));
        for _ in 0..count {
            let blanks = random.random_range(0..=layout.cell_count());
            let spoilt = random.random_bool(0.25);
            puzzles.push(random_puzzle(&layout, blanks, spoilt, &mut random));
        }
    }
    puzzles
}
