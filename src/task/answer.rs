//! What answers are.

use std::fmt;
use std::time::Duration;

use thiserror::Error;

use super::conflict::Conflict;
use crate::board::Grid;
use crate::engine::{EngineError, Report};

/// How many solutions a puzzle has, as far as a setter cares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Exactly one.
    Unique(Grid),
    /// More than one; these are two different ones.
    Multiple([Grid; 2]),
    /// None at all.
    None(Conflict),
    /// The engine gave up.
    Unknown(Limit),
}

impl Verdict {
    /// The name in output: `unique`, `multiple`, `none` or `unknown`.
    pub fn name(&self) -> &'static str {
        match self {
            Verdict::Unique(_) => "unique",
            Verdict::Multiple(_) => "multiple",
            Verdict::None(_) => "none",
            Verdict::Unknown(_) => "unknown",
        }
    }
}

/// A solution of a puzzle, or why there is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Solution {
    /// One of the solutions.
    Found(Grid),
    /// There is none.
    None(Conflict),
    /// The engine gave up.
    Unknown(Limit),
}

/// How many solutions a puzzle has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Count {
    /// None at all.
    None(Conflict),
    /// As many as this and no more.
    Exactly(u64),
    /// This many were asked for or taken; there may be more.
    AtLeast(u64),
    /// The engine gave up after this many.
    Unknown(u64, Limit),
}

/// Which limit ran out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// The budget of nodes.
    Nodes(u64),
    /// The time.
    Time(Duration),
    /// An interrupt of the [`Deadline`](crate::Deadline).
    Interrupt,
    /// One that an external solver has or was given on its own command line.
    Solver,
    /// The size of the puzzles that the engine takes on.
    Size,
    /// The memory, in bytes.
    Memory(u64),
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Nodes(nodes) => write!(f, "gave up after {nodes} nodes"),
            Limit::Time(time) if time == &Duration::from_secs(1) => {
                f.write_str("gave up after 1 second")
            }
            Limit::Time(time) => {
                // No other text of the library needs floats, whose formatting the page would load.
                let seconds = format!("{}.{:09}", time.as_secs(), time.subsec_nanos());
                let seconds = seconds.trim_end_matches('0').trim_end_matches('.');
                write!(f, "gave up after {seconds} seconds")
            }
            Limit::Interrupt => f.write_str("interrupted"),
            Limit::Solver => f.write_str("the solver gave up"),
            Limit::Size => f.write_str("too large for this engine"),
            Limit::Memory(bytes @ ..1_000_000) => {
                write!(f, "gave up at {} kB of memory", bytes / 1_000)
            }
            Limit::Memory(bytes) => write!(f, "gave up at {} MB of memory", bytes / 1_000_000),
        }
    }
}

/// Whether a second, independent engine came to the same answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Confirmation {
    /// It did.
    Confirmed,
    /// It was not asked.
    NotAsked,
    /// It gave up before it had an answer of its own. What it had found until then agrees.
    GaveUp(Limit),
}

/// An answer, who else says so, and what it cost.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Answer<T> {
    /// The answer itself.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub outcome: T,
    /// Whether it was confirmed.
    #[cfg_attr(feature = "serde", serde(rename = "confirmed"))]
    pub confirmation: Confirmation,
    /// What the engine did. The confirmation's work is not in it.
    pub report: Report,
}

/// Why there is no answer: a fault of this library, or of an external solver if that is the
/// engine, never of the puzzle; of an iterator also that a limit ran out.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TaskError {
    /// An engine failed.
    #[error("the engine {engine} failed on `{puzzle}`: {error}")]
    Engine {
        /// The name of the engine.
        engine: String,
        /// The puzzle on one line.
        puzzle: String,
        /// What went wrong.
        error: EngineError,
    },
    /// An external solver failed, or what it says cannot be true.
    #[error("no answer that counts for `{puzzle}` from {error}")]
    External {
        /// The puzzle on one line.
        puzzle: String,
        /// The solver and what is wrong with its answer.
        error: EngineError,
    },
    /// An external solver and an engine of this library contradict each other.
    #[error("{solver} and the engine {engine} disagree on `{puzzle}`: {} against {}",
        answers[0], answers[1])]
    WrongAnswer {
        /// The command of the solver.
        solver: Box<str>,
        /// The name of the engine.
        engine: String,
        /// The puzzle on one line.
        puzzle: Box<str>,
        /// What each of them says.
        answers: [Box<str>; 2],
    },
    /// Two engines contradict each other.
    #[error("the engines {} and {} disagree on `{puzzle}`: {} against {}",
        engines[0], engines[1], answers[0], answers[1])]
    Disagreement {
        /// The names of the engines.
        engines: [String; 2],
        /// The puzzle on one line.
        puzzle: String,
        /// What each of them says.
        answers: [String; 2],
    },
    /// A limit ran out before all solutions of an iterator were found.
    #[error("not all solutions of `{puzzle}` are known: {limit}")]
    Unknown {
        /// The puzzle on one line.
        puzzle: String,
        /// Which limit.
        limit: Limit,
    },
}
