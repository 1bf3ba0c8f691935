//! Asking an engine, and a second one whether that is true.

use std::mem::take;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use super::answer::{Answer, Confirmation, Count, Limit, Solution, TaskError, Verdict};
#[cfg(doc)]
use super::conflict::Conflict;
use super::search::{Findings, describe, disagreement, failure, limit_of, search, solver_failure};
use crate::Deadline;
use crate::board::{Grid, Puzzle};
use crate::engine::{Budget, End, Engine, EngineError, Report, SolutionSink, mrv, sat};

/// An engine that answers questions about puzzles, and the native MRV engine that confirms them.
///
/// A session keeps the working memory of its engines: use one for many puzzles.
pub struct Session {
    engine: Box<dyn Engine>,
    budget: Budget,
    timeout: Option<Duration>,
    /// Who confirms, within which budget; `None` is the one that the size of the board gives.
    confirmation: Option<(mrv::Mrv, Option<Budget>)>,
    gives_reasons: bool,
}

impl Session {
    /// How many nodes the MRV engine may look at to confirm one answer on a 9×9 board, unless told
    /// otherwise. The hardest puzzles take some thousands.
    pub const CONFIRMATION_NODES: u64 = 100_000;

    /// How many nodes the MRV engine may look at to confirm one answer about `puzzle`, unless told
    /// otherwise: [`Session::CONFIRMATION_NODES`] up to 9×9, and on larger boards fewer in
    /// proportion to their cells, because each node takes longer there. What this allows takes
    /// about as long on any board, a fraction of a second, and does not depend on the machine.
    pub fn confirmation_nodes(puzzle: &Puzzle) -> u64 {
        let cells = puzzle.layout().cell_count().max(81) as u64;
        (Session::CONFIRMATION_NODES * 81 / cells).max(1)
    }

    /// A session that asks `engine`, without a budget, confirmation and reasons.
    pub fn new(engine: Box<dyn Engine>) -> Session {
        Session {
            engine,
            budget: Budget::UNLIMITED,
            timeout: None,
            confirmation: None,
            gives_reasons: false,
        }
    }

    /// The same session, with every answer confirmed by the MRV engine as far as `budget` goes;
    /// `None` is [`Session::confirmation_nodes`].
    ///
    /// Answers of the MRV engine itself stay unconfirmed: it would only repeat itself.
    pub fn confirmed(self, budget: Option<Budget>) -> Session {
        let is_mrv = self.engine.name() == mrv::NAME;
        Session {
            confirmation: (!is_mrv).then(|| (mrv::Mrv::default(), budget)),
            ..self
        }
    }

    /// The same session, which says of a puzzle without solutions which givens contradict each
    /// other, if its board is small enough ([`Conflict::MOST_CLAUSES`]). That takes longer than the
    /// answer itself: some milliseconds at 9×9, and at most some 50. Where more would be needed, the
    /// [`Conflict`] is not minimal or not known, on every machine alike.
    pub fn with_reasons(self) -> Session {
        Session {
            gives_reasons: true,
            ..self
        }
    }

    /// The same session, with a budget for the engine.
    pub fn with_budget(self, budget: Budget) -> Session {
        Session { budget, ..self }
    }

    /// Changes the budget of the engine.
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// The name of the engine.
    pub fn engine(&self) -> &str {
        self.engine.name()
    }

    /// The same session, with this much time for each puzzle, the confirmation included. A puzzle
    /// that takes longer is unknown; one that is answered but not confirmed by then is not
    /// confirmed.
    pub fn with_timeout(self, timeout: Duration) -> Session {
        Session {
            timeout: Some(timeout),
            ..self
        }
    }

    pub(super) fn engine_ref(&self) -> &dyn Engine {
        self.engine.as_ref()
    }

    pub(super) fn engine_mut(&mut self) -> &mut dyn Engine {
        self.engine.as_mut()
    }

    pub(super) fn gives_reasons(&self) -> bool {
        self.gives_reasons
    }

    /// The error that the SAT solver of the engine failed at a puzzle.
    pub(super) fn solver_failure(&self, puzzle: &Puzzle, error: EngineError) -> TaskError {
        solver_failure(self.engine.as_ref(), puzzle, error)
    }

    /// A budget for a puzzle whose time begins now.
    pub(super) fn start(&self) -> Budget {
        Budget {
            deadline: match (self.timeout, self.budget.deadline) {
                (Some(timeout), outer) => Some(Deadline::within(timeout, outer)),
                (None, outer) => outer,
            },
            ..self.budget
        }
    }

    /// A solution of `puzzle`.
    ///
    /// ```
    /// use satdoku::board::Puzzle;
    /// use satdoku::task::{Session, Solution};
    ///
    /// let puzzle: Puzzle = "1.4...2..3.....4".parse()?;
    /// match Session::default().solve(&puzzle)?.outcome {
    ///     Solution::Found(grid) => assert_eq!(grid.to_string(), "1243342143122134"),
    ///     Solution::None(conflict) => println!("no solution: {conflict}"),
    ///     Solution::Unknown(limit) => println!("{limit}"),
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`TaskError`] when an engine fails or two disagree, never because of the puzzle.
    pub fn solve(&mut self, puzzle: &Puzzle) -> Result<Answer<Solution>, TaskError> {
        let budget = self.start();
        let mut asked = self.ask(puzzle, 1, budget)?;
        let outcome = match (asked.solutions.pop(), asked.limit) {
            (Some(solution), _) => Solution::Found(solution),
            (None, None) => Solution::None(self.conflict(puzzle, &asked.report, budget)?),
            (None, Some(limit)) => Solution::Unknown(limit),
        };
        Ok(asked.answer(outcome))
    }

    /// Whether `puzzle` has one solution, several or none.
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
    /// [`TaskError`] when an engine fails or two disagree, never because of the puzzle.
    pub fn check(&mut self, puzzle: &Puzzle) -> Result<Answer<Verdict>, TaskError> {
        self.check_within(puzzle, self.start())
    }

    /// [`Session::check`] within this budget.
    pub(super) fn check_within(
        &mut self,
        puzzle: &Puzzle,
        budget: Budget,
    ) -> Result<Answer<Verdict>, TaskError> {
        let mut asked = self.ask(puzzle, 2, budget)?;
        let mut solutions = take(&mut asked.solutions).into_iter();
        let outcome = match (solutions.next(), solutions.next(), asked.limit) {
            (Some(one), Some(other), _) => Verdict::Multiple([one, other]),
            (_, _, Some(limit)) => Verdict::Unknown(limit),
            (Some(solution), _, None) => Verdict::Unique(solution),
            (None, ..) => Verdict::None(self.conflict(puzzle, &asked.report, budget)?),
        };
        Ok(asked.answer(outcome))
    }

    /// How many solutions `puzzle` has, counted up to `limit`. This is not confirmed.
    ///
    /// ```
    /// use satdoku::board::Puzzle;
    /// use satdoku::task::{Count, Session};
    ///
    /// let empty = Puzzle::empty("2x2".parse()?);
    /// let mut session = Session::default();
    /// assert_eq!(session.count(&empty, 1_000)?.outcome, Count::Exactly(288));
    /// assert_eq!(session.count(&empty, 100)?.outcome, Count::AtLeast(100));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`TaskError`] when an engine fails, never because of the puzzle.
    pub fn count(&mut self, puzzle: &Puzzle, limit: u64) -> Result<Answer<Count>, TaskError> {
        self.exhaust(puzzle, &mut SolutionSink::counting(puzzle, limit))
    }

    /// [`Session::count`] that adds each solution to `counter`, where another thread sees how far it
    /// is. With [`Deadline::or_at`] in the budget, that thread can end it.
    ///
    /// # Errors
    /// As there.
    pub fn count_in(
        &mut self,
        puzzle: &Puzzle,
        limit: u64,
        counter: &AtomicU64,
    ) -> Result<Answer<Count>, TaskError> {
        let solutions = SolutionSink::counting(puzzle, limit);
        self.exhaust(puzzle, &mut solutions.with_counter(counter))
    }

    /// Hands different solutions of `puzzle` to `receive` as they are found, up to `limit` of them
    /// or until it breaks off, and says how many there were. This is not confirmed; every solution
    /// is verified, as always.
    ///
    /// # Errors
    /// [`TaskError`] when an engine fails, never because of the puzzle.
    pub fn enumerate(
        &mut self,
        puzzle: &Puzzle,
        limit: u64,
        receive: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Result<Answer<Count>, TaskError> {
        self.exhaust(puzzle, &mut SolutionSink::new(puzzle, limit, receive))
    }

    /// Lets the engine search for as long as `solutions` wants more.
    fn exhaust(
        &mut self,
        puzzle: &Puzzle,
        solutions: &mut SolutionSink<'_>,
    ) -> Result<Answer<Count>, TaskError> {
        let budget = self.start();
        let result = self.engine.search(puzzle, budget, solutions);
        let report = result.map_err(|error| failure(self.engine.as_ref(), puzzle, error))?;
        let found = solutions.count();
        Ok(Answer {
            outcome: match report.end {
                End::Complete if found == 0 => Count::None(self.conflict(puzzle, &report, budget)?),
                End::Complete => Count::Exactly(found),
                End::Stopped => Count::AtLeast(found),
                end => Count::Unknown(found, limit_of(end, budget)),
            },
            confirmation: Confirmation::NotAsked,
            report,
        })
    }

    /// Asks for up to `limit` solutions and has that confirmed.
    fn ask(&mut self, puzzle: &Puzzle, limit: u64, budget: Budget) -> Result<Asked, TaskError> {
        let Findings { solutions, report } = search(self.engine.as_mut(), puzzle, limit, budget)?;
        let confirmation = self.confirm(puzzle, limit, &solutions, report.end, budget.deadline)?;
        let is_cut_short = report.end.is_cut_short();
        Ok(Asked {
            limit: is_cut_short.then(|| limit_of(report.end, budget)),
            solutions,
            confirmation,
            report,
        })
    }

    /// Lets the MRV engine look for the same number of solutions and compares.
    pub(super) fn confirm(
        &mut self,
        puzzle: &Puzzle,
        limit: u64,
        solutions: &[Grid],
        end: End,
        deadline: Option<Deadline>,
    ) -> Result<Confirmation, TaskError> {
        let Some((mrv, budget)) = &mut self.confirmation else {
            return Ok(Confirmation::NotAsked);
        };
        if end.is_cut_short() {
            return Ok(Confirmation::NotAsked);
        }
        let usual = Budget::of_nodes(Session::confirmation_nodes(puzzle));
        let budget = budget.unwrap_or(usual);
        let budget = Budget {
            deadline: deadline.or(budget.deadline),
            memory: budget.memory.min(self.budget.memory),
            ..budget
        };
        let own = search(mrv, puzzle, limit, budget)?;
        let knows_all = end == End::Complete;
        let has_new = || own.solutions.iter().any(|grid| !solutions.contains(grid));
        let contradicts = match own.report.end {
            // Both have seen everything, or one has and the other has found as many as asked for.
            End::Complete => own.solutions.len() != solutions.len() || (knows_all && has_new()),
            End::Stopped => knows_all,
            _ => knows_all && has_new(),
        };
        if contradicts {
            let answers = [
                describe(solutions, end),
                describe(&own.solutions, own.report.end),
            ];
            return Err(disagreement(
                self.engine.as_ref(),
                mrv::NAME,
                puzzle,
                answers,
            ));
        }
        Ok(match own.report.end {
            end if end.is_cut_short() => Confirmation::GaveUp(limit_of(end, budget)),
            _ => Confirmation::Confirmed,
        })
    }
}

/// What an engine found and what the MRV engine says of that.
struct Asked {
    solutions: Vec<Grid>,
    /// The limit that ran out before the search was over.
    limit: Option<Limit>,
    confirmation: Confirmation,
    report: Report,
}

impl Asked {
    fn answer<T>(self, outcome: T) -> Answer<T> {
        Answer {
            outcome,
            confirmation: self.confirmation,
            report: self.report,
        }
    }
}

impl Default for Session {
    /// The SAT engine with the reduced encoding, confirmed by the MRV engine within
    /// [`Session::confirmation_nodes`], with reasons.
    fn default() -> Session {
        let engine = Box::new(sat::Sat::default());
        Session::new(engine).confirmed(None).with_reasons()
    }
}

#[cfg(test)]
mod tests {
    use super::super::answer::Confirmation::*;
    use super::*;
    use crate::engine::{EngineError, Work};
    use crate::testing::puzzle;

    const SOLUTION: &str = "1234341221434321";

    #[test]
    fn sessions_go_to_other_threads() {
        fn is_send<T: Send>(_: T) {}
        is_send(Session::default());
    }

    /// An engine that says what it is told to say.
    struct Parrot(Vec<&'static str>, End);

    impl Engine for Parrot {
        fn name(&self) -> &'static str {
            "parrot"
        }

        fn search(
            &mut self,
            _: &Puzzle,
            _: Budget,
            solutions: &mut SolutionSink<'_>,
        ) -> Result<Report, EngineError> {
            for grid in &self.0 {
                let _ = solutions.deliver(puzzle("2x2", grid).givens())?;
            }
            Ok(Report {
                end: self.1,
                contradiction: None,
                work: Work::default(),
            })
        }
    }

    fn ask(says: Vec<&'static str>, end: End, givens: &str) -> Result<Answer<Verdict>, TaskError> {
        let session = Session::new(Box::new(Parrot(says, end)));
        let budget = Budget::of_nodes(1_000);
        session
            .confirmed(Some(budget))
            .check(&puzzle("2x2", givens))
    }

    #[test]
    fn a_wrong_grid_or_a_repeated_one_never_leaves() {
        let error = ask(vec!["1234341221434312"], End::Stopped, "................").unwrap_err();
        assert!(matches!(error, TaskError::Engine { .. }), "{error}");
        let error = ask(vec![SOLUTION, SOLUTION], End::Stopped, "................").unwrap_err();
        assert!(matches!(error, TaskError::Engine { .. }), "{error}");
    }

    #[test]
    fn every_lie_about_the_number_of_solutions_is_a_disagreement() {
        for (says, end, givens) in [
            // Denies the one solution, denies all of many, denies all but one.
            (vec![], End::Complete, "1234341221434..."),
            (vec![], End::Complete, "................"),
            (vec![SOLUTION], End::Complete, "................"),
        ] {
            let error = ask(says, end, givens).unwrap_err();
            assert!(matches!(error, TaskError::Disagreement { .. }), "{error}");
            assert!(error.to_string().contains(givens), "{error}");
        }
    }

    #[test]
    fn what_is_true_is_confirmed() {
        let answer = ask(vec![SOLUTION], End::Complete, "1234341221434...").unwrap();
        assert_eq!(answer.confirmation, Confirmed);
        assert_eq!(answer.outcome.name(), "unique");
        let answer = ask(vec![], End::Complete, "11..............").unwrap();
        assert_eq!(answer.confirmation, Confirmed);
        let Verdict::None(conflict) = answer.outcome else {
            panic!("not none");
        };
        assert_eq!(conflict.to_string(), "r1c1=1 and r1c2=1 in row 1");
    }

    #[test]
    fn an_engine_that_gives_up_is_unknown_and_not_confirmed() {
        let answer = ask(vec![SOLUTION], End::OutOfBudget, "................").unwrap();
        assert_eq!(answer.confirmation, NotAsked);
        assert_eq!(answer.outcome.name(), "unknown");
    }

    #[test]
    fn a_confirmation_that_runs_out_of_nodes_is_no_refusal() {
        let session = Session::default().confirmed(Some(Budget::of_nodes(1)));
        let empty = puzzle("2x2", "................");
        let answer = { session }.check(&empty).unwrap();
        assert_eq!(answer.outcome.name(), "multiple");
        assert_eq!(answer.confirmation, GaveUp(Limit::Nodes(1)));
    }

    #[test]
    fn a_confirmation_costs_about_the_same_on_every_board() {
        let nodes =
            |shape: &str| Session::confirmation_nodes(&Puzzle::empty(shape.parse().unwrap()));
        assert_eq!(nodes("2x2"), Session::CONFIRMATION_NODES);
        assert_eq!(nodes("3x3"), Session::CONFIRMATION_NODES);
        assert_eq!(nodes("6x6"), Session::CONFIRMATION_NODES / 16);
        assert_eq!(nodes("20x20"), 50);
    }

    #[test]
    fn solutions_are_counted_up_to_a_limit() {
        let mut session = Session::default();
        let mut count = |givens, limit| {
            let mut go_on = |_: &Grid| ControlFlow::Continue(());
            let answer = session.enumerate(&puzzle("2x2", givens), limit, &mut go_on);
            answer.unwrap().outcome
        };
        assert_eq!(count("................", 1_000), Count::Exactly(288));
        assert_eq!(count("................", 288), Count::AtLeast(288));
        assert_eq!(count("................", 10), Count::AtLeast(10));
        assert!(matches!(count("11..............", 10), Count::None(_)));
    }

    #[test]
    fn a_session_without_time_knows_nothing_and_says_why() {
        for entry in crate::engine::ENGINES {
            let session = Session::new(entry.make()).confirmed(None);
            let mut session = session.with_timeout(Duration::ZERO);
            let answer = session.check(&puzzle("2x2", "1...............")).unwrap();
            assert_eq!(
                answer.outcome,
                Verdict::Unknown(Limit::Time(Duration::ZERO))
            );
            assert_eq!(answer.confirmation, NotAsked, "{}", entry.name);
        }
    }

    #[test]
    fn mrv_does_not_confirm_itself() {
        let session = Session::new(Box::new(mrv::Mrv::default()));
        let mut session = session.confirmed(None);
        let answer = session.solve(&puzzle("2x2", "1234341221434...")).unwrap();
        assert_eq!(answer.confirmation, NotAsked);
    }
}
