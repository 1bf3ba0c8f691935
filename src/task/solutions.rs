//! SolutionSink one after the other, as an iterator.

use std::collections::{HashSet, VecDeque};
use std::ops::ControlFlow;

use super::answer::TaskError;
use super::search::{failure, limit_of};
use super::session::Session;
use crate::board::{Grid, Puzzle};
use crate::engine::{Budget, End, SolutionSink};

impl Session {
    /// The solutions of `puzzle`, each once, in the order in which the engine finds them. All are
    /// verified, none is confirmed.
    ///
    /// An engine cannot stop and go on. So this searches anew, for twice as many solutions each
    /// time, and gives those that it has not given yet: what is taken costs up to four times what
    /// [`Session::enumerate`] takes for as many, and all solutions so far are kept in memory. Use
    /// that for all of a large number.
    ///
    /// ```
    /// use satdoku::board::Puzzle;
    /// use satdoku::task::Session;
    ///
    /// let puzzle: Puzzle = "12..34..........".parse()?;
    /// let mut session = Session::default();
    /// let solutions: Result<Vec<_>, _> = session.solutions(&puzzle).take(3).collect();
    /// assert_eq!(solutions?.len(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The last item is a [`TaskError`] if an engine fails or, as [`TaskError::Unknown`], a limit of
    /// the session ran out before all solutions were found. The time is that for all of them.
    pub fn solutions(
        &mut self,
        puzzle: &Puzzle,
    ) -> impl Iterator<Item = Result<Grid, TaskError>> + use<'_> {
        SolutionIter {
            budget: self.start(),
            session: self,
            puzzle: puzzle.clone(),
            given: HashSet::new(),
            waiting: VecDeque::new(),
            end: None,
        }
    }
}

/// The iterator of [`Session::solutions`].
struct SolutionIter<'a> {
    session: &'a mut Session,
    puzzle: Puzzle,
    budget: Budget,
    /// Those that were found, whether they have been given yet or not.
    given: HashSet<Grid>,
    waiting: VecDeque<Grid>,
    /// What comes when none waits any more, if that is known.
    end: Option<Option<TaskError>>,
}

impl SolutionIter<'_> {
    /// Looks for twice as many as are known.
    fn search(&mut self) {
        // Engines may look for a first solution and for two in different ways.
        let limit = (2 * self.given.len() as u64).max(2);
        let (given, waiting) = (&mut self.given, &mut self.waiting);
        let mut receive = |grid: &Grid| {
            if given.insert(grid.clone()) {
                waiting.push_back(grid.clone());
            }
            ControlFlow::Continue(())
        };
        let mut solutions = SolutionSink::new(&self.puzzle, limit, &mut receive);
        let result = self
            .session
            .engine_mut()
            .search(&self.puzzle, self.budget, &mut solutions);
        self.end = match result {
            Err(error) => Some(Some(failure(
                self.session.engine_ref(),
                &self.puzzle,
                error,
            ))),
            Ok(report) => match report.end {
                End::Complete => Some(None),
                End::Stopped => None,
                end => Some(Some(TaskError::Unknown {
                    puzzle: self.puzzle.givens().to_string(),
                    limit: limit_of(end, self.budget),
                })),
            },
        };
    }
}

impl Iterator for SolutionIter<'_> {
    type Item = Result<Grid, TaskError>;

    fn next(&mut self) -> Option<Result<Grid, TaskError>> {
        loop {
            if let Some(grid) = self.waiting.pop_front() {
                return Some(Ok(grid));
            }
            match &mut self.end {
                Some(error) => return error.take().map(Err),
                None => self.search(),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::ENGINES;
    use crate::task::Limit;
    use crate::testing::puzzle;

    #[test]
    fn every_engine_gives_every_solution_once() {
        for entry in ENGINES {
            let mut session = Session::new(entry.make());
            for (cells, expected) in [
                ("................", 288),
                ("1234341221434...", 1),
                ("11..............", 0),
            ] {
                let solutions = session.solutions(&puzzle("2x2", cells));
                let solutions: HashSet<Grid> = solutions.map(Result::unwrap).collect();
                assert_eq!(solutions.len(), expected, "{} {cells}", entry.name);
            }
        }
    }

    #[test]
    fn a_limit_is_the_last_item() {
        let session = Session::new(crate::engine::find("mrv").unwrap().make());
        let mut session = session.with_budget(Budget::of_nodes(20));
        let empty = puzzle("3x3", &".".repeat(81));
        let items: Vec<_> = session.solutions(&empty).collect();
        let Some((Err(TaskError::Unknown { limit, .. }), found)) = items.split_last() else {
            panic!("{items:?}");
        };
        assert_eq!(*limit, Limit::Nodes(20));
        assert!(found.iter().all(Result::is_ok));
    }
}
