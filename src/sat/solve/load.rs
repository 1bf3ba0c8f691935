//! The clauses of a puzzle, loaded into a solver within limits of time and memory.

use super::super::encode::Translation;
use super::super::formula::{ClauseCounter, ClauseSink, Literal};
use super::solver::Solver;
use crate::{Deadline, Limit};

/// The most cells of a board whose clauses are not counted before they are loaded.
const MOST_UNCOUNTED: usize = 256;

impl Translation<'_> {
    /// Loads all clauses into `solver`, which must be new, and returns their number.
    ///
    /// # Errors
    /// The limit, if the solver would take more than `memory` bytes or the deadline passes. On a large
    /// board, nothing has been loaded if it is the memory.
    pub(crate) fn load(
        &self,
        solver: &mut dyn Solver,
        deadline: Option<&Deadline>,
        memory: u64,
    ) -> Result<u64, Limit> {
        if self.puzzle().layout().cell_count() > MOST_UNCOUNTED {
            let mut counter = Loader::counting(deadline).within(memory);
            self.write_clauses(&mut counter)?;
        }
        let mut loader = Loader::new(solver, deadline).within(memory);
        self.write_clauses(&mut loader)?;
        Ok(loader.count())
    }

    /// Returns true if a solver with the clauses takes at most this many bytes, by an estimate on the
    /// high side.
    pub fn fits(&self, bytes: u64) -> bool {
        let mut counter = Loader::counting(None).within(bytes);
        self.write_clauses(&mut counter).is_ok()
    }
}

/// A solver that refuses clauses beyond a limit of memory and after a deadline.
pub struct Loader<'a> {
    /// `None` if clauses are only counted.
    solver: Option<&'a mut dyn Solver>,
    deadline: Option<&'a Deadline>,
    counter: ClauseCounter,
    memory: u64,
}

impl<'a> Loader<'a> {
    /// Adds clauses to `solver` until the deadline.
    pub fn new(solver: &'a mut dyn Solver, deadline: Option<&'a Deadline>) -> Loader<'a> {
        Loader {
            solver: Some(solver),
            ..Loader::counting(deadline)
        }
    }

    /// Counts clauses until the deadline.
    fn counting(deadline: Option<&'a Deadline>) -> Loader<'a> {
        Loader {
            solver: None,
            deadline,
            counter: ClauseCounter::up_to(u64::MAX),
            memory: u64::MAX,
        }
    }

    /// Limits the memory of the solver, in bytes.
    #[must_use]
    pub fn within(self, memory: u64) -> Loader<'a> {
        Loader { memory, ..self }
    }

    /// Returns the number of clauses added.
    pub fn count(&self) -> u64 {
        self.counter.clauses
    }
}

impl ClauseSink for Loader<'_> {
    type Error = Limit;

    fn clause(&mut self, literals: &[Literal]) -> Result<(), Limit> {
        /// Adding a clause takes about 50 ns, little more than reading the clock.
        const CLAUSES_PER_CLOCK_CHECK: u64 = 1_024;
        let counted = self.counter.clause(literals);
        if counted.is_err() || self.counter.bytes() > self.memory {
            return Err(Limit::Memory(self.memory));
        }
        if let Some(solver) = &mut self.solver {
            let Ok(()) = solver.clause(literals);
        }
        let checks_clock = self.count().is_multiple_of(CLAUSES_PER_CLOCK_CHECK);
        match self.deadline {
            Some(deadline) if checks_clock && deadline.is_over() => {
                Err(Limit::of_deadline(deadline))
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::encode::Encoding;
    use super::*;
    use crate::board::{Constraint, Grid, Layout, Puzzle, Ruleset};

    /// The blank board of this shape with these constraints.
    fn drawn(shape: &str, texts: &[&str]) -> Puzzle {
        let rules = Ruleset::classic(shape.parse().unwrap());
        let size = rules.geometry().rows();
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
        assert_eq!(loaded, Err(Limit::Memory(24 << 20)));
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
