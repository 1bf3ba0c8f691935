//! The candidates of a puzzle: those that simple rules leave, and those that occur in a solution.

use super::answer::{Answer, QuestionError, Verdict};
use super::backbone::possible_variables;
use super::conflict::Conflict;
use super::error::TaskError;
use super::session::Session;
use crate::Limit;
use crate::board::{Puzzle, verify};
use crate::engine::{Budget, End, EngineError, Report, SolutionSink, Work, for_many_searches};
use crate::propagate::Candidates;
use crate::sat::Translation;

/// Returns the pencil marks of a puzzle: a given excludes its digit from its peers.
///
/// ```
/// use satdoku::board::Puzzle;
/// use satdoku::task::candidates_of_givens;
///
/// let puzzle: Puzzle = "1.....2..3.....4".parse()?;
/// assert_eq!(candidates_of_givens(&puzzle).map(|left| left.iter().count()), Ok(24));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The conflict, if the givens contradict each other.
pub fn candidates_of_givens(puzzle: &Puzzle) -> Result<Candidates, Conflict> {
    let mut candidates = Candidates::new(puzzle);
    match candidates.propagate_givens() {
        Ok(()) => Ok(candidates),
        Err(contradiction) => Err(Conflict::without_search(puzzle, Some(contradiction))),
    }
}

impl Session {
    /// Finds the candidates that occur in some solution; the cells with one of them are the
    /// backbone.
    ///
    /// Takes fewer calls of the SAT solver than there are candidates, because a model proves many of
    /// them at once: about 450 for the 729 of an empty 9×9 board, a handful if few are open. The
    /// solver is the external one if that is the session's engine.
    ///
    /// ```
    /// use satdoku::board::Puzzle;
    /// use satdoku::task::Session;
    ///
    /// let puzzle: Puzzle = "12..34..........".parse()?;
    /// let candidates = Session::default().candidates(&puzzle)?.outcome;
    /// assert_eq!(candidates.iter().filter(|candidate| candidate.cell.index() == 2).count(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If there is no solution, a limit is reached, or the solver fails.
    pub fn candidates(&mut self, puzzle: &Puzzle) -> Result<Answer<Candidates>, QuestionError> {
        let budget = self.start();
        possible_candidates(self, puzzle, &budget)
    }

    /// Finds the candidates that occur in some solution and counts the solutions that have each, up to
    /// `limit`. The MRV engine counts.
    ///
    /// ```
    /// use satdoku::board::Puzzle;
    /// use satdoku::task::Session;
    ///
    /// let puzzle: Puzzle = "12..34..........".parse()?;
    /// let counted = Session::default().candidate_counts(&puzzle, 100)?.outcome;
    /// let first = counted.candidates.iter().next().unwrap();
    /// assert_eq!((first.name(4).to_string(), counted.counts[0]), ("r1c1=1".into(), 12));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// See [`Session::candidates`].
    pub fn candidate_counts(
        &mut self,
        puzzle: &Puzzle,
        limit: u64,
    ) -> Result<Answer<CandidateCounts>, QuestionError> {
        let budget = self.start();
        let candidates = possible_candidates(self, puzzle, &budget)?;
        count_candidates(candidates, puzzle, limit, &budget)
    }
}

/// Returns the candidates that occur in some solution.
fn possible_candidates(
    session: &Session,
    puzzle: &Puzzle,
    budget: &Budget,
) -> Result<Answer<Candidates>, QuestionError> {
    let mut candidates = Candidates::new(puzzle);
    let mut report = Report {
        end: End::Complete,
        contradiction: candidates.propagate().err(),
        work: Work::default(),
    };
    let limit = match (budget.end_before(puzzle), &report.contradiction) {
        (Some(end), _) => Some(Limit::of_search(end, budget)),
        (None, Some(_)) => None,
        (None, None) => retain_possible(&mut candidates, session, puzzle, &mut report, budget)?,
    };
    let has_solution = report.work.solver_calls > 1;
    let verdict = match limit {
        Some(limit) => Verdict::Unknown(limit),
        None if has_solution => return Ok(Answer::unconfirmed(candidates, report)),
        None => Verdict::Unsolvable(session.conflict(puzzle, &report, budget)?),
    };
    let answer = Answer::unconfirmed(verdict, report);
    Err(QuestionError::verdict(answer))
}

/// Removes the candidates that occur in no solution. Returns the limit that was reached before all
/// were decided.
fn retain_possible(
    candidates: &mut Candidates,
    session: &Session,
    puzzle: &Puzzle,
    report: &mut Report,
    budget: &Budget,
) -> Result<Option<Limit>, TaskError> {
    let translation = Translation::of_candidates(puzzle, candidates.clone());
    let mut solver = session.solver(budget);
    if let Err(limit) = translation.load(solver.as_mut(), budget.deadline.as_ref(), budget.memory) {
        return Ok(Some(limit));
    }
    let variables: Vec<_> = translation.map().iter().map(|(v, _)| v).collect();
    let possible = possible_variables(&mut solver, &variables, |model| {
        Ok::<(), EngineError>(verify(puzzle, &translation.decode(model)?)?)
    });
    let possible = possible.map_err(|error| session.solver_failed(puzzle, error))?;
    candidates.retain(|candidate| {
        let variable = translation.map().variable(candidate);
        variable.is_none_or(|variable| possible.is_possible[variable.index()])
    });
    report.work.solver_calls = possible.calls;
    Ok(possible.limit)
}

/// The candidates that occur in some solution, with counts.
#[derive(Debug, Clone)]
pub struct CandidateCounts {
    /// The candidates.
    pub candidates: Candidates,
    /// The number of solutions that have each, in the order of [`Candidates::iter`].
    pub counts: Vec<u64>,
}

impl CandidateCounts {
    /// Returns the counts of the candidates of each cell.
    pub fn of_cells(&self) -> Vec<Vec<u64>> {
        let counted: Vec<_> = self.candidates.iter().zip(&self.counts).collect();
        let cells = counted.chunk_by(|(one, _), (other, _)| one.cell == other.cell);
        let counts = cells.map(|cell| cell.iter().map(|(_, count)| **count).collect());
        counts.collect()
    }
}

/// Counts the solutions that have each of these candidates, up to `limit`.
fn count_candidates(
    candidates: Answer<Candidates>,
    puzzle: &Puzzle,
    limit: u64,
    budget: &Budget,
) -> Result<Answer<CandidateCounts>, QuestionError> {
    let mut engine = for_many_searches(puzzle.layout());
    let mut counts = Vec::new();
    for candidate in candidates.outcome.iter() {
        let mut givens = puzzle.givens().clone();
        givens.set(candidate.cell, Some(candidate.digit));
        let with = puzzle.with_givens(givens);
        let with = with.expect("a candidate of a solution is not removed");
        let mut solutions = SolutionSink::counting(&with, limit);
        let report = engine.search(&with, budget, &mut solutions);
        let report = report.map_err(|error| TaskError::failed(engine.as_ref(), &with, error))?;
        if report.end.is_cut_short() {
            let verdict = Verdict::Unknown(Limit::of_search(report.end, budget));
            return Err(QuestionError::verdict(Answer::unconfirmed(verdict, report)));
        }
        counts.push(solutions.count());
    }
    Ok(candidates.map(|candidates| CandidateCounts { candidates, counts }))
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::engine::Engine;
    use crate::engine::mrv::Mrv;
    use crate::task::Session;
    use crate::testing::random_puzzles;

    #[test]
    fn exact_candidates_are_those_of_all_solutions() {
        let mut several = 0;
        for puzzle in random_puzzles(&["2x2", "2x3"], 60) {
            let mut occurs = vec![false; puzzle.geometry().rows().pow(3)];
            let mut receive = |grid: &crate::board::Grid| {
                for at in grid.filled() {
                    occurs[at.cell.index() * puzzle.geometry().rows() + at.digit.index()] = true;
                }
                ControlFlow::Continue(())
            };
            let mut solutions = SolutionSink::new(&puzzle, 20_000, &mut receive);
            let report = Mrv::default().search(&puzzle, &Budget::UNLIMITED, &mut solutions);
            if report.unwrap().end != crate::engine::End::Complete {
                continue;
            }
            let count = solutions.count();
            if count > 0 {
                let answer = Session::default().candidate_counts(&puzzle, 20_000);
                let CandidateCounts { candidates, counts } = answer.unwrap().outcome;
                assert_eq!(candidates.iter().count(), counts.len());
                // Each solution has one candidate in each cell.
                let cells = puzzle.givens().cells().len() as u64;
                assert_eq!(counts.iter().sum::<u64>(), count * cells);
                assert!(counts.iter().all(|solutions| *solutions > 0));
            }
            several += u64::from(count > 1);
            match Session::default().candidates(&puzzle) {
                Err(error) => {
                    assert_eq!(count, 0, "{}", puzzle.givens());
                    let error = error.to_string();
                    assert!(error.starts_with("the puzzle has no solution: "), "{error}");
                }
                Ok(Answer {
                    outcome: candidates,
                    ..
                }) => {
                    let expected = occurs.iter().filter(|occurs| **occurs).count();
                    assert_eq!(candidates.iter().count(), expected, "{}", puzzle.givens());
                    for at in candidates.iter() {
                        let index = at.cell.index() * puzzle.geometry().rows() + at.digit.index();
                        assert!(occurs[index], "{}", puzzle.givens());
                    }
                }
            }
        }
        assert!(several > 10);
    }

    #[test]
    fn an_empty_board_takes_few_calls() {
        let empty = Puzzle::classic("3x3".parse().unwrap());
        let answer = Session::default().candidates(&empty).unwrap();
        let calls = answer.report.work.solver_calls;
        assert_eq!(answer.outcome.iter().count(), 729);
        assert!(calls < 600, "{calls}");
    }
}
