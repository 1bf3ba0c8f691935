//! The clauses of a puzzle, loaded into a solver within limits of time and memory.

use std::fmt;

use super::at_most_one::EncodedSize;
use super::cnf::{ClauseSink, Literal, Variable};
use super::solver::{Solver, SolverLimit};
use super::translation::{Translation, drawn_bound};
use crate::Deadline;

/// The bytes of a variable, measured with varisat on empty boards from 36×36 to 64×64.
const PER_VARIABLE: u64 = 200;

/// Estimates the bytes of the clauses of drawn constraints, on the high side.
pub(crate) fn drawn_bytes(size: EncodedSize) -> u64 {
    /// Many of these clauses have three literals: 173,000 of them with 59,000 auxiliary variables took
    /// 18 MB.
    const PER_CLAUSE: u64 = 48;
    PER_CLAUSE * size.clauses + PER_VARIABLE * size.auxiliaries as u64
}

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
        /// Enough for the clauses of a board up to 16×16 without drawn constraints, which need not be
        /// counted.
        const SMALL: u64 = 16 << 20;
        if self.puzzle().layout().cell_count() <= 256 {
            let drawn = drawn_bytes(drawn_bound(self.puzzle().layout()));
            if SMALL + PER_VARIABLE * self.board_variables() as u64 + drawn <= bytes {
                return true;
            }
        }
        let left = bytes.checked_sub(PER_VARIABLE * self.board_variables() as u64);
        left.is_some_and(|left| self.write_clauses(&mut ClauseBudget(left)).is_ok())
    }
}

/// A sink that counts down the bytes for which there is room. The variables of the board have been counted.
struct ClauseBudget(u64);

impl ClauseBudget {
    fn take(&mut self, bytes: u64) -> Result<(), SolverLimit> {
        self.0 = self.0.checked_sub(bytes).ok_or(SolverLimit::Memory)?;
        Ok(())
    }
}

impl ClauseSink for ClauseBudget {
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
        self.take(bytes)
    }

    fn describe(&mut self, _: Variable, _: fmt::Arguments<'_>) -> Result<(), SolverLimit> {
        self.take(PER_VARIABLE)
    }
}

/// A solver that refuses clauses after the deadline.
pub struct Loader<'a> {
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

    /// Returns the number of clauses added.
    pub fn count(&self) -> u64 {
        self.clauses
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

#[cfg(test)]
mod tests {
    use super::super::encoding::Encoding;
    use super::*;
    use crate::board::{Constraint, Grid, Layout, Puzzle, Ruleset};

    /// The blank board of this shape with these constraints.
    fn drawn(shape: &str, texts: &[&str]) -> Puzzle {
        let rules = Ruleset::classic(shape.parse().unwrap());
        let size = rules.shape().size();
        let constraints = texts
            .iter()
            .map(|text| Constraint::parse(text, size).unwrap());
        let rules = rules.with_constraints(constraints.collect()).unwrap();
        Puzzle::new(Layout::new(rules).into(), Grid::blank(size)).unwrap()
    }

    #[test]
    fn auxiliary_variables_and_drawn_clauses_take_memory() {
        let least = |texts: &[&str]| {
            let puzzle = drawn("3x3", texts);
            let translation = Translation::new(&puzzle, Encoding::Extended);
            let kilobytes: Vec<u64> = (0..16_000).collect();
            kilobytes.partition_point(|size| !translation.fits(size << 10))
        };
        // 390 auxiliary variables and 3,464 clauses of at least two literals.
        let added = least(&["little-killer 45 r1c1-r9c9"]) - least(&[]);
        assert!(added >= (390 * 200 + 3_464 * 16) / 1024, "{added} kB");
    }

    #[test]
    fn a_small_board_with_large_constraints_does_not_always_fit() {
        // 173,000 clauses each.
        let sums = [3_500, 3_501, 3_502, 3_503].map(|total| {
            let cells = "37*r1c1 41*r5c2 43*r9c3 47*r13c4 53*r2c5 59*r6c6 61*r10c7 67*r14c8";
            format!("sum {total} {cells}")
        });
        let puzzle = drawn("4x4", &sums.each_ref().map(String::as_str));
        let translation = Translation::new(&puzzle, Encoding::Reduced);
        let clauses = translation.clause_count();
        assert!(clauses > 500_000, "{clauses} clauses");
        let mut solver = crate::sat::Varisat::default();
        let loaded = translation.load(&mut solver, None, 24 << 20);
        assert_eq!(loaded, Err(SolverLimit::Memory));
        assert!(translation.fits(1 << 30));
        let small = drawn("4x4", &["cage 20 r1c1 r1c2"]);
        assert!(Translation::new(&small, Encoding::Reduced).fits(17 << 20));
    }

    #[test]
    fn houses_and_relations_of_drawn_constraints_take_memory() {
        // 1,920 clauses for each cage and 2,040 for each thermometer.
        for text in ["cage r1c1-r1c16", "thermometer r1c1-r1c16"] {
            let puzzle = drawn("4x4", &[text; 1_000]);
            let translation = Translation::new(&puzzle, Encoding::Extended);
            assert!(!translation.fits(24 << 20), "{text}");
            assert!(translation.fits(200 << 20), "{text}");
        }
    }
}
