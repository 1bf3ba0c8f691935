//! The referee: every kind of constraint has a plain predicate, written from docs/constraints.md alone.
//! It shares no code with the library. It sees the numbers of a rule, and the digits of all cells.
//!
//! Random rules are written as a user would, on small boards: cells are anywhere, repeated or single,
//! numbers are 0 or huge, and variables have digits that the grid does not have. The library may refuse a
//! text. Otherwise, `verify` accepts and each engine finds exactly the fillings for which the predicate
//! holds. Of each kind, there are three quarters as many rules as SATDOKU_PUZZLES says. SATDOKU_SEED
//! is the first seed.

mod board;
mod custom;
mod kinds;
mod marks;
mod source;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crate::testing::number;
use board::{Board, Extent, Number};
use kinds::{KINDS, Kind, MARKS};
use satdoku::board::*;
use satdoku::engine::{Budget, End, find};
use source::{Rule, Source};

/// The engines that search every puzzle.
const ENGINES: [&str; 3] = ["brute", "mrv", "sat"];

/// The engines of which one searches each puzzle, in turn.
const OTHER_ENGINES: [&str; 4] = ["sat:extended", "sat:reduced", "dlx", "static"];

/// A board and all ways to fill it.
struct Enumerated {
    board: Board,
    fillings: Vec<(Vec<Number>, Grid)>,
}

impl Enumerated {
    fn new(board: Board) -> Enumerated {
        let blank: Puzzle = board.text("").parse().unwrap();
        let geometry = blank.geometry();
        let grid = |digits: &Vec<Number>| {
            let digit = |digit: &Number| geometry.digit(*digit as usize);
            Grid::new(geometry, digits.iter().map(digit).collect()).unwrap()
        };
        let fillings = board.fillings().into_iter();
        let fillings = fillings
            .map(|digits| (digits.clone(), grid(&digits)))
            .collect();
        Enumerated { board, fillings }
    }

    /// Asserts that `verify` accepts exactly the fillings for which a predicate holds, and that engines
    /// find the same. Returns their number.
    fn compare(&self, puzzle: &Puzzle, seed: u64, holds: &dyn Fn(&[Number]) -> bool) -> usize {
        let at = format!("seed {seed}: {puzzle}");
        let mut expected = BTreeSet::new();
        for (digits, grid) in &self.fillings {
            let (is_right, is_accepted) = (holds(digits), verify(puzzle, grid).is_ok());
            assert_eq!(is_accepted, is_right, "verify, {at}\n{}", self.show(grid));
            if is_right {
                expected.insert(grid);
            }
        }
        let other = OTHER_ENGINES[seed as usize % OTHER_ENGINES.len()];
        for name in ENGINES.into_iter().chain([other]) {
            let mut engine = find(name).unwrap().make();
            let answer = engine.solutions(puzzle, u64::MAX, &Budget::UNLIMITED);
            let (grids, report) = answer.unwrap_or_else(|error| panic!("{name}, {at}\n{error}"));
            assert_eq!(report.end, End::Complete, "{name}, {at}");
            let found: BTreeSet<&Grid> = grids.iter().collect();
            if let Some(grid) = found.difference(&expected).next() {
                panic!("{name}, {at}\nno solution: {}", self.show(grid));
            }
            if let Some(grid) = expected.difference(&found).next() {
                panic!("{name}, {at}\nnot found: {}", self.show(grid));
            }
            assert_eq!(grids.len(), found.len(), "{name} repeats a solution, {at}");
        }
        expected.len()
    }

    /// The digits of a filling with the names of the cells.
    fn show(&self, grid: &Grid) -> String {
        let cells = grid.geometry().cells();
        let digits =
            cells.filter_map(|cell| Some((self.board.name(cell.index()), grid.value(cell)?)));
        let digits = digits.map(|(name, digit)| format!("{name}={digit}"));
        digits.collect::<Vec<String>>().join(" ")
    }
}

/// The boards that rules are drawn on in turn.
static BOARDS: LazyLock<Vec<Enumerated>> = LazyLock::new(|| {
    use Extent::{List, Single, Table};
    let blank = "................";
    let solution = "1234341221434321";
    let boards = [
        Board::sudoku(blank),
        Board::raw(1, 1, 1..=3).with_variables(List(3), 1..=6),
        Board::sudoku(blank).with_digits(0..=3),
        Board::sudoku(solution).with_variables(List(4), 2..=6),
        Board::raw(2, 3, 1..=2),
        Board::raw(2, 2, 1..=2).with_variables(Table(2, 2), 2..=4),
        Board::raw(2, 3, 1..=3).with_regions("11.122"),
        Board::sudoku("12343412........").with_variables(List(2), 1..=12),
        Board::raw(2, 2, 0..=3),
        Board::sudoku("1.3.3.1.2.4.4.2.").with_variables(Table(2, 2), 10..=12),
        Board::latin(2, 3, 0..=3),
        Board::raw(1, 2, 1..=4).with_variables(List(2), 0..=5),
        Board::raw(1, 3, 8..=11).with_variables(Single, 8..=11),
        Board::sudoku("1234............").with_variables(List(3), 0..=1),
        Board::raw(1, 4, 3..=6),
        Board::raw(2, 2, 1..=2).with_variables(List(2), 10..=12),
    ];
    boards.into_iter().map(Enumerated::new).collect()
});

/// The boards with a table of the regions of their cells.
static DIVIDED_BOARDS: LazyLock<Vec<Enumerated>> = LazyLock::new(|| {
    let divided = |board: Board, digits| {
        let table = Extent::Table(board.rows, board.columns);
        board.with_variables(table, digits)
    };
    let boards = [
        divided(Board::latin(2, 2, 1..=2), 1..=2),
        divided(Board::latin(2, 2, 1..=2), 2..=4),
        divided(Board::raw(2, 2, 0..=1), 0..=2),
        divided(Board::latin(2, 3, 1..=3), 1..=2),
        divided(Board::raw(1, 3, 1..=3), 7..=8),
    ];
    boards.into_iter().map(Enumerated::new).collect()
});

/// The seeds of a run.
fn seeds(count: u64) -> impl Iterator<Item = u64> {
    let start = number("SATDOKU_SEED", 1);
    start..start + count
}

/// Parses a puzzle, unless the library refuses it.
fn parse(text: &str, seed: u64) -> Option<Puzzle> {
    // Shown if the test fails: the last line is the one to look at.
    println!("seed {seed}: {text}");
    let puzzle: Puzzle = text.parse().ok()?;
    assert_eq!(puzzle.to_string().parse().as_ref(), Ok(&puzzle));
    Some(puzzle)
}

/// Checks random rules of a kind.
fn check(name: &str, kinds: &[Kind]) {
    let (_, make) = kinds.iter().find(|kind| kind.0 == name).unwrap();
    let boards = match name {
        "regions_to_find" => &DIVIDED_BOARDS,
        _ => &BOARDS,
    };
    let count = number("SATDOKU_PUZZLES", 200) * 3 / 4;
    // All rules, and those with cells that can have foreign digits. A rule that cannot choose variables
    // is at least on a board with some.
    let (mut accepted, mut foreign) = (0, 0);
    for seed in seeds(count) {
        let on = &boards[seed as usize % boards.len()];
        let mut source = Source::new(&on.board, name, seed);
        let rule = make(&mut source);
        let text = on.board.text(&rule.text);
        let Some(puzzle) = parse(&text, seed) else {
            continue;
        };
        on.compare(&puzzle, seed, &*rule.holds);
        accepted += 1;
        let all = (0..on.board.cell_count()).collect();
        let cells = if source.chosen.is_empty() {
            all
        } else {
            source.chosen
        };
        foreign += u64::from(cells.iter().any(|cell| on.board.is_foreign(*cell)));
    }
    let found = format!("{accepted} of {count} accepted, {foreign} with foreign digits");
    println!("{name}: {found}");
    assert!(accepted >= count / 3 && foreign >= count / 16, "{found}");
}

#[test]
fn boards_without_rules_have_all_fillings() {
    for on in BOARDS.iter().chain(&*DIVIDED_BOARDS) {
        let puzzle = on.board.text("").parse().unwrap();
        on.compare(&puzzle, 0, &|_| true);
    }
}

#[test]
fn several_rules_hold_together() {
    // Puzzles without a solution, with one, and with more.
    let mut counts = [0; 3];
    for seed in seeds(number("SATDOKU_PUZZLES", 200)) {
        let on = &BOARDS[seed as usize % BOARDS.len()];
        let mut source = Source::new(&on.board, "", seed);
        let rules = (0..source.count(2..=4)).map(|_| {
            let (name, make) = source.one_of(KINDS);
            source.name = name.replace('_', "-");
            make(&mut source)
        });
        let rules: Vec<Rule> = rules.collect();
        let texts: Vec<&str> = rules.iter().map(|rule| &*rule.text).collect();
        let text = on.board.text(&texts.join("; "));
        let Some(puzzle) = parse(&text, seed) else {
            continue;
        };
        let holds = |digits: &[Number]| rules.iter().all(|rule| (rule.holds)(digits));
        let solutions = on.compare(&puzzle, seed, &holds);
        counts[solutions.min(2)] += 1;
    }
    assert!(counts.iter().all(|count| *count > 0), "{counts:?}");
}

#[test]
fn every_kind_has_a_predicate() {
    let kinds = KINDS.iter().chain(MARKS);
    let judged: BTreeSet<String> = kinds.map(|(name, _)| name.replace('_', "-")).collect();
    for name in Constraint::names() {
        assert!(judged.contains(name), "{name}");
    }
}

/// A constraint that is read for a large board is no constraint of a small one, and can be asked about its
/// cells there.
#[test]
fn cells_off_the_board_are_errors() {
    let (large, small) = (Board::raw(9, 9, 1..=9), Geometry::from(2));
    for (name, make) in KINDS {
        let mut refused = 0;
        for seed in seeds(30) {
            let text = make(&mut Source::new(&large, name, seed)).text;
            let Ok(constraint) = Constraint::parse(&text, 9) else {
                continue;
            };
            constraint.text(&small);
            constraint.cells(&small);
            let rules = Ruleset::new(small.clone()).unwrap();
            refused += u32::from(rules.with_constraints(vec![constraint]).is_err());
        }
        let has_no_cells = ["connected", "regions_to_find"].contains(name);
        assert!(refused > 0 || has_no_cells, "{name}");
    }
}

#[test]
fn numbers_of_thirty_digits_do_not_overflow() {
    let bulb = "r2c2 r1c1 ".repeat(15);
    let text = format!("......; board 2x3; digits 0-3; arrow {bulb}: r1c3 r1c2");
    let puzzle: Puzzle = text.parse().unwrap();
    for name in ENGINES {
        let mut engine = find(name).unwrap().make();
        let answer = engine.solutions(&puzzle, u64::MAX, &Budget::UNLIMITED);
        assert_eq!(answer.unwrap().0, [], "{name}");
    }
}
