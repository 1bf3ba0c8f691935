//! Whether what an external solver says of a puzzle is true.

use thiserror::Error;

use super::answer::{Answer, Confirmation, Limit, Solution, TaskError, Verdict};
use super::session::Session;
use crate::board::{Grid, Puzzle};
use crate::engine::{End, Report, Work};
use crate::sat::SolverAnswer;

/// What is wrong with the result of an external solver.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ResultError {
    /// There is a solution where there should be none.
    #[error("wrong answer: UNSATISFIABLE, but the puzzle has the solution {0}")]
    HasSolution(Grid),
    /// There is a second solution where there should be only one.
    #[error("wrong answer: UNSATISFIABLE, but the puzzle has two solutions, {} and {}", .0[0], .0[1])]
    HasAnother([Grid; 2]),
    /// The model is the only solution, which the formula excludes.
    #[error("wrong answer: the model is the puzzle's only solution, which the formula excludes")]
    IsExcluded,
    /// The result could not be checked, because of a fault of an engine.
    #[error(transparent)]
    Task(#[from] TaskError),
}

impl Session {
    /// What the result of a solver for the formula of `puzzle` means. A solution was verified before;
    /// that there is none is checked here by solving the puzzle.
    ///
    /// # Errors
    /// When the result is wrong, or an engine fails.
    pub fn check_result(
        &mut self,
        puzzle: &Puzzle,
        result: SolverAnswer<Grid>,
    ) -> Result<Answer<Solution>, ResultError> {
        match result {
            SolverAnswer::Satisfiable(grid) => Ok(unasked(Solution::Found(grid))),
            SolverAnswer::Unknown(_) => Ok(unasked(Solution::Unknown(Limit::Solver))),
            SolverAnswer::Unsatisfiable(_) => {
                let answer = self.solve(puzzle)?;
                match answer.outcome {
                    Solution::Found(grid) => Err(ResultError::HasSolution(grid)),
                    Solution::None(_) | Solution::Unknown(_) => Ok(answer),
                }
            }
        }
    }

    /// What the result of a solver means for the formula of `puzzle` with a blocking clause, which
    /// excludes one solution: that there is none says that the puzzle is unique. Either result is
    /// checked here by [`Session::check`].
    ///
    /// # Errors
    /// When the result is wrong, or an engine fails.
    pub fn check_blocked_result(
        &mut self,
        puzzle: &Puzzle,
        result: SolverAnswer<Grid>,
    ) -> Result<Answer<Verdict>, ResultError> {
        if let SolverAnswer::Unknown(_) = result {
            return Ok(unasked(Verdict::Unknown(Limit::Solver)));
        }
        let answer = self.check(puzzle)?;
        match (result, answer.outcome) {
            (SolverAnswer::Satisfiable(_), Verdict::Unique(_)) => Err(ResultError::IsExcluded),
            (SolverAnswer::Satisfiable(grid), Verdict::Multiple([one, other])) => {
                let another = if one == grid { other } else { one };
                Ok(Answer {
                    outcome: Verdict::Multiple([another, grid]),
                    confirmation: answer.confirmation,
                    report: answer.report,
                })
            }
            (SolverAnswer::Unsatisfiable(_), Verdict::Multiple(both)) => {
                Err(ResultError::HasAnother(both))
            }
            (_, outcome) => Ok(Answer {
                outcome,
                confirmation: answer.confirmation,
                report: answer.report,
            }),
        }
    }
}

/// An answer for which no engine was asked.
fn unasked<T>(outcome: T) -> Answer<T> {
    Answer {
        outcome,
        confirmation: Confirmation::NotAsked,
        report: Report {
            end: End::Stopped,
            contradiction: None,
            work: Work::default(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sat::SolverLimit;
    use crate::testing::puzzle;

    const UNIQUE: &str = "1234341221434...";
    const SOLUTION: &str = "1234341221434321";

    fn grid(text: &str) -> Grid {
        puzzle("2x2", text).givens().clone()
    }

    #[test]
    fn unsatisfiable_is_true_or_a_wrong_answer() {
        let mut session = Session::default();
        let mut check = |givens, result| session.check_result(&puzzle("2x2", givens), result);
        let none = check("11..............", SolverAnswer::Unsatisfiable(vec![])).unwrap();
        assert!(matches!(none.outcome, Solution::None(_)));
        assert_eq!(
            check(UNIQUE, SolverAnswer::Unsatisfiable(vec![])),
            Err(ResultError::HasSolution(grid(SOLUTION)))
        );
        let unknown = check(UNIQUE, SolverAnswer::Unknown(SolverLimit::Own)).unwrap();
        assert_eq!(unknown.outcome, Solution::Unknown(Limit::Solver));
        let found = check(UNIQUE, SolverAnswer::Satisfiable(grid(SOLUTION))).unwrap();
        assert_eq!(found.outcome, Solution::Found(grid(SOLUTION)));
    }

    #[test]
    fn with_a_solution_blocked_unsatisfiable_means_unique() {
        let mut session = Session::default();
        let mut check =
            |givens, result| session.check_blocked_result(&puzzle("2x2", givens), result);
        let unique = check(UNIQUE, SolverAnswer::Unsatisfiable(vec![])).unwrap();
        assert_eq!(unique.outcome, Verdict::Unique(grid(SOLUTION)));
        let solution = SolverAnswer::Satisfiable(grid(SOLUTION));
        assert_eq!(
            check(UNIQUE, solution.clone()),
            Err(ResultError::IsExcluded)
        );
        let many = "1...............";
        assert!(matches!(
            check(many, SolverAnswer::Unsatisfiable(vec![])),
            Err(ResultError::HasAnother(_))
        ));
        match check(many, solution).unwrap().outcome {
            Verdict::Multiple([one, other]) => {
                assert_eq!(other, grid(SOLUTION));
                assert_ne!(one, other);
            }
            verdict => panic!("{}", verdict.name()),
        }
    }
}
