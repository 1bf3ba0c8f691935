//! The answer to a player who asks for the next step.

use thiserror::Error;

use super::error::ExplainError;
use super::explainer::Explainer;
use super::step::Step;
use satdoku::board::{Candidate, Grid, Puzzle};
use satdoku::task::{Conflict, Limit, Verdict};

/// The next step from a partly filled grid; see [`Explainer::next_step`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NextStep {
    /// The step, or the reason why there is none.
    pub step: Result<Step, NoStep>,
    /// The digits of the grid that differ from the solution.
    pub wrong: Vec<Candidate>,
    /// The verdict on the puzzle: `unique`, `multiple`, `none` or `unknown`.
    pub verdict: &'static str,
}

/// The reason why there is no next step.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NoStep {
    /// All cells are filled.
    #[error("solved")]
    Solved,
    /// The puzzle has no solution.
    #[error("no solution: {0}")]
    NoSolution(Conflict),
    /// The puzzle has several solutions, so filled digits cannot be compared with the solution.
    #[error("expected a puzzle with one solution to compare the filled grid with, found several")]
    SeveralSolutions,
    /// Every candidate is in a solution.
    #[error("several solutions: nothing more follows")]
    NothingFollows,
    /// A limit was reached.
    #[error("{0}")]
    Limit(Limit),
}

impl Explainer {
    /// Returns the next step from a partly filled grid, without the digits that differ from the
    /// solution. `verdict` is the answer of [`Session::check`](satdoku::Session::check) about the
    /// puzzle.
    ///
    /// ```
    /// use satdoku_explain::Explainer;
    /// use satdoku::{Puzzle, Session};
    ///
    /// let puzzle: Puzzle = "1..4...3.1..4...".parse()?;
    /// let filled: Puzzle = "12.4...3.1.24...".parse()?;
    /// let verdict = Session::default().check(&puzzle)?.outcome;
    /// let next = Explainer::default().next_step(&puzzle, verdict, Some(filled.givens()))?;
    /// assert!(next.step.is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// See [`Explainer::explain`]; also [`ExplainError::OtherBoard`].
    pub fn next_step(
        &mut self,
        puzzle: &Puzzle,
        verdict: Verdict,
        filled: Option<&Grid>,
    ) -> Result<NextStep, ExplainError> {
        let (name, mut wrong) = (verdict.name(), Vec::new());
        let ended = |reason| NextStep {
            step: Err(reason),
            wrong: Vec::new(),
            verdict: name,
        };
        let mut path = self.path(puzzle)?;
        match (verdict, filled) {
            (_, Some(filled)) if filled.geometry() != puzzle.geometry() => {
                return Err(ExplainError::OtherBoard);
            }
            (Verdict::Unsolvable(conflict), _) => return Ok(ended(NoStep::NoSolution(conflict))),
            (Verdict::Unknown(limit), Some(_)) => return Ok(ended(NoStep::Limit(limit))),
            (Verdict::Multiple(_), Some(_)) => return Ok(ended(NoStep::SeveralSolutions)),
            (Verdict::Unique(solution), Some(filled)) => {
                let is_right = |at: &Candidate| solution.get(at.cell) == Some(at.digit);
                let right: Vec<Candidate>;
                (right, wrong) = filled.filled().partition(is_right);
                path.place(&right);
                path.set_solution(&solution);
            }
            (Verdict::Unique(solution), None) => path.set_solution(&solution),
            (_, None) => {}
        }
        let nothing_follows = match path.state().open_cells {
            0 => NoStep::Solved,
            _ => NoStep::NothingFollows,
        };
        let step = match path.first_step() {
            Err(ExplainError::Limit(limit)) => Err(NoStep::Limit(limit)),
            found => found?.ok_or(nothing_follows),
        };
        let is_stuck = matches!(step, Err(NoStep::NothingFollows));
        Ok(NextStep {
            step,
            wrong,
            verdict: if is_stuck { "multiple" } else { name },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use satdoku::task::Session;

    /// Returns the next step from a grid, and the names of its wrong digits.
    fn next(
        puzzle: &str,
        filled: Option<&str>,
    ) -> (Result<Step, NoStep>, Vec<String>, &'static str) {
        let puzzle: Puzzle = puzzle.parse().unwrap();
        let filled = filled.map(|filled| filled.parse::<Puzzle>().unwrap().givens().clone());
        let verdict = Session::default().check(&puzzle).unwrap().outcome;
        let mut explainer = Explainer::default();
        let next = explainer
            .next_step(&puzzle, verdict, filled.as_ref())
            .unwrap();
        let wrong = next
            .wrong
            .iter()
            .map(|at| at.name(puzzle.geometry()).to_string());
        (next.step, wrong.collect(), next.verdict)
    }

    #[test]
    fn a_step_starts_from_the_right_digits() {
        let puzzle = "1..4...3.1..4...";
        let (first, wrong, verdict) = next(puzzle, None);
        assert_eq!((wrong.len(), verdict), (0, "unique"));
        let first = first.unwrap();
        let Verdict::Unique(solution) = Session::default()
            .check(&puzzle.parse().unwrap())
            .unwrap()
            .outcome
        else {
            panic!("one solution");
        };
        let placed = first.places[0];
        let mut filled = solution.clone();
        filled.set(placed.cell, None);
        let (last, wrong, _) = next(puzzle, Some(&filled.to_string()));
        assert_eq!((last.unwrap().places, wrong.len()), (vec![placed], 0));
        let other = solution
            .filled()
            .find(|at| at.digit != placed.digit)
            .unwrap();
        filled.set(placed.cell, Some(other.digit));
        let (again, wrong, _) = next(puzzle, Some(&filled.to_string()));
        assert_eq!(again.unwrap().places, [placed]);
        let name = Candidate {
            digit: other.digit,
            ..placed
        }
        .name(4)
        .to_string();
        assert_eq!(wrong, [name]);
        let solved = next(puzzle, Some(&solution.to_string()));
        assert_eq!(solved, (Err(NoStep::Solved), Vec::new(), "unique"));
    }

    #[test]
    fn without_a_step_there_is_a_reason() {
        let several = "................";
        let stuck = next(several, None);
        assert_eq!(stuck, (Err(NoStep::NothingFollows), Vec::new(), "multiple"));
        let compared = next(several, Some("1..............."));
        assert_eq!(compared.0, Err(NoStep::SeveralSolutions));
        let (step, _, verdict) = next("11..............", None);
        assert_eq!((step.is_ok(), verdict), (false, "none"));
        assert!(matches!(step, Err(NoStep::NoSolution(_))));
    }

    #[test]
    fn an_unknown_verdict_is_enough_without_a_filled_grid() {
        let puzzle: Puzzle = "1..4...3.1..4...".parse().unwrap();
        let unknown = || Verdict::Unknown(Limit::Nodes(0));
        let mut explainer = Explainer::default();
        let next = explainer.next_step(&puzzle, unknown(), None).unwrap();
        assert_eq!((next.step.is_ok(), next.verdict), (true, "unknown"));
        let next = explainer.next_step(&puzzle, unknown(), Some(puzzle.givens()));
        assert_eq!(next.unwrap().step, Err(NoStep::Limit(Limit::Nodes(0))));
    }

    #[test]
    fn a_grid_of_another_size_is_an_error() {
        let puzzle: Puzzle = "1..4...3.1..4...".parse().unwrap();
        let unknown = Verdict::Unknown(Limit::Nodes(0));
        let other = Grid::blank(9);
        let error = Explainer::default().next_step(&puzzle, unknown, Some(&other));
        assert_eq!(error, Err(ExplainError::OtherBoard));
    }
}
