//! One board in a solver, asked about many sets of givens.

use crate::board::{Candidate, Grid, Puzzle, verify};
use crate::engine::EngineError;
use crate::sat::{Assumed, AssumingSolver, Encoding, Literal, Translation};

/// The rules of a board as clauses, loaded once; givens are assumptions, so that asking about
/// other givens loads nothing and keeps what the solver has learnt.
///
/// The clauses are those of the reduced encoding of the board without givens: the extended
/// encoding without the pairs that a box repeats.
pub(super) struct GivenSolver<'a, S> {
    puzzle: &'a Puzzle,
    rules: Translation<'a>,
    solver: S,
}

/// What is known of a set of givens.
pub(super) enum Outcome {
    /// A grid with these givens that follows the rules and was not excluded.
    Solution(Grid),
    /// There is none, and for these of the givens, in their order, there is none either.
    Refuted(Vec<Candidate>),
    /// The solver gave up.
    GaveUp,
}

impl<'a, S: AssumingSolver> GivenSolver<'a, S> {
    /// Loads the rules into `solver`, which must be fresh. `blank` is `puzzle` without givens.
    pub fn new(puzzle: &'a Puzzle, blank: &'a Puzzle, mut solver: S) -> GivenSolver<'a, S> {
        let rules = Translation::new(blank, Encoding::Reduced);
        let Ok(()) = rules.write_clauses(&mut solver);
        GivenSolver {
            puzzle,
            rules,
            solver,
        }
    }

    /// Excludes one grid from all later answers.
    pub fn exclude(&mut self, grid: &Grid) {
        let Ok(()) = self.solver.clause(&self.rules.blocking_clause(grid));
    }

    /// Whether some grid has these givens of the puzzle, and if not, for which of them there is
    /// none either. Every grid has been verified.
    ///
    /// The solver's word on the latter is not taken (see [`Assumed::Core`]): it is asked about
    /// those alone, and again about what it names then, until it names all it was asked about.
    ///
    /// # Errors
    /// When the solver comes to no answer, or to a wrong one.
    pub fn ask(&mut self, givens: &[Candidate]) -> Result<Outcome, EngineError> {
        let mut core = match self.assume(givens)? {
            Outcome::Refuted(core) => core,
            Outcome::Solution(grid) => {
                verify(&self.puzzle.restricted_to(givens), &grid)?;
                return Ok(Outcome::Solution(grid));
            }
            Outcome::GaveUp => return Ok(Outcome::GaveUp),
        };
        let mut refuted = givens.to_vec();
        while core.len() < refuted.len() {
            match self.assume(&core)? {
                Outcome::Refuted(smaller) => refuted = std::mem::replace(&mut core, smaller),
                Outcome::Solution(_) => break,
                Outcome::GaveUp => return Ok(Outcome::GaveUp),
            }
        }
        Ok(Outcome::Refuted(refuted))
    }

    /// One call of the solver, with its answer as it gives it.
    fn assume(&mut self, givens: &[Candidate]) -> Result<Outcome, EngineError> {
        let literal = |given: &Candidate| -> Option<Literal> {
            let variable = self.rules.map().variable(*given)?;
            Some(variable.positive())
        };
        let literals: Vec<Literal> = givens.iter().filter_map(literal).collect();
        Ok(match self.solver.solve_under(&literals)? {
            Assumed::GaveUp => Outcome::GaveUp,
            Assumed::Model(model) => Outcome::Solution(self.rules.decode(&model)?),
            Assumed::Core(core) => {
                let in_core =
                    |given: &&Candidate| literal(given).is_some_and(|l| core.contains(&l));
                Outcome::Refuted(givens.iter().filter(in_core).copied().collect())
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::sat::{ClauseSink, Solver, SolverAnswer, SolverError, Varisat};
    use crate::testing::puzzle;

    /// A solver whose cores lack the literal that they need most.
    #[derive(Default)]
    struct Forgetful(Varisat);

    impl ClauseSink for Forgetful {
        type Error = Infallible;

        fn clause(&mut self, literals: &[Literal]) -> Result<(), Infallible> {
            self.0.clause(literals)
        }
    }

    impl Solver for Forgetful {
        fn solve(&mut self) -> Result<SolverAnswer, SolverError> {
            self.0.solve()
        }
    }

    impl AssumingSolver for Forgetful {
        fn solve_under(&mut self, assumptions: &[Literal]) -> Result<Assumed, SolverError> {
            Ok(match self.0.solve_under(assumptions)? {
                Assumed::Core(core) => Assumed::Core(core[1..].to_vec()),
                model => model,
            })
        }
    }

    fn refuted(solver: impl AssumingSolver) -> Vec<String> {
        let puzzle = puzzle("2x2", "12....2..3....14");
        let blank = puzzle.restricted_to(&[]);
        let mut solver = GivenSolver::new(&puzzle, &blank, solver);
        let givens: Vec<Candidate> = puzzle.givens().filled().collect();
        let Ok(Outcome::Refuted(core)) = solver.ask(&givens) else {
            panic!("a solution");
        };
        core.iter().map(|given| given.name(4).to_string()).collect()
    }

    #[test]
    fn what_is_refuted_is_refuted_even_if_cores_are_wrong() {
        let core = refuted(Varisat::default());
        assert!(core.len() < 6, "{core:?}");
        let all = ["r1c1=1", "r1c2=2", "r2c3=2", "r3c2=3", "r4c3=1", "r4c4=4"];
        assert!(core.iter().all(|given| all.contains(&given.as_str())));
        assert!(refuted(Forgetful::default()).len() >= core.len());
    }

    #[test]
    fn an_excluded_grid_is_no_answer() {
        let puzzle = puzzle("2x2", "1234341221434321");
        let blank = puzzle.restricted_to(&[]);
        let mut solver = GivenSolver::new(&puzzle, &blank, Varisat::default());
        let givens: Vec<Candidate> = puzzle.givens().filled().collect();
        let Ok(Outcome::Solution(grid)) = solver.ask(&givens) else {
            panic!("no solution");
        };
        assert_eq!(&grid, puzzle.givens());
        solver.exclude(&grid);
        assert!(matches!(solver.ask(&givens), Ok(Outcome::Refuted(_))));
        let Ok(Outcome::Solution(other)) = solver.ask(&givens[..4]) else {
            panic!("no solution");
        };
        assert_ne!(other, grid);
    }
}
