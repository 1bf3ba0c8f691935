//! The givens that a puzzle needs to have one solution.
//!
//! A given is needed if there is a second solution without it. That solution is the *witness* of the
//! given. A given that is needed remains needed when others are left out, so one witness for each
//! remaining given proves a puzzle minimal.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::confirmed_engine::ConfirmedEngine;
use super::deletion::without;
use super::error::{QuestionError, TaskError, describe};
use super::mus::{GivenSolver, Witness};
use super::verdict::{Answer, Confirmation, Limit, Verdict};
use crate::board::{Candidate, Grid, Puzzle};
use crate::engine::{Budget, End, Report, Work};
use crate::sat::{Encoding, MOST_EXTENDED_CLAUSES, SolverAnswer, SolverLimit, Translation};

/// A minimal puzzle: it has one solution, and several without any one of its givens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Minimal {
    /// The puzzle, with some of the givens of the original.
    pub puzzle: Puzzle,
    /// The givens that were left out, in the order of the cells.
    pub removed: Vec<Candidate>,
    /// The witness of each remaining given, in the order of the cells.
    pub witnesses: Vec<Witness>,
}

/// The redundant and the needed givens of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Needs {
    /// The givens each of which could be left out on its own, in the order of the cells. Often no two
    /// of them could be left out together. The puzzle is minimal if there are none.
    pub redundant: Vec<Candidate>,
    /// The witnesses of all other givens, in the order of the cells.
    pub witnesses: Vec<Witness>,
}

/// Leaves out givens, for [`Session::minimise`](super::Session::minimise).
pub(super) fn minimise(
    engine: &mut ConfirmedEngine,
    puzzle: &Puzzle,
    seed: Option<u64>,
    budget: Budget,
) -> Result<Answer<Minimal>, QuestionError> {
    let blank = puzzle.restricted_to(&[]);
    let mut unique = UniquePuzzle::new(engine, puzzle, &blank, budget)?;
    let mut givens: Vec<Candidate> = puzzle.givens().filled().collect();
    if let Some(seed) = seed {
        givens.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
    }
    let core = match unique.ask_for_another(engine, &givens)? {
        SolverAnswer::Unsatisfiable(core) => core,
        SolverAnswer::Satisfiable(other) => {
            return Err(not_unique(engine, puzzle, &unique.solution, other).into());
        }
        SolverAnswer::Unknown(limit) => return Err(unique.unknown(limit)),
    };
    givens.reverse();
    let shrunk = unique.solver.shrink(core, &givens);
    let mut shrunk = shrunk.map_err(|error| engine.solver_failed(puzzle, error))?;
    if let Some(limit) = shrunk.limit {
        return Err(unique.unknown(limit));
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
    unique.confirm(engine, &minimal.puzzle)?;
    Ok(unique.answer(minimal))
}

/// Finds the redundant givens, for [`Session::needs`](super::Session::needs).
pub(super) fn needs(
    engine: &mut ConfirmedEngine,
    puzzle: &Puzzle,
    budget: Budget,
) -> Result<Answer<Needs>, QuestionError> {
    let blank = puzzle.restricted_to(&[]);
    let mut unique = UniquePuzzle::new(engine, puzzle, &blank, budget)?;
    let givens: Vec<Candidate> = puzzle.givens().filled().collect();
    let mut untested = givens.clone();
    let mut witnesses: Vec<Witness> = Vec::new();
    let mut rest = givens.clone();
    loop {
        match unique.ask_for_another(engine, &rest)? {
            // The core has one solution, so no given outside of it is needed.
            SolverAnswer::Unsatisfiable(core) => untested.retain(|given| core.contains(given)),
            SolverAnswer::Satisfiable(other) => {
                let left_out = givens.iter().find(|given| !rest.contains(given));
                let Some(&given) = left_out else {
                    return Err(not_unique(engine, puzzle, &unique.solution, other).into());
                };
                witnesses.push(Witness { given, other });
            }
            SolverAnswer::Unknown(limit) => return Err(unique.unknown(limit)),
        }
        match untested.pop() {
            Some(given) => rest = without(&givens, given),
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
    Ok(unique.answer(Needs {
        redundant,
        witnesses,
    }))
}

/// A puzzle with one solution, and a solver that looks for another one.
struct UniquePuzzle<'a> {
    puzzle: &'a Puzzle,
    solution: Grid,
    confirmation: Confirmation,
    solver: GivenSolver<'a>,
    budget: Budget,
}

impl<'a> UniquePuzzle<'a> {
    /// Solves the puzzle. `blank` is the puzzle without givens.
    ///
    /// # Errors
    /// The verdict, if the puzzle does not have exactly one solution.
    fn new(
        engine: &mut ConfirmedEngine,
        puzzle: &'a Puzzle,
        blank: &'a Puzzle,
        budget: Budget,
    ) -> Result<UniquePuzzle<'a>, QuestionError> {
        // All clauses are kept in memory, at about 20 bytes each.
        if Translation::new(blank, Encoding::Extended).clause_count() > MOST_EXTENDED_CLAUSES {
            let report = Report {
                end: End::TooLarge,
                contradiction: None,
                work: Work::default(),
            };
            let verdict = Verdict::Unknown(Limit::Size);
            let answer = Answer::unconfirmed(verdict, report);
            return Err(QuestionError::verdict(answer));
        }
        let answer = engine.check(puzzle, budget)?;
        let Verdict::Unique(solution) = answer.outcome else {
            return Err(QuestionError::verdict(answer));
        };
        let solver = GivenSolver::new(puzzle, blank, engine.solver(budget), budget);
        let mut solver = solver.map_err(|limit| {
            let verdict = Verdict::Unknown(Limit::of_solver(limit, budget));
            QuestionError::verdict(Answer::unconfirmed(verdict, answer.report))
        })?;
        solver.exclude(&solution);
        Ok(UniquePuzzle {
            puzzle,
            solution,
            confirmation: answer.confirmation,
            solver,
            budget,
        })
    }

    /// Looks for a grid with these givens other than the solution.
    fn ask_for_another(
        &mut self,
        engine: &ConfirmedEngine,
        givens: &[Candidate],
    ) -> Result<SolverAnswer<Grid, Candidate>, TaskError> {
        let answer = self.solver.ask(givens);
        answer.map_err(|error| engine.solver_failed(self.puzzle, error))
    }

    /// Confirms that `minimal` has the same solution and no other. The witnesses need no
    /// confirmation, because they are verified.
    fn confirm(&mut self, engine: &mut ConfirmedEngine, minimal: &Puzzle) -> Result<(), TaskError> {
        let answer = engine.check(minimal, self.budget)?;
        self.confirmation = match answer.outcome {
            Verdict::Unique(same) if same == self.solution => answer.confirmation,
            Verdict::Unknown(limit) => Confirmation::GaveUp(limit),
            Verdict::Multiple([other, same]) if same == self.solution => {
                return Err(not_unique(engine, minimal, &self.solution, other));
            }
            Verdict::Unique(other) | Verdict::Multiple([_, other]) => {
                return Err(not_unique(engine, minimal, &self.solution, other));
            }
            Verdict::None(_) => {
                let answers = [
                    describe(&[], End::Complete),
                    describe(std::slice::from_ref(&self.solution), End::Complete),
                ];
                return Err(disagreement(engine, minimal, answers));
            }
        };
        Ok(())
    }

    fn answer<T>(&self, outcome: T) -> Answer<T> {
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

    fn unknown(&self, limit: SolverLimit) -> QuestionError {
        let verdict = Verdict::Unknown(Limit::of_solver(limit, self.budget));
        QuestionError::verdict(self.answer(verdict))
    }
}

/// Returns the error for a puzzle that was found unique and has another solution.
fn not_unique(
    engine: &ConfirmedEngine,
    puzzle: &Puzzle,
    solution: &Grid,
    other: Grid,
) -> TaskError {
    let answers = [
        describe(std::slice::from_ref(solution), End::Complete),
        describe(&[other], End::Stopped),
    ];
    disagreement(engine, puzzle, answers)
}

fn disagreement(engine: &ConfirmedEngine, puzzle: &Puzzle, answers: [String; 2]) -> TaskError {
    TaskError::disagreement(engine.engine.as_ref(), "minimise", puzzle, answers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::verify;
    use crate::task::Session;
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
                let minimal = answer.outcome;
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
                let needs = session.needs(&minimal.puzzle).unwrap().outcome;
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
            let needs = Session::default().needs(&puzzle).unwrap().outcome;
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
            ("12343412........", "the puzzle has more than one solution"),
            (
                "11..............",
                "the puzzle has no solution: r1c1=1 and r1c2=1 in row 1",
            ),
        ] {
            let puzzle = crate::testing::puzzle("2x2", cells);
            let minimal = session.minimise(&puzzle, None);
            assert_eq!(minimal.unwrap_err().to_string(), expected);
            let needs = session.needs(&puzzle);
            assert_eq!(needs.unwrap_err().to_string(), expected);
        }
    }

    #[test]
    fn boards_above_50_are_too_large() {
        let empty = Puzzle::empty("8x8".parse().unwrap());
        let Err(QuestionError::Verdict(answer)) = Session::default().minimise(&empty, None) else {
            panic!("it was minimised");
        };
        assert_eq!(answer.outcome, Verdict::Unknown(Limit::Size));
    }
}
