//! The search for steps, as the library offers it.

use std::sync::Arc;
use std::time::Duration;

use super::error::{ExplainError, LARGEST_EXPLAINED};
use super::house_sum::MOST_SUMS;
use super::position::{State, Tables};
use super::search::network::MOST_NUMBERED;
use super::solve_path::{Explained, Steps};
use super::step::Step;
use satdoku::Deadline;
use satdoku::board::{Layout, Puzzle};
use satdoku::sat::drawn_clauses;

/// The search for steps. It keeps the tables of a board: use one for many puzzles.
///
/// ```
/// use satdoku::Puzzle;
/// use satdoku_explain::Explainer;
///
/// let puzzle: Puzzle = "1..4...3.1..4...".parse()?;
/// let mut explainer = Explainer::default();
/// let step = explainer.hint(&puzzle)?.expect("the puzzle is not solved");
/// assert_eq!(step.places.len(), 1);
/// assert!(explainer.explain(&puzzle)?.complete);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Explainer {
    tables: Option<Arc<Tables>>,
    timeout: Option<Duration>,
    deadline: Option<Deadline>,
    assumes_unique: bool,
}

impl Explainer {
    /// Sets the time for each puzzle. The number of steps found in this time depends on the
    /// machine, the steps themselves do not.
    #[must_use]
    pub fn with_timeout(self, timeout: Duration) -> Explainer {
        Explainer {
            timeout: Some(timeout),
            ..self
        }
    }

    /// Sets a deadline for all puzzles together. With a timeout, only its interrupt counts.
    #[must_use]
    pub fn with_deadline(self, deadline: Deadline) -> Explainer {
        Explainer {
            deadline: Some(deadline),
            ..self
        }
    }

    /// Assumes that each puzzle has one solution: steps may be unique rectangles and BUG+1, whose facts
    /// include [`Fact::OneSolution`](super::Fact::OneSolution).
    ///
    /// ```
    /// use satdoku::Puzzle;
    /// use satdoku_explain::{ExplainError, Explainer};
    ///
    /// let several: Puzzle = "1...............".parse()?;
    /// let explained = Explainer::default().assuming_unique().explain(&several);
    /// assert_eq!(explained, Err(ExplainError::SeveralSolutions));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn assuming_unique(self) -> Explainer {
        Explainer {
            assumes_unique: true,
            ..self
        }
    }

    /// Returns all steps from the givens to the solution, each checked.
    ///
    /// # Errors
    /// [`ExplainError::TooLarge`] for boards with more digits than [`LARGEST_EXPLAINED`],
    /// [`ExplainError::TooMany`] for boards with more than 4,096 candidates or facts, or with constraints
    /// of more than ten million clauses, and
    /// [`ExplainError::SeveralSolutions`] if one solution is assumed; all other errors are bugs of this
    /// library.
    pub fn explain(&mut self, puzzle: &Puzzle) -> Result<Explained, ExplainError> {
        self.steps(puzzle)?.finish()
    }

    /// Returns the first step from the givens, checked. Returns `None` if all cells are given, or if
    /// every candidate is in a solution, so that the puzzle has several.
    ///
    /// # Errors
    /// See [`Explainer::explain`]; also [`ExplainError::Limit`] if the time runs out.
    pub fn hint(&mut self, puzzle: &Puzzle) -> Result<Option<Step>, ExplainError> {
        self.steps(puzzle)?.first_step()
    }

    /// Returns the steps of [`Explainer::explain`] as an iterator that finds each on demand.
    ///
    /// ```
    /// use satdoku::board::Puzzle;
    /// use satdoku_explain::Explainer;
    ///
    /// let puzzle: Puzzle = "1..4...3.1..4...".parse()?;
    /// let mut steps = Explainer::default().steps(&puzzle)?;
    /// while let Some(step) = steps.next().transpose()? {
    ///     println!("{}", step.conclusion());
    /// }
    /// assert!(steps.solution()?.is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// See [`Explainer::explain`].
    pub fn steps(&mut self, puzzle: &Puzzle) -> Result<Steps, ExplainError> {
        check_size(puzzle.layout())?;
        let deadline = Deadline::of_work(self.timeout, self.deadline.as_ref());
        let tables = self.tables(puzzle.layout());
        let mut steps = Steps::new(puzzle, State::new(tables, puzzle), deadline.as_ref());
        if self.assumes_unique {
            steps.assume_unique()?;
        }
        Ok(steps)
    }

    fn tables(&mut self, layout: &Arc<Layout>) -> Arc<Tables> {
        let known = self
            .tables
            .take()
            .filter(|tables| Arc::ptr_eq(&tables.layout, layout) || tables.layout == *layout);
        let tables = known.unwrap_or_else(|| Arc::new(Tables::new(layout.clone())));
        self.tables.insert(tables).clone()
    }
}

/// The most clauses of drawn constraints: about 500 MB in a solver.
const MOST_DRAWN: usize = 5_000_000;

/// Refuses boards with more digits, candidates, facts or clauses than the search can handle.
fn check_size(layout: &Layout) -> Result<(), ExplainError> {
    let digits = layout.digit_count();
    if digits > LARGEST_EXPLAINED {
        return Err(ExplainError::TooLarge(digits));
    }
    let houses = layout.houses().iter();
    let full = houses.filter(|house| layout.is_full(house)).count();
    let drawn = match layout.constraints().len() {
        0 => 0,
        constraints => constraints + MOST_SUMS,
    };
    let facts = layout.cell_count() + full * layout.geometry().grid_digits().len() + drawn;
    let clauses = drawn_clauses(layout, MOST_DRAWN as u64);
    let clauses = usize::try_from(clauses).unwrap_or(usize::MAX);
    for (what, most, found) in [
        ("candidates", MOST_NUMBERED, layout.cell_count() * digits),
        ("facts", MOST_NUMBERED, facts),
        ("clauses of drawn constraints", MOST_DRAWN, clauses),
    ] {
        if found > most {
            return Err(ExplainError::TooMany { what, most, found });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;
    use satdoku::task::Limit;

    #[test]
    fn an_interrupt_ends_an_explanation() {
        let interrupt = Arc::new(AtomicBool::new(false));
        let puzzle: Puzzle = "1..4...3.1..4...".parse().unwrap();
        let deadline = Deadline::after(Duration::MAX).or_at(interrupt.clone());
        let explainer = Explainer::default().with_deadline(deadline);
        for mut explainer in [explainer.clone(), explainer.with_timeout(Duration::MAX)] {
            interrupt.store(false, Ordering::Relaxed);
            assert!(explainer.explain(&puzzle).unwrap().complete);
            interrupt.store(true, Ordering::Relaxed);
            let explained = explainer.explain(&puzzle).unwrap();
            assert_eq!(explained.limit, Some(Limit::Interrupt));
            assert_eq!(
                explainer.hint(&puzzle),
                Err(ExplainError::Limit(Limit::Interrupt))
            );
        }
    }
}
