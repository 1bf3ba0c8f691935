//! The judge of puzzles: whether one has a single solution and is not too hard.

use std::fmt;

use satdoku::Deadline;
use satdoku::board::{Grid, Layout, Puzzle};
use satdoku::engine::{Budget, End, Engine, EngineError, for_many_searches};
use satdoku::task::{Confirmation, Session, TaskError, Verdict};
use satdoku_explain::{Difficulty, ExplainError, Explainer, Level, Rating};

/// The most steps of several facts in a hard puzzle. More of them are tiring.
const MOST_LARGE: usize = 6;

/// An engine that counts solutions, and the explainer that rates.
pub(super) struct Judge {
    engine: Box<dyn Engine>,
    explainer: Explainer,
    /// The SAT engine, which confirms.
    session: Session,
    /// Puzzles above this difficulty are too hard.
    pub most: Option<Difficulty>,
    /// The limit of one search.
    pub nodes: u64,
    /// The limit of all searches.
    pub deadline: Option<Deadline>,
}

/// The solutions of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Uniqueness {
    Unique(Grid),
    Several([Grid; 2]),
    None,
    /// A limit was reached.
    Unknown,
}

/// The difficulty of a puzzle, compared with the one that is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Grade {
    Easier,
    Wanted,
    /// Also a puzzle whose rating ran out of time, or a hard one with too many hard steps.
    TooHard,
}

impl Judge {
    /// Creates a judge for puzzles on boards with as many digits as this one.
    pub fn new(layout: &Layout) -> Judge {
        Judge {
            engine: for_many_searches(layout),
            explainer: Explainer::default(),
            session: Session::default().without_confirmation(),
            most: None,
            nodes: u64::MAX,
            deadline: None,
        }
    }

    pub fn is_late(&self) -> bool {
        self.budget().is_out_of_time()
    }

    fn budget(&self) -> Budget {
        Budget {
            nodes: self.nodes,
            deadline: self.deadline.clone(),
            ..Budget::UNLIMITED
        }
    }

    /// Returns up to `limit` solutions, and true if there are no others.
    ///
    /// # Errors
    /// If the engine fails.
    pub fn solutions(
        &mut self,
        puzzle: &Puzzle,
        limit: u64,
    ) -> Result<(Vec<Grid>, bool), EngineError> {
        let budget = self.budget();
        let (solutions, report) = self.engine.solutions(puzzle, limit, &budget)?;
        Ok((solutions, report.end == End::Complete))
    }

    /// Decides whether a puzzle has one solution.
    ///
    /// # Errors
    /// If the engine fails.
    pub fn uniqueness(&mut self, puzzle: &Puzzle) -> Result<Uniqueness, EngineError> {
        let (solutions, is_complete) = self.solutions(puzzle, 2)?;
        let mut solutions = solutions.into_iter();
        Ok(match (solutions.next(), solutions.next()) {
            (Some(one), Some(other)) => Uniqueness::Several([one, other]),
            (Some(one), None) if is_complete => Uniqueness::Unique(one),
            (None, _) if is_complete => Uniqueness::None,
            _ => Uniqueness::Unknown,
        })
    }

    /// Compares a puzzle with the difficulty. The rating ends at the first step that is above it.
    ///
    /// # Errors
    /// If the rating fails.
    pub fn grade(&mut self, puzzle: &Puzzle) -> Result<Grade, ExplainError> {
        let Some(most) = &self.most else {
            return Ok(Grade::Wanted);
        };
        let rating = self
            .explainer
            .rate_up_to(puzzle, most, self.deadline.as_ref())?;
        let is_hard = *most == Difficulty::Level(Level::Hard);
        let large = |rating: &Rating| rating.sizes.iter().skip(1).sum::<usize>();
        Ok(match rating {
            Some(rating) if is_hard && large(&rating) > MOST_LARGE => Grade::TooHard,
            Some(rating) if most.matches(&rating) => Grade::Wanted,
            Some(_) => Grade::Easier,
            None => Grade::TooHard,
        })
    }

    /// Rates a puzzle if it has this difficulty.
    ///
    /// # Errors
    /// If the rating fails.
    pub fn rate(
        &mut self,
        puzzle: &Puzzle,
        difficulty: &Difficulty,
    ) -> Result<Option<Rating>, ExplainError> {
        self.explainer
            .rate_if(puzzle, difficulty, self.deadline.as_ref())
    }

    /// Asks the SAT engine whether the solution of a puzzle is the only one.
    ///
    /// # Errors
    /// If the engine fails or disagrees.
    pub fn confirm(
        &mut self,
        puzzle: &Puzzle,
        solution: &Grid,
    ) -> Result<Confirmation, Box<TaskError>> {
        self.session.set_budget(Budget {
            deadline: self.deadline.clone(),
            ..Budget::UNLIMITED
        });
        match self.session.check(puzzle)?.outcome {
            Verdict::Unique(unique) if unique == *solution => Ok(Confirmation::Confirmed),
            Verdict::Unknown(limit) => Ok(Confirmation::GaveUp(limit)),
            other => Err(Box::new(TaskError::Disagreement {
                engines: [self.session.engine(), self.engine.name()].map(str::to_string),
                is_external: false,
                puzzle: puzzle.to_string(),
                answers: [other.name(), "unique"].map(Into::into),
            })),
        }
    }
}

impl fmt::Debug for Judge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Judge").finish_non_exhaustive()
    }
}
