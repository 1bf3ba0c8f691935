//! Givens that can be removed as long as they have one solution: the interface, and how the MRV engine
//! decides it for any board.

use satdoku::board::{Candidate, Cell, Grid, Puzzle};
use satdoku::engine::mrv::Mrv;
use satdoku::engine::{Budget, End, Engine, EngineError};

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
    /// Removes the givens in these cells if the others have one solution.
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
