//! The SAT engine: propagate, encode what is left, solve, block, solve again.

use super::{Budget, End, Engine, EngineError, Report, Solutions, Work};
use crate::Deadline;
use crate::board::{Candidates, Puzzle};
#[cfg(feature = "cadical")]
use crate::sat::Cadical;
use crate::sat::{
    ClauseSink, Encoding, External, Literal, Solver, SolverAnswer, SolverCommand, Translation,
    Varisat,
};

/// Satisfiability through the embedded solver, in any [`Encoding`], or through an external one.
///
/// With [`Encoding::Reduced`] a puzzle that propagation finishes or refutes never meets the
/// solver; [`Work::solver_calls`] says so. Each further solution costs a solver call on a formula
/// that has grown by a blocking clause, so the time for `k` solutions grows with `k²`: to count
/// many, use another engine. Of the budget only the deadline bounds this engine: the solver counts
/// no nodes, and propagation takes no time worth a look at the clock.
#[derive(Debug)]
pub struct Sat {
    encoding: Encoding,
    backend: Backend,
    /// The memory of the last puzzle's candidates.
    candidates: Option<Candidates>,
}

/// Who solves the clauses.
#[derive(Debug)]
enum Backend {
    /// The embedded solver.
    Varisat,
    /// A child process.
    External(SolverCommand),
    /// The solver of the feature of this name.
    #[cfg(feature = "cadical")]
    Cadical,
}

impl Sat {
    /// An engine that uses this encoding.
    pub fn new(encoding: Encoding) -> Sat {
        Sat {
            encoding,
            backend: Backend::Varisat,
            candidates: None,
        }
    }

    /// An engine that uses the reduced encoding and an external solver. What propagation finishes
    /// never meets that.
    pub fn external(command: SolverCommand) -> Sat {
        Sat {
            backend: Backend::External(command),
            ..Sat::new(Encoding::Reduced)
        }
    }

    /// An engine that uses the reduced encoding and CaDiCaL, linked in.
    #[cfg(feature = "cadical")]
    pub fn cadical() -> Sat {
        Sat {
            backend: Backend::Cadical,
            ..Sat::new(Encoding::Reduced)
        }
    }

    /// The candidates of `puzzle` before propagation.
    fn candidates(&mut self, puzzle: &Puzzle) -> Candidates {
        match self.candidates.take() {
            Some(mut candidates) => {
                candidates.reset(puzzle);
                candidates
            }
            None => Candidates::new(puzzle),
        }
    }
}

impl Engine for Sat {
    fn name(&self) -> &'static str {
        #[cfg(feature = "cadical")]
        if matches!(self.backend, Backend::Cadical) {
            return "sat:cadical";
        }
        match self.encoding {
            Encoding::Minimal => "sat:minimal",
            Encoding::Efficient => "sat:efficient",
            Encoding::Extended => "sat:extended",
            Encoding::Reduced => "sat",
        }
    }

    fn external(&self) -> Option<&str> {
        match &self.backend {
            Backend::External(command) => Some(command.as_str()),
            _ => None,
        }
    }

    fn search(
        &mut self,
        puzzle: &Puzzle,
        budget: Budget,
        solutions: &mut Solutions<'_>,
    ) -> Result<Report, EngineError> {
        let mut report = Report {
            end: End::Stopped,
            contradiction: None,
            work: Work::default(),
        };
        if solutions.is_closed() {
            return Ok(report);
        }
        let translation = match self.encoding {
            Encoding::Reduced => {
                let mut candidates = self.candidates(puzzle);
                if let Err(contradiction) = candidates.reduce() {
                    self.candidates = Some(candidates);
                    report.contradiction = Some(contradiction);
                    report.end = End::Complete;
                    return Ok(report);
                }
                Translation::of_candidates(puzzle, candidates)
            }
            encoding => Translation::new(puzzle, encoding),
        };
        if translation.map().is_empty() {
            // Propagation has settled every cell, so this is the only solution.
            if solutions.deliver(translation.decided())?.is_continue() {
                report.end = End::Complete;
            }
        } else {
            let (deadline, work) = (budget.deadline, &mut report.work);
            report.end = match &self.backend {
                Backend::Varisat => {
                    let solver = deadline.map_or_else(Varisat::default, Varisat::with_deadline);
                    search_models(solver, &translation, deadline, solutions, work)?
                }
                Backend::External(command) => {
                    let solver = External::new(command.clone(), deadline);
                    search_models(solver, &translation, deadline, solutions, work)?
                }
                #[cfg(feature = "cadical")]
                Backend::Cadical => {
                    let solver = Cadical::within(deadline);
                    search_models(solver, &translation, deadline, solutions, work)?
                }
            };
        }
        self.candidates = translation.into_candidates();
        Ok(report)
    }
}

/// Delivers one solution after the other, each time with a clause that excludes the one before.
fn search_models<S: Solver>(
    solver: S,
    translation: &Translation<'_>,
    deadline: Option<Deadline>,
    solutions: &mut Solutions<'_>,
    work: &mut Work,
) -> Result<End, EngineError> {
    let mut solver = Counted {
        solver,
        clauses: 0,
        deadline,
    };
    let mut is_in_time = translation.write_clauses(&mut solver).is_ok();
    let end = loop {
        if !is_in_time {
            break End::OutOfTime;
        }
        work.solver_calls += 1;
        let model = match solver.solver.solve()? {
            SolverAnswer::Satisfiable(model) => model,
            SolverAnswer::Unsatisfiable => break End::Complete,
            SolverAnswer::OutOfTime => break End::OutOfTime,
            SolverAnswer::GaveUp => break End::GaveUp,
        };
        let grid = translation.decode(&model)?;
        if solutions.deliver(&grid)?.is_break() {
            break End::Stopped;
        }
        is_in_time = solver.clause(&translation.blocking_clause(&grid)).is_ok();
    };
    work.clauses = solver.clauses;
    Ok(end)
}

/// A solver, the number of clauses it was given, and when to give it no more: the clauses of a
/// large board alone can take longer than there is time.
pub(crate) struct Counted<S> {
    pub(crate) solver: S,
    pub(crate) clauses: u64,
    pub(crate) deadline: Option<Deadline>,
}

/// There was no time to take a clause.
pub(crate) struct OutOfTime;

impl<S: Solver> ClauseSink for Counted<S> {
    type Error = OutOfTime;

    fn clause(&mut self, literals: &[Literal]) -> Result<(), OutOfTime> {
        /// A clause takes some 50 ns, hardly more than a look at the clock.
        const CLAUSES_BETWEEN_LOOKS: u64 = 1_024;
        self.clauses += 1;
        let Ok(()) = self.solver.clause(literals);
        let looks = self.clauses.is_multiple_of(CLAUSES_BETWEEN_LOOKS);
        match self.deadline {
            Some(deadline) if looks && deadline.is_over() => Err(OutOfTime),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::testing::puzzle;

    /// Up to `limit` solutions as lines, and the report.
    fn search(encoding: Encoding, puzzle: &Puzzle, limit: u64) -> (Vec<String>, Report) {
        let mut found = Vec::new();
        let mut receive = |grid: &crate::board::Grid| {
            found.push(grid.to_string());
            ControlFlow::Continue(())
        };
        let mut solutions = Solutions::new(puzzle, limit, &mut receive);
        let mut engine = Sat::new(encoding);
        let report = engine.search(puzzle, Budget::UNLIMITED, &mut solutions);
        (found, report.unwrap())
    }

    #[test]
    fn propagation_alone_needs_no_solver() {
        let easy =
            "003020600900305001001806400008102900700000008006708200002609500800203009005010300";
        let easy = puzzle("3x3", easy);
        let (found, report) = search(Encoding::Reduced, &easy, 2);
        assert_eq!(
            found,
            ["483921657967345821251876493548132976729564138136798245372689514814253769695417382"]
        );
        assert_eq!(report.end, End::Complete);
        assert_eq!((report.work.solver_calls, report.work.clauses), (0, 0));
        let (same, report) = search(Encoding::Extended, &easy, 2);
        assert_eq!(same, found);
        assert_eq!(report.work.solver_calls, 2);
        assert_eq!(report.work.clauses, 11_988 + 32 + 1);
    }

    #[test]
    fn refuted_puzzles_name_the_contradiction() {
        let refuted = puzzle("2x2", ".123........4...");
        let (found, report) = search(Encoding::Reduced, &refuted, 2);
        assert_eq!((found.len(), report.end), (0, End::Complete));
        let contradiction = report.contradiction.unwrap();
        assert_eq!(contradiction.to_string(), "no digit is left for r1c1");
    }

    #[test]
    fn every_encoding_enumerates_the_same_solutions() {
        let empty = Puzzle::empty("2x2".parse().unwrap());
        for encoding in Encoding::ALL {
            let (mut found, report) = search(encoding, &empty, 1_000);
            found.sort();
            found.dedup();
            assert_eq!(
                (found.len(), report.end),
                (288, End::Complete),
                "{encoding}"
            );
            let (found, report) = search(encoding, &empty, 7);
            assert_eq!((found.len(), report.end), (7, End::Stopped));
            let (found, report) = search(encoding, &empty, 0);
            assert_eq!((found.len(), report.end), (0, End::Stopped));
        }
    }
}
