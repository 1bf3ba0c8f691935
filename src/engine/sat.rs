//! The SAT engine: propagate, test for failed literals, encode what remains, solve, block the
//! solution, and solve again.

use std::sync::Arc;

use super::{Budget, End, Engine, EngineError, Report, SolutionSink, Work};
use crate::board::{Grid, Layout, Puzzle};
use crate::propagate::{Candidates, FailedLiterals, with_implied_sums};
use crate::sat::{
    AtMostOne, DecodeError, Encoding, SearchEnd, Solver, SolverError, Translation, Varisat, search,
};
#[cfg(feature = "external")]
use crate::sat::{External, SolverCommand};
use crate::{Deadline, Limit};

/// Satisfiability with the embedded solver, in any [`Encoding`], or with an external solver.
///
/// With [`Encoding::Reduced`], a puzzle that propagation or [`FailedLiterals`] solve or refute
/// never reaches the solver; see [`Work::solver_calls`]. Each further solution costs a solver call
/// on a formula with one more blocking clause, so the time for `k` solutions grows with `k²`: use
/// another engine to count many. Of the budget's limits on work only the deadline applies: the
/// solver counts no nodes, the tests for failed literals have a limit of their own, and propagation
/// is too short for a check of the clock.
///
/// ```
/// use satdoku::engine::sat::Sat;
/// use satdoku::sat::{AtMostOne, Encoding};
/// use satdoku::{Puzzle, Session};
///
/// let engine = Sat::new(Encoding::Extended).with_at_most_one(AtMostOne::Product);
/// let mut session = Session::new(Box::new(engine));
/// let puzzle: Puzzle = "1.4...2..3.....4".parse()?;
/// assert!(session.check(&puzzle)?.outcome.is_unique());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Sat {
    /// Includes the at-most-one encoding unless it is the default.
    name: String,
    encoding: Encoding,
    at_most_one: AtMostOne,
    backend: Backend,
    /// True if candidates are tested for failed literals before the solver is called.
    tests_literals: bool,
    /// The candidates of the last puzzle, kept for their memory.
    candidates: Option<Candidates>,
    failed_literals: FailedLiterals,
    /// The last board with drawn constraints, and that board with its implied sums if it has any.
    with_sums: Option<(Arc<Layout>, Option<Arc<Layout>>)>,
}

/// The solver of the clauses.
#[derive(Debug)]
enum Backend {
    /// The embedded solver.
    Varisat,
    /// A child process.
    #[cfg(feature = "external")]
    External(SolverCommand),
}

impl Default for Sat {
    /// Creates the engine `sat`: failed literals, then the embedded solver on the reduced encoding.
    fn default() -> Sat {
        Sat {
            name: "sat".to_string(),
            tests_literals: true,
            ..Sat::new(Encoding::Reduced)
        }
    }
}

impl Sat {
    /// Creates an engine that uses the embedded solver, with this encoding and pairwise at-most-one
    /// clauses. It does not test for failed literals.
    pub fn new(encoding: Encoding) -> Sat {
        Sat {
            name: format!("sat:{encoding}"),
            encoding,
            at_most_one: AtMostOne::default(),
            backend: Backend::Varisat,
            tests_literals: false,
            candidates: None,
            failed_literals: FailedLiterals::default(),
            with_sums: None,
        }
    }

    /// Creates an engine that uses the reduced encoding and an external solver. Puzzles that
    /// propagation solves never reach the solver.
    #[cfg(feature = "external")]
    pub fn external(command: SolverCommand) -> Sat {
        Sat {
            backend: Backend::External(command),
            ..Sat::new(Encoding::Reduced)
        }
    }

    /// Replaces the at-most-one encoding.
    pub fn with_at_most_one(mut self, at_most_one: AtMostOne) -> Sat {
        self.name
            .truncate(self.name.find('+').unwrap_or(self.name.len()));
        if at_most_one != AtMostOne::default() {
            self.name += &format!("+{at_most_one}");
        }
        Sat {
            at_most_one,
            ..self
        }
    }

    /// Returns a board with its implied sums, if it has any and this engine uses them: the formulas that
    /// others see are those of the rules alone.
    fn with_implied_sums(&mut self, layout: &Arc<Layout>) -> Option<Arc<Layout>> {
        if layout.constraints().is_empty() || self.external().is_some() {
            return None;
        }
        if let Some((of, with_sums)) = &self.with_sums
            && Arc::ptr_eq(of, layout)
        {
            return with_sums.clone();
        }
        let with_sums = with_implied_sums(layout);
        self.with_sums = Some((layout.clone(), with_sums.clone()));
        with_sums
    }

    /// Returns the candidates of `puzzle` before propagation.
    fn candidates(&mut self, puzzle: &Puzzle) -> Candidates {
        match self.candidates.take() {
            Some(mut candidates) => {
                candidates.reset(puzzle);
                candidates
            }
            None => Candidates::new(puzzle),
        }
    }

    /// Tests for failed literals and delivers the solutions found. Returns the end of the search if
    /// that decides it. Otherwise `known` receives the solutions that have been delivered but are
    /// still among the candidates.
    ///
    /// It looks for at most two solutions, because it is a slow way to find many.
    fn test_literals(
        &mut self,
        candidates: &mut Candidates,
        budget: &Budget,
        solutions: &mut SolutionSink<'_>,
        known: &mut Vec<Grid>,
    ) -> Result<Option<End>, EngineError> {
        let wanted = solutions.left().min(2) as usize;
        let is_complete = self
            .failed_literals
            .run(candidates, wanted, budget.deadline.as_ref());
        for grid in self.failed_literals.solutions() {
            if solutions.deliver(grid)?.is_break() {
                return Ok(Some(End::Stopped));
            }
            if candidates.allow(grid) {
                known.push(grid.clone());
            }
        }
        Ok(is_complete.then_some(End::Complete))
    }
}

impl From<SolverError> for EngineError {
    fn from(error: SolverError) -> EngineError {
        EngineError::Solver(error.to_string())
    }
}

impl From<DecodeError> for EngineError {
    fn from(error: DecodeError) -> EngineError {
        EngineError::Solver(format!("wrong model: {error}"))
    }
}

impl Engine for Sat {
    fn name(&self) -> &str {
        &self.name
    }

    fn external(&self) -> Option<&str> {
        match &self.backend {
            #[cfg(feature = "external")]
            Backend::External(command) => Some(command.as_str()),
            _ => None,
        }
    }

    fn solver(&self, deadline: Option<&Deadline>) -> Box<dyn Solver> {
        match &self.backend {
            Backend::Varisat => Box::new(Varisat::within(deadline)),
            #[cfg(feature = "external")]
            Backend::External(command) => Box::new(External::new(command.clone(), deadline)),
        }
    }

    fn search(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget,
        solutions: &mut SolutionSink<'_>,
    ) -> Result<Report, EngineError> {
        let mut report = Report::new(End::Stopped, Work::default());
        if solutions.is_closed() {
            return Ok(report);
        }
        if let Some(end) = budget.end_before(puzzle) {
            report.end = end;
            return Ok(report);
        }
        let with_sums;
        let mut puzzle = puzzle;
        let mut known = Vec::new();
        let translation = match self.encoding {
            Encoding::Reduced => {
                let mut candidates = self.candidates(puzzle);
                let mut reduced = candidates.propagate();
                // Finding implied sums takes longer than solving an easy puzzle without them.
                if reduced.is_ok()
                    && !candidates.are_all_solved()
                    && let Some(layout) = self.with_implied_sums(puzzle.layout())
                {
                    candidates.continue_on(layout.clone());
                    with_sums = puzzle.clone().on(layout);
                    puzzle = &with_sums;
                    reduced = candidates.propagate();
                }
                let end = match reduced {
                    Err(contradiction) => {
                        report.contradiction = Some(contradiction);
                        Some(End::Complete)
                    }
                    Ok(()) if !self.tests_literals => None,
                    Ok(()) => {
                        let end =
                            self.test_literals(&mut candidates, budget, solutions, &mut known)?;
                        report.work.probes = self.failed_literals.tests();
                        end
                    }
                };
                if let Some(end) = end {
                    self.candidates = Some(candidates);
                    report.end = end;
                    return Ok(report);
                }
                Translation::of_candidates(puzzle, candidates)
            }
            encoding => Translation::new(puzzle, encoding),
        };
        let translation = translation.with_at_most_one(self.at_most_one);
        if translation.is_decided() {
            // Propagation has solved every cell, so this is the only solution.
            if solutions.deliver(translation.fixed())?.is_continue() {
                report.end = End::Complete;
            }
        } else {
            let mut solver = self.solver(budget.deadline.as_ref());
            let limits = (budget.deadline.as_ref(), budget.memory);
            let deliver = |grid: &Grid| solutions.deliver(grid);
            let searched = search(&translation, solver.as_mut(), limits, &known, deliver)?;
            report.work.clauses = searched.clauses;
            report.work.solver_calls = searched.calls;
            report.end = match searched.end {
                SearchEnd::Complete => End::Complete,
                SearchEnd::Stopped => End::Stopped,
                SearchEnd::Limit(limit) => limit.into(),
            };
        }
        self.candidates = translation.into_candidates();
        Ok(report)
    }
}

impl From<Limit> for End {
    fn from(limit: Limit) -> End {
        match limit {
            Limit::Time(_) | Limit::Interrupt => End::OutOfTime,
            Limit::Memory(_) => End::OutOfMemory,
            _ => End::GaveUp,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{mrv::Mrv, testing};
    use super::*;
    use crate::testing::puzzle;

    /// Returns up to `limit` solutions as lines, and the report.
    fn search(encoding: Encoding, puzzle: &Puzzle, limit: u64) -> (Vec<String>, Report) {
        search_with(Sat::new(encoding), puzzle, limit)
    }

    fn search_with(mut engine: Sat, puzzle: &Puzzle, limit: u64) -> (Vec<String>, Report) {
        let (grids, report) = engine.solutions(puzzle, limit, &Budget::UNLIMITED).unwrap();
        (grids.iter().map(Grid::to_string).collect(), report)
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
        let empty = Puzzle::classic("2x2".parse().unwrap());
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

    #[test]
    fn a_house_with_fewer_cells_holds_each_digit_at_most_once() {
        let layout = testing::with_a_small_region();
        for givens in ["................", "12..............", "1.........1....."] {
            let puzzle = testing::puzzle_on(layout.clone(), givens);
            let (expected, _) = testing::all(&mut Mrv::default(), &puzzle);
            let (found, report) = testing::all(&mut Sat::new(Encoding::Reduced), &puzzle);
            assert_eq!((found, report.end), (expected, End::Complete), "{givens}");
        }
    }

    #[test]
    fn failed_literals_refute_and_find_without_the_solver() {
        let hard =
            "...8.1..........435............7.8........1...2..3....6......75..34........2..6..";
        let (found, report) = search_with(Sat::default(), &puzzle("3x3", hard), 2);
        assert_eq!((found.len(), report.end), (1, End::Complete));
        assert_eq!((report.work.solver_calls, report.work.clauses), (0, 0));
        assert!(report.work.probes > 0, "{:?}", report.work);
        // A wrong given that does not contradict the others directly.
        let spoilt = format!("{}9{}", &hard[..7], &hard[8..]);
        let (found, report) = search_with(Sat::default(), &puzzle("3x3", &spoilt), 2);
        assert_eq!((found.len(), report.end), (0, End::Complete));
        assert_eq!(report.contradiction, None);
        assert!(report.work.probes > 0 && report.work.solver_calls == 0);
        // The engine without failed literals leaves it to the solver.
        let (found, report) = search(Encoding::Reduced, &puzzle("3x3", hard), 2);
        assert_eq!((found.len(), report.end), (1, End::Complete));
        assert_eq!((report.work.probes, report.work.solver_calls), (0, 2));
    }

    #[test]
    fn what_failed_literals_leave_open_the_solver_decides() {
        let hardest =
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
        let (found, report) = search_with(Sat::default(), &puzzle("3x3", hardest), 2);
        assert_eq!((found.len(), report.end), (1, End::Complete));
        assert!(report.work.probes > 0 && report.work.solver_calls == 2);
    }

    #[test]
    fn solutions_that_failed_literals_find_are_not_found_again() {
        let open = puzzle("2x2", "12..............");
        let (mut found, report) = search_with(Sat::default(), &open, 1_000);
        assert!(report.work.probes > 0 && report.work.solver_calls > 0);
        found.sort();
        found.dedup();
        assert_eq!(found.len(), 288 / 12);
    }

    #[test]
    fn the_minimal_encoding_answers_boards_whose_cells_are_in_no_full_house() {
        let raw = crate::testing::blank_on("board 2x2; raw; digits 1-3; connected 1");
        let [(mut expected, _), (mut found, report)] =
            [Encoding::Extended, Encoding::Minimal].map(|encoding| search(encoding, &raw, 1_000));
        expected.sort();
        found.sort();
        assert_eq!((found, report.end), (expected, End::Complete));
    }
}
