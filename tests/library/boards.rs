//! Boards that are no squares of the digits 1 to n through all engines.

use std::collections::BTreeSet;

use satdoku::board::{Candidate, Digit, Grid, Puzzle, verify};
use satdoku::engine::{Budget, End, find};
use satdoku::{Confirmation, Session, Verdict};

use crate::testing::blank_on as puzzle;

const ENGINES: [&str; 6] = ["sat", "sat:extended", "mrv", "dlx", "static", "brute"];

/// All solutions of each engine, which have to be the same.
fn solutions(puzzle: &Puzzle) -> BTreeSet<Grid> {
    let mut all: Option<BTreeSet<Grid>> = None;
    for name in ENGINES {
        let mut engine = find(name).unwrap().make();
        let found = engine.solutions(puzzle, u64::MAX, &Budget::UNLIMITED);
        let (grids, report) = found.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(report.end, End::Complete, "{name}");
        let count = grids.len();
        let grids: BTreeSet<Grid> = grids.into_iter().collect();
        assert_eq!(grids.len(), count, "{name} repeats a solution");
        let first = all.get_or_insert_with(|| grids.clone());
        assert_eq!(*first, grids, "{name} (right)");
    }
    all.unwrap()
}

/// All grids that `verify` accepts.
fn by_definition(puzzle: &Puzzle) -> BTreeSet<Grid> {
    let board = puzzle.geometry();
    let mut found = BTreeSet::new();
    let mut digits: Vec<usize> = board
        .cells()
        .map(|cell| board.digits_of(cell).start)
        .collect();
    loop {
        let cells = digits.iter().map(|digit| Some(Digit::from_index(*digit)));
        let grid = Grid::new(board, cells.collect()).unwrap();
        if verify(puzzle, &grid).is_ok() {
            found.insert(grid);
        }
        // The next grid in the order of numbers.
        let ranges = board.cells().map(|cell| board.digits_of(cell));
        let carry = digits.iter_mut().zip(ranges).all(|(digit, range)| {
            *digit = if *digit + 1 < range.end {
                *digit + 1
            } else {
                range.start
            };
            *digit == range.start
        });
        if carry {
            return found;
        }
    }
}

/// Compares all engines with the definitions and returns the number of solutions.
fn count(rules: &str) -> usize {
    let puzzle = puzzle(rules);
    let found = solutions(&puzzle);
    assert_eq!(found, by_definition(&puzzle), "{rules}");
    found.len()
}

#[test]
fn rectangles_are_latin() {
    assert_eq!(count("board 2x3"), 12);
    assert_eq!(count("board 3x2"), 12);
    assert_eq!(count("board 1x4"), 24);
}

#[test]
fn a_house_with_fewer_cells_than_digits_lacks_some() {
    assert_eq!(count("board 2x2; digits 1-3"), 18);
    assert_eq!(count("board 1x2; digits 1-5"), 20);
}

#[test]
fn digits_can_count_from_zero() {
    assert_eq!(count("board 2x2; digits 0-1"), 2);
    assert_eq!(count("board 2x3; digits 0-2; sum 0 r1c1"), 4);
    assert_eq!(
        count("board 2x2; digits 0-3; cage 3 r1c1 r1c2"),
        count("board 2x2; digits 1-4; cage 5 r1c1 r1c2")
    );
    assert_eq!(count("board 1x3; digits 0-2; x-sum 0 row 1"), 2);
    // A building of height 0 is not seen: 012, 102 and 120.
    assert_eq!(count("board 1x3; digits 0-2; skyscraper 2 row 1"), 3);
    assert_eq!(count("board 1x3; digits 0-2; skyscraper 3 row 1"), 0);
    assert_eq!(count("board 1x3; digits 0-2; sandwich 1 row 1"), 2);
    assert_eq!(count("board 1x3; digits 0-2; even r1c1"), 4);
}

#[test]
fn raw_boards_have_no_rule() {
    assert_eq!(count("board 2x3; raw; digits 1-2"), 64);
    assert_eq!(count("board 1x1; digits 1-1"), 1);
    assert_eq!(count("board 1x1; digits 3-7"), 5);
    assert_eq!(count("board 2x2; raw; regions 1221"), 4);
}

#[test]
fn regions_have_any_size_and_cells_can_be_in_none() {
    assert_eq!(count("board 2x3; regions 11..22"), 12);
    assert_eq!(count("board 3x3; digits 1-3; raw; regions 1.22.3313"), 1944);
    assert!(count("board 3x3; digits 1-3; regions 112123.33") < 12);
}

#[test]
fn holes_are_no_cells() {
    assert_eq!(count("board 2x2; holes r1c1"), 2);
    assert_eq!(count("board 3x3; holes r1c1 r2c2 r3c3"), 66);
    assert_eq!(count("board 3x3; holes r2c1-r2c3; cage 5 r1c1 r3c1"), 4);
}

#[test]
fn variables_are_cells_with_digits_of_their_own() {
    assert_eq!(count("board 1x2; variables x; sum 0 x -1*r1c1"), 2);
    assert_eq!(
        count("board 1x1; digits 1-1; variables x 2 0-3; cage 3 x1 x2"),
        4
    );
    assert_eq!(
        count("board 1x2; variables t 1x2 3-5; sum 0 t.r1c1 -1*t.r1c2"),
        6
    );
    assert_eq!(
        count("board 1x2; variables x 0-9; sum 0 x -1*r1c1 -1*r1c2"),
        2
    );
    assert_eq!(count("board 2x2; variables x 2-6; cage 5 r1c1 x"), 2);
}

#[test]
fn digits_of_variables_do_not_fill_houses() {
    // Each row has both digits of the grid, and none of the variable.
    assert_eq!(count("board 2x2; variables x 5-6"), 4);
    let sum = "board 2x2; variables x 3-4; sum 0 x -1*r1c1 -1*r2c2";
    assert_eq!(count(sum), 1);
}

#[test]
fn overlapping_grids_share_cells() {
    let puzzle = puzzle("grids r1c1 r3c3; box 2x2; sum 1 r1c1; sum 2 r1c2; sum 3 r2c1; sum 1 r2c3");
    assert_eq!(puzzle.geometry().cell_count(), 28);
    assert_eq!(puzzle.layout().houses().len(), 23);
    let found = solutions(&puzzle);
    assert!(!found.is_empty());
    for grid in &found {
        verify(&puzzle, grid).unwrap();
    }
}

#[test]
fn a_samurai_is_solved_checked_and_confirmed() {
    let empty = puzzle("samurai");
    assert_eq!(empty.geometry().cell_count(), 369);
    let mut session = Session::default();
    let solution = session.solve(&empty).unwrap().outcome;
    let satdoku::task::Solution::Found(solution) = solution else {
        panic!("an empty samurai has solutions");
    };
    // All givens but every third, as a puzzle with one solution or more.
    let mut givens = Grid::blank(empty.geometry());
    for given in solution
        .filled()
        .filter(|given| given.cell.index() % 3 != 0)
    {
        givens.set(given.cell, Some(given.digit));
    }
    let puzzle = empty.with_givens(givens).unwrap();
    let answer = session.check(&puzzle).unwrap();
    assert!(matches!(
        answer.outcome,
        Verdict::Unique(_) | Verdict::Multiple(..)
    ));
    assert_eq!(answer.confirmation, Confirmation::Confirmed);
    let text = puzzle.to_string();
    assert!(text.ends_with("; samurai"), "{text}");
    assert_eq!(text.parse(), Ok(puzzle));
}

#[test]
fn the_text_of_a_puzzle_on_any_board_is_read_again() {
    for rules in [
        "board 6x9",
        "board 6x9; box 3x3",
        "digits 0-8",
        "digits 0-9",
        "board 4x4; digits 0-3; box 2x2; diagonal",
        "board 3x3; raw; digits 1-40",
        "board 3x3; raw; digits 0-40; regions 1.2333222",
        "grids r1c1 r3c3; box 2x2; anti-knight",
        "samurai; cage 5 r1c1 r1c2",
        "board 9x9; holes r1c1 r9c9; regions ..2222222222222222222222222222222222222222222222222222222222222222222222222222222".split("; regions").next().unwrap(),
        "board 1x1; digits 1-2; variables x 3 1-5; variables t 2x2; variables s 0-1; cage 6 x1 x2 x3; given x1=3 t.r1c1=2; not x2=1,2 s=0",
    ] {
        let puzzle = puzzle(rules);
        let first = puzzle.geometry().grid_cells().next().unwrap();
        let digit = puzzle.geometry().grid_digits().last().map(Digit::from_index);
        let mut givens = puzzle.givens().clone();
        givens.set(first, digit);
        let puzzle = puzzle.with_givens(givens).unwrap();
        let text = puzzle.to_string();
        let again: Puzzle = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(again, puzzle, "{text}");
        assert_eq!(again.to_string(), text);
    }
}

#[test]
fn candidates_that_a_cell_cannot_hold_are_no_givens() {
    let board = puzzle("board 1x2; variables x 5-6");
    let at = |name| Candidate::from_name(name, board.geometry()).unwrap();
    let mut givens = board.givens().clone();
    givens.set(at("r1c1=5").cell, Some(at("r1c1=5").digit));
    let error = board.with_givens(givens).unwrap_err().to_string();
    assert_eq!(error, "expected digits from 1 to 2, found r1c1=5");
}
