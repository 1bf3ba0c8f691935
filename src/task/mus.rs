//! Minimal sets of givens: those that contradict each other, and those that a unique puzzle needs.

use crate::board::{Candidate, Grid, Puzzle, verify};
use crate::engine::EngineError;
use crate::sat::{Encoding, Literal, Solver, SolverAnswer, SolverLimit, Translation};

/// One board in a solver, asked about many sets of givens.
///
/// The rules are clauses, loaded once; givens are assumptions, so that asking about other givens
/// loads nothing and keeps what the solver has learnt. The clauses are those of the reduced
/// encoding of the board without givens: the extended encoding without the pairs that a box
/// repeats.
pub(crate) struct GivenSolver<'a> {
    puzzle: &'a Puzzle,
    rules: Translation<'a>,
    solver: Box<dyn Solver>,
    calls: u64,
}

/// A given that cannot be left out, and what shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Witness {
    /// The given.
    pub given: Candidate,
    /// A grid that follows the rules, has all other givens of the set and, where a solution was
    /// excluded, is not that.
    pub other: Grid,
}

/// A set of givens that no grid has, and what is known of each.
pub(crate) struct Shrunk {
    /// The set.
    pub givens: Vec<Candidate>,
    /// Those that cannot be left out, in the order in which they were tried.
    pub witnesses: Vec<Witness>,
    /// The limit that came before all givens were tried. Without it the set is minimal.
    pub limit: Option<SolverLimit>,
}

impl<'a> GivenSolver<'a> {
    /// Loads the rules into `solver`, which must be fresh. `blank` is `puzzle` without givens.
    pub fn new(
        puzzle: &'a Puzzle,
        blank: &'a Puzzle,
        mut solver: Box<dyn Solver>,
    ) -> GivenSolver<'a> {
        // Where candidates are removed, propagation can settle what a given says; each given needs
        // a variable.
        let encoding = if blank.removed().is_empty() {
            Encoding::Reduced
        } else {
            Encoding::Extended
        };
        let rules = Translation::new(blank, encoding);
        let Ok(()) = rules.write_clauses(&mut solver);
        GivenSolver {
            puzzle,
            rules,
            solver,
            calls: 0,
        }
    }

    /// Excludes one grid from all later answers.
    pub fn exclude(&mut self, grid: &Grid) {
        let Ok(()) = self.solver.clause(&self.rules.blocking_clause(grid));
    }

    /// How often the solver was asked.
    pub fn calls(&self) -> u64 {
        self.calls
    }

    /// Whether some grid has these givens of the puzzle, and if not, for which of them there is
    /// none either. Every grid has been verified.
    ///
    /// The solver's core is not believed (see [`SolverAnswer::Unsatisfiable`]): it is asked about
    /// that alone, and again about the core it names then, until it names all it was asked about.
    ///
    /// # Errors
    /// When the solver comes to no answer, or to a wrong one.
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
                // What was refuted before stays refuted.
                SolverAnswer::Satisfiable(_) | SolverAnswer::Unknown(_) => break,
            }
        }
        Ok(SolverAnswer::Unsatisfiable(refuted))
    }

    /// A minimal set of givens that no grid has, out of `core`, which no grid has. It is not always
    /// the smallest one there is: of the sets that are minimal it is the one to which the solver
    /// and `order`, which names all of `core`, lead, always the same.
    ///
    /// This is deletion with clause set refinement (J. Marques-Silva, *Minimal Unsatisfiability:
    /// Models, Algorithms and Applications*, ISMVL 2010): each given is left out in turn, and if
    /// what is left still has no solution, it stays out, together with all that the new core does
    /// not name. Each given that stays has been seen to matter: a verified grid has all the others.
    /// The solver is asked once or twice for each given of the first core.
    ///
    /// # Errors
    /// When the solver comes to no answer, or to a wrong one.
    pub fn shrink(
        &mut self,
        core: Vec<Candidate>,
        order: &[Candidate],
    ) -> Result<Shrunk, EngineError> {
        let mut shrunk = Shrunk {
            givens: core,
            witnesses: Vec::new(),
            limit: None,
        };
        for given in order {
            if !shrunk.givens.contains(given) {
                continue;
            }
            match self.ask(&without(&shrunk.givens, *given))? {
                SolverAnswer::Unsatisfiable(smaller) => shrunk.givens = smaller,
                SolverAnswer::Satisfiable(other) => shrunk.witnesses.push(Witness {
                    given: *given,
                    other,
                }),
                SolverAnswer::Unknown(limit) => {
                    shrunk.limit = Some(limit);
                    break;
                }
            }
        }
        Ok(shrunk)
    }

    /// One call of the solver, with its answer as it gives it.
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

/// All of `givens` but one.
pub(crate) fn without(givens: &[Candidate], one: Candidate) -> Vec<Candidate> {
    givens
        .iter()
        .copied()
        .filter(|given| *given != one)
        .collect()
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::sat::{ClauseSink, SolverError, Varisat};
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
        let mut solver = GivenSolver::new(&puzzle, &blank, Box::new(solver));
        let givens: Vec<Candidate> = puzzle.givens().filled().collect();
        let Ok(SolverAnswer::Unsatisfiable(core)) = solver.ask(&givens) else {
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
        let mut solver = GivenSolver::new(&puzzle, &blank, Box::<Varisat>::default());
        let givens: Vec<Candidate> = puzzle.givens().filled().collect();
        let Ok(SolverAnswer::Satisfiable(grid)) = solver.ask(&givens) else {
            panic!("no solution");
        };
        assert_eq!(&grid, puzzle.givens());
        solver.exclude(&grid);
        assert!(matches!(
            solver.ask(&givens),
            Ok(SolverAnswer::Unsatisfiable(_))
        ));
        let Ok(SolverAnswer::Satisfiable(other)) = solver.ask(&givens[..4]) else {
            panic!("no solution");
        };
        assert_ne!(other, grid);
    }
}
