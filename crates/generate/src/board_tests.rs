//! Puzzles on boards that are no squares of the digits 1 to n.

use std::sync::Arc;

use super::tests::*;
use crate::testing::blank_on;
use satdoku::engine::mrv::Mrv;
use satdoku::{Session, Verdict};

fn layout(rules: &str) -> Arc<Layout> {
    blank_on(rules).layout().clone()
}

/// Checks what is promised of a puzzle: one solution, givens in the grid only, and the symmetry.
fn check(made: &Generated) {
    let puzzle = &made.puzzle;
    let name = format!("{puzzle}, number {}", made.number);
    let verdict = Session::default().check(puzzle).unwrap().outcome;
    assert_eq!(verdict, Verdict::Unique(made.solution.clone()), "{name}");
    let is_variable = |cell: &Cell| puzzle.geometry().position(*cell).is_none();
    let mut given = puzzle.givens().filled().map(|at| at.cell);
    assert!(!given.any(|cell| is_variable(&cell)), "{name}");
    let is_given = |cell: &usize| puzzle.givens().get(Cell::from_index(*cell)).is_some();
    for orbit in made.symmetry.orbits(puzzle.geometry()) {
        let count = orbit.iter().filter(|cell| is_given(cell)).count();
        assert!([0, orbit.len()].contains(&count), "{name}");
    }
}

/// Makes puzzles without a symmetry, which are minimal.
fn assert_made(rules: &str, count: usize) {
    for made in puzzles(Request::new(layout(rules)), count) {
        check(&made);
        assert_eq!(made.is_minimal, Some(true), "{rules}");
        let mut given = made.puzzle.givens().filled();
        let is_needed = |at: Candidate| {
            let puzzle = without(&made.puzzle, &[at.cell.index()]);
            solutions(&puzzle, &mut Mrv::default()) > 1
        };
        assert!(given.all(is_needed), "{rules}");
    }
}

#[test]
fn puzzles_are_made_on_any_board() {
    for rules in [
        "board 6x9; box 3x3",
        "board 4x4; digits 0-3; box 2x2",
        "box 2x2; grids r1c1 r3c3",
        "board 4x4; box 2x2; variables x 1-8; sum 0 x -1*r1c1 -1*r2c2",
        "board 4x4; box 2x2; variables x 5-8; sum 0 x -1*r1c1 -1*r2c3 -1*r4c2",
        "board 5x5; holes r1c1 r3c3 r5c4-r5c5; digits 1-5",
        "board 3x5; digits 1-7",
        "board 3x3; raw; digits 1-4; cage 6 r1c1 r1c2 r1c3; thermometer r3c1 r2c2 r1c3",
        "board 2x3; raw; digits 2-3",
        "board 1x1; digits 3-3",
        "board 4x4; box 2x2; digits 97-100; diagonal",
        "board 4x4; box 2x2; variables x 3-3",
    ] {
        assert_made(rules, 3);
    }
}

#[test]
fn a_samurai_is_made() {
    let request = Request {
        symmetry: Symmetry::HalfTurn,
        givens: Some(100..=200),
        ..Request::new(layout("samurai"))
    };
    let made = generator(request).make(0).unwrap();
    check(&made);
    assert_made("samurai", 1);
}

#[test]
fn givens_have_the_symmetry_of_a_rectangle_and_of_a_board_with_holes() {
    for (rules, is_square) in [
        ("board 4x6; digits 0-5; box 2x3", false),
        ("board 5x5; holes r1c1 r2c4", true),
    ] {
        for symmetry in Symmetry::ALL {
            let request = Request {
                symmetry,
                ..Request::new(layout(rules))
            };
            if symmetry.needs_square() && !is_square {
                let refused = Generator::new(request, 14).unwrap_err().to_string();
                let expected =
                    format!("{symmetry} and a board that is not square cannot be combined");
                assert_eq!(refused, expected);
                continue;
            }
            check(&generator(request).make(0).unwrap());
        }
    }
}

#[test]
fn a_solved_grid_gets_its_variables() {
    let layout = layout("board 4x4; box 2x2; variables x 1-8; sum 0 x -1*r1c1 -1*r2c2");
    let mut from = generator(Request::new(layout.clone()))
        .make(0)
        .unwrap()
        .solution;
    let solution = from.clone();
    let x = Cell::from_name("x", layout.geometry()).unwrap();
    from.set(x, None);
    let request = |from: &Grid| Request {
        from: Some(from.clone()),
        ..Request::new(layout.clone())
    };
    let made = generator(request(&from)).make(1).unwrap();
    check(&made);
    assert_eq!(made.solution, solution);
    // A variable that is given stays.
    let mut only = Grid::blank(layout.geometry());
    only.set(x, solution.get(x));
    let made = generator(request(&only)).make(2).unwrap();
    assert_eq!(made.puzzle.givens().get(x), solution.get(x));
    assert_eq!(solutions(&made.puzzle, &mut Mrv::default()), 1);
    // The sum of two digits is not 1.
    let one = layout.geometry().digit(1);
    from.set(x, one);
    let impossible = generator(request(&from)).make(0);
    assert_eq!(impossible, Err(GenerateError::NoGrid));
}

/// The generator tried a million grids, until the time ran out.
#[test]
fn rules_that_no_grid_has_are_an_error() {
    let layout = layout("board 4x4; box 2x2; cage 3 r1c1 r1c2; cage 3 r1c3 r1c4");
    let made = generator(Request::new(layout)).make(0);
    assert_eq!(made, Err(GenerateError::NoGrid));
}

#[test]
fn a_pattern_has_a_character_for_each_cell() {
    let layout = layout("board 3x4; digits 1-4; box 1x4");
    let pattern: Pattern = "x??? ???? ???.".parse().unwrap();
    let request = Request {
        pattern: Some(pattern),
        ..Request::new(layout.clone())
    };
    let made = generator(request).make(0).unwrap();
    let cells = made.puzzle.givens().cells();
    assert!(cells[0].is_some() && cells[11].is_none());
    let request = Request {
        pattern: Some("x..".parse().unwrap()),
        ..Request::new(layout)
    };
    let refused = Generator::new(request, 14).unwrap_err().to_string();
    assert_eq!(refused, "expected a pattern of 12 cells, found 3");
}

#[test]
fn impossible_requests_name_the_board() {
    let refused = |rules: &str, change: fn(&mut Request)| {
        let mut request = Request::new(layout(rules));
        change(&mut request);
        Generator::new(request, 14).unwrap_err().to_string()
    };
    assert_eq!(
        refused("board 6x9; digits 0-8", |request| {
            request.from = Some(Grid::blank(9));
        }),
        "expected a grid of 6x9 cells, found 9x9"
    );
}
