//! The clues that a puzzle needs to have one solution: its givens, or its drawn constraints.
//!
//! A clue is needed if there is a second solution without it. That solution is the *witness* of the
//! clue. A clue that is needed remains needed when others are left out, so one witness for each
//! remaining clue proves a puzzle minimal.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::answer::{Answer, Confirmation, QuestionError, Verdict};
use super::clues::{Clue, ClueKind, ClueSolver, all_clues, with_clues, without};
use super::error::{TaskError, describe};
use super::session::Session;
use crate::Limit;
use crate::board::{Grid, Puzzle};
use crate::engine::{Budget, End, Report, Work};
use crate::sat::{Encoding, MOST_EXTENDED_CLAUSES, SolverAnswer, Translation};

/// A clue that cannot be left out, and the grid that proves it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Witness {
    /// The clue.
    pub clue: Clue,
    /// A grid that follows the rules, has all other clues and is not the solution.
    pub other: Grid,
}

/// A minimal puzzle: it has one solution, and several without any one of its clues of a kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Minimal {
    /// The puzzle, with some of the clues of the original.
    pub puzzle: Puzzle,
    /// The clues that were left out, in the order of the cells or of the constraints.
    pub removed: Vec<Clue>,
    /// The witness of each remaining clue, in that order.
    pub witnesses: Vec<Witness>,
}

/// The redundant and the needed clues of a kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Needs {
    /// The clues each of which could be left out on its own, in the order of the cells or of the
    /// constraints. Often no two of them could be left out together. The puzzle is minimal if there
    /// are none.
    pub redundant: Vec<Clue>,
    /// The witnesses of all other clues, in that order.
    pub witnesses: Vec<Witness>,
}

impl Session {
    /// Leaves out clues of a kind as long as the puzzle keeps its one solution; all others stay.
    ///
    /// Clues are tried from the last to the first. With `seed` they are tried in a random order
    /// (`ChaCha8Rng`, the same on every machine), which leads to another of the many minimal
    /// puzzles. That the result has the same solution and no other is confirmed like the answer of
    /// [`Session::check`].
    ///
    /// A single SAT solver does all the work, the external one if that is the session's engine. The
    /// rules and "not this solution" are clauses and the clues are assumptions, so a minimal puzzle
    /// is a MUS, as in a [`Conflict`](super::Conflict). A solved 9×9 grid takes about 50 calls.
    ///
    /// ```
    /// use satdoku::board::Puzzle;
    /// use satdoku::task::{ClueKind, Session};
    ///
    /// let solved: Puzzle = "1234341221434321".parse()?;
    /// let minimal = Session::default().minimise(&solved, ClueKind::Givens, None)?.outcome;
    /// assert_eq!(minimal.puzzle.givens().filled().count(), minimal.witnesses.len());
    /// assert_eq!(minimal.removed.len() + minimal.witnesses.len(), 16);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the puzzle does not have exactly one solution, a limit is reached, the board is larger than
    /// 50×50 ([`Limit::Size`]), an engine fails, or two disagree.
    pub fn minimise(
        &mut self,
        puzzle: &Puzzle,
        kind: ClueKind,
        seed: Option<u64>,
    ) -> Result<Answer<Minimal>, QuestionError> {
        let budget = self.start();
        minimise(self, puzzle, kind, seed, &budget)
    }

    /// Finds out which clues of a kind are redundant and which are needed for the one solution of the puzzle.
    ///
    /// # Errors
    /// See [`Session::minimise`].
    pub fn needs(
        &mut self,
        puzzle: &Puzzle,
        kind: ClueKind,
    ) -> Result<Answer<Needs>, QuestionError> {
        let budget = self.start();
        needs(self, puzzle, kind, &budget)
    }
}

fn minimise(
    session: &mut Session,
    puzzle: &Puzzle,
    kind: ClueKind,
    seed: Option<u64>,
    budget: &Budget,
) -> Result<Answer<Minimal>, QuestionError> {
    let all = kind.clues(puzzle);
    let mut unique = UniquePuzzle::new(session, puzzle, &all, budget)?;
    let mut clues = all.clone();
    if let Some(seed) = seed {
        clues.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
    }
    let core = match unique.ask_for_another(session, &clues)? {
        SolverAnswer::Unsatisfiable(core) => core,
        SolverAnswer::Satisfiable(other) => {
            return Err(not_unique(session, puzzle, &unique.solution, other).into());
        }
        SolverAnswer::Unknown(limit) => return Err(unique.unknown(limit)),
    };
    clues.reverse();
    let shrunk = unique.solver.shrink(core, &clues);
    let shrunk = shrunk.map_err(|error| session.solver_failed(puzzle, error))?;
    if let Some(limit) = shrunk.limit {
        return Err(unique.unknown(limit));
    }
    let mut kept = all_clues(puzzle);
    kept.retain(|clue| !all.contains(clue) || shrunk.clues.contains(clue));
    let minimal = Minimal {
        puzzle: with_clues(puzzle, &kept),
        removed: (all.into_iter())
            .filter(|clue| !shrunk.clues.contains(clue))
            .collect(),
        witnesses: in_order(shrunk.witnesses),
    };
    unique.confirm(session, &minimal.puzzle)?;
    Ok(unique.answer(minimal))
}

fn needs(
    session: &mut Session,
    puzzle: &Puzzle,
    kind: ClueKind,
    budget: &Budget,
) -> Result<Answer<Needs>, QuestionError> {
    let clues = kind.clues(puzzle);
    let mut unique = UniquePuzzle::new(session, puzzle, &clues, budget)?;
    let mut untested = clues.clone();
    let mut witnesses: Vec<(Clue, Grid)> = Vec::new();
    let mut rest = clues.clone();
    loop {
        match unique.ask_for_another(session, &rest)? {
            // The core has one solution, so no clue outside of it is needed.
            SolverAnswer::Unsatisfiable(core) => untested.retain(|clue| core.contains(clue)),
            SolverAnswer::Satisfiable(other) => {
                let left_out = clues.iter().find(|clue| !rest.contains(clue));
                let Some(&clue) = left_out else {
                    return Err(not_unique(session, puzzle, &unique.solution, other).into());
                };
                witnesses.push((clue, other));
            }
            SolverAnswer::Unknown(limit) => return Err(unique.unknown(limit)),
        }
        match untested.pop() {
            Some(clue) => rest = without(&clues, clue),
            None => break,
        }
    }
    let witnesses = in_order(witnesses);
    let is_needed = |clue: &Clue| {
        let found = witnesses.binary_search_by_key(clue, |witness| witness.clue);
        found.is_ok()
    };
    let redundant = clues.iter().copied().filter(|clue| !is_needed(clue));
    let redundant = redundant.collect();
    Ok(unique.answer(Needs {
        redundant,
        witnesses,
    }))
}

/// Sorts witnesses by their clues.
fn in_order(witnesses: Vec<(Clue, Grid)>) -> Vec<Witness> {
    let witness = |(clue, other)| Witness { clue, other };
    let mut witnesses: Vec<Witness> = witnesses.into_iter().map(witness).collect();
    witnesses.sort_by_key(|witness| witness.clue);
    witnesses
}

/// A puzzle with one solution, and a solver that looks for another one.
struct UniquePuzzle<'a> {
    puzzle: &'a Puzzle,
    solution: Grid,
    confirmation: Confirmation,
    solver: ClueSolver,
    budget: Budget,
}

impl<'a> UniquePuzzle<'a> {
    /// Solves the puzzle. The clues in `removable` can be left out.
    ///
    /// # Errors
    /// The verdict, if the puzzle does not have exactly one solution.
    fn new(
        session: &mut Session,
        puzzle: &'a Puzzle,
        removable: &[Clue],
        budget: &Budget,
    ) -> Result<UniquePuzzle<'a>, QuestionError> {
        // All clauses are kept in memory, at about 20 bytes each.
        let formula = Translation::new(puzzle, Encoding::Extended);
        if formula.clause_count_up_to(MOST_EXTENDED_CLAUSES).is_err() {
            let verdict = Verdict::Unknown(Limit::Size);
            return Err(QuestionError::verdict(Answer::without_search(verdict)));
        }
        let answer = session.check_within(puzzle, budget)?;
        let Verdict::Unique(solution) = answer.outcome else {
            return Err(QuestionError::verdict(answer));
        };
        let solver = ClueSolver::new(puzzle, removable, session.solver(budget), budget);
        let mut solver = solver.map_err(|limit| {
            let verdict = Verdict::Unknown(limit);
            QuestionError::verdict(Answer::unconfirmed(verdict, answer.report))
        })?;
        solver.exclude(&solution);
        Ok(UniquePuzzle {
            puzzle,
            solution,
            confirmation: answer.confirmation,
            solver,
            budget: budget.clone(),
        })
    }

    /// Looks for a grid with these clues other than the solution.
    fn ask_for_another(
        &mut self,
        session: &Session,
        clues: &[Clue],
    ) -> Result<SolverAnswer<Grid, Clue>, TaskError> {
        let answer = self.solver.ask(clues);
        answer.map_err(|error| session.solver_failed(self.puzzle, error))
    }

    /// Confirms that `minimal` has the same solution and no other. The witnesses need no
    /// confirmation, because they are verified.
    fn confirm(&mut self, session: &mut Session, minimal: &Puzzle) -> Result<(), TaskError> {
        let answer = session.check_within(minimal, &self.budget)?;
        self.confirmation = match answer.outcome {
            Verdict::Unique(same) if same == self.solution => answer.confirmation,
            Verdict::Unknown(limit) => Confirmation::GaveUp(limit),
            Verdict::Multiple([other, same]) if same == self.solution => {
                return Err(not_unique(session, minimal, &self.solution, other));
            }
            Verdict::Unique(other) | Verdict::Multiple([_, other]) => {
                return Err(not_unique(session, minimal, &self.solution, other));
            }
            Verdict::Unsolvable(_) => {
                let answers = [
                    describe(&[], End::Complete),
                    describe(std::slice::from_ref(&self.solution), End::Complete),
                ];
                return Err(disagreement(session, minimal, answers));
            }
        };
        Ok(())
    }

    fn answer<T>(&self, outcome: T) -> Answer<T> {
        Answer {
            outcome,
            confirmation: self.confirmation,
            report: Report::new(
                End::Stopped,
                Work {
                    solver_calls: self.solver.calls(),
                    ..Work::default()
                },
            ),
        }
    }

    fn unknown(&self, limit: Limit) -> QuestionError {
        let verdict = Verdict::Unknown(limit);
        QuestionError::verdict(self.answer(verdict))
    }
}

/// Returns the error for a puzzle that was found unique and has another solution.
fn not_unique(session: &Session, puzzle: &Puzzle, solution: &Grid, other: Grid) -> TaskError {
    let answers = [
        describe(std::slice::from_ref(solution), End::Complete),
        describe(&[other], End::Stopped),
    ];
    disagreement(session, puzzle, answers)
}

fn disagreement(session: &Session, puzzle: &Puzzle, answers: [String; 2]) -> TaskError {
    TaskError::disagreement(session.engine.as_ref(), "minimise", puzzle, answers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Candidate, verify};
    use crate::task::Session;
    use crate::task::clues::givens;
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
        let Clue::Given(given) = witness.clue else {
            panic!("a constraint was left out");
        };
        assert_eq!(verify(&less(puzzle, given), &witness.other), Ok(()));
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
                let answer = session.minimise(&puzzle, ClueKind::Givens, seed).unwrap();
                assert_eq!(answer.confirmation, Confirmation::Confirmed, "{name}");
                let minimal = answer.outcome;
                let unique = Verdict::Unique(solution.clone());
                assert_eq!(verdict(&minimal.puzzle), unique, "{name}");
                let witnessed: Vec<Clue> = minimal.witnesses.iter().map(|w| w.clue).collect();
                let witnessed = givens(&witnessed);
                let givens: Vec<Candidate> = minimal.puzzle.givens().filled().collect();
                assert_eq!(witnessed, givens, "{name}");
                let all = puzzle.givens().filled().count();
                assert_eq!(givens.len() + minimal.removed.len(), all, "{name}");
                for witness in &minimal.witnesses {
                    assert_witness(&minimal.puzzle, &solution, witness);
                }
                let needs = session
                    .needs(&minimal.puzzle, ClueKind::Givens)
                    .unwrap()
                    .outcome;
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
            let needs = Session::default()
                .needs(&puzzle, ClueKind::Givens)
                .unwrap()
                .outcome;
            let total = needs.redundant.len() + needs.witnesses.len();
            assert_eq!(total, puzzle.givens().filled().count());
            for given in givens(&needs.redundant) {
                let verdict = verdict(&less(&puzzle, given));
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
            let minimal = session.minimise(&puzzle, ClueKind::Givens, None);
            assert_eq!(minimal.unwrap_err().to_string(), expected);
            let needs = session.needs(&puzzle, ClueKind::Givens);
            assert_eq!(needs.unwrap_err().to_string(), expected);
        }
    }

    #[test]
    fn constraints_are_redundant_or_have_a_witness() {
        let mut random = ChaCha8Rng::seed_from_u64(45);
        let unconfirmed = || Session::default().without_confirmation().without_reasons();
        let (mut session, mut count) = (unconfirmed(), 0);
        let verdict = |puzzle: &Puzzle| unconfirmed().check(puzzle).unwrap().outcome;
        for _ in 0..60 {
            let layout = crate::testing::random_drawn_layout("2x2", 12, |_| true, &mut random);
            let puzzle = Puzzle::new(layout.clone(), Grid::blank(4)).unwrap();
            let Verdict::Unique(solution) = verdict(&puzzle) else {
                continue;
            };
            count += 1;
            let all = ClueKind::Constraints.clues(&puzzle);
            let needs = session
                .needs(&puzzle, ClueKind::Constraints)
                .unwrap()
                .outcome;
            assert_eq!(needs.redundant.len() + needs.witnesses.len(), all.len());
            for clue in &needs.redundant {
                let rest = with_clues(&puzzle, &without(&all_clues(&puzzle), *clue));
                assert_eq!(verdict(&rest), Verdict::Unique(solution.clone()));
            }
            for witness in &needs.witnesses {
                let rest = with_clues(&puzzle, &without(&all_clues(&puzzle), witness.clue));
                assert_eq!(verify(&rest, &witness.other), Ok(()));
                assert_ne!(witness.other, solution);
            }
            let minimal = session
                .minimise(&puzzle, ClueKind::Constraints, None)
                .unwrap()
                .outcome;
            assert_eq!(verdict(&minimal.puzzle), Verdict::Unique(solution.clone()));
            let kept = minimal.puzzle.layout().constraints().len();
            assert_eq!(kept + minimal.removed.len(), layout.constraints().len());
            let needs = session
                .needs(&minimal.puzzle, ClueKind::Constraints)
                .unwrap()
                .outcome;
            assert_eq!(needs.redundant, []);
        }
        assert!(count > 10, "{count}");
    }

    #[test]
    fn boards_above_50_are_too_large() {
        let empty = Puzzle::classic("8x8".parse().unwrap());
        let Err(QuestionError::Verdict(answer)) =
            Session::default().minimise(&empty, ClueKind::Givens, None)
        else {
            panic!("it was minimised");
        };
        assert_eq!(answer.outcome, Verdict::Unknown(Limit::Size));
    }
}
