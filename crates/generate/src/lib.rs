//! Generation of puzzles: of any size and variant, with a symmetry, pattern or difficulty.
//!
//! A [`Request`] describes the puzzles, and a [`Generator`] makes them in an endless sequence. Each
//! puzzle has a number and its own stream of random numbers: the same seed and number give the same
//! puzzle, whichever were made before, with any number of threads, on any machine.
//!
//! ```
//! use std::sync::Arc;
//!
//! use satdoku::board::Layout;
//! use satdoku_generate::{Generator, Request, Symmetry};
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

/// The code about this crate in the table of the library.
///
/// ```
/// use satdoku::board::Layout;
/// use satdoku_generate::{Generator, Request};
///
/// let (layout, seed) = (Layout::classic("2x2".parse()?).into(), 1);
/// Generator::new(Request::new(layout), seed)?.make(0)?.puzzle;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[cfg(doctest)]
struct Table;

mod attempt;
mod constrained;
mod constraints;
mod ease;
mod givens;
mod hill_climbing;
mod jigsaw;
mod pattern;
mod plan;
mod reduce;
mod request;
#[cfg(feature = "serde")]
mod serialize;
mod shuffle;
mod solution;
mod standard_givens;
mod symmetry;
#[cfg(test)]
#[path = "../../../src/testing.rs"]
mod testing;

use std::sync::Arc;
use std::time::Duration;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

pub use self::constraints::ConstraintKind;
pub use self::pattern::{Pattern, PatternCell, PatternError};
pub use self::request::{Boards, Request, RequestError};
pub use self::symmetry::Symmetry;

use self::attempt::{Attempt, Draft};
use self::plan::CellPlan;
use self::standard_givens::StandardGivens;
use satdoku::Deadline;
use satdoku::board::{Grid, Layout, Puzzle, Ruleset};
use satdoku::engine::mrv::Mrv;
use satdoku::engine::{Budget, EngineError};
use satdoku_explain::{ExplainError, Explainer, Rating};

/// The number of solved grids on which constraints are drawn before a puzzle is accepted that is not
/// proved minimal.
const PROOF_TRIES: u64 = 3;

/// A generated puzzle.
#[derive(Debug, Clone, PartialEq)]
pub struct Generated {
    /// Its number, counted from 0.
    pub number: u64,
    /// The seed of its generator.
    pub seed: u64,
    /// The puzzle. It has one solution.
    pub puzzle: Puzzle,
    /// The solution.
    pub solution: Grid,
    /// The symmetry of the request.
    pub symmetry: Symmetry,
    /// True if no given and no generated constraint can be removed; `None` if that is not known.
    pub is_minimal: Option<bool>,
    /// True if no group of symmetric givens can be removed; `None` if that is not known. Puzzles with
    /// a symmetry are often minimal in this sense only.
    pub is_symmetric_minimal: Option<bool>,
    /// The rating, if the request has a difficulty.
    pub rating: Option<Rating>,
    /// The number of solved grids that were tried.
    pub tries: u64,
}

/// A failure to make a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum GenerateError {
    /// No puzzle was found within the limits.
    #[error("no puzzle found from {tries} solved grids")]
    GaveUp {
        /// The number of the puzzle.
        number: u64,
        /// The number of solved grids that were tried.
        tries: u64,
        /// True if the time ran out or an interrupt ended the search.
        is_timeout: bool,
    },
    /// An engine failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The rating failed.
    #[error(transparent)]
    Rating(#[from] ExplainError),
}

/// A generator of puzzles, by number or one after another.
///
/// A clone makes the same puzzles, so each thread can have one.
#[derive(Debug)]
pub struct Generator {
    request: Arc<Request>,
    plan: Arc<CellPlan>,
    seed: u64,
    next: u64,
    most_tries: u64,
    timeout: Option<Duration>,
    deadline: Option<Deadline>,
    /// Working memory for the standard board.
    standard: Option<Box<StandardGivens>>,
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
    /// The default number of solved grids to try for one puzzle.
    pub const MOST_TRIES: u64 = 1_000_000;

    /// Creates a generator that starts with number 0.
    ///
    /// # Errors
    /// [`RequestError`] if the parts of the request contradict each other.
    pub fn new(request: Request, seed: u64) -> Result<Generator, RequestError> {
        let plan = CellPlan::new(&request)?;
        let mut standard = None;
        if let Boards::Same(layout) = &request.boards
            && layout.is_standard()
            && request.constraints.is_empty()
        {
            standard = Some(Box::default());
        }
        Ok(Generator {
            request: Arc::new(request),
            plan: Arc::new(plan),
            seed,
            next: 0,
            most_tries: Generator::MOST_TRIES,
            timeout: None,
            deadline: None,
            standard,
            engine: Mrv::default(),
            explainer: Explainer::default(),
        })
    }

    /// Sets the number of solved grids after which the generator gives up a puzzle.
    #[must_use]
    pub fn with_most_tries(self, most_tries: u64) -> Generator {
        Generator { most_tries, ..self }
    }

    /// Sets the time after which the generator gives up a puzzle. The progress made in this time
    /// depends on the machine.
    #[must_use]
    pub fn with_timeout(self, timeout: Duration) -> Generator {
        Generator {
            timeout: Some(timeout),
            ..self
        }
    }

    /// Sets a deadline for all puzzles together. With a timeout, only its interrupt counts.
    #[must_use]
    pub fn with_deadline(self, deadline: Deadline) -> Generator {
        Generator {
            deadline: Some(deadline),
            ..self
        }
    }

    /// Returns the request.
    pub fn request(&self) -> &Request {
        &self.request
    }

    /// Returns the seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Makes the puzzle with this number.
    ///
    /// # Errors
    /// [`GenerateError::GaveUp`] if none is found within the limits.
    pub fn make(&mut self, number: u64) -> Result<Generated, GenerateError> {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(number);
        let budget = Budget {
            deadline: Deadline::of_work(self.timeout, self.deadline),
            ..Budget::UNLIMITED
        };
        let mut tries = 0;
        while tries < self.most_tries && !budget.is_out_of_time() {
            tries += 1;
            if let Some(draft) = self.attempt(tries, budget, &mut random)? {
                let rating = match &self.request.difficulty {
                    Some(difficulty) => {
                        let (explainer, deadline) = (&mut self.explainer, budget.deadline);
                        let rating = explainer.rate_if(&draft.puzzle, difficulty, deadline)?;
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
                    puzzle: draft.puzzle,
                    solution: draft.solution,
                    symmetry: self.request.symmetry,
                    is_minimal: draft.minimality.is_minimal,
                    is_symmetric_minimal: draft.minimality.is_minimal_in_groups,
                    rating,
                    tries,
                });
            }
        }
        Err(GenerateError::GaveUp {
            number,
            tries,
            is_timeout: budget.is_out_of_time(),
        })
    }

    /// Makes a puzzle from one solved grid, if the grid leads to one.
    fn attempt(
        &mut self,
        tries: u64,
        budget: Budget,
        random: &mut ChaCha8Rng,
    ) -> Result<Option<Draft>, GenerateError> {
        let layout = match &self.request.boards {
            Boards::Same(layout) => layout.clone(),
            Boards::RandomJigsaws { size, variants } => {
                let Some(regions) = jigsaw::random_regions(*size, budget, random) else {
                    return Ok(None);
                };
                let rules = Ruleset::jigsaw(regions);
                let rules = rules.with(variants).expect("checked with the request");
                Arc::new(Layout::new(rules))
            }
        };
        let attempt = Attempt {
            request: &self.request,
            plan: &self.plan,
            engine: &mut self.engine,
            budget,
            random,
            must_be_known: tries <= PROOF_TRIES,
        };
        if !self.request.constraints.is_empty() {
            return attempt.with_constraints(&layout, &mut self.explainer);
        }
        Ok(match &mut self.standard {
            Some(standard) => attempt.on_standard(standard, &layout)?,
            None => attempt.on_any(&layout)?,
        })
    }
}

impl Iterator for Generator {
    type Item = Result<Generated, GenerateError>;

    /// Makes the puzzle with the next number. The sequence is endless.
    fn next(&mut self) -> Option<Self::Item> {
        self.nth(0)
    }

    /// Skips puzzles without making them.
    fn nth(&mut self, skipped: usize) -> Option<Self::Item> {
        let number = self.next.saturating_add(skipped as u64);
        self.next = number.saturating_add(1);
        Some(self.make(number))
    }
}

#[cfg(test)]
mod tests;
