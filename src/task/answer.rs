//! The answers to questions about a puzzle.

use thiserror::Error;

use super::conflict::Conflict;
use super::error::TaskError;
use crate::Limit;
use crate::board::Grid;
use crate::engine::{Budget, End, Report, Work};

/// The number of solutions of a puzzle, as far as it matters to a setter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Exactly one solution.
    Unique(Grid),
    /// Several solutions; these are two of them.
    Multiple([Grid; 2]),
    /// No solution.
    Unsolvable(Conflict),
    /// The engine reached a limit.
    Unknown(Limit),
}

impl Verdict {
    /// Returns the name used in output: `unique`, `multiple`, `none` or `unknown`.
    pub fn name(&self) -> &'static str {
        match self {
            Verdict::Unique(_) => "unique",
            Verdict::Multiple(_) => "multiple",
            Verdict::Unsolvable(_) => "none",
            Verdict::Unknown(_) => "unknown",
        }
    }

    /// Returns true if the puzzle has exactly one solution.
    pub fn is_unique(&self) -> bool {
        matches!(self, Verdict::Unique(_))
    }

    /// Returns the solution of a puzzle that has exactly one.
    pub fn solution(&self) -> Option<&Grid> {
        match self {
            Verdict::Unique(solution) => Some(solution),
            _ => None,
        }
    }
}

/// The outcome of a search for one solution of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Solution {
    /// A solution. There may be others.
    Found(Grid),
    /// No solution exists.
    Unsolvable(Conflict),
    /// The engine reached a limit.
    Unknown(Limit),
}

impl Solution {
    /// Returns the solution, if one was found.
    pub fn grid(&self) -> Option<&Grid> {
        match self {
            Solution::Found(grid) => Some(grid),
            _ => None,
        }
    }
}

/// The number of solutions of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Count {
    /// No solution exists.
    Unsolvable(Conflict),
    /// Exactly this many.
    Exactly(u64),
    /// As many as were asked for or accepted. There may be more.
    AtLeast(u64),
    /// The engine reached a limit after finding this many.
    Unknown(u64, Limit),
}

impl Limit {
    /// Returns the limit that ended a search with this budget.
    pub(super) fn of_search(end: End, budget: &Budget) -> Limit {
        match (end, &budget.deadline) {
            (End::OutOfTime, Some(deadline)) => Limit::of_deadline(deadline),
            (End::GaveUp, _) => Limit::Solver,
            (End::TooLarge, _) => Limit::Size,
            (End::OutOfMemory, _) => Limit::Memory(budget.memory),
            _ => Limit::Nodes(budget.nodes),
        }
    }
}

/// The result of asking a second, independent engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Confirmation {
    /// It found the same answer.
    Confirmed,
    /// It was not asked.
    NotAsked,
    /// It reached a limit. What it found before agrees with the answer.
    GaveUp(Limit),
}

/// An answer, its confirmation and its cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer<T> {
    /// The answer itself.
    pub outcome: T,
    /// The result of asking a second engine.
    pub confirmation: Confirmation,
    /// The work of the engine, without that of the confirmation.
    pub report: Report,
}

impl<T> Answer<T> {
    /// Returns an answer that no engine was asked to confirm.
    pub(super) fn unconfirmed(outcome: T, report: Report) -> Answer<T> {
        Answer {
            outcome,
            confirmation: Confirmation::NotAsked,
            report,
        }
    }

    /// Returns an answer that took no search.
    pub(super) fn without_search(outcome: T) -> Answer<T> {
        Answer::unconfirmed(outcome, Report::new(End::Stopped, Work::default()))
    }

    /// Replaces the outcome.
    pub fn map<U>(self, outcome: impl FnOnce(T) -> U) -> Answer<U> {
        Answer {
            outcome: outcome(self.outcome),
            confirmation: self.confirmation,
            report: self.report,
        }
    }
}

/// The reason why [`Session::candidates`](super::Session::candidates),
/// [`Session::minimise`](super::Session::minimise) or [`Session::needs`](super::Session::needs) has
/// no result.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum QuestionError {
    /// The puzzle does not have the solutions that the question is about, or a limit was reached.
    /// This is the verdict.
    #[error("{}", describe_verdict(&.0.outcome))]
    Verdict(Box<Answer<Verdict>>),
    /// An engine failed, or two disagree.
    #[error(transparent)]
    Task(#[from] TaskError),
}

impl QuestionError {
    /// Returns the error for a puzzle with this verdict.
    pub(super) fn verdict(answer: Answer<Verdict>) -> QuestionError {
        QuestionError::Verdict(Box::new(answer))
    }
}

/// Returns a verdict as a sentence.
fn describe_verdict(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Unique(_) => "the puzzle has one solution".to_string(),
        Verdict::Multiple(_) => "the puzzle has more than one solution".to_string(),
        Verdict::Unsolvable(conflict) => format!("the puzzle has no solution: {conflict}"),
        Verdict::Unknown(limit) => limit.to_string(),
    }
}
