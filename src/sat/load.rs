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
        let mut loader = Loader::new(solver, deadline);
        self.write_clauses(&mut loader)?;
        Ok(loader.clauses)
    }

    /// Returns true if a solver with the clauses takes at most this many bytes, by an estimate on the
    /// high side.
    pub fn fits(&self, bytes: u64) -> bool {
        /// Measured with varisat on empty boards from 36×36 to 64×64.
        const PER_VARIABLE: u64 = 200;
        /// The clauses of a board up to 16×16 always fit and need not be counted, unless drawn
        /// constraints have many: thirty long sums have 15 million.
        const SMALL: u64 = 16 << 20;
        const FEW_DRAWN: usize = 100_000;
        let layout = self.puzzle().layout();
        let sets = layout
            .houses()
            .iter()
            .filter_map(|house| house.sets.as_ref());
        let sets: usize = sets.map(|sets| sets.len() * layout.size()).sum();
        let layers = layout.automata().iter().flat_map(|of| of.layers());
        let steps: usize = layers.map(|layer| layer.len()).sum();
        if sets + steps <= FEW_DRAWN && layout.size() <= 16 && bytes >= SMALL {
            return true;
        }
        let left = bytes.checked_sub(PER_VARIABLE * self.map().variables() as u64);
        left.is_some_and(|left| self.write_clauses(&mut Room(left)).is_ok())
    }
}

/// A sink that counts down the bytes for which there is room.
struct Room(u64);

impl ClauseSink for Room {
    type Error = SolverLimit;

    fn clause(&mut self, literals: &[Literal]) -> Result<(), SolverLimit> {
        /// Measured like the bytes of a variable. Two literals are entries of two lists; longer clauses
        /// have a header and two watches as well. Thirty long sums on a 16×16 board, 12 million clauses
        /// over 4 million variables, took 1.1 GB.
        const BINARY: u64 = 16;
        const LONGER: u64 = 32;
        const PER_LITERAL: u64 = 4;
        let bytes = match literals.len() {
            0..=2 => BINARY,
            longer => LONGER + PER_LITERAL * longer as u64,
        };
        self.0 = self.0.checked_sub(bytes).ok_or(SolverLimit::Memory)?;
        Ok(())
    }
}

/// A solver that refuses clauses after the deadline.
pub(crate) struct Loader<'a> {
    solver: &'a mut dyn Solver,
    deadline: Option<Deadline>,
    clauses: u64,
}

impl Loader<'_> {
    /// Adds clauses to `solver` until the deadline.
    pub fn new(solver: &mut dyn Solver, deadline: Option<Deadline>) -> Loader<'_> {
        Loader {
            solver,
            deadline,
            clauses: 0,
        }
    }
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
