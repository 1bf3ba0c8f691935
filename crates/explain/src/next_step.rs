//! The answer to a player who asks for the next step.

use thiserror::Error;

use super::error::ExplainError;
use super::explainer::Explainer;
use super::step::Step;
use satdoku::board::{Candidate, Grid, Puzzle};
use satdoku::task::{Conflict, Limit, Verdict};

/// What a player has done so far.
///
/// ```
/// use satdoku::Puzzle;
/// use satdoku_explain::Progress;
///
/// let filled: Puzzle = "12.4...3.1.24...".parse()?;
/// let progress = Progress {
///     filled: filled.givens().filled().collect(),
///     ..Progress::default()
/// };
/// assert_eq!(progress.filled.len(), 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Progress {
    /// The digits on the board. Givens may be among them.
    pub filled: Vec<Candidate>,
    /// The candidates ruled out.
    pub eliminated: Vec<Candidate>,
}

impl From<&Grid> for Progress {
    /// Takes the digits of a grid.
    fn from(filled: &Grid) -> Progress {
        Progress {
            filled: filled.filled().collect(),
            eliminated: Vec::new(),
        }
    }
}

/// The next step after some progress; see [`Explainer::next_step`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NextStep {
    /// The step, or the reason why there is none.
    pub step: Result<Step, NoStep>,
    /// The filled digits that differ from the solution.
    pub wrong: Vec<Candidate>,
    /// The eliminated candidates that are in the solution.
    pub missing: Vec<Candidate>,
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
    /// Returns the next step from the progress of a player, without the digits that differ from the
    /// solution and with the candidates of the solution. `verdict` is the answer of
    /// [`Session::check`](satdoku::Session::check) about the puzzle. It can be kept from hint to hint.
    ///
    /// Without one solution, digits other than givens cannot be checked, so no step follows them.
    /// Eliminated candidates are then taken to be right.
    ///
    /// ```
    /// use satdoku_explain::{Explainer, Progress};
    /// use satdoku::{Puzzle, Session};
    ///
    /// let puzzle: Puzzle = "1..4...3.1..4...".parse()?;
    /// let filled: Puzzle = "12.4...3.1.24...".parse()?;
    /// let verdict = Session::default().check(&puzzle)?.outcome;
    /// let progress = Progress::from(filled.givens());
    /// let next = Explainer::default().next_step(&puzzle, verdict, &progress)?;
    /// assert!(next.step.is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// See [`Explainer::explain`]; also [`ExplainError::OtherBoard`] if a candidate is not on the board.
    pub fn next_step(
        &mut self,
        puzzle: &Puzzle,
        verdict: Verdict,
        progress: &Progress,
    ) -> Result<NextStep, ExplainError> {
        let board = puzzle.geometry();
        let is_on_board = |at: &Candidate| {
            at.cell.index() < board.cell_count() && at.digit.index() < board.digit_count()
        };
        let Progress { filled, eliminated } = progress;
        if !filled.iter().chain(eliminated).all(is_on_board) {
            return Err(ExplainError::OtherBoard);
        }
        let is_given = |at: &Candidate| puzzle.givens().get(at.cell) == Some(at.digit);
        let mut next = NextStep {
            step: Err(NoStep::NothingFollows),
            wrong: Vec::new(),
            missing: Vec::new(),
            verdict: verdict.name(),
        };
        let solution = match only_solution(verdict, !filled.iter().all(is_given)) {
            Ok(solution) => solution,
            Err(reason) => {
                next.step = Err(reason);
                return Ok(next);
            }
        };
        let is_right = |at: &Candidate| {
            let solution = solution.as_ref();
            solution.is_some_and(|solution| solution.get(at.cell) == Some(at.digit))
        };
        let (right, wrong): (Vec<_>, Vec<_>) = filled.iter().copied().partition(is_right);
        let (missing, gone): (Vec<_>, Vec<_>) = eliminated.iter().copied().partition(is_right);
        let mut steps = self.steps(puzzle)?;
        steps.follow(&right, &gone);
        if let Some(solution) = &solution {
            steps.set_solution(solution);
            next.wrong = wrong;
        }
        next.missing = missing;
        if steps.state.open_cells == 0 {
            next.step = Err(NoStep::Solved);
        }
        match steps.first_step() {
            Ok(Some(step)) => next.step = Ok(step),
            Ok(None) => {}
            Err(ExplainError::Limit(limit)) => next.step = Err(NoStep::Limit(limit)),
            Err(error) => return Err(error),
        }
        if next.step == Err(NoStep::NothingFollows) {
            next.verdict = "multiple";
        }
        Ok(next)
    }
}

/// Returns the only solution, if it is known, or the reason why there is no step. Entries are digits to compare with it.
fn only_solution(verdict: Verdict, has_entries: bool) -> Result<Option<Grid>, NoStep> {
    match verdict {
        Verdict::Unique(solution) => Ok(Some(solution)),
        Verdict::Unsolvable(conflict) => Err(NoStep::NoSolution(conflict)),
        Verdict::Unknown(limit) if has_entries => Err(NoStep::Limit(limit)),
        Verdict::Multiple(_) if has_entries => Err(NoStep::SeveralSolutions),
        Verdict::Multiple(_) | Verdict::Unknown(_) => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use satdoku::board::{Cell, Digit};
    use satdoku::task::Session;

    /// Returns the next step from a grid, and the names of its wrong digits.
    fn next(
        puzzle: &str,
        filled: Option<&str>,
    ) -> (Result<Step, NoStep>, Vec<String>, &'static str) {
        let puzzle: Puzzle = puzzle.parse().unwrap();
        let filled = filled.map(|filled| filled.parse::<Puzzle>().unwrap());
        let progress = filled.map(|filled| Progress::from(filled.givens()));
        let verdict = Session::default().check(&puzzle).unwrap().outcome;
        let next = Explainer::default()
            .next_step(&puzzle, verdict, &progress.unwrap_or_default())
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
    fn eliminated_candidates_lead_to_the_next_step_and_those_of_the_solution_are_missing() {
        let puzzle: Puzzle = "1..4...3.1..4...".parse().unwrap();
        let verdict = Session::default().check(&puzzle).unwrap().outcome;
        let Verdict::Unique(solution) = &verdict else {
            panic!("one solution");
        };
        let cell = puzzle.givens().blanks().last().unwrap();
        let own = Candidate {
            cell,
            digit: solution.get(cell).unwrap(),
        };
        let all = (0..4).map(|digit| Candidate {
            cell,
            digit: Digit::from_index(digit),
        });
        let progress = Progress {
            eliminated: all.collect(),
            ..Progress::default()
        };
        let mut explainer = Explainer::default();
        let next = explainer.next_step(&puzzle, verdict, &progress).unwrap();
        assert_eq!(next.missing, [own]);
        // The only candidate left in its cell.
        let step = next.step.unwrap();
        assert_eq!(step.before.digits(cell).collect::<Vec<_>>(), [own.digit]);
    }

    #[test]
    fn without_a_verdict_only_givens_have_a_next_step() {
        let puzzle: Puzzle = "1..4...3.1..4...".parse().unwrap();
        let unknown = || Verdict::Unknown(Limit::Nodes(0));
        let mut explainer = Explainer::default();
        for progress in [Progress::default(), Progress::from(puzzle.givens())] {
            let next = explainer.next_step(&puzzle, unknown(), &progress).unwrap();
            assert_eq!((next.step.is_ok(), next.verdict), (true, "unknown"));
            assert!(next.wrong.is_empty());
        }
        let filled: Puzzle = "12.4...3.1..4...".parse().unwrap();
        let progress = Progress::from(filled.givens());
        let next = explainer.next_step(&puzzle, unknown(), &progress);
        assert_eq!(next.unwrap().step, Err(NoStep::Limit(Limit::Nodes(0))));
    }

    #[test]
    fn a_digit_of_another_board_is_an_error() {
        let puzzle: Puzzle = "1..4...3.1..4...".parse().unwrap();
        let unknown = Verdict::Unknown(Limit::Nodes(0));
        let digit = Candidate {
            cell: Cell::from_index(0),
            digit: Digit::from_index(4),
        };
        let progress = Progress {
            eliminated: vec![digit],
            ..Progress::default()
        };
        let error = Explainer::default().next_step(&puzzle, unknown, &progress);
        assert_eq!(error, Err(ExplainError::OtherBoard));
    }
}
