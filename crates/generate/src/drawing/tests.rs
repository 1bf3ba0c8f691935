//! Tests of drawn constraints.

use std::time::Duration;

use rand::SeedableRng;

use super::super::{Boards, Generated, Generator, Request};
use super::*;
use satdoku::board::{Candidate, Cell, Puzzle, Ruleset, Variant, verify};
use satdoku::engine::mrv::Mrv;
use satdoku::engine::sat::Sat;
use satdoku::engine::{Budget, Engine};
use satdoku_explain::{Difficulty, Level, rate};

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
    // Without optimisation and on a busy machine, a minute can be too short.
    let generator = Generator::new(request, 26).unwrap();
    let mut generator = generator.with_timeout(Duration::from_secs(600));
    generator.make(number).unwrap()
}

fn solutions(puzzle: &Puzzle, engine: &mut dyn Engine) -> usize {
    let (solutions, report) = engine.solutions(puzzle, 2, &Budget::UNLIMITED).unwrap();
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

/// Checks that the constraints hold, and that the puzzle has one solution by two engines.
fn check_unique(made: &Generated) {
    let (puzzle, mrv) = (&made.puzzle, &mut Mrv::default());
    assert_eq!(verify(puzzle, &made.solution), Ok(()));
    let counts = [
        solutions(puzzle, mrv),
        solutions(puzzle, &mut Sat::default()),
    ];
    assert_eq!(counts, [1, 1], "{:?}", puzzle.layout().constraints());
}

/// Checks also that no given or constraint is redundant.
fn check_minimal(made: &Generated) {
    check_unique(made);
    let (puzzle, mrv) = (&made.puzzle, &mut Mrv::default());
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

/// Checks that connected cages of two to five cells, none longer than three, cover the board.
fn check_cages(puzzle: &Puzzle) {
    let size = puzzle.geometry().rows();
    let mut covered = vec![false; size * size];
    for cage in puzzle.layout().constraints() {
        let cells = cage.cells(size);
        let name = cage.text(size);
        assert!((2..=5.min(size / 2 + 1)).contains(&cells.len()), "{name}");
        for cell in &cells {
            assert!(!std::mem::replace(&mut covered[cell.index()], true));
            let is_near = |of: &Cell| {
                let (rows, columns) = distance(*of, *cell, size);
                rows.min(columns) <= 1 && rows.max(columns) <= 2
            };
            assert!(cells.iter().all(is_near), "{name}");
        }
        let mut reached = vec![cells[0]];
        while let Some(next) = cells.iter().find(|cell| {
            let is_beside = |of: &Cell| matches!(distance(*of, **cell, size), (0, 1) | (1, 0));
            !reached.contains(cell) && reached.iter().any(is_beside)
        }) {
            reached.push(*next);
        }
        assert_eq!(reached.len(), cells.len(), "{name}");
    }
    assert!(covered.into_iter().all(|is_covered| is_covered));
}

/// Returns constraints drawn on a random grid, and the grid.
fn drawn(shape: &str, kinds: &[ConstraintKind], seed: u64) -> (Vec<Constraint>, Puzzle) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let layout = layout(shape, &[]);
    let solution = crate::testing::random_solution(&layout, &mut random);
    let mut judge = Judge::new(&layout);
    let layout = draw(kinds, &layout, &solution, &mut judge, &mut random);
    let layout = layout.unwrap().unwrap();
    let puzzle = Puzzle::new(layout.clone(), solution.clone()).unwrap();
    assert_eq!(verify(&puzzle, &solution), Ok(()));
    (layout.constraints().to_vec(), puzzle)
}

/// Returns the rows and columns between two cells.
fn distance(one: Cell, other: Cell, size: usize) -> (usize, usize) {
    let [one, other] = [one, other].map(|cell| (cell.index() / size, cell.index() % size));
    (one.0.abs_diff(other.0), one.1.abs_diff(other.1))
}

fn has_kind(puzzle: &Puzzle, kind: ConstraintKind) -> bool {
    let mut all = puzzle.layout().constraints().iter();
    all.any(|constraint| ConstraintKind::of(constraint.name()) == Some(kind))
}

#[test]
fn minimal_puzzles_of_each_kind_need_every_clue() {
    for shape in ["2x2", "2x3"] {
        for kind in ConstraintKind::ALL {
            let request = Request {
                minimal: true,
                ..request(layout(shape, &[]), &[kind])
            };
            let made = make(request, 0);
            check_minimal(&made);
            assert!(has_kind(&made.puzzle, kind), "{kind} {shape}");
        }
    }
}

#[test]
fn cages_of_killers_cover_the_board_without_givens() {
    for (shape, variants) in [
        ("2x2", &[][..]),
        ("2x3", &[]),
        ("2x3", &[Variant::Diagonal]),
        ("2x3", &[Variant::AntiKing]),
    ] {
        let request = request(layout(shape, variants), &[ConstraintKind::Cage]);
        let made = make(request.clone(), 0);
        check_unique(&made);
        check_cages(&made.puzzle);
        assert_eq!(made.puzzle.givens().filled().count(), 0);
        assert_eq!(made.puzzle.layout().rules().variants(), variants);
        assert_eq!(make(request, 0), made);
    }
    let request = Request {
        constraints: vec![ConstraintKind::Cage],
        ..Request::on(Boards::RandomJigsaws {
            size: 6,
            variants: Vec::new(),
        })
    };
    let jigsaw = make(request, 0);
    check_unique(&jigsaw);
    check_cages(&jigsaw.puzzle);
}

#[test]
fn killers_have_the_level() {
    for (shape, level) in [
        ("2x2", Level::Easy),
        ("2x3", Level::Easy),
        ("2x3", Level::Hard),
    ] {
        let request = Request {
            difficulty: Some(Difficulty::Level(level)),
            ..request(layout(shape, &[]), &[ConstraintKind::Cage])
        };
        let made = make(request, 0);
        check_unique(&made);
        check_cages(&made.puzzle);
        assert_eq!(made.rating, rate(&made.puzzle).unwrap());
        assert_eq!(made.rating.map(|rating| rating.level), Some(level));
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
    check_unique(&made);
    assert!(kinds.iter().all(|kind| has_kind(&made.puzzle, *kind)));
    let reversed: Vec<ConstraintKind> = kinds.into_iter().rev().collect();
    let again = make(request(layout("2x3", &[]), &reversed), 0);
    assert_eq!(again.puzzle, made.puzzle);
}

/// A person would not draw 78 constraints on top of each other.
#[test]
fn puzzles_have_a_level_few_marks_and_few_givens() {
    use ConstraintKind::{Arrow, Difference, Thermometer};
    for kinds in [&[Thermometer][..], &[Arrow], &[Difference, Thermometer]] {
        let request = Request {
            difficulty: Some(Difficulty::Level(Level::Easy)),
            ..request(layout("3x3", &[]), kinds)
        };
        let made = make(request, 0);
        check_unique(&made);
        let most = 12 + 20 * (kinds.len() - 1);
        assert!(made.puzzle.layout().constraints().len() <= most);
        assert!(made.puzzle.givens().filled().count() <= 12);
        let rating = rate(&made.puzzle).unwrap();
        assert_eq!(rating.map(|rating| rating.level), Some(Level::Easy));
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
    assert_eq!((places.len(), pairs.len()), (9 + 12, 20));
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
    let large = refusal(request("5x5", &[], ConstraintKind::Cage));
    assert!(large.contains("drawn constraints such as cage"), "{large}");
    assert!(large.contains("from 4x4 to 16x16"), "{large}");
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
