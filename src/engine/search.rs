//! The trait [`Engine`]: what a search is given, what it delivers and what it reports.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use thiserror::Error;

use crate::Deadline;
use crate::board::{Grid, Puzzle, Transition, Violation, verify};
use crate::propagate::Contradiction;
use crate::sat::{Solver, Varisat};

/// A way to search for the solutions of a puzzle.
///
/// An engine keeps its working memory between puzzles, so reusing one for many puzzles is cheap.
///
/// ```
/// use satdoku::Puzzle;
/// use satdoku::engine::{Budget, End, Engine, find};
///
/// let puzzle: Puzzle = "1.....2..3.....4".parse()?;
/// let mut engine = find("dlx")?.make();
/// let (solutions, report) = engine.solutions(&puzzle, u64::MAX, &Budget::UNLIMITED)?;
/// assert_eq!(report.end, End::Complete);
/// assert_eq!(solutions, ["1243342143122134".parse()?]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Engine: Send {
    /// The name by which [`find`](super::find) and the command line know this engine.
    fn name(&self) -> &str;

    /// The command of the external solver that produces the answers, which this library cannot
    /// vouch for; `None` if the engine produces them itself.
    fn external(&self) -> Option<&str> {
        None
    }

    /// Creates a SAT solver for questions about something other than solutions, such as which givens
    /// matter: of the kind that the engine uses, if it is a SAT engine, and the embedded one otherwise.
    fn solver(&self, deadline: Option<&Deadline>) -> Box<dyn Solver> {
        Box::new(Varisat::within(deadline))
    }

    /// Delivers distinct solutions of `puzzle` to `sink` until there are no more, the sink is full,
    /// or `budget` has run out.
    ///
    /// # Errors
    /// [`EngineError`] if the engine itself is at fault. A puzzle without a solution is not an
    /// error.
    fn search(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget,
        sink: &mut SolutionSink<'_>,
    ) -> Result<Report, EngineError>;

    /// Collects up to `limit` solutions of `puzzle`, in the order in which the engine finds them.
    ///
    /// # Errors
    /// See [`Engine::search`].
    fn solutions(
        &mut self,
        puzzle: &Puzzle,
        limit: u64,
        budget: &Budget,
    ) -> Result<(Vec<Grid>, Report), EngineError> {
        let mut grids = Vec::new();
        let mut collect = |grid: &Grid| {
            grids.push(grid.clone());
            ControlFlow::Continue(())
        };
        let report = self.search(
            puzzle,
            budget,
            &mut SolutionSink::new(puzzle, limit, &mut collect),
        )?;
        Ok((grids, report))
    }
}

/// A limit on the work of a search.
///
/// ```
/// use satdoku::Puzzle;
/// use satdoku::engine::{Budget, End, Engine, mrv::Mrv};
///
/// let empty = Puzzle::classic("3x3".parse()?);
/// let (solutions, report) = Mrv::default().solutions(&empty, 1_000, &Budget::of_nodes(100))?;
/// assert_eq!(report.end, End::OutOfBudget);
/// assert!(solutions.len() < 1_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Budget {
    /// The number of nodes of the search tree (see [`Work::nodes`]) after which the engine gives
    /// up.
    pub nodes: u64,
    /// The time at which the engine gives up.
    pub deadline: Option<Deadline>,
    /// The most memory that a search may take, in bytes, as estimated by the engine.
    pub memory: u64,
}

impl Budget {
    /// The default memory limit: 1 GiB, enough for the clauses of an empty 74×74 board.
    pub const MEMORY: u64 = 1 << 30;

    /// No effective limit on nodes and time, and the default [`Budget::MEMORY`].
    pub const UNLIMITED: Budget = Budget::of_nodes(u64::MAX);

    /// Reading the clock for every node would cost a noticeable share of the time.
    const NODES_PER_CLOCK_CHECK: u64 = 64;

    /// A budget of this many nodes, without a deadline.
    pub const fn of_nodes(nodes: u64) -> Budget {
        Budget {
            nodes,
            deadline: None,
            memory: Budget::MEMORY,
        }
    }

    /// Returns true if the deadline has passed.
    pub fn is_out_of_time(&self) -> bool {
        self.deadline.as_ref().is_some_and(Deadline::is_over)
    }

    /// Returns the reason not to start a search that keeps the candidates of all cells, if there is
    /// one.
    pub(crate) fn end_before(&self, puzzle: &Puzzle) -> Option<End> {
        /// Per candidate of the empty board, and in addition per candidate of a blank cell. Measured
        /// at 225×225 and 400×400 with the engine that takes most: sat, before any clause.
        const EACH: u64 = 3;
        const BLANK: u64 = 6;
        let size = puzzle.geometry().digit_count() as u64;
        let cells = puzzle.layout().cell_count() as u64;
        let transitions = puzzle.layout().transition_bound() as u64;
        let automata = transitions * size_of::<Transition>() as u64;
        if (EACH + BLANK) * cells * size + automata <= self.memory {
            return None;
        }
        let blanks = puzzle.givens().blanks().count() as u64;
        let needed = (EACH * cells + BLANK * blanks) * size + automata;
        (needed > self.memory).then_some(End::OutOfMemory)
    }

    /// Returns the reason to stop a search that has visited this many nodes, if there is one.
    /// Engines call this before every node.
    #[inline]
    pub(crate) fn end_after(&self, nodes: u64) -> Option<End> {
        if nodes >= self.nodes {
            return Some(End::OutOfBudget);
        }
        let deadline = self.deadline.as_ref()?;
        let checks_clock = nodes.is_multiple_of(Budget::NODES_PER_CLOCK_CHECK);
        (checks_clock && deadline.is_over()).then_some(End::OutOfTime)
    }
}

/// Takes a solution; `Break` ends the search.
type Callback<'a> = &'a mut dyn FnMut(&Grid) -> ControlFlow<()>;

/// The receiver of the solutions that an engine finds, which also tells it when to stop.
///
/// Every grid passes [`verify`] here before anyone else sees it, so no engine can deliver a grid
/// that does not solve the puzzle.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use satdoku::Puzzle;
/// use satdoku::engine::{Budget, Engine, SolutionSink, dlx::Dlx};
///
/// let puzzle: Puzzle = "12..34..........".parse()?;
/// let mut print = |solution: &satdoku::Grid| {
///     println!("{solution}");
///     ControlFlow::Continue(())
/// };
/// let mut sink = SolutionSink::new(&puzzle, 3, &mut print);
/// Dlx::default().search(&puzzle, &Budget::UNLIMITED, &mut sink)?;
/// assert_eq!(sink.count(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SolutionSink<'a> {
    puzzle: &'a Puzzle,
    limit: u64,
    count: u64,
    /// A count that other threads can read during the search.
    counter: Option<&'a AtomicU64>,
    /// `None` if solutions are only counted.
    receive: Option<Callback<'a>>,
}

impl<'a> SolutionSink<'a> {
    /// Passes up to `limit` solutions of `puzzle` to `receive`, which can end the search earlier.
    pub fn new(puzzle: &'a Puzzle, limit: u64, receive: Callback<'a>) -> SolutionSink<'a> {
        SolutionSink {
            receive: Some(receive),
            ..SolutionSink::counting(puzzle, limit)
        }
    }

    /// Counts up to `limit` solutions of `puzzle`. An engine need not build the grid of a solution
    /// that is only counted, and a grid that is not built is not verified.
    pub fn counting(puzzle: &'a Puzzle, limit: u64) -> SolutionSink<'a> {
        SolutionSink {
            puzzle,
            limit,
            count: 0,
            counter: None,
            receive: None,
        }
    }

    /// Adds each solution to `counter` as soon as it is found.
    pub fn with_counter(self, counter: &'a AtomicU64) -> SolutionSink<'a> {
        SolutionSink {
            counter: Some(counter),
            ..self
        }
    }

    /// Delivers a solution that was not delivered before. `Break` means that no more are wanted.
    ///
    /// # Errors
    /// If `grid` is not a solution of the puzzle.
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

    /// True if solutions are only counted: an engine may then call [`SolutionSink::count_one`]
    /// instead of [`SolutionSink::deliver`].
    pub(crate) fn counts_only(&self) -> bool {
        self.receive.is_none()
    }

    /// Counts a solution. `Break` means that no more are wanted.
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

    /// The number of solutions delivered so far.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The number of solutions still wanted.
    pub fn left(&self) -> u64 {
        self.limit.saturating_sub(self.count)
    }

    /// True if no more solutions are wanted.
    pub fn is_closed(&self) -> bool {
        self.left() == 0
    }
}

/// The reason why a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum End {
    /// There are no further solutions.
    Complete,
    /// [`SolutionSink`] wanted no more; there may be others.
    Stopped,
    /// The nodes of the budget ran out; there may be others.
    OutOfBudget,
    /// The deadline of the budget passed; there may be others.
    OutOfTime,
    /// An external solver gave up for reasons of its own; there may be others.
    GaveUp,
    /// The puzzle is too large for the engine; nothing was searched.
    TooLarge,
    /// Continuing would take more memory than the budget allows.
    OutOfMemory,
}

impl End {
    /// True if the search ended early although more solutions were wanted.
    pub fn is_cut_short(self) -> bool {
        !matches!(self, End::Complete | End::Stopped)
    }
}

/// The outcome of a search, apart from the solutions it delivered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The reason why the search ended.
    pub end: End,
    /// The contradiction that propagation alone found in the puzzle.
    pub contradiction: Option<Contradiction>,
    /// The work done.
    pub work: Work,
}

impl Report {
    /// Returns the report of a search that was not decided by propagation alone.
    pub(crate) fn new(end: End, work: Work) -> Report {
        Report {
            end,
            contradiction: None,
            work,
        }
    }
}

/// Counts of work. An engine leaves at 0 what it does not count.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Work {
    /// Nodes of the search tree: positions visited, including the first.
    pub nodes: u64,
    /// Candidates that were tried without being forced.
    pub guesses: u64,
    /// Elementary changes of the engine's state, as defined by the engine.
    pub updates: u64,
    /// Candidates tested as failed literals: placed, propagated and taken back.
    pub probes: u64,
    /// Clauses given to a SAT solver.
    pub clauses: u64,
    /// Calls of a SAT solver; 0 if it was not needed.
    pub solver_calls: u64,
}

/// A fault of an engine, never of the puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EngineError {
    /// A grid that was about to be delivered does not solve the puzzle.
    #[error("wrong answer: {0}")]
    WrongAnswer(#[from] Violation),
    /// A solution was delivered twice.
    #[error("the same solution twice")]
    Repeated,
    /// The SAT solver used by the engine failed. This is its message.
    #[error("{0}")]
    Solver(String),
}
