//! Random solved grids of any board.

use std::sync::Arc;

use rand_chacha::ChaCha8Rng;

use super::judge::Judge;
use super::{GenerateError, below, shuffle};
use satdoku::board::{Candidate, Cell, Digit, Grid, Layout, Puzzle, Ruleset, Shape};

/// The most rows of a board for which the engine finds a solution without much luck.
const MOST_ROWS: usize = 25;

/// The nodes of one search. A search that takes more is stuck, and one from other digits rarely is.
const NODES: u64 = 1_000;

/// The number of searches on a board that all puzzles have.
pub(super) const MOST_SEARCHES: usize = 100;

/// The number of searches on a random jigsaw. Some have no solution, which can take a minute to find out, and
/// another one is quickly drawn.
pub(super) const MOST_SEARCHES_OF_JIGSAW: usize = 10;

/// Returns a random solved grid that contains the digits of `from`, or `None` after this many searches.
///
/// Random digits are placed in a sixth of the cells, and the engine completes them. If there is no
/// solution with them, or the engine gets stuck, it starts again with fewer.
///
/// Large boards without further rules are one regular grid with bands, stacks, rows, columns and digits
/// permuted: a small part of all solutions.
///
/// # Errors
/// [`GenerateError::NoGrid`] if there is no solution, or if the engine fails.
pub(super) fn random_solution(
    layout: &Arc<Layout>,
    from: Option<&Grid>,
    searches: usize,
    judge: &mut Judge,
    random: &mut ChaCha8Rng,
) -> Result<Option<Grid>, GenerateError> {
    let (rules, board) = (layout.rules(), layout.geometry());
    let is_plain = from.is_none() && board.rows() > MOST_ROWS;
    let shape = Shape::new(1, board.rows()).ok();
    let shape = rules.boxes().or(shape).filter(|_| is_plain);
    if let Some(shape) = shape.filter(|shape| *rules == Ruleset::classic(*shape)) {
        return Ok(Some(permuted(shape, random)));
    }
    let blank = || Grid::blank(board);
    let start = from.cloned().unwrap_or_else(blank);
    let most_seeds = board.cell_count() / 6;
    let mut seeds = most_seeds;
    judge.nodes = NODES;
    for _ in 0..searches {
        if judge.is_late() {
            break;
        }
        let seeded = with_seeds(layout, start.clone(), seeds, random);
        let puzzle = Puzzle::new(layout.clone(), seeded).expect("digits of the board");
        let (mut solutions, is_complete) = judge.solutions(&puzzle, 1)?;
        match solutions.pop() {
            Some(solution) => return Ok(Some(solution)),
            None if seeds == 0 && is_complete => return Err(GenerateError::NoGrid),
            None if seeds == 0 => {
                // The engine is stuck without them, so it needs some luck.
                seeds = most_seeds / 2;
                judge.nodes *= 2;
            }
            None => seeds = seeds * 3 / 4,
        }
    }
    Ok(None)
}

/// Places random digits in this many random blank cells, as far as no pair of cells excludes them.
fn with_seeds(layout: &Layout, mut grid: Grid, seeds: usize, random: &mut ChaCha8Rng) -> Grid {
    let mut blanks: Vec<Cell> = grid.blanks().collect();
    for number in 0..seeds.min(blanks.len()) {
        let place = number + below(blanks.len() - number, random);
        blanks.swap(number, place);
        let cell = blanks[number];
        let peers = layout.peers(cell);
        let is_free = |digit: &Digit| {
            let candidate = Candidate {
                cell,
                digit: *digit,
            };
            let is_placed = |at: Candidate| grid.get(at.cell) == Some(at.digit);
            !peers.iter().any(|peer| grid.get(*peer) == Some(*digit))
                && !layout.excluded(candidate).any(is_placed)
        };
        let digits = layout.geometry().digits_of(cell).map(Digit::from_index);
        let digits: Vec<Digit> = digits.filter(is_free).collect();
        if !digits.is_empty() {
            grid.set(cell, Some(digits[below(digits.len(), random)]));
        }
    }
    grid
}

/// Returns a regular grid with bands, stacks, rows in bands, columns in stacks, and digits permuted.
fn permuted(shape: Shape, random: &mut ChaCha8Rng) -> Grid {
    let (size, rows, columns) = (shape.size(), shape.box_rows(), shape.box_columns());
    let mut lines = |groups: usize, of_group: usize| -> Vec<usize> {
        let mut order: Vec<usize> = (0..groups).collect();
        shuffle(&mut order, random);
        let mut lines = Vec::with_capacity(size);
        for group in order {
            let mut members: Vec<usize> =
                (0..of_group).map(|line| group * of_group + line).collect();
            shuffle(&mut members, random);
            lines.extend(members);
        }
        lines
    };
    let (row_order, column_order, digits) =
        (lines(columns, rows), lines(rows, columns), lines(1, size));
    let mut grid = Grid::blank(size);
    for (row, from_row) in row_order.into_iter().enumerate() {
        for (column, from_column) in column_order.iter().enumerate() {
            let number = columns * (from_row % rows) + from_row / rows + from_column;
            let digit = Digit::from_index(digits[number % size]);
            grid.set(Cell::at(row, column, size), Some(digit));
        }
    }
    grid
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use satdoku::board::{Variant, verify};

    fn solved(layout: &Arc<Layout>, from: Option<&Grid>, random: &mut ChaCha8Rng) -> Grid {
        let judge = &mut Judge::new(layout);
        let found = random_solution(layout, from, MOST_SEARCHES, judge, random);
        found.unwrap().unwrap()
    }

    #[test]
    fn random_solutions_follow_the_rules() {
        let shapes = [
            "1x4", "1x7", "2x2", "2x3", "3x3", "3x4", "4x4", "5x5", "6x6", "1x40",
        ];
        let classic = |shape: &str| Layout::classic(shape.parse().unwrap());
        let mut layouts: Vec<Layout> = shapes.into_iter().map(classic).collect();
        for variant in Variant::ALL {
            let rules = Ruleset::classic("3x3".parse().unwrap());
            layouts.push(Layout::new(rules.with(&[variant]).unwrap()));
        }
        for layout in layouts.into_iter().map(Arc::new) {
            let blank = Puzzle::without_givens(layout.clone());
            let mut random = ChaCha8Rng::seed_from_u64(14);
            let grids = [(); 3].map(|()| solved(&layout, None, &mut random));
            assert!(grids.iter().all(|grid| verify(&blank, grid) == Ok(())));
            assert_ne!(grids[0], grids[1]);
            // A third of the digits of the first grid.
            let mut from = grids[0].clone();
            for cell in layout.cells().filter(|cell| cell.index() % 3 > 0) {
                from.set(cell, None);
            }
            if layout.digit_count() <= 25 {
                let puzzle = Puzzle::new(layout.clone(), from.clone()).unwrap();
                let grid = solved(&layout, Some(&from), &mut random);
                assert_eq!(verify(&puzzle, &grid), Ok(()));
            }
        }
    }

    #[test]
    fn contradictory_digits_have_no_solution() {
        let layout = Arc::new(Layout::classic("2x2".parse().unwrap()));
        let from = Grid::parse("12.3............", 4).unwrap();
        let mut from_4 = from.clone();
        from_4.set(Cell::from_index(6), Some(Digit::from_index(3)));
        let mut random = ChaCha8Rng::seed_from_u64(14);
        let mut judge = Judge::new(&layout);
        let none = random_solution(
            &layout,
            Some(&from_4),
            MOST_SEARCHES,
            &mut judge,
            &mut random,
        );
        assert_eq!(none, Err(GenerateError::NoGrid));
    }
}
