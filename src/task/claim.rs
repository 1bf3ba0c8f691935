//! Whether what an external solver says of a puzzle is true.

use thiserror::Error;

use super::answer::{Answer, Confirmation, Limit, Solution, TaskError, Verdict};
use super::session::Session;
use crate::board::{Grid, Puzzle};
use crate::engine::{End, Report, Work};
use crate::sat::Claim;

/// Why a claim does not stand.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ClaimError {
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
    pub fn judge(&mut self, puzzle: &Puzzle, claim: Claim) -> Result<Answer<Solution>, ClaimError> {
        match claim {
            Claim::Solution(grid) => Ok(unasked(Solution::Found(grid))),
            Claim::Unknown => Ok(unasked(Solution::Unknown(Limit::Solver))),
            Claim::Unsatisfiable => {
                let answer = self.solve(puzzle)?;
                match answer.outcome {
                    Solution::Found(grid) => Err(ClaimError::HasSolution(grid)),
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
    pub fn judge_blocked(
        &mut self,
        puzzle: &Puzzle,
        claim: Claim,
    ) -> Result<Answer<Verdict>, ClaimError> {
        if claim == Claim::Unknown {
            return Ok(unasked(Verdict::Unknown(Limit::Solver)));
        }
        let answer = self.check(puzzle)?;
        match (claim, answer.outcome) {
            (Claim::Solution(_), Verdict::Unique(_)) => Err(ClaimError::IsExcluded),
            (Claim::Solution(grid), Verdict::Multiple([one, other])) => {
                let another = if one == grid { other } else { one };
                Ok(Answer {
                    outcome: Verdict::Multiple([another, grid]),
                    confirmation: answer.confirmation,
                    report: answer.report,
                })
            }
            (Claim::Unsatisfiable, Verdict::Multiple(both)) => Err(ClaimError::HasAnother(both)),
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
        let mut judge = |givens, claim| session.judge(&puzzle("2x2", givens), claim);
        let none = judge("11..............", Claim::Unsatisfiable).unwrap();
        assert!(matches!(none.outcome, Solution::None(_)));
        assert_eq!(
            judge(UNIQUE, Claim::Unsatisfiable),
            Err(ClaimError::HasSolution(grid(SOLUTION)))
        );
        let unknown = judge(UNIQUE, Claim::Unknown).unwrap();
        assert_eq!(unknown.outcome, Solution::Unknown(Limit::Solver));
        let found = judge(UNIQUE, Claim::Solution(grid(SOLUTION))).unwrap();
        assert_eq!(found.outcome, Solution::Found(grid(SOLUTION)));
    }

    #[test]
    fn with_a_solution_blocked_unsatisfiable_means_unique() {
        let mut session = Session::default();
        let mut judge = |givens, claim| session.judge_blocked(&puzzle("2x2", givens), claim);
        let unique = judge(UNIQUE, Claim::Unsatisfiable).unwrap();
        assert_eq!(unique.outcome, Verdict::Unique(grid(SOLUTION)));
        let solution = Claim::Solution(grid(SOLUTION));
        assert_eq!(judge(UNIQUE, solution.clone()), Err(ClaimError::IsExcluded));
        let many = "1...............";
        assert!(matches!(
            judge(many, Claim::Unsatisfiable),
            Err(ClaimError::HasAnother(_))
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
