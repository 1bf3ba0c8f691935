//! The generator: attempts at a puzzle until one is as requested, and its confirmation.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

use super::attempt::Attempt;
use super::jigsaw::random_regions;
use super::judge::Judge;
use super::plan::CellPlan;
use super::request::{Boards, Request, RequestError};
use super::symmetry::Symmetry;
use satdoku::Deadline;
use satdoku::board::{Grid, Layout, Puzzle, Ruleset};
use satdoku::engine::EngineError;
use satdoku::task::{Confirmation, TaskError};
use satdoku_explain::{ExplainError, Rating};

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
    /// The result of asking the SAT engine for other solutions.
    pub confirmation: Confirmation,
}

/// A failure to make a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum GenerateError {
    /// No puzzle was found within the limits.
    #[error("no puzzle found from {tries} solved grids")]
    GaveUp {
        /// The number of solved grids that were tried.
        tries: u64,
        /// True if the time ran out or an interrupt ended the search.
        is_timeout: bool,
    },
    /// No solved grid has the rules, or contains the digits to start from.
    #[error("no grid with these rules and digits exists")]
    NoGrid,
    /// An engine failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The rating failed.
    #[error(transparent)]
    Rating(#[from] ExplainError),
    /// The confirmation failed or found another solution.
    #[error(transparent)]
    Confirmation(#[from] Box<TaskError>),
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
    timeout: Duration,
    deadline: Option<Deadline>,
    is_confirmed: bool,
    /// Made with the first puzzle. Threads share a generator to clone it, and an engine cannot be shared.
    judge: Mutex<Option<Judge>>,
}

impl Clone for Generator {
    fn clone(&self) -> Generator {
        Generator {
            request: self.request.clone(),
            plan: self.plan.clone(),
            deadline: self.deadline.clone(),
            judge: Mutex::default(),
            ..*self
        }
    }
}

impl Generator {
    /// The default number of solved grids to try for one puzzle.
    pub const MOST_TRIES: u64 = 1_000_000;

    /// The default time for one puzzle.
    pub const TIMEOUT: Duration = Duration::from_secs(60);

    /// Creates a generator that starts with number 0.
    ///
    /// # Errors
    /// [`RequestError`] if the parts of the request contradict each other.
    pub fn new(request: Request, seed: u64) -> Result<Generator, RequestError> {
        let plan = CellPlan::new(&request)?;
        Ok(Generator {
            request: Arc::new(request),
            plan: Arc::new(plan),
            seed,
            next: 0,
            most_tries: Generator::MOST_TRIES,
            timeout: Generator::TIMEOUT,
            deadline: None,
            is_confirmed: true,
            judge: Mutex::default(),
        })
    }

    /// Sets the number of solved grids after which the generator gives up a puzzle.
    #[must_use]
    pub fn with_most_tries(self, most_tries: u64) -> Generator {
        Generator { most_tries, ..self }
    }

    /// Sets the time after which the generator gives up a puzzle, including the confirmation. The progress
    /// made in this time depends on the machine.
    #[must_use]
    pub fn with_timeout(self, timeout: Duration) -> Generator {
        Generator { timeout, ..self }
    }

    /// Sets a deadline whose interrupt ends the work on any puzzle.
    #[must_use]
    pub fn with_deadline(self, deadline: Deadline) -> Generator {
        Generator {
            deadline: Some(deadline),
            ..self
        }
    }

    /// Leaves out the confirmation by the SAT engine.
    #[must_use]
    pub fn without_confirmation(self) -> Generator {
        Generator {
            is_confirmed: false,
            ..self
        }
    }

    /// The time limit of each puzzle.
    pub fn timeout(&self) -> Duration {
        self.timeout
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
        let deadline = Deadline::of_work(Some(self.timeout), self.deadline.as_ref());
        let is_late = || deadline.as_ref().is_some_and(Deadline::is_over);
        let judge = self.judge.get_mut();
        let judge = judge.unwrap_or_else(PoisonError::into_inner);
        let mut tries = 0;
        while tries < self.most_tries && !is_late() {
            tries += 1;
            let boards = &self.request.boards;
            let Some(layout) = board(boards, deadline.as_ref(), &mut random) else {
                continue;
            };
            let judge = judge.get_or_insert_with(|| Judge::new(&layout));
            judge.deadline = deadline.clone();
            judge.most = None;
            let attempt = Attempt {
                request: &self.request,
                plan: &self.plan,
                layout,
                judge,
                random: &mut random,
            };
            let Some(draft) = attempt.draft()? else {
                continue;
            };
            let mut rating = None;
            if let Some(difficulty) = &self.request.difficulty {
                rating = judge.rate(&draft.puzzle, difficulty)?;
                if rating.is_none() {
                    continue;
                }
            }
            let confirmation = match self.is_confirmed {
                true => judge.confirm(&draft.puzzle, &draft.solution)?,
                false => Confirmation::NotAsked,
            };
            return Ok(Generated {
                number,
                seed: self.seed,
                confirmation,
                puzzle: draft.puzzle,
                solution: draft.solution,
                symmetry: self.request.symmetry,
                is_minimal: draft.minimality.of_clues,
                is_symmetric_minimal: draft.minimality.of_groups,
                rating,
                tries,
            });
        }
        let is_timeout = is_late();
        Err(GenerateError::GaveUp { tries, is_timeout })
    }
}

impl Iterator for Generator {
    type Item = Result<Generated, GenerateError>;

    /// Makes the puzzle with the next number. The sequence is endless.
    fn next(&mut self) -> Option<Self::Item> {
        let number = self.next;
        self.next = number.saturating_add(1);
        Some(self.make(number))
    }
}

/// Returns the board of a puzzle, or `None` if the time runs out.
fn board(
    boards: &Boards,
    deadline: Option<&Deadline>,
    random: &mut ChaCha8Rng,
) -> Option<Arc<Layout>> {
    match boards {
        Boards::Same(layout) => Some(layout.clone()),
        Boards::RandomJigsaws { size, variants } => {
            let rules = Ruleset::jigsaw(random_regions(*size, deadline, random)?);
            let rules = rules.with(variants).expect("checked with the request");
            Some(Arc::new(Layout::new(rules)))
        }
    }
}
