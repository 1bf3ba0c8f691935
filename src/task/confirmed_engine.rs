//! An engine whose answers are confirmed by the MRV engine.

use super::conflict::Conflict;
use super::error::{TaskError, describe};
use super::mus::find_conflict;
use super::verdict::{Answer, Confirmation, Limit, Verdict};
use crate::board::{Grid, Puzzle};
use crate::engine::mrv::{self, Mrv};
use crate::engine::sat::solver_of;
use crate::engine::{Budget, End, Engine, EngineError, Report};
use crate::sat::Solver;

/// The number of nodes of a confirmation on 9×9 boards and smaller ones.
pub(super) const CONFIRMATION_NODES: u64 = 100_000;

/// Returns the default number of nodes of a confirmation. With drawn constraints, a node takes about
/// 20 µs instead of 4, and what is not confirmed within half a second rarely is within two.
pub(super) fn confirmation_nodes(puzzle: &Puzzle) -> u64 {
    let cells = puzzle.layout().cell_count().max(81) as u64;
    let most = match puzzle.layout().constraints() {
        [] => CONFIRMATION_NODES,
        _ => CONFIRMATION_NODES / 5,
    };
    (most * 81 / cells).max(1)
}

/// An engine and, if wanted, the MRV engine to confirm its answers.
pub(super) struct ConfirmedEngine {
    pub engine: Box<dyn Engine>,
    /// The budget of the confirmation is `None` for [`confirmation_nodes`].
    pub confirmation: Option<(Mrv, Option<Budget>)>,
    /// True if the [`Conflict`] of a puzzle without a solution is computed.
    pub gives_reasons: bool,
}

/// The solutions that an engine found.
pub(super) struct Findings {
    pub solutions: Vec<Grid>,
    /// The limit that ended the search early.
    pub limit: Option<Limit>,
    confirmation: Confirmation,
    pub report: Report,
}

impl Findings {
    /// Returns the answer to which these findings lead.
    pub fn answer<T>(self, outcome: T) -> Answer<T> {
        Answer {
            outcome,
            confirmation: self.confirmation,
            report: self.report,
        }
    }
}

impl ConfirmedEngine {
    /// Looks for up to `limit` solutions and has the result confirmed.
    pub fn search(
        &mut self,
        puzzle: &Puzzle,
        limit: u64,
        budget: Budget,
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

    /// Returns the confirmed verdict about `puzzle`.
    pub fn check(&mut self, puzzle: &Puzzle, budget: Budget) -> Result<Answer<Verdict>, TaskError> {
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
    pub fn conflict(
        &self,
        puzzle: &Puzzle,
        report: &Report,
        budget: Budget,
    ) -> Result<Conflict, TaskError> {
        if self.gives_reasons {
            find_conflict(self.engine.as_ref(), puzzle, report, budget)
        } else {
            Ok(Conflict::without_search(
                puzzle,
                report.contradiction.clone(),
            ))
        }
    }

    /// Returns a new SAT solver of the kind that the engine uses.
    pub fn solver(&self, budget: Budget) -> Box<dyn Solver> {
        solver_of(self.engine.as_ref(), budget.deadline)
    }

    /// Returns the error for a failure of that solver.
    pub fn solver_failed(&self, puzzle: &Puzzle, error: EngineError) -> TaskError {
        TaskError::solver_failed(self.engine.as_ref(), puzzle, error)
    }

    /// Lets the MRV engine look for the same number of solutions and compares.
    fn confirm(
        &mut self,
        puzzle: &Puzzle,
        limit: u64,
        solutions: &[Grid],
        end: End,
        search_budget: Budget,
    ) -> Result<Confirmation, TaskError> {
        let Some((mrv, budget)) = &mut self.confirmation else {
            return Ok(Confirmation::NotAsked);
        };
        if end.is_cut_short() {
            return Ok(Confirmation::NotAsked);
        }
        let default = Budget::of_nodes(confirmation_nodes(puzzle));
        let budget = budget.unwrap_or(default);
        let budget = Budget {
            deadline: search_budget.deadline.or(budget.deadline),
            memory: budget.memory.min(search_budget.memory),
            ..budget
        };
        let (own, report) = distinct_solutions(mrv, puzzle, limit, budget)?;
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
            end if end.is_cut_short() => Confirmation::GaveUp(Limit::of_search(end, budget)),
            _ => Confirmation::Confirmed,
        })
    }
}

/// Collects up to `limit` solutions and checks that they are distinct.
pub(super) fn distinct_solutions(
    engine: &mut dyn Engine,
    puzzle: &Puzzle,
    limit: u64,
    budget: Budget,
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
