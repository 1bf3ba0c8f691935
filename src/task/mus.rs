//! Minimal sets of givens, computed by a SAT solver: those that contradict each other, and those
//! that a puzzle needs to have one solution.

use std::collections::HashMap;

use super::clue::{Clue, givens, restricted};
use super::conflict::Conflict;
use super::deletion::delete;
use super::error::{TaskError, describe};
use crate::board::{Grid, Puzzle, verify};
use crate::engine::{Budget, End, Engine, EngineError, Report};
use crate::sat::{
    ClauseSink, Encoding, Literal, SelectedClauses, Solver, SolverAnswer, SolverLimit, Translation,
    Variable, Varisat, constraint_bound, drawn_bytes,
};

/// The work limit of the SAT solver in the search for a MUS, in the unit of [`Varisat::limited`],
/// on 9×9 boards and smaller ones: about 50 ms.
const WORK: u64 = 500_000;

/// The clauses of a 9×9 board. The work limit of a larger board grows with its clauses.
const CLAUSES: u64 = 12_000;

/// A SAT solver loaded with the rules of one board, for questions about many sets of clues.
///
/// The rules are clauses, loaded once. Givens are assumptions, and so are the selectors of drawn
/// constraints, whose clauses hold only if the selector is true. A question about other clues
/// therefore loads nothing and keeps what the solver has learnt. The clauses are those of the reduced
/// encoding of the board without givens: the extended encoding without the pairs that a box repeats.
pub struct ClueSolver<'a> {
    puzzle: &'a Puzzle,
    rules: Translation<'a>,
    /// For each drawn constraint that can be left out, its selector; empty if there is none.
    selectors: HashMap<usize, Literal>,
    /// The clues that are always there.
    fixed: Vec<Clue>,
    solver: Box<dyn Solver>,
    calls: u64,
}

/// The result of [`ClueSolver::shrink`].
pub struct Shrunk {
    /// A set of clues that no grid satisfies.
    pub clues: Vec<Clue>,
    /// The clues that cannot be left out, in the order in which they were tried, each with a grid that
    /// satisfies the others.
    pub witnesses: Vec<(Clue, Grid)>,
    /// The limit reached before all clues were tried. If `None`, the set is minimal.
    pub limit: Option<SolverLimit>,
}

impl<'a> ClueSolver<'a> {
    /// Loads the rules into `solver`, which must be new. `base` is `puzzle` without the clues that can
    /// be left out; constraints that do not apply there have selectors.
    ///
    /// # Errors
    /// The limit of the budget that was reached.
    pub fn new(
        puzzle: &'a Puzzle,
        base: &'a Puzzle,
        mut solver: Box<dyn Solver>,
        budget: Budget,
    ) -> Result<ClueSolver<'a>, SolverLimit> {
        let layout = puzzle.layout();
        let (kept, left_out): (Vec<usize>, Vec<usize>) =
            (0..layout.constraints().len()).partition(|number| base.layout().applies(*number));
        // Each given needs a variable. If candidates are removed or constraints apply, the reduced
        // encoding may have none for it, because propagation has settled it.
        let encoding = if base.removed().next().is_none() && kept.is_empty() {
            Encoding::Reduced
        } else {
            Encoding::Extended
        };
        let rules = Translation::new(base, encoding);
        let drawn = left_out
            .iter()
            .map(|number| constraint_bound(layout, *number));
        let left = budget.memory.checked_sub(drawn_bytes(drawn.sum()));
        let left = left.ok_or(SolverLimit::Memory)?;
        rules.load(solver.as_mut(), budget.deadline, left)?;
        let mut selectors = HashMap::new();
        let mut next = rules.map().variables();
        for number in left_out {
            let selector = Variable::from_index(next).positive();
            selectors.insert(number, selector);
            let mut clauses = SelectedClauses {
                sink: &mut solver,
                selector,
            };
            let Ok(after) = rules.write_constraint(layout, number, next + 1, &mut clauses);
            next = after;
        }
        let givens = base.givens().filled().map(Clue::Given);
        let fixed = givens.chain(kept.into_iter().map(Clue::Constraint));
        let fixed = fixed.collect();
        Ok(ClueSolver {
            puzzle,
            rules,
            selectors,
            fixed,
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

    /// Looks for a grid with these clues of the puzzle, which is verified. If there is none, returns
    /// clues for which there is none either.
    ///
    /// A core is only a hint (see [`SolverAnswer::Unsatisfiable`]), so the solver is asked again
    /// about the core alone, and about the core of that, until the core is the whole set.
    ///
    /// # Errors
    /// If the solver fails or gives a wrong answer.
    pub fn ask(&mut self, clues: &[Clue]) -> Result<SolverAnswer<Grid, Clue>, EngineError> {
        let mut core = match self.assume(clues)? {
            SolverAnswer::Unsatisfiable(core) => core,
            SolverAnswer::Satisfiable(grid) => {
                let all = [clues, &self.fixed].concat();
                if self.selectors.is_empty() {
                    verify(&self.puzzle.restricted_to(&givens(&all)), &grid)?;
                } else {
                    verify(&restricted(self.puzzle, &all), &grid)?;
                }
                return Ok(SolverAnswer::Satisfiable(grid));
            }
            unknown => return Ok(unknown),
        };
        let mut refuted = clues.to_vec();
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

    /// Shrinks `core`, a set of clues that no grid satisfies, to a minimal one: by deletion in the
    /// order of `order`, which contains all of `core`. Other minimal sets may be smaller; the same
    /// solver and order always lead to the same one. Takes one or two calls for each clue of `core`.
    ///
    /// # Errors
    /// If the solver fails or gives a wrong answer.
    pub fn shrink(&mut self, core: Vec<Clue>, order: &[Clue]) -> Result<Shrunk, EngineError> {
        let mut clues = core;
        let (mut witnesses, mut limit) = (Vec::new(), None);
        let result = delete(&mut clues, order.iter().copied(), |rest, clue| {
            match self.ask(&rest).map_err(Some)? {
                SolverAnswer::Unsatisfiable(smaller) => Ok(Some(smaller)),
                SolverAnswer::Satisfiable(other) => {
                    witnesses.push((clue, other));
                    Ok(None)
                }
                SolverAnswer::Unknown(reached) => {
                    limit = Some(reached);
                    Err(None)
                }
            }
        });
        if let Err(Some(error)) = result {
            return Err(error);
        }
        Ok(Shrunk {
            clues,
            witnesses,
            limit,
        })
    }

    /// Calls the solver once and translates its answer.
    fn assume(&mut self, clues: &[Clue]) -> Result<SolverAnswer<Grid, Clue>, EngineError> {
        let literal = |clue: &Clue| -> Option<Literal> {
            match clue {
                Clue::Given(given) => Some(self.rules.map().variable(*given)?.positive()),
                Clue::Constraint(number) => self.selectors.get(number).copied(),
            }
        };
        let literals: Vec<Literal> = clues.iter().filter_map(literal).collect();
        self.calls += 1;
        Ok(match self.solver.solve_under(&literals)? {
            SolverAnswer::Satisfiable(model) => {
                SolverAnswer::Satisfiable(self.rules.decode(&model)?)
            }
            SolverAnswer::Unsatisfiable(core) => {
                let in_core = |clue: &&Clue| literal(clue).is_some_and(|l| core.contains(&l));
                SolverAnswer::Unsatisfiable(clues.iter().filter(in_core).copied().collect())
            }
            SolverAnswer::Unknown(limit) => SolverAnswer::Unknown(limit),
        })
    }
}

/// Computes a MUS of the givens and constraints of `puzzle`, which `engine` found to have no solution.
/// Falls back to the conflict known without a search if the board is too large or a limit is reached.
pub(super) fn find_conflict(
    engine: &dyn Engine,
    puzzle: &Puzzle,
    report: &Report,
    budget: Budget,
) -> Result<Conflict, TaskError> {
    let known = Conflict::without_search(puzzle, report.contradiction.clone());
    // One given never conflicts with rows, columns and boxes alone; other rules may allow no solution
    // at all, which says more than the clash.
    if known.clash().is_some() && is_classic(puzzle) {
        return Ok(known);
    }
    let clauses = Translation::new(&puzzle.restricted_to(&[]), Encoding::Extended).clause_count();
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
    let blank = restricted(puzzle, &[]);
    let Ok(mut solver) = ClueSolver::new(puzzle, &blank, solver, budget) else {
        return Ok(known);
    };
    let numbers = 0..puzzle.layout().constraints().len();
    let mut clues: Vec<Clue> = puzzle.givens().filled().map(Clue::Given).collect();
    clues.extend(numbers.map(Clue::Constraint));
    if let Some(clash) = known.clash() {
        clues.retain(|clue| match clue {
            Clue::Given(given) => clash.cells().contains(&given.cell),
            Clue::Constraint(_) => true,
        });
    }
    match solver.ask(&clues).map_err(failed)? {
        SolverAnswer::Unsatisfiable(core) => {
            let shrunk = solver.shrink(core, &clues).map_err(failed)?;
            let is_minimal = shrunk.limit.is_none();
            if known.is_minimal() && !is_minimal {
                return Ok(known);
            }
            Ok(Conflict::of_clues(puzzle, shrunk.clues, is_minimal))
        }
        SolverAnswer::Unknown(_) => Ok(known),
        SolverAnswer::Satisfiable(grid) => {
            let answers = [describe(&[], report.end), describe(&[grid], End::Stopped)];
            Err(TaskError::disagreement(engine, "sat", puzzle, answers))
        }
    }
}

/// Returns true for a puzzle with boxes, without variants, drawn constraints and removed candidates.
fn is_classic(puzzle: &Puzzle) -> bool {
    let rules = puzzle.layout().rules();
    let is_plain =
        rules.regions().is_none() && rules.variants().is_empty() && rules.corners().is_empty();
    is_plain && rules.constraints().is_empty() && puzzle.removed().next().is_none()
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::sat::SolverError;
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
            ClueSolver::new(&puzzle, &blank, Box::new(solver), Budget::UNLIMITED).unwrap();
        let clues: Vec<Clue> = puzzle.givens().filled().map(Clue::Given).collect();
        let Ok(SolverAnswer::Unsatisfiable(core)) = solver.ask(&clues) else {
            panic!("expected no solution");
        };
        let core = givens(&core);
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
        let mut solver = ClueSolver::new(
            &puzzle,
            &blank,
            Box::<Varisat>::default(),
            Budget::UNLIMITED,
        )
        .unwrap();
        let clues: Vec<Clue> = puzzle.givens().filled().map(Clue::Given).collect();
        let Ok(SolverAnswer::Satisfiable(grid)) = solver.ask(&clues) else {
            panic!("expected a solution");
        };
        assert_eq!(&grid, puzzle.givens());
        solver.exclude(&grid);
        assert!(matches!(
            solver.ask(&clues),
            Ok(SolverAnswer::Unsatisfiable(_))
        ));
        let Ok(SolverAnswer::Satisfiable(other)) = solver.ask(&clues[..4]) else {
            panic!("expected a solution");
        };
        assert_ne!(other, grid);
    }

    #[test]
    fn constraints_that_can_be_left_out_count_towards_the_memory() {
        let sum = "sum 3501 37*r1c1 41*r5c2 43*r9c3 47*r13c4 53*r2c5 59*r6c6 61*r10c7 67*r14c8";
        let puzzle = crate::testing::blank_on(&format!("board 16x16; box 4x4; {sum}"));
        let blank = restricted(&puzzle, &[]);
        let is_loaded = |memory| {
            let budget = Budget {
                memory,
                ..Budget::UNLIMITED
            };
            ClueSolver::new(&puzzle, &blank, Box::<Varisat>::default(), budget).is_ok()
        };
        assert!(!is_loaded(24 << 20));
        assert!(is_loaded(1 << 30));
    }

    #[test]
    fn a_conflict_names_givens_and_constraints() {
        use crate::board::{Constraint, Layout, Ruleset};
        use crate::engine::sat::Sat;
        use crate::task::{Session, Verdict};
        let conflict = |givens: &str, constraints: &[&str]| {
            let parse = |text: &&str| Constraint::parse(text, 9).unwrap();
            let rules = Ruleset::classic("3x3".parse().unwrap());
            let rules = rules.with_constraints(constraints.iter().map(parse).collect());
            let layout = Layout::new(rules.unwrap()).into();
            let puzzle = crate::testing::puzzle_on(layout, &format!("{givens:.<81}"));
            let mut session = Session::new(Box::<Sat>::default());
            let Verdict::Unsolvable(conflict) = session.check(&puzzle).unwrap().outcome else {
                panic!("it has a solution");
            };
            assert!(conflict.is_minimal());
            conflict.to_string()
        };
        let cages = [
            "cage 17 r1c1 r1c2",
            "cage 9 r5c5 r5c6",
            "thermometer r9c1-r9c4",
        ];
        assert_eq!(
            conflict("....9..1.", &cages),
            "cage 17 r1c1 r1c2 and r1c5=9 contradict each other"
        );
        let alone = conflict(".....", &["cage 20 r1c1-r1c3", "cage 99 r1c1-r1c3"]);
        assert_eq!(alone, "no digits satisfy cage 99 r1c1 r1c2 r1c3");
        let equal = conflict("1", &["extra-region r1c1 r5c5", "sum 2 r5c5 r1c1"]);
        assert_eq!(
            equal,
            "extra-region r1c1 r5c5 and sum 2 r5c5 r1c1 contradict each other"
        );
    }
}
