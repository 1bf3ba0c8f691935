//! The clauses of a puzzle, loaded into a solver within limits of time and memory.

use super::cnf::{ClauseSink, Literal};
use super::solver::{Solver, SolverLimit};
use super::translation::Translation;
use crate::Deadline;

impl Translation<'_> {
    /// Loads all clauses into `solver`, which must be new, and returns their number.
    ///
    /// # Errors
    /// The limit, if the solver would take more than `memory` bytes or the deadline passes. If it is
    /// the memory, nothing has been loaded.
    pub(crate) fn load(
        &self,
        solver: &mut dyn Solver,
        deadline: Option<Deadline>,
        memory: u64,
    ) -> Result<u64, SolverLimit> {
        if !self.fits(memory) {
            return Err(SolverLimit::Memory);
        }
        let mut loader = Loader {
            solver,
            deadline,
            clauses: 0,
        };
        self.write_clauses(&mut loader)?;
        Ok(loader.clauses)
    }

    /// Returns true if a solver with the clauses takes at most this many bytes, by an estimate on the
    /// high side.
    fn fits(&self, bytes: u64) -> bool {
        /// Measured with varisat on empty boards from 36×36 to 64×64, where nearly all clauses have
        /// two literals.
        const PER_CLAUSE: u64 = 16;
        const PER_VARIABLE: u64 = 200;
        /// The clauses of a board up to 16×16 always fit and need not be counted.
        const SMALL: u64 = 16 << 20;
        if self.puzzle().size() <= 16 && bytes >= SMALL {
            return true;
        }
        let left = bytes.checked_sub(PER_VARIABLE * self.map().len() as u64);
        left.is_some_and(|left| self.write_clauses(&mut Room(left / PER_CLAUSE)).is_ok())
    }
}

/// A sink that counts down the clauses for which there is room.
struct Room(u64);

impl ClauseSink for Room {
    type Error = SolverLimit;

    fn clause(&mut self, _: &[Literal]) -> Result<(), SolverLimit> {
        self.0 = self.0.checked_sub(1).ok_or(SolverLimit::Memory)?;
        Ok(())
    }
}

/// A solver that refuses clauses after the deadline.
struct Loader<'a> {
    solver: &'a mut dyn Solver,
    deadline: Option<Deadline>,
    clauses: u64,
}

impl ClauseSink for Loader<'_> {
    type Error = SolverLimit;

    fn clause(&mut self, literals: &[Literal]) -> Result<(), SolverLimit> {
        /// Adding a clause takes about 50 ns, little more than reading the clock.
        const CLAUSES_PER_CLOCK_CHECK: u64 = 1_024;
        self.clauses += 1;
        let Ok(()) = self.solver.clause(literals);
        let checks_clock = self.clauses.is_multiple_of(CLAUSES_PER_CLOCK_CHECK);
        match self.deadline {
            Some(deadline) if checks_clock && deadline.is_over() => Err(SolverLimit::Time),
            _ => Ok(()),
        }
    }
}
