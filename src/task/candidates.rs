//! What is still possible in each cell.

use super::answer::{Answer, Confirmation, TaskError, Verdict};
use super::conflict::Conflict;
use super::search::limit_of_solver;
use super::session::Session;
use crate::board::{Puzzle, verify};
use crate::engine::sat::solver_of;
use crate::engine::{End, Report, Work};
use crate::propagate::Candidates;
use crate::sat::{ClauseSink, Literal, Solver, SolverAnswer, Translation};

/// The rules that remove candidates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rules {
    /// A given excludes its digit from the cells that it shares a house with: pencil marks.
    Givens,
    /// Naked and hidden singles, until there are no more.
    Singles,
    /// Singles and locked candidates, until there are no more.
    All,
}

/// The candidates that these rules leave.
///
/// ```
/// use satdoku::board::Puzzle;
/// use satdoku::task::{Rules, candidates_after};
///
/// let puzzle: Puzzle = "1.....2..3.....4".parse()?;
/// let open = |rules| candidates_after(rules, &puzzle).map(|left| left.iter().count());
/// assert_eq!((open(Rules::Givens), open(Rules::Singles)), (Ok(24), Ok(16)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The conflict, if the rules refute the puzzle.
pub fn candidates_after(rules: Rules, puzzle: &Puzzle) -> Result<Candidates, Conflict> {
    let mut candidates = Candidates::new(puzzle);
    let result = match rules {
        Rules::Givens => candidates.propagate_givens(),
        Rules::Singles => candidates.propagate_singles(),
        Rules::All => candidates.propagate(),
    };
    match result {
        Ok(()) => Ok(candidates),
        Err(contradiction) => Err(Conflict::at_once(puzzle, Some(contradiction))),
    }
}

impl Session {
    /// The candidates that occur in some solution (the backbone are the cells with one of them);
    /// where there is no solution or the time ran out, that verdict.
    ///
    /// Every model proves all of its candidates at once. A clause then asks for a model with one
    /// that is not proved yet; when there is none, all others are impossible. So there are fewer
    /// calls of the SAT solver than candidates: some 450 for the 729 of an empty 9×9 board, a
    /// handful where few are open. The solver is the external one if that is the session's engine.
    ///
    /// ```
    /// use satdoku::board::Puzzle;
    /// use satdoku::task::Session;
    ///
    /// let puzzle: Puzzle = "12..34..........".parse()?;
    /// let candidates = Session::default().candidates(&puzzle)?.outcome.unwrap();
    /// assert_eq!(candidates.iter().filter(|candidate| candidate.cell.index() == 2).count(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`TaskError`] when the solver fails, never because of the puzzle.
    pub fn candidates(
        &mut self,
        puzzle: &Puzzle,
    ) -> Result<Answer<Result<Candidates, Verdict>>, TaskError> {
        let budget = self.start();
        let mut report = Report {
            end: End::Complete,
            contradiction: None,
            work: Work::default(),
        };
        let mut candidates = Candidates::new(puzzle);
        report.contradiction = candidates.propagate().err();
        let mut limit = None;
        if report.contradiction.is_none() {
            let translation = Translation::of_candidates(puzzle, candidates.clone());
            let mut solver = solver_of(self.engine_ref(), budget.deadline);
            let Ok(()) = translation.write_clauses(&mut solver);
            let mut is_proved = vec![false; translation.map().len()];
            loop {
                report.work.solver_calls += 1;
                let answer = solver.solve();
                let model =
                    match answer.map_err(|error| self.solver_failure(puzzle, error.into()))? {
                        SolverAnswer::Satisfiable(model) => model,
                        SolverAnswer::Unsatisfiable(_) => break,
                        SolverAnswer::Unknown(which) => {
                            limit = Some(limit_of_solver(which, budget));
                            break;
                        }
                    };
                let grid = translation.decode(&model);
                let grid = grid.map_err(|error| self.solver_failure(puzzle, error.into()))?;
                verify(puzzle, &grid).map_err(|error| self.solver_failure(puzzle, error.into()))?;
                for candidate in grid.filled() {
                    if let Some(variable) = translation.map().variable(candidate) {
                        is_proved[variable.index()] = true;
                    }
                }
                let unproved = translation
                    .map()
                    .iter()
                    .filter(|(variable, _)| !is_proved[variable.index()]);
                let another: Vec<Literal> =
                    unproved.map(|(variable, _)| variable.positive()).collect();
                let Ok(()) = solver.clause(&another);
            }
            candidates.retain(|candidate| {
                let variable = translation.map().variable(candidate);
                variable.is_none_or(|variable| is_proved[variable.index()])
            });
        }
        let has_solution = report.work.solver_calls > 1;
        let outcome = match limit {
            Some(limit) => Err(Verdict::Unknown(limit)),
            None if has_solution => Ok(candidates),
            None => Err(Verdict::None(self.conflict(puzzle, &report, budget)?)),
        };
        Ok(Answer {
            outcome,
            confirmation: Confirmation::NotAsked,
            report,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::engine::{Budget, Engine, SolutionSink, mrv::Mrv};
    use crate::testing::random_puzzles;

    #[test]
    fn exact_candidates_are_those_of_all_solutions() {
        let mut several = 0;
        for puzzle in random_puzzles(&["2x2", "2x3"], 60) {
            let mut occurs = vec![false; puzzle.size().pow(3)];
            let mut receive = |grid: &crate::board::Grid| {
                for at in grid.filled() {
                    occurs[at.cell.index() * puzzle.size() + at.digit.index()] = true;
                }
                ControlFlow::Continue(())
            };
            let mut solutions = SolutionSink::new(&puzzle, 20_000, &mut receive);
            let report = Mrv::default().search(&puzzle, Budget::UNLIMITED, &mut solutions);
            if report.unwrap().end != crate::engine::End::Complete {
                continue;
            }
            let count = solutions.count();
            several += u64::from(count > 1);
            match Session::default().candidates(&puzzle).unwrap().outcome {
                Err(_) => assert_eq!(count, 0, "{}", puzzle.givens()),
                Ok(candidates) => {
                    let expected = occurs.iter().filter(|occurs| **occurs).count();
                    assert_eq!(candidates.iter().count(), expected, "{}", puzzle.givens());
                    for at in candidates.iter() {
                        let index = at.cell.index() * puzzle.size() + at.digit.index();
                        assert!(occurs[index], "{}", puzzle.givens());
                    }
                }
            }
        }
        assert!(several > 10);
    }

    #[test]
    fn an_empty_board_takes_few_calls() {
        let empty = Puzzle::empty("3x3".parse().unwrap());
        let answer = Session::default().candidates(&empty).unwrap();
        let calls = answer.report.work.solver_calls;
        assert_eq!(answer.outcome.unwrap().iter().count(), 729);
        assert!(calls < 600, "{calls}");
    }
}
