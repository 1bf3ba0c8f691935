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
//! use satdoku::generate::{Generator, Request, Symmetry};
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

mod attempt;
mod controlled_bias;
mod hill_climbing;
mod jigsaw;
mod pattern;
mod reduce;
mod request;
mod solution;
mod standard;
mod symmetry;
mod unavoidable;
mod uniqueness;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

pub use self::pattern::{Pattern, PatternError, Wish};
pub use self::request::{Boards, Impossible, Method, Request};
pub use self::symmetry::Symmetry;

use self::attempt::{Attempt, Made};
use self::request::Plan;
use self::standard::Standard;
use crate::Deadline;
use crate::board::{Grid, Layout, Puzzle, Ruleset};
use crate::engine::mrv::{self, Mrv};
use crate::engine::sat::Sat;
use crate::engine::{Budget, Engine, EngineError, SolutionSink};
use crate::explain::{ExplainError, Explainer, Rating};

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
    /// How hard it is, where a difficulty was asked for.
    pub rating: Option<Rating>,
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
    /// What rates puzzles is at fault.
    #[error(transparent)]
    Rating(#[from] ExplainError),
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
    explainer: Explainer,
}

impl Clone for Generator {
    fn clone(&self) -> Generator {
        Generator {
            request: self.request.clone(),
            plan: self.plan.clone(),
            standard: self.standard.clone(),
            engine: Mrv::default(),
            explainer: self.explainer.clone(),
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
            explainer: Explainer::default(),
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
                let rating = match &self.request.difficulty {
                    Some(difficulty) => {
                        let rating = self.explainer.rate_if(&made.puzzle, difficulty, deadline)?;
                        if rating.is_none() {
                            continue;
                        }
                        rating
                    }
                    None => None,
                };
                return Ok(Generated {
                    number,
                    seed: self.seed,
                    puzzle: made.puzzle,
                    solution: made.solution,
                    symmetry: self.request.symmetry,
                    is_minimal: made.reduced.is_minimal,
                    is_symmetric_minimal: made.reduced.is_minimal_in_groups,
                    weight: made.weight,
                    rating,
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

    /// One puzzle from one solved grid, if it is as requested, apart from its difficulty.
    fn attempt(
        &mut self,
        deadline: Option<Deadline>,
        random: &mut ChaCha8Rng,
    ) -> Result<Option<Made>, EngineError> {
        let layout = match &self.request.boards {
            Boards::Same(layout) => layout.clone(),
            Boards::RandomJigsaws { size, variants } => {
                let rules = Ruleset::jigsaw(jigsaw::random_regions(*size, random));
                let rules = rules.with(variants).expect("the plan was made with them");
                Arc::new(Layout::new(rules))
            }
        };
        let attempt = Attempt {
            request: &self.request,
            plan: &self.plan,
            engine: &mut self.engine,
            budget: Budget {
                deadline,
                ..Budget::UNLIMITED
            },
            random,
        };
        match &mut self.standard {
            Some(standard) => attempt.on_standard(standard, &layout),
            None => attempt.on_any(&layout),
        }
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
mod tests;
