//! Tests of drawn constraints.

use rand::SeedableRng;

use super::super::{Generated, Generator, Request};
use super::*;
use satdoku::board::{Candidate, Cell, Constraint, Ruleset, Variant, verify};
use satdoku::engine::mrv::Mrv;
use satdoku::engine::sat::Sat;
use satdoku::engine::{Budget, Engine};
use satdoku_explain::{Difficulty, Level};

fn layout(shape: &str, variants: &[Variant]) -> Arc<Layout> {
    let rules = Ruleset::classic(shape.parse().unwrap());
    Arc::new(Layout::new(rules.with(variants).unwrap()))
}

fn request(layout: Arc<Layout>, kinds: &[ConstraintKind]) -> Request {
    Request {
        constraints: kinds.to_vec(),
        ..Request::new(layout)
    }
}

fn make(request: Request, number: u64) -> Generated {
    Generator::new(request, 26).unwrap().make(number).unwrap()
}

fn solutions(puzzle: &Puzzle, engine: &mut dyn Engine) -> usize {
    let (solutions, report) = engine.solutions(puzzle, 2, Budget::UNLIMITED).unwrap();
    assert!(!report.end.is_cut_short());
    solutions.len()
}

/// Returns the puzzle without the constraint with this number.
fn without(puzzle: &Puzzle, number: usize) -> Puzzle {
    let mut constraints = puzzle.layout().constraints().to_vec();
    constraints.remove(number);
    let rules = puzzle.layout().rules().clone();
    let layout = Layout::new(rules.with_constraints(constraints).unwrap());
    Puzzle::new(Arc::new(layout), puzzle.givens().clone()).unwrap()
}

/// Checks that the constraints hold, that the puzzle has one solution by two engines, and that no
/// given or constraint is redundant.
fn check(made: &Generated) {
    let (puzzle, mrv) = (&made.puzzle, &mut Mrv::default());
    assert_eq!(verify(puzzle, &made.solution), Ok(()));
    let counts = [
        solutions(puzzle, mrv),
        solutions(puzzle, &mut Sat::default()),
    ];
    assert_eq!(counts, [1, 1], "{:?}", puzzle.layout().constraints());
    assert_eq!(made.is_minimal, Some(true));
    for number in 0..puzzle.layout().constraints().len() {
        assert_eq!(solutions(&without(puzzle, number), mrv), 2, "{number}");
    }
    let givens: Vec<Candidate> = puzzle.givens().filled().collect();
    for given in &givens {
        let rest: Vec<Candidate> = givens.iter().filter(|at| *at != given).copied().collect();
        assert_eq!(solutions(&puzzle.restricted_to(&rest), mrv), 2);
    }
}

/// Returns constraints drawn on a random grid, and the grid.
fn drawn(shape: &str, kinds: &[ConstraintKind], seed: u64) -> (Vec<Constraint>, Puzzle) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let layout = layout(shape, &[]);
    let solution = crate::testing::random_solution(&layout, &mut random);
    let layout = draw(kinds, &layout, &solution, &mut random);
    let puzzle = Puzzle::new(layout.clone(), solution.clone()).unwrap();
    assert_eq!(verify(&puzzle, &solution), Ok(()));
    (layout.constraints().to_vec(), puzzle)
}

/// Returns the rows and columns between two cells.
fn distance(one: Cell, other: Cell, size: usize) -> (usize, usize) {
    let [one, other] = [one, other].map(|cell| (cell.index() / size, cell.index() % size));
    (one.0.abs_diff(other.0), one.1.abs_diff(other.1))
}

#[test]
fn puzzles_of_each_kind_are_unique_and_need_every_clue() {
    for shape in ["2x2", "2x3"] {
        for kind in ConstraintKind::ALL {
            let made = make(request(layout(shape, &[]), &[kind]), 0);
            check(&made);
            assert!(has_all_kinds(&[kind], &made.puzzle), "{kind} {shape}");
        }
    }
}

#[test]
fn killers_without_givens_are_unique_and_need_every_cage() {
    for (shape, variants) in [
        ("3x3", &[][..]),
        ("3x3", &[Variant::AntiKnight]),
        ("2x3", &[]),
    ] {
        let request = Request {
            givens: Some(0..=0),
            ..request(layout(shape, variants), &[ConstraintKind::Cage])
        };
        // A few are accepted without a proof that they are minimal.
        let is_minimal = |number: &u64| make(request.clone(), *number).is_minimal == Some(true);
        let number = (0..10).find(is_minimal).expect("a minimal puzzle");
        let made = make(request.clone(), number);
        check(&made);
        assert_eq!(made.puzzle.givens().filled().count(), 0);
        assert_eq!(made.puzzle.layout().rules().variants(), variants);
        assert_eq!(make(request, number), made);
    }
}

#[test]
fn kinds_can_be_combined() {
    let kinds = [
        ConstraintKind::Thermometer,
        ConstraintKind::Xv,
        ConstraintKind::LittleKiller,
    ];
    let made = make(request(layout("2x3", &[]), &kinds), 0);
    check(&made);
    assert!(has_all_kinds(&kinds, &made.puzzle));
    let reversed: Vec<ConstraintKind> = kinds.into_iter().rev().collect();
    assert_eq!(
        make(request(layout("2x3", &[]), &reversed), 0).puzzle,
        made.puzzle
    );
}

#[test]
fn clues_are_restored_for_a_low_level() {
    for (kind, level, givens) in [
        (ConstraintKind::Cage, Level::Easy, None),
        (ConstraintKind::Cage, Level::Medium, Some(0..=0)),
        (ConstraintKind::Thermometer, Level::Medium, None),
    ] {
        let request = Request {
            difficulty: Some(Difficulty::Level(level)),
            givens,
            ..request(layout("2x3", &[]), &[kind])
        };
        // A minimal puzzle that has the level needs no other clues.
        let mut all = (0..10).map(|number| make(request.clone(), number));
        let made = all.find(|made| made.is_minimal == Some(false));
        let made = made.unwrap_or_else(|| panic!("{kind} {level}: no clue was restored"));
        assert_eq!(made.rating.as_ref().map(|rating| rating.level), Some(level));
        assert_eq!(solutions(&made.puzzle, &mut Mrv::default()), 1);
        assert_eq!(verify(&made.puzzle, &made.solution), Ok(()));
        let count = made.puzzle.givens().filled().count();
        assert!(request.givens.iter().all(|range| range.contains(&count)));
        // With --minimal, nothing is restored.
        let minimal = Request {
            minimal: true,
            difficulty: Some(Difficulty::Largest(2..=20)),
            ..request
        };
        check(&make(minimal, 0));
    }
}

#[test]
fn cages_are_connected_and_divide_nearly_all_of_the_board() {
    for (shape, seed) in [("2x2", 1), ("2x3", 2), ("3x3", 3), ("3x3", 4), ("4x4", 5)] {
        let (constraints, puzzle) = drawn(shape, &[ConstraintKind::Cage], seed);
        let size = puzzle.geometry().rows();
        let mut covered = vec![false; size * size];
        for constraint in &constraints {
            let cells = constraint.cells(size);
            assert!(
                (2..=size / 2 + 1).contains(&cells.len()),
                "{}",
                constraint.text(size)
            );
            for cell in &cells {
                assert!(!std::mem::replace(&mut covered[cell.index()], true));
            }
            let mut reached = vec![cells[0]];
            while let Some(next) = cells.iter().find(|cell| {
                let is_beside = |of: &Cell| matches!(distance(*of, **cell, size), (0, 1) | (1, 0));
                !reached.contains(cell) && reached.iter().any(is_beside)
            }) {
                reached.push(*next);
            }
            assert_eq!(reached.len(), cells.len(), "{}", constraint.text(size));
        }
        let count = covered.iter().filter(|is_covered| **is_covered).count();
        assert!(count * 10 >= size * size * 9, "{shape}: {count}");
    }
}

#[test]
fn lines_neither_share_a_cell_nor_cross() {
    use ConstraintKind::{Arrow, Renban, Thermometer, Whispers};
    for (shape, seed) in [("2x2", 1), ("3x3", 2), ("3x3", 3)] {
        let (constraints, puzzle) = drawn(shape, &[Thermometer, Arrow, Whispers, Renban], seed);
        let size = puzzle.geometry().rows();
        let mut covered = vec![false; size * size];
        let mut steps: Vec<[Cell; 2]> = Vec::new();
        for cells in constraints.iter().map(|constraint| constraint.cells(size)) {
            assert!(cells.len() >= 3);
            for cell in &cells {
                assert!(!std::mem::replace(&mut covered[cell.index()], true));
            }
            for pair in cells.windows(2) {
                let (rows, columns) = distance(pair[0], pair[1], size);
                assert_eq!(rows.max(columns), 1);
                steps.push([pair[0], pair[1]]);
            }
        }
        // Two diagonal steps cross if the ends of one are next to the ends of the other.
        let is_beside = |one, other| matches!(distance(one, other, size), (0, 1) | (1, 0));
        for one in &steps {
            for other in &steps {
                let is_crossed = one
                    .iter()
                    .all(|of| other.iter().all(|at| is_beside(*of, *at)));
                assert!(!is_crossed, "{one:?} {other:?}");
            }
        }
    }
}

#[test]
fn two_cells_have_one_mark_and_clues_outside_the_grid_have_a_place_each() {
    use ConstraintKind::{Difference, LittleKiller, Ratio, Sandwich, Xv};
    let kinds = [Difference, Ratio, Xv, Sandwich, LittleKiller];
    let (constraints, puzzle) = drawn("3x3", &kinds, 6);
    let size = puzzle.geometry().rows() as isize;
    let (mut pairs, mut places) = (Vec::new(), Vec::new());
    for constraint in &constraints {
        let cells = constraint.cells(puzzle.geometry().rows());
        let place = |cell: Cell| (cell.index() as isize / size, cell.index() as isize % size);
        let (first, second) = (place(cells[0]), place(cells[1]));
        match constraint.name() {
            "sandwich" | "little-killer" => {
                places.push((2 * first.0 - second.0, 2 * first.1 - second.1));
            }
            _ => pairs.push(cells),
        }
    }
    for (row, column) in &places {
        let is_outside = |place: &isize| !(0..size).contains(place);
        assert!(is_outside(row) || is_outside(column));
    }
    assert!(places.len() > 18 + 10 && pairs.len() > 30);
    pairs.sort_unstable();
    pairs.dedup();
    places.sort_unstable();
    places.dedup();
    assert_eq!(pairs.len() + places.len(), constraints.len());
}

#[test]
fn requests_that_no_puzzle_can_meet_are_refused() {
    let refusal = |request| Generator::new(request, 1).unwrap_err().to_string();
    let request = |shape, variants: &[Variant], kind| request(layout(shape, variants), &[kind]);
    assert_eq!(
        refusal(request("5x5", &[], ConstraintKind::Cage)),
        "constraints are drawn from 4x4 to 16x16, and this board is 25x25"
    );
    assert_eq!(
        refusal(request("3x3", &[Variant::NegativeXv], ConstraintKind::Xv)),
        "negative-xv and xv cannot be combined"
    );
}

#[test]
fn names_survive_a_round_trip() {
    for kind in ConstraintKind::ALL {
        assert_eq!(kind.name().parse(), Ok(kind));
    }
    let error = "cages".parse::<ConstraintKind>().unwrap_err().to_string();
    assert!(error.ends_with("even or odd), found `cages`"), "{error}");
}
