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
use crate::engine::{Budget, Engine, EngineError, Solutions};

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
    let mut solutions = Solutions::new(puzzle, 2, &mut receive);
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
    let mut solutions = Solutions::new(puzzle, 1, &mut receive);
    let report = Sat::default().search(puzzle, Budget::UNLIMITED, &mut solutions);
    report.is_ok_and(|report| !report.end.is_cut_short()) && solutions.count() == 0
}
