//! Engines: different ways to search for solutions, behind one call.
//!
//! Solving, checking, counting and enumerating are all [`Engine::search`] with another limit of
//! solutions. A new engine is one file (or folder) here and one line in [`ENGINES`]; program,
//! tests and benchmark find it there.

pub mod brute;
pub mod dlx;
pub mod mrv;
pub mod sat;
pub mod static_order;
#[cfg(test)]
mod testing;

use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};

use thiserror::Error;

use crate::Deadline;
use crate::board::{Contradiction, Grid, Puzzle, Violation, verify};
use crate::sat::{
    AtMostOne, DecodeError, Encoding, Solver, SolverError, UnknownAtMostOne, Varisat,
};

use self::sat::Sat;

/// A way to search for the solutions of a puzzle.
///
/// An engine keeps its working memory between puzzles: it costs little to use one engine for many.
///
/// ```
/// use std::ops::ControlFlow;
/// use satdoku::engine::{Budget, End, SolutionSink, find};
/// use satdoku::{Grid, Puzzle};
///
/// let puzzle: Puzzle = "1.....2..3.....4".parse()?;
/// let mut found = Vec::new();
/// let mut receive = |grid: &Grid| {
///     found.push(grid.to_string());
///     ControlFlow::Continue(())
/// };
/// let mut solutions = SolutionSink::new(&puzzle, u64::MAX, &mut receive);
/// let mut engine = find("dlx")?.make();
/// let report = engine.search(&puzzle, Budget::UNLIMITED, &mut solutions)?;
/// assert_eq!((report.end, found), (End::Complete, vec!["1243342143122134".to_string()]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Engine: Send {
    /// The name by which [`find`] and the command line know it.
    fn name(&self) -> &str;

    /// The command of the external solver that gives the answers, for whose faults this library
    /// cannot stand; `None` where it gives them itself.
    fn external(&self) -> Option<&str> {
        None
    }

    /// A SAT solver without clauses, for questions that are not about solutions alone, such as which
    /// givens matter: the engine's own or, where it has none, the embedded one.
    fn solver(&self, deadline: Option<Deadline>) -> Box<dyn Solver> {
        Box::new(Varisat::within(deadline))
    }

    /// Hands different solutions of `puzzle` to `solutions`, until there are no more, it says to
    /// stop, or `budget` has run out.
    ///
    /// # Errors
    /// [`EngineError`] when the engine itself is at fault; a puzzle without a solution is an
    /// answer like any other.
    fn search(
        &mut self,
        puzzle: &Puzzle,
        budget: Budget,
        solutions: &mut SolutionSink<'_>,
    ) -> Result<Report, EngineError>;
}

/// An engine as the registry lists it.
#[derive(Debug)]
pub struct Entry {
    /// The name, as in `--engine NAME`.
    pub name: &'static str,
    /// What it does, in a line.
    pub summary: &'static str,
    make: Make,
}

/// How an engine is made.
#[derive(Debug)]
enum Make {
    /// With clauses, which can say at most one in several ways.
    Sat(fn() -> Sat),
    Other(fn() -> Box<dyn Engine>),
}

impl Entry {
    /// Makes one.
    pub fn make(&'static self) -> Box<dyn Engine> {
        self.with_at_most_one(AtMostOne::default()).make()
    }

    fn with_at_most_one(&'static self, at_most_one: AtMostOne) -> EngineName {
        EngineName {
            entry: self,
            at_most_one,
        }
    }
}

/// Every engine there is.
pub const ENGINES: &[Entry] = &[
    Entry {
        name: "sat",
        summary: "propagation and failed literals, then the SAT solver on the reduced encoding",
        make: Make::Sat(Sat::default),
    },
    Entry {
        name: "sat:reduced",
        summary: "propagation, then the SAT solver on the reduced encoding",
        make: Make::Sat(|| Sat::new(Encoding::Reduced)),
    },
    Entry {
        name: "sat:extended",
        summary: "the SAT solver on the extended encoding",
        make: Make::Sat(|| Sat::new(Encoding::Extended)),
    },
    Entry {
        name: "sat:efficient",
        summary: "the SAT solver on the efficient encoding",
        make: Make::Sat(|| Sat::new(Encoding::Efficient)),
    },
    Entry {
        name: "sat:minimal",
        summary: "the SAT solver on the minimal encoding",
        make: Make::Sat(|| Sat::new(Encoding::Minimal)),
    },
    #[cfg(feature = "cadical")]
    Entry {
        name: "sat:cadical",
        summary: "propagation, then CaDiCaL, linked in, on the reduced encoding",
        make: Make::Sat(Sat::cadical),
    },
    Entry {
        name: mrv::NAME,
        summary: "singles and locked candidates, then the cell with the fewest candidates",
        make: Make::Other(|| Box::new(mrv::Mrv::default())),
    },
    Entry {
        name: dlx::NAME,
        summary: "exact cover with dancing links (Knuth's Algorithm X)",
        make: Make::Other(|| Box::new(dlx::Dlx::default())),
    },
    Entry {
        name: static_order::NAME,
        summary: "backtracking over cells in an order fixed in advance, fewest digits first",
        make: Make::Other(|| Box::new(static_order::StaticOrder::default())),
    },
    Entry {
        name: brute::NAME,
        summary: "plain recursive backtracking in reading order",
        make: Make::Other(|| Box::new(brute::Brute)),
    },
];

/// The name of an engine: one of [`ENGINES`], and behind `+`, where the engine makes clauses, an
/// [`AtMostOne`] encoding, as in `sat:reduced+product`.
///
/// ```
/// use satdoku::engine::EngineName;
///
/// let name: EngineName = "sat:extended+ladder".parse()?;
/// assert_eq!(name.entry().name, "sat:extended");
/// assert_eq!(name.make().name(), "sat:extended+ladder");
/// # Ok::<(), satdoku::engine::UnknownEngine>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct EngineName {
    entry: &'static Entry,
    at_most_one: AtMostOne,
}

impl EngineName {
    /// What the registry says of it.
    pub fn entry(self) -> &'static Entry {
        self.entry
    }

    /// Makes one.
    pub fn make(self) -> Box<dyn Engine> {
        match self.entry.make {
            Make::Sat(make) => Box::new(make().with_at_most_one(self.at_most_one)),
            Make::Other(make) => make(),
        }
    }
}

impl FromStr for EngineName {
    type Err = UnknownEngine;

    fn from_str(name: &str) -> Result<EngineName, UnknownEngine> {
        find(name)
    }
}

/// The engine with this name.
///
/// # Errors
/// When there is none.
pub fn find(name: &str) -> Result<EngineName, UnknownEngine> {
    let (engine, at_most_one) = match name.split_once('+') {
        Some((engine, at_most_one)) => (engine, Some(at_most_one)),
        None => (name, None),
    };
    let unknown = || UnknownEngine::Name(name.to_string());
    let mut entries = ENGINES.iter();
    let entry = entries
        .find(|entry| entry.name == engine)
        .ok_or_else(unknown)?;
    match (at_most_one, &entry.make) {
        (None, _) => Ok(entry.with_at_most_one(AtMostOne::default())),
        (Some(encoding), Make::Sat(_)) => {
            let encoding: AtMostOne = encoding.parse()?;
            Ok(entry.with_at_most_one(encoding))
        }
        (Some(_), Make::Other(_)) => Err(UnknownEngine::NoClauses(entry.name)),
    }
}

/// A name that no engine has.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum UnknownEngine {
    /// No engine of [`ENGINES`] is called so.
    #[error("expected an engine ({names}), found `{0}`", names = names())]
    Name(String),
    /// An at-most-one encoding for an engine that makes no clauses.
    #[error("expected no at-most-one encoding for the engine {0}, which makes no clauses")]
    NoClauses(&'static str),
    /// No at-most-one encoding is called so.
    #[error(transparent)]
    AtMostOne(#[from] UnknownAtMostOne),
}

/// The names of [`ENGINES`] with commas between them.
fn names() -> String {
    let names: Vec<&str> = ENGINES.iter().map(|entry| entry.name).collect();
    names.join(", ")
}

/// How much work a search may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// The most nodes of a search tree (see [`Work::nodes`]) before the engine gives up.
    pub nodes: u64,
    /// When the engine gives up, if it has not finished by then.
    pub deadline: Option<Deadline>,
    /// The most memory that one search may take, in bytes, as engines estimate it.
    pub memory: u64,
}

impl Budget {
    /// The memory of a search unless told otherwise: a GiB, enough for the clauses of an empty
    /// board of 76×76.
    pub const MEMORY: u64 = 1 << 30;

    /// No bound on nodes and time that any search could reach, and the usual [`Budget::MEMORY`].
    pub const UNLIMITED: Budget = Budget::of_nodes(u64::MAX);

    /// A node is so little work that looking at the clock for each would be felt.
    const NODES_BETWEEN_LOOKS: u64 = 64;

    /// This many nodes, in whatever time they take.
    pub const fn of_nodes(nodes: u64) -> Budget {
        Budget {
            nodes,
            deadline: None,
            memory: Budget::MEMORY,
        }
    }

    /// How a search that keeps the candidates of all cells has to end before it begins, if it has
    /// to.
    pub(crate) fn end_before(&self, puzzle: &Puzzle) -> Option<End> {
        /// For each digit in each cell, measured at 225×225 and 400×400 with all that is made of
        /// candidates.
        const BYTES: u64 = 4;
        let candidates = (puzzle.layout().cell_count() * puzzle.size()) as u64;
        (candidates * BYTES > self.memory).then_some(End::OutOfMemory)
    }

    /// How a search that has looked at so many nodes has to end before it looks at another, if it
    /// has to. Engines ask before every node.
    #[inline]
    pub(crate) fn end_after(&self, nodes: u64) -> Option<End> {
        if nodes >= self.nodes {
            return Some(End::OutOfBudget);
        }
        let deadline = self.deadline?;
        let looks = nodes.is_multiple_of(Budget::NODES_BETWEEN_LOOKS);
        (looks && deadline.is_over()).then_some(End::OutOfTime)
    }
}

/// Takes a solution and says whether to look for more.
type Receive<'a> = &'a mut dyn FnMut(&Grid) -> ControlFlow<()>;

/// Where an engine delivers what it finds, and learns whether to go on.
///
/// Every grid passes [`verify`] here before anyone else sees it, so that no engine can deliver
/// a grid that does not answer the puzzle.
pub struct SolutionSink<'a> {
    puzzle: &'a Puzzle,
    limit: u64,
    count: u64,
    /// Where somebody else sees how many there are.
    counter: Option<&'a AtomicU64>,
    /// `None` counts only.
    receive: Option<Receive<'a>>,
}

impl<'a> SolutionSink<'a> {
    /// Up to `limit` solutions of `puzzle`, each given to `receive`, which may end the search
    /// earlier.
    pub fn new(
        puzzle: &'a Puzzle,
        limit: u64,
        receive: &'a mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> SolutionSink<'a> {
        SolutionSink {
            puzzle,
            limit,
            count: 0,
            counter: None,
            receive: Some(receive),
        }
    }

    /// Up to `limit` solutions of `puzzle` that are only counted. An engine need not make a grid of
    /// one that nobody sees, and a grid that is not made is not verified.
    pub fn counting(puzzle: &'a Puzzle, limit: u64) -> SolutionSink<'a> {
        SolutionSink {
            puzzle,
            limit,
            count: 0,
            counter: None,
            receive: None,
        }
    }

    /// Adds each solution to `counter` too, as soon as it is found.
    pub fn with_counter(self, counter: &'a AtomicU64) -> SolutionSink<'a> {
        SolutionSink {
            counter: Some(counter),
            ..self
        }
    }

    /// Delivers a solution that was not delivered before. `Break` says to look for no more.
    ///
    /// # Errors
    /// When `grid` is not a solution of the puzzle.
    pub fn deliver(&mut self, grid: &Grid) -> Result<ControlFlow<()>, EngineError> {
        verify(self.puzzle, grid)?;
        let flow = match &mut self.receive {
            Some(receive) => receive(grid),
            None => ControlFlow::Continue(()),
        };
        Ok(match self.count_one() {
            ControlFlow::Continue(()) => flow,
            full => full,
        })
    }

    /// Whether solutions are only counted, so that an engine need not make grids: it may call
    /// [`SolutionSink::count_one`] in place of [`SolutionSink::deliver`].
    pub(crate) fn counts_only(&self) -> bool {
        self.receive.is_none()
    }

    /// Counts a solution. `Break` says to look for no more.
    pub(crate) fn count_one(&mut self) -> ControlFlow<()> {
        self.count += 1;
        if let Some(counter) = self.counter {
            counter.fetch_add(1, Ordering::Relaxed);
        }
        if self.count < self.limit {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }

    /// How many solutions were delivered.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// How many more are wanted.
    pub fn left(&self) -> u64 {
        self.limit.saturating_sub(self.count)
    }

    /// Whether no solution at all was asked for.
    pub fn is_closed(&self) -> bool {
        self.count >= self.limit
    }
}

/// How a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// There are no further solutions.
    Complete,
    /// [`SolutionSink`] wanted no more; there may be others.
    Stopped,
    /// The nodes of the budget ran out; there may be others.
    OutOfBudget,
    /// The deadline of the budget came; there may be others.
    OutOfTime,
    /// An external solver gave up for reasons of its own; there may be others.
    GaveUp,
    /// The puzzle is larger than the engine takes on; nothing was searched.
    TooLarge,
    /// To go on would take more memory than the budget has.
    OutOfMemory,
}

impl End {
    /// Whether the search ended before it was over, though more was wanted.
    pub fn is_cut_short(self) -> bool {
        !matches!(self, End::Complete | End::Stopped)
    }
}

/// What a search did, beside the solutions it delivered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// How it ended.
    pub end: End,
    /// What propagation alone found wrong with the puzzle, where that was it.
    pub contradiction: Option<Contradiction>,
    /// The work, counted.
    pub work: Work,
}

impl Report {
    /// The report of a search that propagation did not end.
    pub(crate) fn new(end: End, work: Work) -> Report {
        Report {
            end,
            contradiction: None,
            work,
        }
    }
}

/// Work, counted in whatever an engine counts; the rest is 0.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Work {
    /// Nodes of the search tree: positions that were looked at, the first one included.
    pub nodes: u64,
    /// Candidates that were tried without being forced.
    pub guesses: u64,
    /// Elementary changes of the engine's state, as the engine defines them.
    pub updates: u64,
    /// Candidates that were tested as failed literals: placed to see what follows, and taken back.
    pub probes: u64,
    /// Clauses given to a SAT solver.
    pub clauses: u64,
    /// Calls of a SAT solver. 0 says that it was not needed.
    pub solver_calls: u64,
}

/// A fault of an engine, never of the puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum EngineError {
    /// A grid that was about to be delivered does not answer the puzzle.
    #[error("wrong answer: {0}")]
    WrongAnswer(#[from] Violation),
    /// A solution was delivered twice.
    #[error("the same solution twice")]
    Repeated,
    /// A model is not a grid.
    #[error("wrong model: {0}")]
    WrongModel(#[from] DecodeError),
    /// The SAT solver came to no answer.
    #[error(transparent)]
    Solver(#[from] SolverError),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_are_found_by_the_names_they_have() {
        for entry in ENGINES {
            assert_eq!(find(entry.name).unwrap().make().name(), entry.name);
        }
        for at_most_one in AtMostOne::ALL {
            let name = format!("sat:minimal+{at_most_one}");
            let engine = find(&name).unwrap().make();
            let is_default = at_most_one == AtMostOne::default();
            assert_eq!(
                engine.name(),
                if is_default { "sat:minimal" } else { &name }
            );
        }
    }

    #[test]
    fn a_name_that_no_engine_has_says_what_is_wrong() {
        let error = |name: &str| find(name).unwrap_err().to_string();
        assert!(error("max").starts_with("expected an engine (sat, sat:reduced, "));
        assert!(error("max").ends_with(", brute), found `max`"));
        assert_eq!(
            error("mrv+product"),
            "expected no at-most-one encoding for the engine mrv, which makes no clauses"
        );
        assert!(error("sat+some").starts_with("expected an at-most-one encoding"));
    }

    #[test]
    fn engines_go_from_thread_to_thread() {
        fn is_send<T: Send>() {}
        is_send::<Box<dyn Engine>>();
        is_send::<crate::task::Session>();
    }
}
