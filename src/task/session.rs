//! [`Session`]: one type that answers all questions about a puzzle.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use super::answer::{Answer, Confirmation, Count, Solution, Verdict};
use super::conflict::{Conflict, find_conflict};
use super::error::{ResultError, TaskError, describe};
use super::estimate::{self, Estimated, Prober};
use crate::board::{Grid, Puzzle, verify};
use crate::engine::mrv::{self, Mrv};
use crate::engine::sat::Sat;
use crate::engine::{Budget, End, Engine, EngineError, Report, SolutionSink};
use crate::sat::{Solver, SolverAnswer};
use crate::{Deadline, Limit};

/// An engine for questions about puzzles, and the MRV engine that confirms its answers.
///
/// A session keeps the working memory of its engines: use one for many puzzles.
///
/// ```
/// use std::time::Duration;
///
/// use satdoku::engine::find;
/// use satdoku::{Puzzle, Session};
///
/// let puzzle: Puzzle = "1.4...2..3.....4".parse()?;
/// let mut session = Session::new(find("sat:extended")?.make())
///     .with_timeout(Duration::from_secs(1));
/// assert!(session.check(&puzzle)?.outcome.is_unique());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Session {
    pub(super) engine: Box<dyn Engine>,
    /// The engine that confirms answers, if wanted. Its budget is `None` for [`confirmation_nodes`].
    confirmation: Option<(Mrv, Option<Budget>)>,
    /// True if the [`Conflict`] of a puzzle without a solution is computed.
    gives_reasons: bool,
    budget: Budget,
    timeout: Option<Duration>,
}

/// Returns the default number of nodes of a confirmation. With drawn constraints, a node takes about
/// 20 µs instead of 4, and what is not confirmed within half a second rarely is within two.
pub(super) fn confirmation_nodes(puzzle: &Puzzle) -> u64 {
    let cells = puzzle.layout().cell_count().max(81) as u64;
    let most = match puzzle.layout().constraints() {
        [] => Session::CONFIRMATION_NODES,
        _ => Session::CONFIRMATION_NODES / 5,
    };
    (most * 81 / cells).max(1)
}

/// The solutions that an engine found.
struct Findings {
    solutions: Vec<Grid>,
    /// The limit that ended the search early.
    limit: Option<Limit>,
    confirmation: Confirmation,
    report: Report,
}

impl Findings {
    /// Returns the answer to which these findings lead.
    fn answer<T>(self, outcome: T) -> Answer<T> {
        Answer {
            outcome,
            confirmation: self.confirmation,
            report: self.report,
        }
    }
}

impl Session {
    /// The default number of nodes that the MRV engine may visit to confirm an answer on a 9×9
    /// board. The hardest puzzles take a few thousand.
    pub const CONFIRMATION_NODES: u64 = 100_000;

    /// Returns the default number of nodes that the MRV engine may visit to confirm an answer about
    /// `puzzle`: [`Session::CONFIRMATION_NODES`] up to 9×9, a fifth of it with drawn constraints, and
    /// fewer on larger boards in proportion to their cells, because each node takes longer there. Such a confirmation takes a fraction of a
    /// second on any board, and its outcome does not depend on the machine.
    pub fn confirmation_nodes(puzzle: &Puzzle) -> u64 {
        confirmation_nodes(puzzle)
    }

    /// Creates a session for `engine`, without a budget. Its answers are confirmed by the MRV engine
    /// within [`Session::confirmation_nodes`], except those of the MRV engine itself, which would only
    /// repeat itself. The verdict that a puzzle has no solution comes with a reason.
    pub fn new(engine: Box<dyn Engine>) -> Session {
        let is_mrv = engine.name() == mrv::NAME;
        Session {
            engine,
            confirmation: (!is_mrv).then(|| (Mrv::default(), None)),
            gives_reasons: true,
            budget: Budget::UNLIMITED,
            timeout: None,
        }
    }

    /// Leaves out the confirmation.
    #[must_use]
    pub fn without_confirmation(mut self) -> Session {
        self.confirmation = None;
        self
    }

    /// Sets the budget of each confirmation, in place of [`Session::confirmation_nodes`].
    #[must_use]
    pub fn with_confirmation_budget(mut self, budget: Budget) -> Session {
        if let Some((_, of_confirmation)) = &mut self.confirmation {
            *of_confirmation = Some(budget);
        }
        self
    }

    /// Leaves out the search for the reason why a puzzle has no solution: its [`Conflict`] is then only
    /// what the engine knows anyway. The search takes some milliseconds at 9×9, and at most about 50. It
    /// is made if the board is small enough ([`Conflict::MOST_CLAUSES`]), and its limit on work is the
    /// same on every machine; beyond it the conflict is not minimal or not known.
    #[must_use]
    pub fn without_reasons(mut self) -> Session {
        self.gives_reasons = false;
        self
    }

    /// Sets the budget of the engine.
    #[must_use]
    pub fn with_budget(self, budget: Budget) -> Session {
        Session { budget, ..self }
    }

    /// Sets the budget of the engine.
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// Sets the time for each puzzle, including the confirmation. A puzzle that takes longer is
    /// unknown; if it is answered in time but not confirmed, it is unconfirmed.
    #[must_use]
    pub fn with_timeout(self, timeout: Duration) -> Session {
        Session {
            timeout: Some(timeout),
            ..self
        }
    }

    /// Returns the name of the engine.
    pub fn engine(&self) -> &str {
        self.engine.name()
    }

    /// Returns the budget for a puzzle whose time starts now.
    pub(super) fn start(&self) -> Budget {
        Budget {
            deadline: Deadline::of_work(self.timeout, self.budget.deadline.as_ref()),
            ..self.budget.clone()
        }
    }

    /// Looks for up to `limit` solutions and has the result confirmed.
    fn search(
        &mut self,
        puzzle: &Puzzle,
        limit: u64,
        budget: &Budget,
    ) -> Result<Findings, TaskError> {
        let (solutions, report) = distinct_solutions(self.engine.as_mut(), puzzle, limit, budget)?;
        let confirmation = self.confirm(puzzle, limit, &solutions, report.end, budget)?;
        let is_cut_short = report.end.is_cut_short();
        Ok(Findings {
            limit: is_cut_short.then(|| Limit::of_search(report.end, budget)),
            solutions,
            confirmation,
            report,
        })
    }

    /// Lets the MRV engine look for the same number of solutions and compares.
    fn confirm(
        &mut self,
        puzzle: &Puzzle,
        limit: u64,
        solutions: &[Grid],
        end: End,
        search_budget: &Budget,
    ) -> Result<Confirmation, TaskError> {
        let Some((mrv, budget)) = &mut self.confirmation else {
            return Ok(Confirmation::NotAsked);
        };
        if end.is_cut_short() {
            return Ok(Confirmation::NotAsked);
        }
        let default = Budget::of_nodes(confirmation_nodes(puzzle));
        let budget = budget.as_ref().unwrap_or(&default);
        let budget = Budget {
            deadline: (search_budget.deadline.clone()).or_else(|| budget.deadline.clone()),
            memory: budget.memory.min(search_budget.memory),
            nodes: budget.nodes,
        };
        let (own, report) = distinct_solutions(mrv, puzzle, limit, &budget)?;
        let knows_all = end == End::Complete;
        let has_new = || own.iter().any(|grid| !solutions.contains(grid));
        let contradicts = match report.end {
            // Either both have found all solutions, or one has and the other as many as wanted.
            End::Complete => own.len() != solutions.len() || (knows_all && has_new()),
            End::Stopped => knows_all,
            _ => knows_all && has_new(),
        };
        if contradicts {
            let answers = [describe(solutions, end), describe(&own, report.end)];
            let engine = self.engine.as_ref();
            return Err(TaskError::disagreement(engine, mrv::NAME, puzzle, answers));
        }
        Ok(match report.end {
            end if end.is_cut_short() => Confirmation::GaveUp(Limit::of_search(end, &budget)),
            _ => Confirmation::Confirmed,
        })
    }

    /// Returns the confirmed verdict about `puzzle`.
    pub(super) fn check_within(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget,
    ) -> Result<Answer<Verdict>, TaskError> {
        let mut findings = self.search(puzzle, 2, budget)?;
        let mut solutions = std::mem::take(&mut findings.solutions).into_iter();
        let outcome = match (solutions.next(), solutions.next(), findings.limit) {
            (Some(one), Some(other), _) => Verdict::Multiple([one, other]),
            (_, _, Some(limit)) => Verdict::Unknown(limit),
            (Some(solution), _, None) => Verdict::Unique(solution),
            (None, ..) => Verdict::Unsolvable(self.conflict(puzzle, &findings.report, budget)?),
        };
        Ok(findings.answer(outcome))
    }

    /// Returns the reason why `puzzle`, which was found to have no solution, has none.
    pub(super) fn conflict(
        &self,
        puzzle: &Puzzle,
        report: &Report,
        budget: &Budget,
    ) -> Result<Conflict, TaskError> {
        match self.gives_reasons {
            true => find_conflict(self.engine.as_ref(), puzzle, report, budget),
            false => Ok(Conflict::without_search(
                puzzle,
                report.contradiction.clone(),
            )),
        }
    }

    /// Returns a new SAT solver, of the kind that the engine uses.
    pub(super) fn solver(&self, budget: &Budget) -> Box<dyn Solver> {
        self.engine.solver(budget.deadline.as_ref())
    }

    /// Returns the error for a failure of that solver.
    pub(super) fn solver_failed(&self, puzzle: &Puzzle, error: EngineError) -> TaskError {
        TaskError::Failed {
            engine: "sat".to_string(),
            is_external: self.engine.external().is_some(),
            puzzle: puzzle.to_string(),
            error,
        }
    }

    /// Finds a solution of `puzzle`.
    ///
    /// ```
    /// use satdoku::board::Puzzle;
    /// use satdoku::task::{Session, Solution};
    ///
    /// let puzzle: Puzzle = "1.4...2..3.....4".parse()?;
    /// match Session::default().solve(&puzzle)?.outcome {
    ///     Solution::Found(grid) => assert_eq!(grid.to_string(), "1243342143122134"),
    ///     Solution::Unsolvable(conflict) => println!("no solution: {conflict}"),
    ///     Solution::Unknown(limit) => println!("{limit}"),
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`TaskError`] if an engine fails or two disagree, never because of the puzzle.
    pub fn solve(&mut self, puzzle: &Puzzle) -> Result<Answer<Solution>, TaskError> {
        let budget = self.start();
        let mut findings = self.search(puzzle, 1, &budget)?;
        let outcome = match (findings.solutions.pop(), findings.limit) {
            (Some(solution), _) => Solution::Found(solution),
            (None, None) => {
                let conflict = self.conflict(puzzle, &findings.report, &budget)?;
                Solution::Unsolvable(conflict)
            }
            (None, Some(limit)) => Solution::Unknown(limit),
        };
        Ok(findings.answer(outcome))
    }

    /// Determines whether `puzzle` has one solution, several or none.
    ///
    /// ```
    /// use satdoku::board::Puzzle;
    /// use satdoku::task::{Confirmation, Session, Verdict};
    ///
    /// let puzzle: Puzzle = "12..34..........".parse()?;
    /// let answer = Session::default().check(&puzzle)?;
    /// assert!(matches!(answer.outcome, Verdict::Multiple([one, other]) if one != other));
    /// assert_eq!(answer.confirmation, Confirmation::Confirmed);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`TaskError`] if an engine fails or two disagree, never because of the puzzle.
    pub fn check(&mut self, puzzle: &Puzzle) -> Result<Answer<Verdict>, TaskError> {
        let budget = self.start();
        self.check_within(puzzle, &budget)
    }

    /// Counts the solutions of `puzzle`, up to `limit`. The count is not confirmed.
    ///
    /// ```
    /// use satdoku::board::Puzzle;
    /// use satdoku::task::{Count, Session};
    ///
    /// let empty = Puzzle::classic("2x2".parse()?);
    /// let mut session = Session::default();
    /// assert_eq!(session.count(&empty, 1_000)?.outcome, Count::Exactly(288));
    /// assert_eq!(session.count(&empty, 100)?.outcome, Count::AtLeast(100));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`TaskError`] if an engine fails, never because of the puzzle.
    pub fn count(&mut self, puzzle: &Puzzle, limit: u64) -> Result<Answer<Count>, TaskError> {
        let budget = self.start();
        self.exhaust(puzzle, &mut SolutionSink::counting(puzzle, limit), &budget)
    }

    /// Counts like [`Session::count`] and adds each solution to `counter`, where another thread can
    /// follow the progress. With [`Deadline::or_at`] in the budget, that thread can end the count.
    ///
    /// # Errors
    /// See [`Session::count`].
    pub fn count_in(
        &mut self,
        puzzle: &Puzzle,
        limit: u64,
        counter: &AtomicU64,
    ) -> Result<Answer<Count>, TaskError> {
        let solutions = SolutionSink::counting(puzzle, limit);
        let budget = self.start();
        self.exhaust(puzzle, &mut solutions.with_counter(counter), &budget)
    }

    /// Passes distinct solutions of `puzzle` to `receive` as they are found, until there are `limit`
    /// of them or `receive` breaks, and returns their number. The solutions are verified; that there
    /// are no more is not confirmed.
    ///
    /// # Errors
    /// [`TaskError`] if an engine fails, never because of the puzzle.
    pub fn enumerate(
        &mut self,
        puzzle: &Puzzle,
        limit: u64,
        receive: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Result<Answer<Count>, TaskError> {
        let budget = self.start();
        self.exhaust(
            puzzle,
            &mut SolutionSink::new(puzzle, limit, receive),
            &budget,
        )
    }

    /// Estimates the number of solutions of `puzzle` as the mean of `probes` random probes (D. E. Knuth,
    /// 1975), or counts them if they are few. The engine is always MRV. The same `seed` makes the same probes on every machine. If
    /// the time of the session runs out, the answer is the mean of the probes so far.
    ///
    /// The empty 9×9 board has 6,670,903,752,021,072,936,960 solutions:
    ///
    /// ```
    /// use satdoku::board::Puzzle;
    /// use satdoku::task::{Estimated, Session};
    ///
    /// let empty = Puzzle::classic("3x3".parse()?);
    /// let Estimated::About(estimate) = Session::default().estimate(&empty, 100, 1)?.outcome else {
    ///     panic!("too many to count");
    /// };
    /// assert!((21.7..21.9).contains(&estimate.log10));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`TaskError`] if an engine fails, never because of the puzzle.
    pub fn estimate(
        &mut self,
        puzzle: &Puzzle,
        probes: u64,
        seed: u64,
    ) -> Result<Answer<Estimated>, TaskError> {
        let budget = self.start();
        let few = estimate::counting_budget(&budget);
        let mut counting = Session {
            engine: Box::<Mrv>::default(),
            confirmation: None,
            budget: self.budget.clone(),
            ..*self
        };
        let mut all = SolutionSink::counting(puzzle, u64::MAX);
        let counted = counting.exhaust(puzzle, &mut all, &few)?;
        if !matches!(counted.outcome, Count::Unknown(_, Limit::Nodes(_))) {
            return Ok(counted.map(Estimated::Counted));
        }
        let engine = counting.engine.as_mut();
        let estimate = Prober::new(engine, puzzle, &budget, seed).run(probes)?;
        let late = Count::Unknown(all.count(), Limit::of_search(End::OutOfTime, &budget));
        let estimated = estimate.map_or(Estimated::Counted(late), Estimated::About);
        Ok(counted.map(|_| estimated))
    }

    /// Searches until `solutions` is full.
    fn exhaust(
        &mut self,
        puzzle: &Puzzle,
        solutions: &mut SolutionSink<'_>,
        budget: &Budget,
    ) -> Result<Answer<Count>, TaskError> {
        let engine = self.engine.as_mut();
        let result = engine.search(puzzle, budget, solutions);
        let report = result.map_err(|error| TaskError::failed(engine, puzzle, error))?;
        let found = solutions.count();
        let outcome = match report.end {
            End::Complete if found == 0 => {
                Count::Unsolvable(self.conflict(puzzle, &report, budget)?)
            }
            End::Complete => Count::Exactly(found),
            End::Stopped => Count::AtLeast(found),
            end => Count::Unknown(found, Limit::of_search(end, budget)),
        };
        Ok(Answer::unconfirmed(outcome, report))
    }

    /// Checks the result of an external solver for the formula of `puzzle`. A solution is verified;
    /// that there is none is checked by solving the puzzle.
    ///
    /// # Errors
    /// [`ResultError`] if the result is wrong or an engine fails.
    pub fn check_result(
        &mut self,
        puzzle: &Puzzle,
        result: SolverAnswer<Grid>,
    ) -> Result<Answer<Solution>, ResultError> {
        match result {
            SolverAnswer::Satisfiable(grid) => {
                verify(puzzle, &grid)?;
                Ok(Answer::without_search(Solution::Found(grid)))
            }
            SolverAnswer::Unknown(_) => {
                Ok(Answer::without_search(Solution::Unknown(Limit::Solver)))
            }
            SolverAnswer::Unsatisfiable(_) => {
                let answer = self.solve(puzzle)?;
                match answer.outcome {
                    Solution::Found(grid) => Err(ResultError::HasSolution(grid)),
                    Solution::Unsolvable(_) | Solution::Unknown(_) => Ok(answer),
                }
            }
        }
    }

    /// Checks the result of an external solver for the formula of `puzzle` with a blocking clause,
    /// which excludes one solution: if there is no other, the puzzle is unique. Either result is
    /// compared with [`Session::check`].
    ///
    /// # Errors
    /// [`ResultError`] if the result is wrong or an engine fails.
    pub fn check_blocked_result(
        &mut self,
        puzzle: &Puzzle,
        result: SolverAnswer<Grid>,
    ) -> Result<Answer<Verdict>, ResultError> {
        if let SolverAnswer::Unknown(_) = result {
            return Ok(Answer::without_search(Verdict::Unknown(Limit::Solver)));
        }
        if let SolverAnswer::Satisfiable(grid) = &result {
            verify(puzzle, grid)?;
        }
        let answer = self.check(puzzle)?;
        match (result, &answer.outcome) {
            (SolverAnswer::Satisfiable(_), Verdict::Unique(_)) => Err(ResultError::IsExcluded),
            (SolverAnswer::Satisfiable(grid), Verdict::Multiple([one, other])) => {
                let another = if *one == grid { other } else { one }.clone();
                Ok(answer.map(|_| Verdict::Multiple([another, grid])))
            }
            (SolverAnswer::Unsatisfiable(_), Verdict::Multiple(both)) => {
                Err(ResultError::HasAnother(both.clone()))
            }
            _ => Ok(answer),
        }
    }
}

/// Collects up to `limit` solutions and checks that they are distinct.
pub(super) fn distinct_solutions(
    engine: &mut dyn Engine,
    puzzle: &Puzzle,
    limit: u64,
    budget: &Budget,
) -> Result<(Vec<Grid>, Report), TaskError> {
    let found = engine
        .solutions(puzzle, limit, budget)
        .and_then(|(solutions, report)| {
            let mut numbered = solutions.iter().enumerate();
            if numbered.any(|(number, grid)| solutions[..number].contains(grid)) {
                return Err(EngineError::Repeated);
            }
            Ok((solutions, report))
        });
    found.map_err(|error| TaskError::failed(engine, puzzle, error))
}

impl Default for Session {
    /// Creates a session for the SAT engine with the reduced encoding. See [`Session::new`].
    fn default() -> Session {
        Session::new(Box::new(Sat::default()))
    }
}

impl Puzzle {
    /// Finds a solution, with a new default [`Session`]. For many puzzles, use one session and
    /// [`Session::solve`].
    ///
    /// ```
    /// use satdoku::Puzzle;
    ///
    /// let puzzle: Puzzle = "1.4...2..3.....4".parse()?;
    /// let solution = puzzle.solve()?;
    /// assert_eq!(solution.grid().unwrap().to_string(), "1243342143122134");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`TaskError`] if an engine fails or two disagree, never because of the puzzle.
    pub fn solve(&self) -> Result<Solution, TaskError> {
        Ok(Session::default().solve(self)?.outcome)
    }

    /// Determines whether the puzzle has one solution, several or none, with a new default
    /// [`Session`]. For many puzzles, use one session and [`Session::check`].
    ///
    /// ```
    /// use satdoku::Puzzle;
    ///
    /// let puzzle: Puzzle = "1.4...2..3.....4".parse()?;
    /// let verdict = puzzle.check()?;
    /// assert!(verdict.is_unique());
    /// assert_eq!(verdict.solution().unwrap().to_string(), "1243342143122134");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// See [`Puzzle::solve`].
    pub fn check(&self) -> Result<Verdict, TaskError> {
        Ok(Session::default().check(self)?.outcome)
    }
}
