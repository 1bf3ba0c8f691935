//! Which givens a puzzle needs to have one solution.
//!
//! A given is needed when without it there is a second solution. That second solution is the
//! witness: it shows to the eye that the given cannot go. A given that is needed stays needed when
//! others go, so one witness for each given that is left proves a puzzle minimal.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::answer::{Answer, Confirmation, Limit, TaskError, Verdict};
use super::mus::{GivenSolver, Witness, without};
use super::search::{describe, disagreement, limit_of_solver};
use super::session::Session;
use crate::board::{Candidate, Grid, Puzzle};
use crate::engine::sat::solver_of;
use crate::engine::{Budget, End, Report, Work};
use crate::sat::{Encoding, MOST_EXTENDED_CLAUSES, SolverAnswer, Translation};

/// A puzzle none of whose givens can go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Minimal {
    /// The puzzle, with some of the givens of the one it came from.
    pub puzzle: Puzzle,
    /// The givens that went, in the order of the cells.
    pub removed: Vec<Candidate>,
    /// Why each given that is left is needed, in the order of the cells.
    pub witnesses: Vec<Witness>,
}

/// Which givens of a puzzle are needed as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Needs {
    /// The givens each of which could go on its own, in the order of the cells. Two of them
    /// together often could not. The puzzle is minimal if there is none.
    pub redundant: Vec<Candidate>,
    /// The others, each with its witness, in the order of the cells.
    pub witnesses: Vec<Witness>,
}

/// A unique puzzle, its solution, and a solver that looks for another one.
struct Unique<'a> {
    puzzle: &'a Puzzle,
    solution: Grid,
    confirmation: Confirmation,
    solver: GivenSolver<'a>,
    budget: Budget,
}

impl Session {
    /// Leaves givens out as long as the puzzle has one solution. Where it has not one in the first
    /// place, a limit came first ([`Verdict::Unknown`]), or the board is larger than 50×50
    /// ([`Limit::Size`]), the outcome is that verdict.
    ///
    /// Givens are tried from the last cell to the first, or with `seed` in an order that depends on
    /// it (`ChaCha8Rng`, the same on every machine), which leads to another of the many minimal
    /// puzzles. That the result has the same solution and no other is confirmed as by
    /// [`Session::check`].
    ///
    /// One SAT solver answers everything, the external one if that is the session's engine: rules
    /// and "not this solution" are clauses, givens are assumptions. No model under some givens
    /// means that they have one solution, and the core is a smaller puzzle that has one too: this
    /// is the search for a [`Conflict`](super::Conflict) with one clause more. On solved 9×9 grids
    /// it is asked some 50 times.
    ///
    /// ```
    /// use satdoku::board::Puzzle;
    /// use satdoku::task::Session;
    ///
    /// let solved: Puzzle = "1234341221434321".parse()?;
    /// let minimal = Session::default().minimise(&solved, None)?.outcome.unwrap();
    /// assert_eq!(minimal.puzzle.givens().filled().count(), minimal.witnesses.len());
    /// assert_eq!(minimal.removed.len() + minimal.witnesses.len(), 16);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`TaskError`] when an engine fails or two disagree, never because of the puzzle.
    pub fn minimise(
        &mut self,
        puzzle: &Puzzle,
        seed: Option<u64>,
    ) -> Result<Answer<Result<Minimal, Verdict>>, TaskError> {
        let blank = puzzle.restricted_to(&[]);
        let mut unique = match self.unique(puzzle, &blank)? {
            Ok(unique) => unique,
            Err(verdict) => return Ok(verdict),
        };
        let mut givens: Vec<Candidate> = puzzle.givens().filled().collect();
        if let Some(seed) = seed {
            givens.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
        }
        let core = match self.ask_for_another(&mut unique, &givens)? {
            SolverAnswer::Unsatisfiable(core) => core,
            SolverAnswer::Satisfiable(other) => {
                return Err(self.not_unique(puzzle, &unique.solution, other));
            }
            SolverAnswer::Unknown(limit) => {
                let limit = limit_of_solver(limit, unique.budget);
                return Ok(unique.answer(Err(Verdict::Unknown(limit))));
            }
        };
        givens.reverse();
        let shrunk = unique.solver.shrink(core, &givens);
        let mut shrunk = shrunk.map_err(|error| self.solver_failure(puzzle, error))?;
        if let Some(limit) = shrunk.limit {
            let limit = limit_of_solver(limit, unique.budget);
            return Ok(unique.answer(Err(Verdict::Unknown(limit))));
        }
        shrunk.witnesses.sort_by_key(|witness| witness.given);
        let minimal = Minimal {
            puzzle: puzzle.restricted_to(&shrunk.givens),
            removed: puzzle
                .givens()
                .filled()
                .filter(|given| !shrunk.givens.contains(given))
                .collect(),
            witnesses: shrunk.witnesses,
        };
        // The witnesses have been verified: what is left to confirm is that the solution is still
        // the only one.
        let answer = self.check_within(&minimal.puzzle, unique.budget)?;
        unique.confirmation = match answer.outcome {
            Verdict::Unique(same) if same == unique.solution => answer.confirmation,
            Verdict::Unknown(limit) => Confirmation::GaveUp(limit),
            Verdict::Multiple([other, same]) if same == unique.solution => {
                return Err(self.not_unique(&minimal.puzzle, &unique.solution, other));
            }
            Verdict::Unique(other) | Verdict::Multiple([_, other]) => {
                return Err(self.not_unique(&minimal.puzzle, &unique.solution, other));
            }
            Verdict::None(_) => {
                let answers = [
                    describe(&[], End::Complete),
                    describe(&[unique.solution], End::Complete),
                ];
                let engine = self.engine_ref();
                return Err(disagreement(engine, "minimise", &minimal.puzzle, answers));
            }
        };
        Ok(unique.answer(Ok(minimal)))
    }

    /// Which givens the puzzle needs as it stands to have one solution. Where it has not one in the
    /// first place, a limit came first, or the board is larger than 50×50, the outcome is that
    /// verdict.
    ///
    /// The solver is asked about each given of a first core: no other can be needed, because the
    /// core has one solution without it.
    ///
    /// # Errors
    /// [`TaskError`] when an engine fails or two disagree, never because of the puzzle.
    pub fn needs(&mut self, puzzle: &Puzzle) -> Result<Answer<Result<Needs, Verdict>>, TaskError> {
        let blank = puzzle.restricted_to(&[]);
        let mut unique = match self.unique(puzzle, &blank)? {
            Ok(unique) => unique,
            Err(verdict) => return Ok(verdict),
        };
        let givens: Vec<Candidate> = puzzle.givens().filled().collect();
        let mut suspects = givens.clone();
        let mut witnesses: Vec<Witness> = Vec::new();
        let mut asked = givens.clone();
        loop {
            match self.ask_for_another(&mut unique, &asked)? {
                // What this core does not name can go as well.
                SolverAnswer::Unsatisfiable(core) => {
                    suspects.retain(|suspect| core.contains(suspect));
                }
                SolverAnswer::Satisfiable(other) => {
                    let left_out = givens.iter().find(|given| !asked.contains(given));
                    let Some(&given) = left_out else {
                        return Err(self.not_unique(puzzle, &unique.solution, other));
                    };
                    witnesses.push(Witness { given, other });
                }
                SolverAnswer::Unknown(limit) => {
                    let limit = limit_of_solver(limit, unique.budget);
                    return Ok(unique.answer(Err(Verdict::Unknown(limit))));
                }
            }
            match suspects.pop() {
                Some(given) => asked = without(&givens, given),
                None => break,
            }
        }
        witnesses.sort_by_key(|witness| witness.given);
        let is_needed = |given: &Candidate| {
            let found = witnesses.binary_search_by_key(given, |witness| witness.given);
            found.is_ok()
        };
        let redundant = givens.iter().copied().filter(|given| !is_needed(given));
        let redundant = redundant.collect();
        Ok(unique.answer(Ok(Needs {
            redundant,
            witnesses,
        })))
    }

    /// The puzzle with its solution, if that is the only one; otherwise the verdict. `blank` is the
    /// puzzle without givens.
    #[allow(clippy::type_complexity)]
    fn unique<'a, T>(
        &mut self,
        puzzle: &'a Puzzle,
        blank: &'a Puzzle,
    ) -> Result<Result<Unique<'a>, Answer<Result<T, Verdict>>>, TaskError> {
        let budget = self.start();
        // The clauses are all in memory, at some 20 bytes each.
        if Translation::new(blank, Encoding::Extended).clause_count() > MOST_EXTENDED_CLAUSES {
            return Ok(Err(Answer {
                outcome: Err(Verdict::Unknown(Limit::Size)),
                confirmation: Confirmation::NotAsked,
                report: Report {
                    end: End::TooLarge,
                    contradiction: None,
                    work: Work::default(),
                },
            }));
        }
        let answer = self.check_within(puzzle, budget)?;
        let solution = match answer.outcome {
            Verdict::Unique(solution) => solution,
            verdict => {
                return Ok(Err(Answer {
                    outcome: Err(verdict),
                    confirmation: answer.confirmation,
                    report: answer.report,
                }));
            }
        };
        let mut solver =
            GivenSolver::new(puzzle, blank, solver_of(self.engine_ref(), budget.deadline));
        solver.exclude(&solution);
        Ok(Ok(Unique {
            puzzle,
            solution,
            confirmation: answer.confirmation,
            solver,
            budget,
        }))
    }

    /// Whether some grid beside the solution has these givens.
    fn ask_for_another(
        &self,
        unique: &mut Unique<'_>,
        givens: &[Candidate],
    ) -> Result<SolverAnswer<Grid, Candidate>, TaskError> {
        let answer = unique.solver.ask(givens);
        answer.map_err(|error| self.solver_failure(unique.puzzle, error))
    }

    /// A puzzle that was found unique has another solution after all.
    fn not_unique(&self, puzzle: &Puzzle, solution: &Grid, other: Grid) -> TaskError {
        let answers = [
            describe(std::slice::from_ref(solution), End::Complete),
            describe(&[other], End::Stopped),
        ];
        disagreement(self.engine_ref(), "minimise", puzzle, answers)
    }
}

impl Unique<'_> {
    fn answer<T>(&self, outcome: Result<T, Verdict>) -> Answer<Result<T, Verdict>> {
        Answer {
            outcome,
            confirmation: self.confirmation,
            report: Report {
                end: End::Stopped,
                contradiction: None,
                work: Work {
                    solver_calls: self.solver.calls(),
                    ..Work::default()
                },
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::verify;
    use crate::testing::random_puzzles;

    fn verdict(puzzle: &Puzzle) -> Verdict {
        Session::default().check(puzzle).unwrap().outcome
    }

    fn less(puzzle: &Puzzle, given: Candidate) -> Puzzle {
        let givens: Vec<Candidate> = puzzle.givens().filled().collect();
        puzzle.restricted_to(&without(&givens, given))
    }

    fn assert_witness(puzzle: &Puzzle, solution: &Grid, witness: &Witness) {
        assert_ne!(&witness.other, solution);
        assert_eq!(verify(&less(puzzle, witness.given), &witness.other), Ok(()));
    }

    #[test]
    fn minimal_puzzles_are_unique_and_need_every_given() {
        let mut count = 0;
        let mut session = Session::default();
        for puzzle in random_puzzles(&["2x2", "2x3", "3x3"], 40) {
            let name = puzzle.givens().to_string();
            let Verdict::Unique(solution) = verdict(&puzzle) else {
                continue;
            };
            count += 1;
            for seed in [None, Some(1)] {
                let answer = session.minimise(&puzzle, seed).unwrap();
                assert_eq!(answer.confirmation, Confirmation::Confirmed, "{name}");
                let minimal = answer.outcome.unwrap();
                let unique = Verdict::Unique(solution.clone());
                assert_eq!(verdict(&minimal.puzzle), unique, "{name}");
                let witnessed: Vec<Candidate> = minimal.witnesses.iter().map(|w| w.given).collect();
                let givens: Vec<Candidate> = minimal.puzzle.givens().filled().collect();
                assert_eq!(witnessed, givens, "{name}");
                let all = puzzle.givens().filled().count();
                assert_eq!(givens.len() + minimal.removed.len(), all, "{name}");
                for witness in &minimal.witnesses {
                    assert_witness(&minimal.puzzle, &solution, witness);
                }
                let needs = session.needs(&minimal.puzzle).unwrap().outcome.unwrap();
                assert!(needs.redundant.is_empty(), "{name}");
            }
        }
        assert!(count > 20);
    }

    #[test]
    fn givens_are_redundant_or_have_a_witness() {
        for puzzle in random_puzzles(&["2x2", "3x3"], 20) {
            let Verdict::Unique(solution) = verdict(&puzzle) else {
                continue;
            };
            let needs = Session::default().needs(&puzzle).unwrap().outcome.unwrap();
            let total = needs.redundant.len() + needs.witnesses.len();
            assert_eq!(total, puzzle.givens().filled().count());
            for given in &needs.redundant {
                let verdict = verdict(&less(&puzzle, *given));
                assert!(matches!(verdict, Verdict::Unique(_)), "{}", puzzle.givens());
            }
            for witness in &needs.witnesses {
                assert_witness(&puzzle, &solution, witness);
            }
        }
    }

    #[test]
    fn a_puzzle_without_one_solution_has_no_needs() {
        let mut session = Session::default();
        for (cells, expected) in [
            ("12343412........", "multiple"),
            ("11..............", "none"),
        ] {
            let puzzle = crate::testing::puzzle("2x2", cells);
            let minimal = session.minimise(&puzzle, None).unwrap().outcome;
            assert_eq!(minimal.unwrap_err().name(), expected);
            let needs = session.needs(&puzzle).unwrap().outcome;
            assert_eq!(needs.unwrap_err().name(), expected);
        }
    }

    #[test]
    fn boards_above_50_are_too_large() {
        let empty = Puzzle::empty("8x8".parse().unwrap());
        let outcome = Session::default().minimise(&empty, None).unwrap().outcome;
        assert_eq!(outcome, Err(Verdict::Unknown(Limit::Size)));
    }
}
