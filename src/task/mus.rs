//! Minimal sets of givens, computed by a SAT solver: those that contradict each other, and those
//! that a puzzle needs to have one solution.

use super::conflict::Conflict;
use super::deletion::delete;
use super::error::{TaskError, describe};
use crate::board::{Candidate, Grid, Puzzle, verify};
use crate::engine::{Budget, End, Engine, EngineError, Report};
use crate::sat::{Encoding, Literal, Solver, SolverAnswer, SolverLimit, Translation, Varisat};

/// The work limit of the SAT solver in the search for a MUS, in the unit of [`Varisat::limited`],
/// on 9×9 boards and smaller ones: about 50 ms.
const WORK: u64 = 500_000;

/// The clauses of a 9×9 board. The work limit of a larger board grows with its clauses.
const CLAUSES: u64 = 12_000;

/// A SAT solver loaded with the rules of one board, for questions about many sets of givens.
///
/// The rules are clauses, loaded once. Givens are assumptions, so a question about other givens
/// loads nothing and keeps what the solver has learnt. The clauses are those of the reduced encoding
/// of the board without givens: the extended encoding without the pairs that a box repeats.
pub(crate) struct GivenSolver<'a> {
    puzzle: &'a Puzzle,
    rules: Translation<'a>,
    solver: Box<dyn Solver>,
    calls: u64,
}

/// A given that cannot be left out, and the grid that proves it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Witness {
    /// The given.
    pub given: Candidate,
    /// A grid that follows the rules, has all other givens of the set and differs from the excluded
    /// solution, if one was excluded.
    pub other: Grid,
}

/// The result of [`GivenSolver::shrink`].
pub(crate) struct Shrunk {
    /// A set of givens that no grid has.
    pub givens: Vec<Candidate>,
    /// The givens that cannot be left out, in the order in which they were tried.
    pub witnesses: Vec<Witness>,
    /// The limit reached before all givens were tried. If `None`, the set is minimal.
    pub limit: Option<SolverLimit>,
}

impl<'a> GivenSolver<'a> {
    /// Loads the rules into `solver`, which must be new. `blank` is `puzzle` without givens.
    ///
    /// # Errors
    /// The limit of the budget that was reached.
    pub fn new(
        puzzle: &'a Puzzle,
        blank: &'a Puzzle,
        mut solver: Box<dyn Solver>,
        budget: Budget,
    ) -> Result<GivenSolver<'a>, SolverLimit> {
        // Each given needs a variable. If candidates are removed, the reduced encoding may have
        // none for it, because propagation has settled it.
        let encoding = if blank.removed().is_empty() {
            Encoding::Reduced
        } else {
            Encoding::Extended
        };
        let rules = Translation::new(blank, encoding);
        rules.load(solver.as_mut(), budget.deadline, budget.memory)?;
        Ok(GivenSolver {
            puzzle,
            rules,
            solver,
            calls: 0,
        })
    }

    /// Excludes one grid from all later answers.
    pub fn exclude(&mut self, grid: &Grid) {
        let Ok(()) = self.solver.clause(&self.rules.blocking_clause(grid));
    }

    /// Returns the number of calls of the solver.
    pub fn calls(&self) -> u64 {
        self.calls
    }

    /// Looks for a grid with these givens of the puzzle, which is verified. If there is none, returns
    /// givens for which there is none either.
    ///
    /// A core is only a hint (see [`SolverAnswer::Unsatisfiable`]), so the solver is asked again
    /// about the core alone, and about the core of that, until the core is the whole set.
    ///
    /// # Errors
    /// If the solver fails or gives a wrong answer.
    pub fn ask(
        &mut self,
        givens: &[Candidate],
    ) -> Result<SolverAnswer<Grid, Candidate>, EngineError> {
        let mut core = match self.assume(givens)? {
            SolverAnswer::Unsatisfiable(core) => core,
            SolverAnswer::Satisfiable(grid) => {
                verify(&self.puzzle.restricted_to(givens), &grid)?;
                return Ok(SolverAnswer::Satisfiable(grid));
            }
            unknown => return Ok(unknown),
        };
        let mut refuted = givens.to_vec();
        while core.len() < refuted.len() {
            match self.assume(&core)? {
                SolverAnswer::Unsatisfiable(smaller) => {
                    refuted = std::mem::replace(&mut core, smaller);
                }
                // The larger set remains refuted.
                SolverAnswer::Satisfiable(_) | SolverAnswer::Unknown(_) => break,
            }
        }
        Ok(SolverAnswer::Unsatisfiable(refuted))
    }

    /// Shrinks `core`, a set of givens that no grid has, to a minimal one: by deletion in the order
    /// of `order`, which contains all of `core`. Other minimal sets may be smaller; the same solver
    /// and order always lead to the same one. Takes one or two calls for each given of `core`.
    ///
    /// # Errors
    /// If the solver fails or gives a wrong answer.
    pub fn shrink(
        &mut self,
        core: Vec<Candidate>,
        order: &[Candidate],
    ) -> Result<Shrunk, EngineError> {
        /// The reason to stop before all givens are tried.
        enum Stop {
            Failed(EngineError),
            Limit(SolverLimit),
        }
        let mut givens = core;
        let mut witnesses = Vec::new();
        let result = delete(&mut givens, order.iter().copied(), |rest, given| match self
            .ask(&rest)
            .map_err(Stop::Failed)?
        {
            SolverAnswer::Unsatisfiable(smaller) => Ok(Some(smaller)),
            SolverAnswer::Satisfiable(other) => {
                witnesses.push(Witness { given, other });
                Ok(None)
            }
            SolverAnswer::Unknown(limit) => Err(Stop::Limit(limit)),
        });
        let limit = match result {
            Ok(()) => None,
            Err(Stop::Limit(limit)) => Some(limit),
            Err(Stop::Failed(error)) => return Err(error),
        };
        Ok(Shrunk {
            givens,
            witnesses,
            limit,
        })
    }

    /// Calls the solver once and translates its answer.
    fn assume(
        &mut self,
        givens: &[Candidate],
    ) -> Result<SolverAnswer<Grid, Candidate>, EngineError> {
        let literal = |given: &Candidate| -> Option<Literal> {
            let variable = self.rules.map().variable(*given)?;
            Some(variable.positive())
        };
        let literals: Vec<Literal> = givens.iter().filter_map(literal).collect();
        self.calls += 1;
        Ok(match self.solver.solve_under(&literals)? {
            SolverAnswer::Satisfiable(model) => {
                SolverAnswer::Satisfiable(self.rules.decode(&model)?)
            }
            SolverAnswer::Unsatisfiable(core) => {
                let in_core =
                    |given: &&Candidate| literal(given).is_some_and(|l| core.contains(&l));
                SolverAnswer::Unsatisfiable(givens.iter().filter(in_core).copied().collect())
            }
            SolverAnswer::Unknown(limit) => SolverAnswer::Unknown(limit),
        })
    }
}

/// Computes a MUS of the givens of `puzzle`, which `engine` found to have no solution. Falls back to
/// the conflict known without a search if the board is too large or a limit is reached.
pub(super) fn find_conflict(
    engine: &dyn Engine,
    puzzle: &Puzzle,
    report: &Report,
    budget: Budget,
) -> Result<Conflict, TaskError> {
    let known = Conflict::without_search(puzzle, report.contradiction);
    if known.is_minimal() {
        return Ok(known);
    }
    let blank = puzzle.restricted_to(&[]);
    let clauses = Translation::new(&blank, Encoding::Extended).clause_count();
    if clauses > Conflict::MOST_CLAUSES {
        return Ok(known);
    }
    // The solver here is the embedded one, whatever the engine.
    let failed = |error| TaskError::Engine {
        engine: "sat".to_string(),
        puzzle: puzzle.givens().to_string(),
        error,
    };
    let work = WORK * clauses.max(CLAUSES) / CLAUSES;
    let solver = Box::new(Varisat::limited(budget.deadline, work));
    let Ok(mut solver) = GivenSolver::new(puzzle, &blank, solver, budget) else {
        return Ok(known);
    };
    let mut givens: Vec<Candidate> = puzzle.givens().filled().collect();
    if let Some(clash) = known.clash() {
        givens.retain(|given| clash.cells().contains(&given.cell));
    }
    match solver.ask(&givens).map_err(failed)? {
        SolverAnswer::Unsatisfiable(core) => {
            let shrunk = solver.shrink(core, &givens).map_err(failed)?;
            let is_minimal = shrunk.limit.is_none();
            Ok(Conflict::of_givens(puzzle, shrunk.givens, is_minimal))
        }
        SolverAnswer::Unknown(_) => Ok(known),
        SolverAnswer::Satisfiable(grid) => {
            let answers = [describe(&[], report.end), describe(&[grid], End::Stopped)];
            Err(TaskError::disagreement(engine, "sat", puzzle, answers))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::sat::{ClauseSink, SolverError, Varisat};
    use crate::testing::puzzle;

    /// A solver whose cores lack their first literal.
    #[derive(Default)]
    struct Incomplete(Varisat);

    impl ClauseSink for Incomplete {
        type Error = Infallible;

        fn clause(&mut self, literals: &[Literal]) -> Result<(), Infallible> {
            self.0.clause(literals)
        }
    }

    impl Solver for Incomplete {
        fn solve_under(&mut self, assumptions: &[Literal]) -> Result<SolverAnswer, SolverError> {
            Ok(match self.0.solve_under(assumptions)? {
                SolverAnswer::Unsatisfiable(core) => {
                    SolverAnswer::Unsatisfiable(core[1..].to_vec())
                }
                model => model,
            })
        }
    }

    fn refuted(solver: impl Solver + 'static) -> Vec<String> {
        let puzzle = puzzle("2x2", "12....2..3....14");
        let blank = puzzle.restricted_to(&[]);
        let mut solver =
            GivenSolver::new(&puzzle, &blank, Box::new(solver), Budget::UNLIMITED).unwrap();
        let givens: Vec<Candidate> = puzzle.givens().filled().collect();
        let Ok(SolverAnswer::Unsatisfiable(core)) = solver.ask(&givens) else {
            panic!("expected no solution");
        };
        core.iter().map(|given| given.name(4).to_string()).collect()
    }

    #[test]
    fn a_wrong_core_does_not_make_a_wrong_conflict() {
        let core = refuted(Varisat::default());
        assert!(core.len() < 6, "{core:?}");
        let all = ["r1c1=1", "r1c2=2", "r2c3=2", "r3c2=3", "r4c3=1", "r4c4=4"];
        assert!(core.iter().all(|given| all.contains(&given.as_str())));
        assert!(refuted(Incomplete::default()).len() >= core.len());
    }

    #[test]
    fn an_excluded_grid_is_not_found_again() {
        let puzzle = puzzle("2x2", "1234341221434321");
        let blank = puzzle.restricted_to(&[]);
        let mut solver = GivenSolver::new(
            &puzzle,
            &blank,
            Box::<Varisat>::default(),
            Budget::UNLIMITED,
        )
        .unwrap();
        let givens: Vec<Candidate> = puzzle.givens().filled().collect();
        let Ok(SolverAnswer::Satisfiable(grid)) = solver.ask(&givens) else {
            panic!("expected a solution");
        };
        assert_eq!(&grid, puzzle.givens());
        solver.exclude(&grid);
        assert!(matches!(
            solver.ask(&givens),
            Ok(SolverAnswer::Unsatisfiable(_))
        ));
        let Ok(SolverAnswer::Satisfiable(other)) = solver.ask(&givens[..4]) else {
            panic!("expected a solution");
        };
        assert_ne!(other, grid);
    }
}
