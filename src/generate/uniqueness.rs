//! Givens of any board that can go.

use super::reduce::{Reply, Uniqueness};
use crate::Deadline;
use crate::board::{Candidate, Cell, Grid, Puzzle};
use crate::engine::mrv::Mrv;
use crate::engine::{Budget, End, Engine, EngineError, SolutionSink};
use crate::sat::{SolverAnswer, Varisat};
use crate::task::GivenSolver;

/// Asks the embedded SAT solver about any board, as [`Session::minimise`](crate::task::Session::minimise) does: rules
/// and "not this solution" are clauses, givens are assumptions.
pub(super) struct Assumed<'a> {
    solver: GivenSolver<'a>,
    solution: &'a Grid,
    is_given: Vec<bool>,
    is_needed: Vec<bool>,
    /// The groups of cells that go together, if more may go at once than is asked for.
    groups: Option<&'a [Vec<usize>]>,
}

impl<'a> Assumed<'a> {
    /// The largest board whose minimal puzzles are found in fractions of a second: on larger ones a
    /// single question can take hours.
    pub const MAX_SIZE: usize = 16;

    /// All cells given. `solved` is a puzzle with all of them, `blank` one with none. With `groups`
    /// everything that the solver's core does without may go at once: a tenth of the questions.
    pub fn new(
        solved: &'a Puzzle,
        blank: &'a Puzzle,
        groups: Option<&'a [Vec<usize>]>,
        deadline: Option<Deadline>,
    ) -> Assumed<'a> {
        let solver = Varisat::within(deadline);
        let mut solver = GivenSolver::new(solved, blank, Box::new(solver));
        solver.exclude(solved.givens());
        let cells = solved.layout().cell_count();
        Assumed {
            solver,
            solution: solved.givens(),
            is_given: vec![true; cells],
            is_needed: vec![false; cells],
            groups,
        }
    }

    /// Whether the givens without these have one solution, and those of them that are enough.
    fn ask(&mut self, cells: &[usize]) -> Result<(Reply, Vec<Candidate>), EngineError> {
        let all = self.solution.filled();
        let rest: Vec<Candidate> = all
            .filter(|at| self.is_given[at.cell.index()] && !cells.contains(&at.cell.index()))
            .collect();
        Ok(match self.solver.ask(&rest)? {
            SolverAnswer::Unsatisfiable(core) => (Reply::Unique, core),
            SolverAnswer::Satisfiable(_) => {
                if let [cell] = cells {
                    self.is_needed[*cell] = true;
                }
                (Reply::Several, Vec::new())
            }
            SolverAnswer::Unknown(_) => (Reply::Unknown, Vec::new()),
        })
    }
}

impl Uniqueness for Assumed<'_> {
    fn remove(&mut self, cells: &[usize]) -> Result<Reply, EngineError> {
        let (reply, core) = self.ask(cells)?;
        if reply == Reply::Unique {
            cells.iter().for_each(|cell| self.is_given[*cell] = false);
            for group in self.groups.unwrap_or(&[]) {
                let is_in_core =
                    |cell: &usize| core.iter().any(|at| at.cell == Cell::from_index(*cell));
                if !group.iter().any(is_in_core) {
                    group.iter().for_each(|cell| self.is_given[*cell] = false);
                }
            }
        }
        Ok(reply)
    }

    fn can_go(&mut self, cells: &[usize]) -> Result<Reply, EngineError> {
        Ok(self.ask(cells)?.0)
    }

    fn is_given(&self, cell: usize) -> bool {
        self.is_given[cell]
    }

    fn is_needed(&self, cell: usize) -> bool {
        self.is_needed[cell]
    }
}

/// Asks the native engine, with so little effort for each question that any board is done in time.
pub(super) struct Limited {
    engine: Mrv,
    /// The givens so far.
    puzzle: Puzzle,
    solution: Grid,
    is_needed: Vec<bool>,
    deadline: Option<Deadline>,
}

impl Limited {
    /// How many nodes a question may take.
    const NODES: u64 = 20;

    /// All cells given: those of `solved`.
    pub fn new(solved: &Puzzle, deadline: Option<Deadline>) -> Limited {
        Limited {
            engine: Mrv::default(),
            puzzle: solved.clone(),
            solution: solved.givens().clone(),
            is_needed: vec![false; solved.layout().cell_count()],
            deadline,
        }
    }

    /// The puzzle without these givens, and whether it has one solution.
    fn ask(&mut self, cells: &[usize]) -> Result<(Reply, Puzzle), EngineError> {
        let all = self.puzzle.givens().filled();
        let rest: Vec<Candidate> = all.filter(|at| !cells.contains(&at.cell.index())).collect();
        let puzzle = self.puzzle.restricted_to(&rest);
        let budget = Budget {
            deadline: self.deadline,
            ..Budget::of_nodes(Limited::NODES)
        };
        let mut is_other = false;
        let mut receive = |grid: &Grid| {
            is_other |= *grid != self.solution;
            std::ops::ControlFlow::Continue(())
        };
        let mut solutions = SolutionSink::new(&puzzle, 2, &mut receive);
        let report = self.engine.search(&puzzle, budget, &mut solutions)?;
        let reply = if is_other {
            if let [cell] = cells {
                self.is_needed[*cell] = true;
            }
            Reply::Several
        } else if report.end == End::Complete {
            Reply::Unique
        } else {
            Reply::Unknown
        };
        Ok((reply, puzzle))
    }
}

impl Uniqueness for Limited {
    fn remove(&mut self, cells: &[usize]) -> Result<Reply, EngineError> {
        let (reply, puzzle) = self.ask(cells)?;
        if reply == Reply::Unique {
            self.puzzle = puzzle;
        }
        Ok(reply)
    }

    fn can_go(&mut self, cells: &[usize]) -> Result<Reply, EngineError> {
        Ok(self.ask(cells)?.0)
    }

    fn is_given(&self, cell: usize) -> bool {
        self.puzzle.givens().get(Cell::from_index(cell)).is_some()
    }

    fn is_needed(&self, cell: usize) -> bool {
        self.is_needed[cell]
    }
}
