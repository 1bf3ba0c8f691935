//! Grids, cells and candidates of another board are errors or have no result; nothing panics.

use proptest::prelude::*;
use satdoku::board::{Mismatch, RegionMap, Violation, verify};
use satdoku::propagate::Candidates;
use satdoku::sat::{Encoding, Model, SolverAnswer, Translation, VarMap, decode, import};
use satdoku::task::canonical::{NotStandard, Transformation, canonical, to_canonical};
use satdoku::task::{ResultError, Session};
use satdoku::{Candidate, Cell, Digit, Grid, Puzzle};
use satdoku_explain::{Explainer, Fact, Position, check_step};
use satdoku_generate::{Generator, Pattern, PatternCell, Request, Symmetry};
use satdoku_text::{
    Alphabet, Arrangement, Form, LinkSite, Mark, Notes, Picture, Strokes, write_link,
};

use crate::common::PUZZLES;

const SIZES: [usize; 4] = [4, 6, 9, 16];

/// Returns the empty puzzle of a size.
fn board(size: usize) -> Puzzle {
    let shape = match size {
        6 => "2x3",
        _ => ["2x2", "3x3", "4x4"][size.isqrt() - 2],
    };
    Puzzle::classic(shape.parse().unwrap())
}

/// A jigsaw whose regions are rows.
fn rows(size: usize) -> RegionMap {
    let labels: Vec<Option<usize>> = (0..size * size).map(|cell| Some(cell / size)).collect();
    RegionMap::from_labels(&labels).unwrap()
}

/// Returns a full grid with digits up to the size.
fn full(size: usize) -> Grid {
    let digits = (0..size * size).map(|cell| Some(Digit::from_index(cell % size)));
    Grid::from_cells(digits.collect()).unwrap()
}

proptest! {
    #[test]
    fn a_cell_or_digit_of_a_larger_board_is_nowhere(
        size in prop::sample::select(&SIZES),
        beyond in 0_usize..200_000,
        value in 17_usize..60_000,
        inside in 0_usize..16,
    ) {
        let puzzle = board(size);
        let layout = puzzle.layout();
        let off_board = Cell::from_index(size * size + beyond);
        let digit = Digit::from_index(0);
        let high = Digit::from_index(value - 1);
        let wrong = [
            Candidate { cell: off_board, digit },
            Candidate { cell: off_board, digit: high },
            Candidate { cell: Cell::from_index(inside), digit: high },
        ];

        prop_assert_eq!(puzzle.givens().get(off_board), None);
        prop_assert_eq!(layout.houses_of(off_board).count(), 0);
        prop_assert_eq!(layout.relations_of(off_board).count(), 0);
        prop_assert!(layout.peers(off_board).is_empty());
        prop_assert_eq!(layout.first_shared_house(off_board, Cell::from_index(0)), None);
        prop_assert_eq!(rows(size).region_of(off_board), None);
        let candidates = Candidates::new(&puzzle);
        prop_assert_eq!(candidates.count(off_board), 0);
        prop_assert_eq!(candidates.solved(off_board), None);
        let cells = vec![vec![digit, Digit::from_index(1)]; size * size];
        let position = Position::new(size, &cells).unwrap();
        prop_assert_eq!(position.placed(off_board), None);
        prop_assert_eq!(position.members(layout, &Fact::Cell(off_board)), []);
        prop_assert!(off_board.name(0).to_string().starts_with('r'));
        let reduced = VarMap::compact(&candidates);
        for map in [VarMap::full(size), reduced] {
            prop_assert_eq!(map.variables_of(off_board).count(), 0);
            for candidate in wrong {
                prop_assert_eq!(map.variable(candidate), None);
            }
        }
        for candidate in wrong {
            prop_assert!(!candidates.contains(candidate.cell, candidate.digit));
            prop_assert!(!position.contains(candidate));
            layout.excluded(candidate).for_each(drop);
            let refused = puzzle.clone().without([candidate]).unwrap_err();
            let is_off = refused.expected.starts_with("cells with an index below");
            prop_assert_eq!(is_off, candidate.cell == off_board);
            prop_assert_eq!(puzzle.restricted_to(&[candidate]).givens().filled().count(), 0);
            let notes = Notes {
                houses: vec![candidate.cell],
                cells: vec![candidate.cell],
                candidates: vec![(candidate, Mark::Gone)],
                ..Notes::default()
            };
            Picture::new(&puzzle, Alphabet::FromOne).with_notes(&notes).svg();
        }
    }
}

/// Calls functions on a board of `size` with things of the size `other`.
fn check_sizes(size: usize, other: usize) {
    let puzzle = board(size);
    let layout = puzzle.layout();
    let expected = size;
    for grid in [full(other), Grid::blank(other), Grid::blank(0)] {
        let found = grid.geometry().rows();
        let refused = Mismatch::new(
            format!("a grid of {expected}x{expected} cells"),
            format!("{found}x{found}"),
        );
        assert_eq!(
            Puzzle::new(layout.clone(), grid.clone()),
            Err(refused.clone())
        );
        assert_eq!(puzzle.with_givens(grid.clone()), Err(refused.clone()));
        let violation = Violation {
            mismatch: refused.into(),
            cells: Vec::new(),
        };
        assert_eq!(verify(&puzzle, &grid), Err(violation.clone()));
        let link = write_link(&puzzle, Some(&grid), LinkSite::FPuzzles);
        let expected =
            format!("expected a solution of {size}x{size} cells for a link, found {found}x{found}");
        assert_eq!(link.map_err(|error| error.to_string()), Err(expected));
        assert!(!Candidates::new(&puzzle).allow(&grid));
        let picture = Picture::new(&puzzle, Alphabet::FromOne).with_solution(&grid);
        picture.draw(Strokes::Unicode);
        picture.svg();
        for arrangement in [
            Arrangement::Line,
            Arrangement::Rows,
            Arrangement::SpacedRows,
            Arrangement::Boxes,
        ] {
            Form::of(arrangement, size).write(&grid, layout.boxes());
        }
        for encoding in Encoding::ALL {
            let translation = Translation::new(&puzzle, encoding);
            translation.blocking_clause(&grid);
            let model = Model::default();
            decode(layout, &grid, translation.map(), &model)
                .map(drop)
                .unwrap_or_default();
            let text = "s SATISFIABLE\nv 1 0\n";
            assert!(import(&translation, text).is_err());
        }
        let mut session = Session::default();
        let wrong = ResultError::Wrong(violation);
        let answer = SolverAnswer::Satisfiable(grid.clone());
        assert_eq!(
            session.check_result(&puzzle, answer.clone()),
            Err(wrong.clone())
        );
        assert_eq!(session.check_blocked_result(&puzzle, answer), Err(wrong));
        let request = Request {
            from: Some(grid.clone()),
            ..Request::new(layout.clone())
        };
        assert!(Generator::new(request, 1).is_err());
        grid.differences(puzzle.givens()).for_each(drop);
        if found != 9 {
            assert_eq!(to_canonical(&grid), Err(NotStandard));
            assert_eq!(Transformation::IDENTITY.apply(&grid), Err(NotStandard));
        }
    }
    assert_eq!(canonical(&puzzle).is_ok(), size == 9);
    let pattern = Pattern::new(vec![PatternCell::Either; other * other]);
    let request = Request {
        pattern: Some(pattern),
        ..Request::new(layout.clone())
    };
    assert!(Generator::new(request, 1).is_err());
    for symmetry in Symmetry::ALL {
        assert!(symmetry.orbits(&0.into()).is_empty());
    }
}

#[test]
fn a_grid_of_another_size_is_an_error() {
    for size in SIZES {
        for other in SIZES.into_iter().filter(|other| *other != size) {
            check_sizes(size, other);
        }
    }
}

#[test]
fn a_step_of_another_board_is_no_proof() {
    for puzzle in ["1..4...3.1..4...", PUZZLES[0][0]] {
        let puzzle: Puzzle = puzzle.parse().unwrap();
        let step = Explainer::default().hint(&puzzle).unwrap().unwrap();
        assert_eq!(check_step(puzzle.layout(), &step), Ok(()));
        for size in SIZES
            .into_iter()
            .filter(|size| *size != puzzle.geometry().rows())
        {
            let other = board(size);
            step.notes(other.layout());
            step.place(other.layout());
            // What the facts say depends on the board.
            let _ = check_step(other.layout(), &step);
        }
    }
}
