//! Whether what an external solver says of a puzzle is true.

use thiserror::Error;

use super::answer::{Answer, Confirmation, Limit, Solution, TaskError, Verdict};
use super::session::Session;
use crate::board::{Grid, Puzzle};
use crate::engine::{End, Report, Work};
use crate::sat::SolverResult;

/// Why a claim does not stand.
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
    /// The claim could not be checked, because of a fault of an engine.
    #[error(transparent)]
    Task(#[from] TaskError),
}

impl Session {
    /// What a claim about the formula of `puzzle` means. A solution was verified before; that there
    /// is none is checked here by solving the puzzle.
    ///
    /// # Errors
    /// When the claim is wrong, or an engine fails.
    pub fn check_result(
        &mut self,
        puzzle: &Puzzle,
        claim: SolverResult,
    ) -> Result<Answer<Solution>, ResultError> {
        match claim {
            SolverResult::Solution(grid) => Ok(unasked(Solution::Found(grid))),
            SolverResult::Unknown => Ok(unasked(Solution::Unknown(Limit::Solver))),
            SolverResult::Unsatisfiable => {
                let answer = self.solve(puzzle)?;
                match answer.outcome {
                    Solution::Found(grid) => Err(ResultError::HasSolution(grid)),
                    Solution::None(_) | Solution::Unknown(_) => Ok(answer),
                }
            }
        }
    }

    /// What a claim means about the formula of `puzzle` with a blocking clause, which excludes one
    /// solution: that there is none says that the puzzle is unique. Both claims are checked by an
    /// own check of the puzzle.
    ///
    /// # Errors
    /// When the claim is wrong, or an engine fails.
    pub fn check_blocked_result(
        &mut self,
        puzzle: &Puzzle,
        claim: SolverResult,
    ) -> Result<Answer<Verdict>, ResultError> {
        if claim == SolverResult::Unknown {
            return Ok(unasked(Verdict::Unknown(Limit::Solver)));
        }
        let answer = self.check(puzzle)?;
        match (claim, answer.outcome) {
            (SolverResult::Solution(_), Verdict::Unique(_)) => Err(ResultError::IsExcluded),
            (SolverResult::Solution(grid), Verdict::Multiple([one, other])) => {
                let another = if one == grid { other } else { one };
                Ok(Answer {
                    outcome: Verdict::Multiple([another, grid]),
                    confirmation: answer.confirmation,
                    report: answer.report,
                })
            }
            (SolverResult::Unsatisfiable, Verdict::Multiple(both)) => {
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
    use crate::testing::puzzle;

    const UNIQUE: &str = "1234341221434...";
    const SOLUTION: &str = "1234341221434321";

    fn grid(text: &str) -> Grid {
        puzzle("2x2", text).givens().clone()
    }

    #[test]
    fn unsatisfiable_is_true_or_a_wrong_answer() {
        let mut session = Session::default();
        let mut judge = |givens, claim| session.check_result(&puzzle("2x2", givens), claim);
        let none = judge("11..............", SolverResult::Unsatisfiable).unwrap();
        assert!(matches!(none.outcome, Solution::None(_)));
        assert_eq!(
            judge(UNIQUE, SolverResult::Unsatisfiable),
            Err(ResultError::HasSolution(grid(SOLUTION)))
        );
        let unknown = judge(UNIQUE, SolverResult::Unknown).unwrap();
        assert_eq!(unknown.outcome, Solution::Unknown(Limit::Solver));
        let found = judge(UNIQUE, SolverResult::Solution(grid(SOLUTION))).unwrap();
        assert_eq!(found.outcome, Solution::Found(grid(SOLUTION)));
    }

    #[test]
    fn with_a_solution_blocked_unsatisfiable_means_unique() {
        let mut session = Session::default();
        let mut judge = |givens, claim| session.check_blocked_result(&puzzle("2x2", givens), claim);
        let unique = judge(UNIQUE, SolverResult::Unsatisfiable).unwrap();
        assert_eq!(unique.outcome, Verdict::Unique(grid(SOLUTION)));
        let solution = SolverResult::Solution(grid(SOLUTION));
        assert_eq!(
            judge(UNIQUE, solution.clone()),
            Err(ResultError::IsExcluded)
        );
        let many = "1...............";
        assert!(matches!(
            judge(many, SolverResult::Unsatisfiable),
            Err(ResultError::HasAnother(_))
        ));
        match judge(many, solution).unwrap().outcome {
            Verdict::Multiple([one, other]) => {
                assert_eq!(other, grid(SOLUTION));
                assert_ne!(one, other);
            }
            verdict => panic!("{}", verdict.name()),
        }
    }
}
