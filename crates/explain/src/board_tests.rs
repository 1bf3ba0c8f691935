//! Explanations on boards that are no squares of the digits 1 to n.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::tests::{minimised, solutions};
use super::{Explained, Explainer, Fact, Position, Step};
use crate::testing::blank_on;
use satdoku::board::{Candidate, Cell, Digit, Grid, Puzzle};
use satdoku::engine::{Budget, Engine, mrv::Mrv};

/// The puzzle with these rules whose grid has the digits of a solution; variables are blank.
fn solved(rules: &str) -> Puzzle {
    let empty = blank_on(rules);
    let found = Mrv::default().solutions(&empty, 1, &Budget::of_nodes(1_000_000));
    let (mut grids, report) = found.unwrap();
    let mut givens = grids.pop().unwrap_or_else(|| panic!("{rules}: {report:?}"));
    let variables = empty.geometry().grid_cell_count()..empty.geometry().cell_count();
    variables.for_each(|cell| givens.set(Cell::from_index(cell), None));
    empty.with_givens(givens).unwrap()
}

/// Explains a minimal puzzle with these rules, and compares the end with its solution.
fn explained(rules: &str) -> (Puzzle, Explained) {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let puzzle = minimised(&solved(rules), &mut random);
    let found = Explainer::default().explain(&puzzle).unwrap();
    assert!(found.complete, "{puzzle}");
    assert_eq!(found.solution, solutions(&puzzle).pop(), "{puzzle}");
    (puzzle, found)
}

fn has(found: &Explained, is_wanted: impl Fn(&Step) -> bool) -> bool {
    found.steps.iter().any(is_wanted)
}

#[test]
fn a_rectangle_has_full_rows_and_boxes_only() {
    let (_, found) = explained("board 6x9; box 3x3");
    for step in &found.steps {
        let of_column = |fact: &Fact| matches!(fact, Fact::House(kind, _) if kind.is_column());
        assert!(!step.facts.iter().any(of_column), "{}", step.argument);
    }
    assert!(has(&found, |step| step.argument.starts_with("In box ")));
}

#[test]
fn digits_count_from_zero() {
    let (_, found) = explained("board 4x4; digits 0-3; box 2x2");
    let text = |step: &Step| {
        let names = step.facts.iter().zip(&step.fact_names);
        let names: Vec<String> = names
            .filter(|(fact, _)| matches!(fact, Fact::House(..)))
            .map(|(_, name)| name.clone())
            .collect();
        names.join(" ") + &step.conclusion().to_string()
    };
    let all: Vec<String> = found.steps.iter().map(text).collect();
    let all = all.join(" ");
    assert!(all.contains("is 0") && !all.contains("is 4"), "{all}");
    let first = &found.steps[0].before;
    assert!(first.to_string().contains("0123"), "{first}");
}

#[test]
fn houses_of_grids_are_named_with_their_grid() {
    let (_, found) = explained("box 2x2; grids r1c1 r3c3");
    for grid in ["grid 1", "grid 2"] {
        let names_grid = |step: &Step| {
            step.fact_names[0].ends_with(grid) && step.argument.contains(&format!("of {grid}, "))
        };
        assert!(has(&found, names_grid), "{grid}");
    }
}

#[test]
fn a_samurai_is_explained() {
    let puzzle = solved("samurai");
    // Every second given.
    let is_kept = |at: &Candidate| at.cell.index().is_multiple_of(2);
    let kept: Vec<Candidate> = puzzle.givens().filled().filter(is_kept).collect();
    let puzzle = puzzle.restricted_to(&kept);
    let found = Explainer::default().explain(&puzzle).unwrap();
    let all = solutions(&puzzle);
    assert_eq!(found.complete, all.len() == 1);
    for grid in &all {
        no_solution_is_lost(&found, grid);
    }
    assert!(found.steps.len() > 50);
}

fn no_solution_is_lost(found: &Explained, grid: &Grid) {
    for step in &found.steps {
        let holds = |at: &Candidate| grid.get(at.cell) == Some(at.digit);
        assert!(step.places.iter().all(holds), "{}", step.argument);
        assert!(!step.eliminates.iter().any(holds), "{}", step.argument);
    }
}

#[test]
fn a_variable_in_a_sum_is_placed() {
    let (puzzle, found) =
        explained("board 4x4; box 2x2; variables x 5-8; sum 0 x -1*r1c1 -1*r2c3 -1*r4c2");
    let x = Cell::from_name("x", puzzle.geometry()).unwrap();
    let placed = |step: &Step| step.places.iter().any(|at| at.cell == x);
    assert!(has(&found, placed));
    assert!(has(&found, |step| step.argument.contains("so x is ")));
}

/// The sum of row 1 is 0 + 1 + 2 + 3, and that of the cage counts as it is.
#[test]
fn the_rule_of_45_has_the_sum_of_the_digits() {
    let puzzle = blank_on("board 4x4; digits 0-3; box 2x2; cage 4 r1c1 r1c2 r1c3");
    let found = Explainer::default().explain(&puzzle).unwrap();
    let all = solutions(&puzzle);
    all.iter()
        .for_each(|grid| no_solution_is_lost(&found, grid));
    let eliminated = found.steps.iter().flat_map(|step| &step.eliminates);
    let placed = found.steps.iter().flat_map(|step| &step.places);
    let names: Vec<String> = eliminated
        .chain(placed)
        .map(|at| at.name(puzzle.geometry()).to_string())
        .collect();
    assert!(names.contains(&"r1c4=2".to_string()), "{names:?}");
}

#[test]
fn other_boards_are_explained() {
    for rules in [
        "board 3x5; digits 1-7",
        "board 4x4; digits 0-5; box 2x2",
        "board 5x5; holes r1c1 r3c3 r5c4-r5c5; digits 1-5",
        "board 5x5; digits 0-5; regions 1122.1122.33442334455555.",
        "board 3x3; raw; digits 1-4; cage 6 r1c1 r1c2 r1c3; thermometer r3c1 r2c2 r1c3; cage 5 r2c1 r3c1",
        "board 2x3; raw; digits 2-3",
        "board 1x1; digits 3-3",
        "board 4x4; box 2x2; anti-knight; variables t 1x2; cage 3 t.r1c1 t.r1c2; sum 0 t.r1c1 -1*r1c1",
        "box 2x2; grids r1c1 r1c4 r4c2; diagonal",
        "board 4x4; box 2x2; digits 97-100",
    ] {
        let (_, found) = explained(rules);
        for step in &found.steps {
            assert!(!step.argument.is_empty(), "{rules}");
        }
    }
}

#[test]
fn digits_without_a_symbol_are_numbers() {
    let board = blank_on("board 2x2; raw; digits 99-101");
    let all: Vec<Digit> = board.geometry().digits().collect();
    let cells = [all[..2].to_vec(), all.clone(), vec![all[2]], all];
    let position = Position::new(board.geometry(), &cells).unwrap();
    let expected = "99,100 99,100,101 101 99,100,101";
    assert_eq!(position.to_string(), expected);
}

#[test]
fn boards_with_too_many_candidates_are_refused() {
    for (rules, message) in [
        (
            "board 1x1; digits 1-17",
            "expected a board of up to 16 digits, found 17",
        ),
        (
            "board 30x30; raw; digits 1-9",
            "expected a board of up to 4096 candidates, found 8100",
        ),
    ] {
        let refused = Explainer::default().explain(&blank_on(rules)).unwrap_err();
        assert!(!refused.is_bug());
        assert_eq!(refused.to_string(), message);
    }
}
