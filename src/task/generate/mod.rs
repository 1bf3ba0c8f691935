//! New puzzles: with symmetry, pattern, size, variant and a seed.
//!
//! A [`Request`] says what the puzzles are to be like, and a [`Generator`] makes them, one after the
//! other and without end. Each puzzle has a number, and a stream of random numbers of its own: the
//! same seed gives the same puzzle for a number, whichever were made before, by however many
//! threads, on any machine.
//!
//! ```
//! use std::sync::Arc;
//!
//! use satdoku::board::Layout;
//! use satdoku::task::generate::{Generator, Request, Symmetry};
//!
//! let layout = Arc::new(Layout::classic("3x3".parse()?));
//! let request = Request {
//!     symmetry: Symmetry::HalfTurn,
//!     ..Request::new(layout)
//! };
//! let mut generator = Generator::new(request, 1)?;
//! let first = generator.make(0)?;
//! assert_eq!(first.puzzle.givens().cells()[0].is_some(), first.puzzle.givens().cells()[80].is_some());
//! assert_eq!(generator.next().unwrap()?, first);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod any;
mod controlled_bias;
mod fit;
mod jigsaw;
mod pattern;
mod reduce;
mod request;
mod solution;
mod standard;
mod symmetry;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

pub use self::pattern::{Pattern, PatternError, Wish};
pub use self::request::{Boards, Impossible, Method, Request};
pub use self::symmetry::{Symmetry, UnknownSymmetry};

use self::any::{Assumed, Limited};
use self::reduce::{Reduced, Reply, Uniqueness, reduce};
use self::request::Plan;
use self::standard::{Standard, shuffle};
use crate::Deadline;
use crate::board::{Candidate, Digit, Grid, Layout, Puzzle, Ruleset};
use crate::engine::mrv::{self, Mrv};
use crate::engine::sat::Sat;
use crate::engine::{Budget, Engine, EngineError, SolutionSink};

/// A new puzzle.
#[derive(Debug, Clone, PartialEq)]
pub struct Generated {
    /// Its number, from 0.
    pub number: u64,
    /// The seed of its generator.
    pub seed: u64,
    /// The puzzle. It has one solution, unless it was made by [`Method::Holes`].
    pub puzzle: Puzzle,
    /// The solution; of a puzzle with holes one of them.
    pub solution: Grid,
    /// The symmetry that was asked for.
    pub symmetry: Symmetry,
    /// Whether no given can go, if that is known.
    pub is_minimal: Option<bool>,
    /// Whether no group of givens that the symmetry gives together can go, if that is known.
    /// Puzzles with a symmetry are often minimal in this sense only.
    pub is_symmetric_minimal: Option<bool>,
    /// Of a puzzle made with [`Method::ControlledBias`], by what it is to be multiplied in
    /// statistics, so that they are those of all minimal puzzles: the number of ways to choose its
    /// givens among all cells, as a multiple of that for three tenths of them (24 at 9×9).
    pub weight: Option<f64>,
    /// How many solved grids it took.
    pub tries: u64,
}

/// Why there is no puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum GenerateError {
    /// None was found.
    #[error("no puzzle found from {tries} solved grids")]
    GaveUp {
        /// The number of the puzzle.
        number: u64,
        /// How many solved grids were tried.
        tries: u64,
        /// Whether it was time that ran out.
        is_timeout: bool,
    },
    /// An engine is at fault.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

/// Makes puzzles as requested, by number or one after the other.
///
/// A clone makes the same puzzles: give one to each thread.
#[derive(Debug)]
pub struct Generator {
    request: Arc<Request>,
    plan: Arc<Plan>,
    seed: u64,
    next: u64,
    most_tries: u64,
    timeout: Option<Duration>,
    /// Working memory for the standard board.
    standard: Option<Box<Standard>>,
    engine: Mrv,
}

impl Clone for Generator {
    fn clone(&self) -> Generator {
        Generator {
            request: self.request.clone(),
            plan: self.plan.clone(),
            standard: self.standard.clone(),
            engine: Mrv::default(),
            ..*self
        }
    }
}

impl Generator {
    /// How many solved grids are tried for one puzzle, unless said otherwise.
    pub const MOST_TRIES: u64 = 1_000_000;

    /// Walks of [`Method::ControlledBias`] from one solved grid.
    const WALKS: usize = 100;

    /// A generator for these puzzles. It begins with number 0.
    ///
    /// # Errors
    /// When it can be proved that there are no such puzzles.
    pub fn new(request: Request, seed: u64) -> Result<Generator, Impossible> {
        let plan = Plan::new(&request)?;
        let mut standard = None;
        if let Boards::Same(layout) = &request.boards {
            if mrv::is_standard(layout) {
                standard = Some(Box::default());
            }
            let start = plan.start(layout).filter(|_| plan.solution.is_none());
            if start.is_some_and(|start| has_no_solution(&start)) {
                return Err(Impossible::NoGrid);
            }
        }
        Ok(Generator {
            request: Arc::new(request),
            plan: Arc::new(plan),
            seed,
            next: 0,
            most_tries: Generator::MOST_TRIES,
            timeout: None,
            standard,
            engine: Mrv::default(),
        })
    }

    /// The same generator, which gives up a puzzle after so many solved grids.
    pub fn with_most_tries(self, most_tries: u64) -> Generator {
        Generator { most_tries, ..self }
    }

    /// The same generator, which gives up a puzzle after so long. How far it comes by then depends
    /// on the machine.
    pub fn with_timeout(self, timeout: Duration) -> Generator {
        Generator {
            timeout: Some(timeout),
            ..self
        }
    }

    /// What is made.
    pub fn request(&self) -> &Request {
        &self.request
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The puzzle with this number.
    ///
    /// # Errors
    /// [`GenerateError::GaveUp`] when none is found with the effort that is allowed.
    pub fn make(&mut self, number: u64) -> Result<Generated, GenerateError> {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(number);
        let deadline = self.timeout.map(Deadline::after);
        let is_over = || deadline.is_some_and(|deadline| deadline.is_over());
        let mut tries = 0;
        while tries < self.most_tries && !is_over() {
            tries += 1;
            if let Some(made) = self.attempt(deadline, &mut random)? {
                return Ok(Generated {
                    number,
                    seed: self.seed,
                    puzzle: made.puzzle,
                    solution: made.solution,
                    symmetry: self.request.symmetry,
                    is_minimal: made.reduced.is_minimal,
                    is_symmetric_minimal: made.reduced.is_minimal_in_groups,
                    weight: made.weight,
                    tries,
                });
            }
        }
        Err(GenerateError::GaveUp {
            number,
            tries,
            is_timeout: is_over(),
        })
    }

    /// One puzzle from one solved grid, if it is as requested.
    fn attempt(
        &mut self,
        deadline: Option<Deadline>,
        random: &mut ChaCha8Rng,
    ) -> Result<Option<Made>, EngineError> {
        let budget = Budget {
            deadline,
            ..Budget::UNLIMITED
        };
        if let (Some(standard), Boards::Same(layout)) = (&mut self.standard, &self.request.boards) {
            let (request, plan) = (&self.request, &self.plan);
            return on_standard(
                standard,
                layout,
                request,
                plan,
                &mut self.engine,
                budget,
                random,
            );
        }
        let layout = match &self.request.boards {
            Boards::Same(layout) => layout.clone(),
            Boards::RandomJigsaws { size, variants } => {
                let rules = Ruleset::jigsaw(jigsaw::random_regions(*size, random));
                let rules = rules.with(variants).expect("the plan was made with them");
                Arc::new(Layout::new(rules))
            }
        };
        on_any(
            &layout,
            &self.request,
            &self.plan,
            &mut self.engine,
            budget,
            random,
        )
    }
}

impl Iterator for Generator {
    type Item = Result<Generated, GenerateError>;

    /// The puzzle with the next number. There is always one more.
    fn next(&mut self) -> Option<Self::Item> {
        self.nth(0)
    }

    /// Skips so many puzzles without making them.
    fn nth(&mut self, skipped: usize) -> Option<Self::Item> {
        let number = self.next.saturating_add(skipped as u64);
        self.next = number.saturating_add(1);
        Some(self.make(number))
    }
}

/// What an attempt comes to.
struct Made {
    puzzle: Puzzle,
    solution: Grid,
    reduced: Reduced,
    weight: Option<f64>,
}

impl Made {
    /// A minimal puzzle made with controlled bias.
    fn weighted(puzzle: Puzzle, solution: Grid) -> Made {
        let (givens, cells) = (puzzle.givens().filled().count(), solution.cells().len());
        Made {
            puzzle,
            solution,
            reduced: Reduced {
                is_minimal: Some(true),
                is_minimal_in_groups: Some(true),
            },
            weight: Some(controlled_bias::weight(givens, cells)),
        }
    }
}

/// [`Generator::attempt`] on the standard board.
fn on_standard(
    standard: &mut Standard,
    layout: &Arc<Layout>,
    request: &Request,
    plan: &Plan,
    engine: &mut Mrv,
    budget: Budget,
    random: &mut ChaCha8Rng,
) -> Result<Option<Made>, EngineError> {
    let puzzle = |givens| Puzzle::new(layout.clone(), givens).expect("a grid of the board");
    let digits = match &plan.solution {
        Some(solution) => Some(digits(solution)),
        None => standard.random_solution(plan.from.as_ref(), random),
    };
    let Some(known) = digits else {
        return Ok(None);
    };
    standard.begin(&known);
    match request.method {
        Method::Holes(share) => {
            let (_, solution) = standard.grids();
            return Ok(Some(with_holes(&puzzle(solution), share, random)));
        }
        Method::ControlledBias => {
            let is_found = (0..Generator::WALKS).any(|_| standard.walk(random));
            let (givens, solution) = standard.grids();
            return Ok(is_found.then(|| Made::weighted(puzzle(givens), solution)));
        }
        Method::TopDown => {}
    }
    if !plan.blank.is_empty() && standard.remove(&plan.blank)? != Reply::Unique {
        let (_, solution) = standard.grids();
        let start = plan.keep_given(&puzzle(solution));
        let is_open = plan.solution.is_none();
        let fitted = is_open.then(|| fit::fit(start, &plan.is_from, engine, budget, random));
        let Some(solution) = fitted.transpose()?.flatten() else {
            return Ok(None);
        };
        standard.begin(&self::digits(&solution));
        if standard.remove(&plan.blank)? != Reply::Unique {
            return Ok(None);
        }
    }
    let reduced = reduce(
        standard,
        plan,
        request.givens.as_ref(),
        request.minimal,
        random,
    )?;
    Ok(reduced.map(|reduced| {
        let (givens, solution) = standard.grids();
        Made {
            puzzle: puzzle(givens),
            solution,
            reduced,
            weight: None,
        }
    }))
}

/// The digits of a solved grid of 9×9, from 0.
fn digits(solution: &Grid) -> [u8; 81] {
    std::array::from_fn(|cell| solution.cells()[cell].map_or(0, Digit::index) as u8)
}

/// [`Generator::attempt`] on any board.
fn on_any(
    layout: &Arc<Layout>,
    request: &Request,
    plan: &Plan,
    engine: &mut Mrv,
    budget: Budget,
    random: &mut ChaCha8Rng,
) -> Result<Option<Made>, EngineError> {
    let solution = match &plan.solution {
        Some(solution) => Some(solution.clone()),
        None => solution::random_solution(layout, plan.from.as_ref(), random),
    };
    let Some(solution) = solution else {
        return Ok(None);
    };
    let mut solved = Puzzle::new(layout.clone(), solution).expect("a solved grid of the board");
    match request.method {
        Method::Holes(share) => return Ok(Some(with_holes(&solved, share, random))),
        Method::ControlledBias => {
            for _ in 0..Generator::WALKS {
                if let Some(puzzle) = controlled_bias::walk(&solved, engine, budget, random)? {
                    let solution = solved.givens().clone();
                    return Ok(Some(Made::weighted(puzzle, solution)));
                }
            }
            return Ok(None);
        }
        Method::TopDown => {}
    }
    if !plan.blank.is_empty() {
        let start = plan.keep_given(&solved);
        if !has_one_solution(&start, engine, budget)? {
            if plan.solution.is_some() {
                return Ok(None);
            }
            let Some(solution) = fit::fit(start, &plan.is_from, engine, budget, random)? else {
                return Ok(None);
            };
            solved = Puzzle::new(layout.clone(), solution).expect("a solved grid of the board");
        }
    }
    let range = request.givens.as_ref();
    let mut finish = |givens: &mut dyn Uniqueness| -> Result<Option<Made>, EngineError> {
        if !plan.blank.is_empty() && givens.remove(&plan.blank)? != Reply::Unique {
            return Ok(None);
        }
        let reduced = reduce(givens, plan, range, request.minimal, random)?;
        Ok(reduced.map(|reduced| {
            let is_given = |at: &Candidate| givens.is_given(at.cell.index());
            let rest: Vec<Candidate> = solved.givens().filled().filter(is_given).collect();
            Made {
                puzzle: solved.restricted_to(&rest),
                solution: solved.givens().clone(),
                reduced,
                weight: None,
            }
        }))
    };
    if layout.size() <= Assumed::MAX_SIZE || request.minimal {
        let blank = solved.restricted_to(&[]);
        let groups = (range.is_none() || request.minimal).then_some(plan.free.as_slice());
        finish(&mut Assumed::new(&solved, &blank, groups, budget.deadline))
    } else {
        finish(&mut Limited::new(&solved, budget.deadline))
    }
}

/// A puzzle without a share of the givens, chosen at random.
fn with_holes(solved: &Puzzle, share: f64, random: &mut ChaCha8Rng) -> Made {
    let mut cells: Vec<Candidate> = solved.givens().filled().collect();
    shuffle(&mut cells, random);
    let holes = (share * cells.len() as f64).round() as usize;
    Made {
        puzzle: solved.restricted_to(&cells[holes.min(cells.len())..]),
        solution: solved.givens().clone(),
        reduced: Reduced {
            is_minimal: None,
            is_minimal_in_groups: None,
        },
        weight: None,
    }
}

/// Whether a puzzle is known to have one solution.
fn has_one_solution(
    puzzle: &Puzzle,
    engine: &mut Mrv,
    budget: Budget,
) -> Result<bool, EngineError> {
    let mut receive = |_: &Grid| ControlFlow::Continue(());
    let mut solutions = SolutionSink::new(puzzle, 2, &mut receive);
    let report = engine.search(puzzle, budget, &mut solutions)?;
    Ok(solutions.count() == 1 && !report.end.is_cut_short())
}

/// Whether it can be proved that a puzzle has no solution. Boards above 25×25 are not looked at.
fn has_no_solution(puzzle: &Puzzle) -> bool {
    let rules = puzzle.layout().rules();
    let is_plain = rules.variants().is_empty() && rules.regions().is_none();
    let is_blank = puzzle.givens().filled().next().is_none();
    if puzzle.size() > 25 || (is_plain && is_blank) {
        return false;
    }
    let mut receive = |_: &Grid| ControlFlow::Continue(());
    let mut solutions = SolutionSink::new(puzzle, 1, &mut receive);
    let report = Sat::default().search(puzzle, Budget::UNLIMITED, &mut solutions);
    report.is_ok_and(|report| !report.end.is_cut_short()) && solutions.count() == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Cell, RegionMap, Variant, verify};
    use crate::engine::dlx::Dlx;

    fn layout(shape: &str) -> Arc<Layout> {
        Arc::new(Layout::classic(shape.parse().unwrap()))
    }

    fn with_variants(shape: &str, variants: &[Variant]) -> Arc<Layout> {
        let rules = Ruleset::classic(shape.parse().unwrap());
        Arc::new(Layout::new(rules.with(variants).unwrap()))
    }

    fn generator(request: Request) -> Generator {
        Generator::new(request, 14).unwrap()
    }

    fn solutions(puzzle: &Puzzle, engine: &mut dyn Engine) -> u64 {
        let mut receive = |_: &Grid| ControlFlow::Continue(());
        let mut solutions = SolutionSink::new(puzzle, 2, &mut receive);
        let report = engine.search(puzzle, Budget::UNLIMITED, &mut solutions);
        assert!(!report.unwrap().end.is_cut_short());
        solutions.count()
    }

    fn without(puzzle: &Puzzle, cells: &[usize]) -> Puzzle {
        let all = puzzle.givens().filled();
        let rest: Vec<Candidate> = all.filter(|at| !cells.contains(&at.cell.index())).collect();
        puzzle.restricted_to(&rest)
    }

    /// What is promised of every puzzle: one solution by two engines, and what is said of givens
    /// that can go.
    fn check(made: &Generated) {
        let puzzle = &made.puzzle;
        let name = format!("{} {}", puzzle.givens(), made.number);
        assert_eq!(verify(puzzle, &made.solution), Ok(()), "{name}");
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
        let orbits = made.symmetry.orbits(puzzle.size());
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
        for made in generator(Request::new(layout("3x3"))).take(60) {
            let made = made.unwrap();
            check(&made);
            assert_eq!(
                (made.is_minimal, made.is_symmetric_minimal),
                (Some(true), Some(true))
            );
            assert_eq!((made.weight, made.seed, made.tries), (None, 14, 1));
        }
    }

    #[test]
    fn every_symmetry_is_kept() {
        for symmetry in Symmetry::ALL {
            for shape in ["3x3", "2x3"] {
                let request = Request {
                    symmetry,
                    ..Request::new(layout(shape))
                };
                for made in generator(request).take(6) {
                    let made = made.unwrap();
                    check(&made);
                    assert_eq!(made.is_symmetric_minimal, Some(true));
                }
            }
        }
    }

    #[test]
    fn a_number_and_a_seed_are_a_puzzle() {
        let request = Request::new(layout("3x3"));
        let all: Vec<Generated> = generator(request.clone())
            .take(20)
            .map(Result::unwrap)
            .collect();
        let mut backwards = generator(request.clone());
        for (number, made) in all.iter().enumerate().rev() {
            assert_eq!(made.number, number as u64);
            assert_eq!(&backwards.clone().make(number as u64).unwrap(), made);
            assert_eq!(&backwards.make(number as u64).unwrap(), made);
        }
        assert_eq!(
            generator(request.clone()).nth(17).unwrap().unwrap(),
            all[17]
        );
        let other = Generator::new(request, 15)
            .unwrap()
            .next()
            .unwrap()
            .unwrap();
        assert_ne!(other.puzzle, all[0].puzzle);
        // A change of these bytes is a change of what a seed gives, to be said in the notes of a
        // release.
        let first = all[0].puzzle.givens().to_string();
        assert_eq!(first, FIRST);
    }

    const FIRST: &str =
        ".7...6...5....8...26.5....3....6.8.7.3..9..6....2..........513....4....61.4.....2";

    #[test]
    fn sizes_and_variants_are_all_made() {
        let mut layouts = ["2x2", "2x3", "3x2", "1x7", "3x4", "4x4"]
            .map(layout)
            .to_vec();
        for variant in Variant::ALL {
            layouts.push(with_variants("3x3", &[variant]));
        }
        let labels: Vec<Option<char>> = "1112132243324443".chars().map(Some).collect();
        let map = RegionMap::from_labels(&labels).unwrap();
        layouts.push(Arc::new(Layout::new(Ruleset::jigsaw(map))));
        for layout in layouts {
            check(&generator(Request::new(layout)).make(3).unwrap());
        }
    }

    #[test]
    fn large_boards_have_one_solution_and_say_what_is_not_known() {
        let made = generator(Request::new(layout("4x5"))).make(0).unwrap();
        assert_eq!(solutions(&made.puzzle, &mut Mrv::default()), 1);
        // Few nodes for each given do not prove that none can go. That one can they may find out
        // when the givens are fewer.
        assert_ne!(made.is_minimal, Some(true));
        assert!(made.puzzle.givens().filled().count() < 220);
    }

    #[test]
    fn every_jigsaw_is_another() {
        let boards = Boards::RandomJigsaws {
            size: 6,
            variants: Vec::new(),
        };
        let made: Vec<Generated> = generator(Request::on(boards))
            .take(4)
            .map(Result::unwrap)
            .collect();
        made.iter().for_each(check);
        let regions = |made: &Generated| made.puzzle.layout().rules().regions().cloned();
        assert!(regions(&made[0]).is_some() && regions(&made[0]) != regions(&made[1]));
    }

    #[test]
    fn numbers_of_givens_are_kept() {
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
            for made in generator(request).take(8) {
                let made = made.unwrap();
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
    fn patterns_are_kept() {
        // Three in ten cells: few solved grids have one solution from these.
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
            for made in generator(request).take(3) {
                let made = made.unwrap();
                let name = made.puzzle.givens().to_string();
                for (wish, digit) in pattern.wishes().iter().zip(made.puzzle.givens().cells()) {
                    let is_kept = match wish {
                        Wish::Given => digit.is_some(),
                        Wish::Blank => digit.is_none(),
                        Wish::Either => true,
                    };
                    assert!(is_kept, "{name}");
                }
                assert_eq!(solutions(&made.puzzle, &mut Dlx::default()), 1, "{name}");
            }
        }
    }

    #[test]
    fn given_digits_and_solutions_are_kept() {
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
            let size = layout(shape).size();
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
    fn holes_are_a_share_of_the_cells() {
        for (shape, share, holes) in [("1x10", 0.42, 42), ("3x3", 0.5, 41), ("2x2", 1.0, 16)] {
            let request = Request {
                method: Method::Holes(share),
                ..Request::new(layout(shape))
            };
            let made = generator(request).make(0).unwrap();
            assert_eq!(made.puzzle.givens().blanks().count(), holes);
            assert_eq!(verify(&made.puzzle, &made.solution), Ok(()));
            assert_eq!(made.is_minimal, None);
        }
    }

    #[test]
    fn what_is_hardly_ever_found_is_given_up() {
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
                number: 7,
                tries: 0,
                is_timeout: true
            })
        ));
    }

    #[test]
    fn requests_that_cannot_be_met_are_refused_with_the_reason() {
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
        assert_eq!(
            refused(givens(0..=16)),
            "no puzzle with 16 givens on this board has one solution: the fewest are 17 \
             (G. McGuire, B. Tugemann and G. Civario, 2012)"
        );
        let two_blank_rows = format!("{}{}{}", "?".repeat(9), ".".repeat(18), "?".repeat(54));
        assert_eq!(
            refused(pattern(&two_blank_rows)),
            "rows 2 and 3 are blank: their digits can be swapped, so there are always several \
             solutions"
        );
        let two_bands = format!("{}{}{}", "?".repeat(18), ".".repeat(18), "?".repeat(45));
        assert!(Generator::new(pattern(&two_bands), 0).is_ok());
        assert!(Generator::new(pattern(&".???.????".repeat(9)), 0).is_ok());
        assert!(refused(pattern(&".?.??????".repeat(9))).starts_with("columns 1 and 3 are blank"));
        assert_eq!(
            refused(pattern(&format!("{}{}", "x".repeat(16), ".".repeat(65))))
                .split(':')
                .next(),
            Some("rows 4 and 5 are blank")
        );
        let asymmetric = Request {
            symmetry: Symmetry::HalfTurn,
            ..pattern(&format!("x{}.", "?".repeat(79)))
        };
        assert_eq!(
            refused(asymmetric),
            "the pattern is not symmetric: it wants r1c1 given and r9c9 blank"
        );
        let odd = Request {
            symmetry: Symmetry::HalfTurn,
            givens: Some(7..=7),
            ..Request::new(layout("2x2"))
        };
        assert_eq!(
            refused(odd),
            "no half-turn set of cells that fits has 7 of them"
        );
        assert_eq!(
            refused(givens(90..=99)),
            "no puzzle on this board has 90 givens: at most 81"
        );
        let full = Request {
            minimal: true,
            ..givens(80..=81)
        };
        assert_eq!(
            refused(full),
            "no minimal puzzle on this board has 80 givens: at most 72"
        );
        #[expect(clippy::reversed_empty_ranges)]
        let backwards = givens(30..=20);
        assert_eq!(
            refused(backwards),
            "expected a range from fewer to more givens, found 30..20"
        );
        let holes = |share| Request {
            method: Method::Holes(share),
            ..standard()
        };
        assert_eq!(
            refused(holes(1.5)),
            "expected a share of holes from 0 to 1, found 1.5"
        );
        let both = Request {
            symmetry: Symmetry::Full,
            ..holes(0.5)
        };
        assert_eq!(refused(both), "holes and a symmetry do not go together");
        let mut from = Grid::blank(9);
        from.set(Cell::at(0, 0, 9), Digit::from_value(5));
        from.set(Cell::at(0, 8, 9), Digit::from_value(5));
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
            "expected a grid of 9x9 cells to start from, found 4x4"
        );
        from.set(Cell::at(0, 8, 9), None);
        let banned = Request {
            from: Some(from),
            ..pattern(&format!(".{}", "?".repeat(80)))
        };
        assert_eq!(
            refused(banned),
            "r1c1 is given, and the pattern wants it blank"
        );
        let none = with_variants("2x2", &[Variant::AntiKing, Variant::NonConsecutive]);
        assert_eq!(
            refused(Request::new(none)),
            "no grid with these rules and digits exists"
        );
        let small = Request {
            givens: Some(0..=2),
            ..Request::new(layout("2x2"))
        };
        assert_eq!(
            refused(small),
            "no puzzle with 2 givens on this board has one solution: two digits that are not \
             given can be swapped"
        );
    }

    /// On 4×4 all minimal puzzles can be counted: how many of a solution's 65,536 subsets of cells
    /// are one.
    #[test]
    fn weights_make_up_for_the_bias() {
        let grids = {
            let mut grids: Vec<Vec<usize>> = Vec::new();
            let mut receive = |grid: &Grid| {
                grids.push(grid.filled().map(|at| at.digit.index()).collect());
                ControlFlow::Continue(())
            };
            let empty = Puzzle::empty("2x2".parse().unwrap());
            let mut solutions = SolutionSink::new(&empty, 1_000, &mut receive);
            Mrv::default()
                .search(&empty, Budget::UNLIMITED, &mut solutions)
                .unwrap();
            grids
        };
        assert_eq!(grids.len(), 288);
        let mut exact = [0.0; 17];
        for grid in grids.iter().filter(|grid| grid[..4] == [0, 1, 2, 3]) {
            let differing: Vec<u32> = (grids.iter().filter(|other| *other != grid))
                .map(|other| (0..16).map(|c| u32::from(grid[c] != other[c]) << c).sum())
                .collect();
            let is_unique: Vec<bool> = (0..1 << 16)
                .map(|set: u32| differing.iter().all(|d| d & set != 0))
                .collect();
            for set in (0..1_u32 << 16).filter(|set| is_unique[*set as usize]) {
                let mut given = (0..16).filter(|cell| set & (1 << cell) != 0);
                if given.all(|cell| !is_unique[(set & !(1 << cell)) as usize]) {
                    exact[set.count_ones() as usize] += 1.0;
                }
            }
        }
        // Nothing with three givens, as is said of the board.
        assert_eq!((exact[3], exact[4] > 0.0), (0.0, true));
        let request = Request {
            method: Method::ControlledBias,
            ..Request::new(layout("2x2"))
        };
        let (mut weighted, mut plain) = ([0.0; 17], [0.0; 17]);
        for made in generator(request).take(4_000).map(Result::unwrap) {
            let givens = made.puzzle.givens().filled().count();
            weighted[givens] += made.weight.unwrap();
            plain[givens] += 1.0;
        }
        let mean = |counts: &[f64; 17]| {
            let all: f64 = counts.iter().sum();
            counts
                .iter()
                .enumerate()
                .map(|(givens, c)| givens as f64 * c)
                .sum::<f64>()
                / all
        };
        assert!(
            (mean(&weighted) - mean(&exact)).abs() < 0.03,
            "{} {}",
            mean(&weighted),
            mean(&exact)
        );
        assert!(
            (mean(&plain) - mean(&exact)).abs() > 0.06,
            "{} {}",
            mean(&plain),
            mean(&exact)
        );
    }

    #[test]
    fn controlled_bias_makes_minimal_puzzles_of_the_standard_board() {
        let request = Request {
            method: Method::ControlledBias,
            ..Request::new(layout("3x3"))
        };
        let made = generator(request).make(0).unwrap();
        check(&made);
        let givens = made.puzzle.givens().filled().count();
        let expected: f64 = (24..givens)
            .map(|n| (81 - n) as f64 / (n + 1) as f64)
            .product();
        assert!(givens >= 24 && made.weight == Some(expected), "{givens}");
        assert_eq!(made.is_minimal, Some(true));
    }
}
