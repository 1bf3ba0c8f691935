//! Helpers for the unit tests of the engines.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use super::{Budget, Engine, Report, SolutionSink};
use crate::Deadline;
use crate::board::{Candidate, Constraint, Digit, Grid, Layout, Puzzle, Ruleset, Shape};
pub(super) use crate::testing::puzzle_on;

/// A puzzle with a unique solution that singles solve.
pub(super) const EASY: &str =
    "003020600900305001001806400008102900700000008006708200002609500800203009005010300";
/// Its solution.
pub(super) const EASY_SOLUTION: &str =
    "483921657967345821251876493548132976729564138136798245372689514814253769695417382";
/// A puzzle with a unique solution that needs guesses (A. Inkala, 2010).
pub(super) const HARD: &str =
    "005300000800000020070010500400005300010070006003200080060500009004000030000009700";
/// Its solution.
pub(super) const HARD_SOLUTION: &str =
    "145327698839654127672918543496185372218473956753296481367542819984761235521839764";

/// A puzzle from digits in reading order, 0 or `.` for a blank; boxes are square.
pub(super) fn puzzle(digits: &str) -> Puzzle {
    let shape = Shape::square(digits.len().isqrt()).unwrap();
    puzzle_on(Arc::new(Layout::classic(shape)), digits)
}

/// The digits of a grid in reading order.
pub(super) fn line(grid: &Grid) -> String {
    grid.to_string().replace('.', "")
}

/// The plain 4×4 board with a region of two cells, r1c1 and r3c3, whose digits differ.
pub(super) fn with_a_small_region() -> Arc<Layout> {
    let region = Constraint::parse("extra-region r1c1 r3c3", 4).unwrap();
    let rules = Ruleset::classic("2x2".parse().unwrap());
    Arc::new(Layout::new(rules.with_constraints(vec![region]).unwrap()))
}

/// A regular grid of 81×81 without one row in nine, which has one solution and needs no guess. It
/// has more digits than a word has bits.
pub(super) fn without_some_rows_of_81() -> Puzzle {
    let empty = Puzzle::classic("9x9".parse().unwrap());
    let digit = |cell: usize| {
        let (row, column) = (cell / 81, cell % 81);
        let value = (9 * (row % 9) + row / 9 + column) % 81 + 1;
        (row % 9 != 4).then(|| Digit::from_index(value - 1))
    };
    let givens = Grid::from_cells((0..81 * 81).map(digit).collect()).unwrap();
    Puzzle::new(empty.layout().clone(), givens).unwrap()
}

/// Returns up to `limit` solutions, sorted, and the report.
pub(super) fn search(
    engine: &mut dyn Engine,
    puzzle: &Puzzle,
    limit: u64,
    budget: &Budget,
) -> (Vec<String>, Report) {
    let (grids, report) = engine.solutions(puzzle, limit, budget).unwrap();
    let mut found: Vec<String> = grids.iter().map(line).collect();
    found.sort();
    (found, report)
}

/// Returns all solutions, sorted, and the report.
pub(super) fn all(engine: &mut dyn Engine, puzzle: &Puzzle) -> (Vec<String>, Report) {
    search(engine, puzzle, u64::MAX, &Budget::UNLIMITED)
}

/// Checks the contract of every engine on small boards.
pub(super) fn check_contract(engine: &mut dyn Engine) {
    use super::End;

    let empty = puzzle("................");
    let (grids, report) = all(engine, &empty);
    assert_eq!((grids.len(), report.end), (288, End::Complete));
    let mut different = grids.clone();
    different.dedup();
    assert_eq!(different, grids, "the same solution twice");

    // A region excludes exactly the grids with equal digits in its two cells.
    let differing = grids.iter().filter(|grid| grid[..1] != grid[10..11]);
    let (with_region, _) = all(
        engine,
        &puzzle_on(with_a_small_region(), "................"),
    );
    assert_eq!(with_region, differing.cloned().collect::<Vec<_>>());
    let clash = puzzle_on(with_a_small_region(), "1.........1.....");
    assert_eq!(all(engine, &clash).0, [""; 0]);

    // Removed candidates exclude exactly the grids that contain one of them.
    let gone = [("r1c1=1", 0, '1'), ("r1c1=3", 0, '3'), ("r4c2=4", 13, '4')];
    let removed = gone.map(|(name, ..)| Candidate::from_name(name, 4).unwrap());
    let marked = empty.clone().without(removed).unwrap();
    let is_kept = |grid: &&String| {
        let mut gone = gone.iter();
        gone.all(|(_, cell, digit)| grid.chars().nth(*cell) != Some(*digit))
    };
    let kept: Vec<String> = grids.iter().filter(is_kept).cloned().collect();
    assert_eq!(all(engine, &marked).0, kept);
    // Two cells of a row have one and the same digit left.
    let same = ["r1c1", "r1c2"].map(|cell| [1, 2, 3].map(|digit| format!("{cell}={digit}")));
    let same = same.concat();
    let removed = same
        .iter()
        .map(|name| Candidate::from_name(name, 4).unwrap());
    let (none, report) = all(engine, &empty.clone().without(removed).unwrap());
    assert_eq!((none.len(), report.end), (0, End::Complete));

    let (none, report) = search(engine, &empty, 0, &Budget::UNLIMITED);
    assert_eq!((none.len(), report.end), (0, End::Stopped));
    let (some, report) = search(engine, &empty, 7, &Budget::UNLIMITED);
    assert_eq!((some.len(), report.end), (7, End::Stopped));
    let mut once = |_: &Grid| ControlFlow::Break(());
    let mut solutions = SolutionSink::new(&empty, 7, &mut once);
    let report = engine.search(&empty, &Budget::UNLIMITED, &mut solutions);
    assert_eq!((report.unwrap().end, solutions.count()), (End::Stopped, 1));

    for nodes in 0..10 {
        let (_, report) = search(engine, &empty, u64::MAX, &Budget::of_nodes(nodes));
        assert_eq!((report.end, report.work.nodes), (End::OutOfBudget, nodes));
    }
    let over = Budget {
        deadline: Some(Deadline::after(Duration::ZERO)),
        ..Budget::UNLIMITED
    };
    let (_, report) = search(engine, &empty, u64::MAX, &over);
    assert_eq!((report.end, report.work.nodes), (End::OutOfTime, 0));

    // Equal givens in a row and in a box; a cell without a digit; a full grid, wrong and right.
    for hopeless in [
        "11..............",
        "1....1..........",
        ".123....4.......",
        "1234341221434312",
    ] {
        let (none, report) = all(engine, &puzzle(hopeless));
        assert_eq!((none.len(), report.end), (0, End::Complete), "{hopeless}");
    }
    let full = "1234341221434321";
    assert_eq!(all(engine, &puzzle(full)).0, [full]);

    // The work for a puzzle does not depend on the puzzles before.
    let other = puzzle_on(empty.layout().clone(), "1...............");
    let (_, first) = all(engine, &other);
    all(
        engine,
        &puzzle_on(with_a_small_region(), "...4............"),
    );
    let (grids, again) = all(engine, &puzzle("1..............."));
    assert_eq!((grids.len(), again), (72, first));
}
