//! Tests of [`Generator`].

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

pub(super) use super::*;
use satdoku::Deadline;
pub(super) use satdoku::board::{
    Candidate, Cell, Digit, Grid, Layout, Puzzle, RegionMap, Ruleset, Variant, verify,
};
use satdoku::engine::dlx::Dlx;
use satdoku::engine::mrv::Mrv;
use satdoku::engine::{Budget, Engine};
use satdoku::task::Confirmation;
use satdoku_explain::{Difficulty, Level, Technique, rate};

pub(super) fn layout(shape: &str) -> Arc<Layout> {
    Arc::new(Layout::classic(shape.parse().unwrap()))
}

pub(super) fn with_variants(shape: &str, variants: &[Variant]) -> Arc<Layout> {
    let rules = Ruleset::classic(shape.parse().unwrap());
    Arc::new(Layout::new(rules.with(variants).unwrap()))
}

/// Returns a generator that ends on a busy machine, too.
pub(super) fn generator(request: Request) -> Generator {
    let generator = Generator::new(request, 14).unwrap();
    generator.with_timeout(Duration::from_secs(600))
}

/// Makes the first puzzles of a request.
pub(super) fn puzzles(request: Request, count: usize) -> Vec<Generated> {
    let generator = generator(request);
    generator.take(count).map(Result::unwrap).collect()
}

pub(super) fn solutions(puzzle: &Puzzle, engine: &mut dyn Engine) -> usize {
    let (solutions, report) = engine.solutions(puzzle, 2, &Budget::UNLIMITED).unwrap();
    assert!(!report.end.is_cut_short());
    solutions.len()
}

pub(super) fn without(puzzle: &Puzzle, cells: &[usize]) -> Puzzle {
    let all = puzzle.givens().filled();
    let rest: Vec<Candidate> = all.filter(|at| !cells.contains(&at.cell.index())).collect();
    puzzle.restricted_to(&rest)
}

/// Checks what is promised of every puzzle: one solution by two engines, the symmetry, and the
/// minimality.
fn check(made: &Generated) {
    let puzzle = &made.puzzle;
    let name = format!("{} {}", puzzle.givens(), made.number);
    assert_eq!(verify(puzzle, &made.solution), Ok(()), "{name}");
    assert_eq!(made.confirmation, Confirmation::Confirmed, "{name}");
    let (mrv, dlx) = (&mut Mrv::default(), &mut Dlx::default());
    assert_eq!(
        (solutions(puzzle, mrv), solutions(puzzle, dlx)),
        (1, 1),
        "{name}"
    );
    let is_given = |cell: usize| puzzle.givens().cells()[cell].is_some();
    let mut given = (0..puzzle.givens().cells().len()).filter(|cell| is_given(*cell));
    let is_minimal = given.all(|cell| solutions(&without(puzzle, &[cell]), mrv) > 1);
    assert_eq!(made.is_minimal, Some(is_minimal), "{name}");
    let orbits = made.symmetry.orbits(puzzle.geometry());
    let mut given = orbits.iter().filter(|orbit| is_given(orbit[0]));
    let in_groups = given.all(|orbit| solutions(&without(puzzle, orbit), mrv) > 1);
    if let Some(is_minimal) = made.is_symmetric_minimal {
        assert_eq!(is_minimal, in_groups, "{name}");
    }
    for orbit in orbits {
        assert!(
            orbit
                .iter()
                .all(|cell| is_given(*cell) == is_given(orbit[0])),
            "{name}"
        );
    }
}

#[test]
fn puzzles_without_a_symmetry_are_minimal() {
    for made in puzzles(Request::new(layout("3x3")), 60) {
        check(&made);
        assert_eq!(
            (made.is_minimal, made.is_symmetric_minimal),
            (Some(true), Some(true))
        );
        assert_eq!((made.seed, made.tries), (14, 1));
    }
}

#[test]
fn givens_have_the_symmetry() {
    for symmetry in Symmetry::ALL {
        for shape in ["3x3", "2x3"] {
            let request = Request {
                symmetry,
                ..Request::new(layout(shape))
            };
            for made in puzzles(request, 6) {
                check(&made);
                assert_eq!(made.is_symmetric_minimal, Some(true));
            }
        }
    }
}

#[test]
fn seed_and_number_determine_the_puzzle() {
    let request = Request::new(layout("3x3"));
    let all: Vec<Generated> = puzzles(request.clone(), 20);
    let mut backwards = generator(request.clone());
    for (number, made) in all.iter().enumerate().rev() {
        assert_eq!(made.number, number as u64);
        assert_eq!(&backwards.clone().make(number as u64).unwrap(), made);
        assert_eq!(&backwards.make(number as u64).unwrap(), made);
    }
    let other = Generator::new(request, 15).unwrap().make(0).unwrap();
    assert_ne!(other.puzzle, all[0].puzzle);
    // If this changes, seeds give other puzzles, which the release notes must mention.
    let first = all[0].puzzle.givens().to_string();
    assert_eq!(first, FIRST);
}

const FIRST: &str =
    ".2.....8...6...91.5..3....7...94.8..8.3..2....64..37....2.....6...7...39....61.7.";

/// Makes a puzzle on a board, and checks it.
fn check_one(layout: Arc<Layout>) {
    check(&generator(Request::new(layout)).make(3).unwrap());
}

#[test]
fn puzzles_of_small_sizes() {
    for shape in ["2x2", "2x3", "3x2", "1x7"] {
        check_one(layout(shape));
    }
}

#[test]
fn puzzles_of_12_by_12() {
    check_one(layout("3x4"));
}

#[test]
fn puzzles_of_16_by_16() {
    check_one(layout("4x4"));
}

#[test]
fn puzzles_with_further_houses() {
    for variant in [Variant::Diagonal, Variant::Windoku, Variant::DisjointGroups] {
        check_one(with_variants("3x3", &[variant]));
    }
}

#[test]
fn puzzles_without_equal_digits_nearby() {
    for variant in [Variant::AntiKnight, Variant::AntiKing] {
        check_one(with_variants("3x3", &[variant]));
    }
}

/// On 6×6: on 9×9, dancing links take long to check each given.
#[test]
fn puzzles_with_distances_and_sums() {
    for variant in Variant::ALL
        .into_iter()
        .filter(|of| of.tells_digits_apart())
    {
        check_one(with_variants("2x3", &[variant]));
    }
}

#[test]
fn puzzles_of_a_jigsaw() {
    let labels: Vec<Option<char>> = "1112132243324443".chars().map(Some).collect();
    let map = RegionMap::from_labels(&labels).unwrap();
    check_one(Arc::new(Layout::new(Ruleset::jigsaw(map))));
}

#[test]
fn large_boards_have_one_solution_and_may_leave_minimality_open() {
    let made = generator(Request::new(layout("4x5"))).make(0).unwrap();
    assert_eq!(solutions(&made.puzzle, &mut Mrv::default()), 1);
    // A given that was undecided among many may be redundant among fewer.
    assert_ne!(made.is_minimal, Some(true));
    assert!(made.puzzle.givens().filled().count() < 220);
}

#[test]
fn every_jigsaw_is_different() {
    let boards = Boards::RandomJigsaws {
        size: 6,
        variants: Vec::new(),
    };
    let made: Vec<Generated> = puzzles(Request::on(boards), 4);
    made.iter().for_each(check);
    let regions = |made: &Generated| made.puzzle.layout().rules().regions().cloned();
    assert!(regions(&made[0]).is_some() && regions(&made[0]) != regions(&made[1]));
}

/// The search for a given had no limit, so a single one took longer than anyone waits.
#[test]
fn a_large_jigsaw_is_made() {
    let boards = Boards::RandomJigsaws {
        size: 16,
        variants: Vec::new(),
    };
    let request = Request {
        givens: Some(230..=256),
        ..Request::on(boards)
    };
    let made = generator(request).make(0).unwrap();
    assert_eq!(made.puzzle.layout().digit_count(), 16);
}

#[test]
fn the_number_of_givens_is_in_the_range() {
    for (symmetry, range) in [
        (Symmetry::None, 30..=32),
        (Symmetry::HalfTurn, 32..=32),
        (Symmetry::Full, 40..=50),
        (Symmetry::None, 81..=81),
    ] {
        let request = Request {
            givens: Some(range.clone()),
            symmetry,
            ..Request::new(layout("3x3"))
        };
        for made in puzzles(request, 8) {
            check(&made);
            assert!(range.contains(&made.puzzle.givens().filled().count()));
        }
    }
    let request = Request {
        givens: Some(23..=23),
        minimal: true,
        ..Request::new(layout("3x3"))
    };
    let made = generator(request).make(0).unwrap();
    check(&made);
    assert_eq!(
        (made.is_minimal, made.puzzle.givens().filled().count()),
        (Some(true), 23)
    );
    let request = Request {
        givens: Some(100..=110),
        ..Request::new(layout("3x4"))
    };
    check(&generator(request).make(0).unwrap());
}

#[test]
fn givens_match_the_pattern() {
    // Three in ten cells: few solved grids lead to a unique puzzle.
    let sparse = "x..x..x...x..x..x...x..x..x".repeat(3);
    let mixed = "x???.????".repeat(9);
    for (shape, text) in [
        ("3x3", sparse.as_str()),
        ("3x3", &mixed),
        ("2x2", "x???.??x.??.x??."),
    ] {
        let pattern: Pattern = text.parse().unwrap();
        let request = Request {
            pattern: Some(pattern.clone()),
            ..Request::new(layout(shape))
        };
        for made in puzzles(request, 3) {
            let name = made.puzzle.givens().to_string();
            for (cell, digit) in pattern.cells().iter().zip(made.puzzle.givens().cells()) {
                let is_kept = match cell {
                    PatternCell::Given => digit.is_some(),
                    PatternCell::Blank => digit.is_none(),
                    PatternCell::Either => true,
                };
                assert!(is_kept, "{name}");
            }
            assert_eq!(solutions(&made.puzzle, &mut Dlx::default()), 1, "{name}");
        }
    }
}

#[test]
fn puzzles_contain_the_digits_to_start_from() {
    let first = generator(Request::new(layout("3x3"))).make(0).unwrap();
    let request = Request {
        from: Some(first.solution.clone()),
        ..Request::new(layout("3x3"))
    };
    let made = generator(request).make(5).unwrap();
    check(&made);
    assert_eq!(made.solution, first.solution);
    assert_ne!(made.puzzle, first.puzzle);
    for shape in ["3x3", "2x3"] {
        let size = layout(shape).digit_count();
        let mut from = Grid::blank(size);
        for place in 0..size / 2 {
            from.set(Cell::at(place, place, size), Some(Digit::from_index(place)));
        }
        let request = Request {
            from: Some(from.clone()),
            symmetry: Symmetry::HalfTurn,
            ..Request::new(layout(shape))
        };
        let made = generator(request).make(0).unwrap();
        let has_given = |at: Candidate| made.puzzle.givens().get(at.cell) == Some(at.digit);
        assert!(from.filled().all(has_given));
        assert_eq!(solutions(&made.puzzle, &mut Dlx::default()), 1);
    }
}

#[test]
fn puzzles_have_the_difficulty() {
    let with = |difficulty: Difficulty, shape: &str| Request {
        difficulty: Some(difficulty),
        ..Request::new(layout(shape))
    };
    for level in Level::ALL.into_iter().take(5) {
        let made = generator(with(Difficulty::Level(level), "3x3")).make(1);
        let made = made.unwrap();
        check(&made);
        assert_eq!(made.rating, rate(&made.puzzle).unwrap());
        assert_eq!(made.rating.unwrap().level, level);
    }
    let request = Request {
        symmetry: Symmetry::HalfTurn,
        givens: Some(28..=30),
        ..with(Difficulty::Largest(2..=3), "3x3")
    };
    let all: Vec<Generated> = puzzles(request.clone(), 3);
    for made in &all {
        check(made);
        let rating = rate(&made.puzzle).unwrap().unwrap();
        assert!((2..=3).contains(&rating.largest), "{rating:?}");
    }
    assert_eq!(generator(request).make(2).unwrap(), all[2]);
    check(
        &generator(with(Difficulty::Level(Level::Easy), "2x3"))
            .make(0)
            .unwrap(),
    );
}

#[test]
fn an_impossible_difficulty_is_given_up() {
    // No puzzle of 4×4 takes more than three facts.
    let request = Request {
        difficulty: Some(Difficulty::Level(Level::Extreme)),
        ..Request::new(layout("2x2"))
    };
    let mut generator = generator(request).with_most_tries(20);
    let error = generator.make(0).unwrap_err();
    assert_eq!(error.to_string(), "no puzzle found from 20 solved grids");
}

/// Takes a few seconds for 1,000 puzzles of each symmetry; SATDOKU_PUZZLES sets their number.
#[test]
#[ignore = "thousands of puzzles"]
fn thousands_of_symmetric_puzzles() {
    let count = std::env::var("SATDOKU_PUZZLES").ok();
    let count = count.map_or(1_000, |count| count.parse().unwrap());
    for symmetry in Symmetry::ALL {
        let request = Request {
            symmetry,
            ..Request::new(layout("3x3"))
        };
        let (mut minimal, mut givens, mut all) = (0, 0, std::collections::HashSet::new());
        for made in puzzles(request, count) {
            check(&made);
            assert_eq!(made.is_symmetric_minimal, Some(true));
            minimal += usize::from(made.is_minimal == Some(true));
            givens += made.puzzle.givens().filled().count();
            let form = satdoku::task::canonical::canonical(&made.puzzle).unwrap();
            all.insert(form.givens().to_string());
        }
        println!(
            "{symmetry}: {count} puzzles, {} different, {minimal} minimal, {:.2} givens",
            all.len(),
            givens as f64 / count as f64
        );
    }
}

#[test]
fn rare_puzzles_are_given_up() {
    let request = Request {
        givens: Some(17..=17),
        ..Request::new(layout("3x3"))
    };
    let mut generator = generator(request).with_most_tries(5);
    let error = generator.make(7).unwrap_err();
    assert_eq!(error.to_string(), "no puzzle found from 5 solved grids");
    let mut late = generator.with_timeout(Duration::ZERO);
    assert!(matches!(
        late.make(7),
        Err(GenerateError::GaveUp {
            tries: 0,
            is_timeout: true
        })
    ));
}

#[test]
fn an_interrupt_ends_the_search() {
    let interrupt = Arc::new(AtomicBool::new(true));
    let deadline = Deadline::after(Duration::MAX).or_at(interrupt.clone());
    let mut generator = generator(Request::new(layout("3x3"))).with_deadline(deadline);
    let error = generator.make(0).unwrap_err();
    assert!(matches!(error, GenerateError::GaveUp { tries: 0, .. }));
    interrupt.store(false, Ordering::Relaxed);
    assert!(generator.make(0).is_ok());
}

#[test]
fn contradictory_requests_are_refused_with_the_reason() {
    let standard = || Request::new(layout("3x3"));
    let refused = |request: Request| Generator::new(request, 0).unwrap_err().to_string();
    let givens = |range| Request {
        givens: Some(range),
        ..standard()
    };
    let pattern = |text: &str| Request {
        pattern: Some(text.parse().unwrap()),
        ..standard()
    };
    let asymmetric = Request {
        symmetry: Symmetry::HalfTurn,
        ..pattern(&format!("x{}.", "?".repeat(79)))
    };
    assert_eq!(
        refused(asymmetric),
        "r1c1 is to be given, but r9c9, which goes with it, is to be blank"
    );
    assert_eq!(
        refused(givens(90..=99)),
        "expected a range of givens, the smaller number first and at most 81, found 90..99"
    );
    #[expect(clippy::reversed_empty_ranges)]
    let backwards = givens(30..=20);
    assert_eq!(
        refused(backwards),
        "expected a range of givens, the smaller number first and at most 81, found 30..20"
    );
    let difficult = |difficulty: &str| Request {
        difficulty: Some(difficulty.parse().unwrap()),
        ..standard()
    };
    assert_eq!(
        refused(difficult("5..3")),
        "expected a range of facts, the smaller number first, found 5..3"
    );
    let technique = Technique::from_name("thermometer").unwrap();
    let undrawn = Request {
        difficulty: Some(Difficulty::Technique(technique)),
        ..standard()
    };
    assert_eq!(
        refused(undrawn),
        "the technique `thermometer` and a puzzle without constraints of the kind `thermometer` cannot be combined"
    );
    let large = Request {
        boards: Boards::Same(layout("4x5")),
        ..difficult("hard")
    };
    assert_eq!(
        refused(large),
        "a difficulty and a board with 20 digits (at most 16) cannot be combined"
    );
    let mut from = Grid::blank(9);
    from.set(Cell::at(0, 0, 9), Some(Digit::from_index(4)));
    from.set(Cell::at(0, 8, 9), Some(Digit::from_index(4)));
    let from_grid = |from: Grid| Request {
        from: Some(from),
        ..standard()
    };
    assert_eq!(
        refused(from_grid(from.clone())),
        "no solution has r1c1=5 and r1c9=5 in row 1"
    );
    assert_eq!(
        refused(from_grid(Grid::blank(4))),
        "expected a grid of 9x9 cells, found 4x4"
    );
    from.set(Cell::at(0, 8, 9), None);
    let banned = Request {
        from: Some(from),
        ..pattern(&format!(".{}", "?".repeat(80)))
    };
    assert_eq!(
        refused(banned),
        "r1c1 is to be given, but the pattern leaves it blank"
    );
}
