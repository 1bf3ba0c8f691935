//! Givens that can be removed as long as they have one solution: the interface, and two ways to
//! decide it for any board.

use rand_chacha::ChaCha8Rng;

use super::shuffle::shuffle;
use satdoku::board::{Candidate, Cell, Geometry, Grid, Puzzle};
use satdoku::engine::mrv::Mrv;
use satdoku::engine::{Budget, End, Engine, EngineError};
use satdoku::sat::{SolverAnswer, SolverLimit, Varisat};
use satdoku::task::{Clue, ClueSolver, givens};

/// The number of solutions that some givens have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Uniqueness {
    Unique,
    Several,
    /// A limit was reached.
    Unknown,
}

/// Givens with one solution.
pub(super) trait Givens {
    /// Removes the givens in these cells if the others have one solution. May remove more of them
    /// than these if the rest is known to be enough.
    ///
    /// # Errors
    /// If a solver fails.
    fn remove(&mut self, cells: &[usize]) -> Result<Uniqueness, EngineError>;

    /// Decides whether the others have one solution, and removes nothing.
    ///
    /// # Errors
    /// If a solver fails.
    fn without(&mut self, cells: &[usize]) -> Result<Uniqueness, EngineError>;

    /// True if the cell is given.
    fn is_given(&self, cell: usize) -> bool;

    /// True if the given is known to be needed, whatever others are removed.
    fn is_needed(&self, cell: usize) -> bool;
}

/// Givens of any board, decided by the embedded SAT solver like those of
/// [`Session::minimise`](satdoku::task::Session::minimise): the rules and "not this solution" are
/// clauses, givens are assumptions.
pub(super) struct SatGivens<'a> {
    solver: ClueSolver<'a>,
    /// The solution, in the random order in which givens are assumed.
    order: Vec<Candidate>,
    is_given: Vec<bool>,
    is_needed: Vec<bool>,
    /// The groups of cells that are removed together, if all that a core leaves out may be removed.
    groups: Option<&'a [Vec<usize>]>,
}

impl<'a> SatGivens<'a> {
    /// The largest board whose minimal puzzles are found in a fraction of a second. On larger ones a
    /// single question can take hours.
    pub const MAX_SIZE: usize = 16;

    /// The largest board whose clauses fit in memory.
    pub const LARGEST: usize = 50;

    /// Returns true for a board with at most as many candidates as the square of this size.
    pub fn is_up_to(size: usize, board: &Geometry) -> bool {
        board.cell_count() * board.digit_count() <= size.pow(3)
    }

    /// Starts with all cells given. `solved` is the puzzle with all of them, `blank` with none. With
    /// `groups`, everything that a core leaves out is removed at once, which saves nine questions in
    /// ten.
    ///
    /// A core prefers the givens that are assumed first. In the order of cells, puzzles would have
    /// nearly all of their givens in the same few rows.
    ///
    /// # Errors
    /// The limit of the budget that was reached while the rules were loaded.
    pub fn new(
        solved: &'a Puzzle,
        blank: &'a Puzzle,
        groups: Option<&'a [Vec<usize>]>,
        budget: Budget,
        random: &mut ChaCha8Rng,
    ) -> Result<SatGivens<'a>, SolverLimit> {
        let solver = Varisat::within(budget.deadline);
        let mut solver = ClueSolver::new(solved, blank, Box::new(solver), budget)?;
        solver.exclude(solved.givens());
        let cells = solved.layout().cell_count();
        let mut order: Vec<Candidate> = solved.givens().filled().collect();
        shuffle(&mut order, random);
        Ok(SatGivens {
            solver,
            order,
            is_given: vec![true; cells],
            is_needed: vec![false; cells],
            groups,
        })
    }

    /// Decides whether the givens without these have one solution, and returns those that are enough
    /// for it.
    fn ask(&mut self, cells: &[usize]) -> Result<(Uniqueness, Vec<Candidate>), EngineError> {
        let all = self.order.iter().copied();
        let rest: Vec<Clue> = all
            .filter(|at| self.is_given[at.cell.index()] && !cells.contains(&at.cell.index()))
            .map(Clue::Given)
            .collect();
        Ok(match self.solver.ask(&rest)? {
            SolverAnswer::Unsatisfiable(core) => (Uniqueness::Unique, givens(&core)),
            SolverAnswer::Satisfiable(_) => {
                if let [cell] = cells {
                    self.is_needed[*cell] = true;
                }
                (Uniqueness::Several, Vec::new())
            }
            SolverAnswer::Unknown(_) => (Uniqueness::Unknown, Vec::new()),
        })
    }
}

impl Givens for SatGivens<'_> {
    fn remove(&mut self, cells: &[usize]) -> Result<Uniqueness, EngineError> {
        let (uniqueness, core) = self.ask(cells)?;
        if uniqueness == Uniqueness::Unique {
            cells.iter().for_each(|cell| self.is_given[*cell] = false);
            for group in self.groups.unwrap_or(&[]) {
                let is_in_core =
                    |cell: &usize| core.iter().any(|at| at.cell == Cell::from_index(*cell));
                if !group.iter().any(is_in_core) {
                    group.iter().for_each(|cell| self.is_given[*cell] = false);
                }
            }
        }
        Ok(uniqueness)
    }

    fn without(&mut self, cells: &[usize]) -> Result<Uniqueness, EngineError> {
        Ok(self.ask(cells)?.0)
    }

    fn is_given(&self, cell: usize) -> bool {
        self.is_given[cell]
    }

    fn is_needed(&self, cell: usize) -> bool {
        self.is_needed[cell]
    }
}

/// Givens of any board, decided by the MRV engine within a budget for each question.
pub(super) struct LimitedGivens {
    engine: Mrv,
    /// The puzzle with these givens.
    puzzle: Puzzle,
    solution: Grid,
    is_needed: Vec<bool>,
    /// The limit of one search.
    budget: Budget,
}

impl LimitedGivens {
    /// Starts with the givens of a puzzle, whose only solution this is.
    pub fn new(puzzle: &Puzzle, solution: &Grid, budget: Budget) -> LimitedGivens {
        LimitedGivens {
            engine: Mrv::default(),
            puzzle: puzzle.clone(),
            solution: solution.clone(),
            is_needed: vec![false; puzzle.layout().cell_count()],
            budget,
        }
    }

    /// Returns the puzzle without these givens, and whether it has one solution.
    fn ask(&mut self, cells: &[usize]) -> Result<(Uniqueness, Puzzle), EngineError> {
        let all = self.puzzle.givens().filled();
        let rest: Vec<Candidate> = all.filter(|at| !cells.contains(&at.cell.index())).collect();
        let puzzle = self.puzzle.restricted_to(&rest);
        let (solutions, report) = self.engine.solutions(&puzzle, 2, self.budget)?;
        let uniqueness = if solutions.iter().any(|grid| *grid != self.solution) {
            if let [cell] = cells {
                self.is_needed[*cell] = true;
            }
            Uniqueness::Several
        } else if report.end == End::Complete {
            Uniqueness::Unique
        } else {
            Uniqueness::Unknown
        };
        Ok((uniqueness, puzzle))
    }
}

impl Givens for LimitedGivens {
    fn remove(&mut self, cells: &[usize]) -> Result<Uniqueness, EngineError> {
        let (uniqueness, puzzle) = self.ask(cells)?;
        if uniqueness == Uniqueness::Unique {
            self.puzzle = puzzle;
        }
        Ok(uniqueness)
    }

    fn without(&mut self, cells: &[usize]) -> Result<Uniqueness, EngineError> {
        Ok(self.ask(cells)?.0)
    }

    fn is_given(&self, cell: usize) -> bool {
        self.puzzle.givens().get(Cell::from_index(cell)).is_some()
    }

    fn is_needed(&self, cell: usize) -> bool {
        self.is_needed[cell]
    }
}
