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

use thiserror::Error;

use crate::Deadline;
use crate::board::{Contradiction, Grid, Puzzle, Violation, verify};
use crate::sat::{AtMostOne, DecodeError, Encoding, SolverError};

/// A way to search for the solutions of a puzzle.
///
/// An engine keeps its working memory between puzzles: it costs little to use one engine for many.
pub trait Engine {
    /// The name by which [`ENGINES`] and the command line know it.
    fn name(&self) -> &'static str;

    /// The command of the external solver that gives the answers, for whose faults this library
    /// cannot stand; `None` where it gives them itself.
    fn external(&self) -> Option<&str> {
        None
    }

    /// Hands different solutions of `puzzle` to `solutions`, until there are no more, it is told
    /// to stop, or `budget` has run out.
    ///
    /// # Errors
    /// [`EngineError`] when the engine itself is at fault; a puzzle without a solution is an
    /// answer like any other.
    fn search(
        &mut self,
        puzzle: &Puzzle,
        budget: Budget,
        solutions: &mut Solutions<'_>,
    ) -> Result<Report, EngineError>;
}

/// An engine as the registry lists it.
#[derive(Debug)]
pub struct Entry {
    /// The name, as in `--engine NAME`.
    pub name: &'static str,
    /// What it does, in a line.
    pub summary: &'static str,
    /// Makes one.
    pub make: fn() -> Box<dyn Engine>,
}

/// Every engine there is.
pub const ENGINES: &[Entry] = &[
    Entry {
        name: "sat",
        summary: "propagation and probing, then the embedded SAT solver on the reduced encoding",
        make: || Box::new(sat::Sat::default()),
    },
    Entry {
        name: "sat:reduced",
        summary: "the SAT solver on the reduced encoding, without probing",
        make: || Box::new(sat::Sat::new(Encoding::Reduced)),
    },
    Entry {
        name: "sat:extended",
        summary: "the SAT solver on the extended encoding",
        make: || Box::new(sat::Sat::new(Encoding::Extended)),
    },
    Entry {
        name: "sat:efficient",
        summary: "the SAT solver on the efficient encoding",
        make: || Box::new(sat::Sat::new(Encoding::Efficient)),
    },
    Entry {
        name: "sat:minimal",
        summary: "the SAT solver on the minimal encoding",
        make: || Box::new(sat::Sat::new(Encoding::Minimal)),
    },
    #[cfg(feature = "cadical")]
    Entry {
        name: "sat:cadical",
        summary: "propagation, then CaDiCaL, linked in, on the reduced encoding",
        make: || Box::new(sat::Sat::cadical()),
    },
    Entry {
        name: "sat:product",
        summary: "like sat:reduced, with product at-most-one clauses",
        make: || Box::new(sat_with(AtMostOne::Product)),
    },
    Entry {
        name: "sat:commander",
        summary: "like sat:reduced, with commander at-most-one clauses",
        make: || Box::new(sat_with(AtMostOne::Commander)),
    },
    Entry {
        name: "sat:ladder",
        summary: "like sat:reduced, with ladder at-most-one clauses",
        make: || Box::new(sat_with(AtMostOne::Ladder)),
    },
    Entry {
        name: "sat:sequential",
        summary: "like sat:reduced, with sequential at-most-one clauses",
        make: || Box::new(sat_with(AtMostOne::Sequential)),
    },
    Entry {
        name: "sat:binary",
        summary: "like sat:reduced, with binary at-most-one clauses",
        make: || Box::new(sat_with(AtMostOne::Binary)),
    },
    Entry {
        name: "sat:bimander",
        summary: "like sat:reduced, with bimander at-most-one clauses",
        make: || Box::new(sat_with(AtMostOne::Bimander)),
    },
    Entry {
        name: mrv::NAME,
        summary: "propagation of singles and intersections, then the cell with the fewest candidates",
        make: || Box::new(mrv::Mrv::default()),
    },
    Entry {
        name: dlx::NAME,
        summary: "exact cover with dancing links (Knuth's Algorithm X)",
        make: || Box::new(dlx::Dlx::default()),
    },
    Entry {
        name: static_order::NAME,
        summary: "backtracking over cells in an order fixed in advance, fewest digits first",
        make: || Box::new(static_order::StaticOrder::default()),
    },
    Entry {
        name: brute::NAME,
        summary: "plain recursive backtracking in reading order",
        make: || Box::new(brute::Brute),
    },
];

/// The SAT engine with the reduced encoding and these at-most-one clauses.
fn sat_with(at_most_one: AtMostOne) -> sat::Sat {
    sat::Sat::new(Encoding::Reduced).with_at_most_one(at_most_one)
}

/// The entry of [`ENGINES`] with this name.
pub fn find(name: &str) -> Option<&'static Entry> {
    ENGINES.iter().find(|entry| entry.name == name)
}

/// How much work a search may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// The most nodes of a search tree (see [`Work::nodes`]) before the engine gives up.
    pub nodes: u64,
    /// When the engine gives up, if it has not finished by then.
    pub deadline: Option<Deadline>,
}

impl Budget {
    /// No bound that any search could reach.
    pub const UNLIMITED: Budget = Budget::of_nodes(u64::MAX);

    /// A node is so little work that looking at the clock for each would be felt.
    const NODES_BETWEEN_LOOKS: u64 = 64;

    /// This many nodes, in whatever time they take.
    pub const fn of_nodes(nodes: u64) -> Budget {
        Budget {
            nodes,
            deadline: None,
        }
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

/// Where an engine delivers what it finds, and learns whether to go on.
///
/// Every grid passes [`verify`] here before anyone else sees it, so that no engine can deliver
/// a grid that does not answer the puzzle.
pub struct Solutions<'a> {
    puzzle: &'a Puzzle,
    limit: u64,
    count: u64,
    /// `None` counts only.
    receive: Option<&'a mut dyn FnMut(&Grid) -> ControlFlow<()>>,
}

impl<'a> Solutions<'a> {
    /// Up to `limit` solutions of `puzzle`, each given to `receive`, which may end the search
    /// earlier.
    pub fn new(
        puzzle: &'a Puzzle,
        limit: u64,
        receive: &'a mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Solutions<'a> {
        Solutions {
            puzzle,
            limit,
            count: 0,
            receive: Some(receive),
        }
    }

    /// Up to `limit` solutions of `puzzle` that are only counted. Each is checked all the same, but
    /// an engine may do that in its own terms, without making a grid of it.
    pub fn counting(puzzle: &'a Puzzle, limit: u64) -> Solutions<'a> {
        Solutions {
            puzzle,
            limit,
            count: 0,
            receive: None,
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

    /// Whether solutions are only counted, so that an engine that has checked one need not make a
    /// grid of it: it calls [`Solutions::count_one`] in place of [`Solutions::deliver`].
    pub(crate) fn counts_only(&self) -> bool {
        self.receive.is_none()
    }

    /// Counts a solution. `Break` says to look for no more.
    pub(crate) fn count_one(&mut self) -> ControlFlow<()> {
        self.count += 1;
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
    /// [`Solutions`] wanted no more; there may be others.
    Stopped,
    /// The nodes of the budget ran out; there may be others.
    OutOfBudget,
    /// The deadline of the budget came; there may be others.
    OutOfTime,
    /// An external solver gave up for reasons of its own; there may be others.
    GaveUp,
    /// The puzzle is larger than the engine takes on; nothing was searched.
    TooLarge,
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

/// Work, counted in whatever an engine counts; the rest is 0.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Work {
    /// Nodes of the search tree: positions that were looked at, the first one included.
    pub nodes: u64,
    /// Candidates that were tried without being forced.
    pub guesses: u64,
    /// Elementary changes of the engine's state, as the engine defines them.
    pub updates: u64,
    /// Candidates that were probed: placed to see what follows, and taken back.
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
