//! What an engine found, what it means that it stopped there, and what to say when it is wrong.

use std::ops::ControlFlow;

use super::answer::{Limit, TaskError};
use crate::Deadline;
use crate::board::{Grid, Puzzle};
use crate::engine::{Budget, End, Engine, EngineError, Report, SolutionSink};
use crate::sat::SolverLimit;

/// What an engine found when it was asked for up to a number of solutions.
pub(crate) struct Findings {
    pub solutions: Vec<Grid>,
    pub report: Report,
}

/// Up to `limit` solutions.
pub(crate) fn search(
    engine: &mut dyn Engine,
    puzzle: &Puzzle,
    limit: u64,
    budget: Budget,
) -> Result<Findings, TaskError> {
    let mut found: Vec<Grid> = Vec::new();
    let mut is_repeated = false;
    let mut receive = |grid: &Grid| {
        is_repeated |= found.contains(grid);
        found.push(grid.clone());
        ControlFlow::Continue(())
    };
    let mut solutions = SolutionSink::new(puzzle, limit, &mut receive);
    let result = match engine.search(puzzle, budget, &mut solutions) {
        Ok(_) if is_repeated => Err(EngineError::Repeated),
        result => result,
    };
    result
        .map(|report| Findings {
            solutions: found,
            report,
        })
        .map_err(|error| failure(engine, puzzle, error))
}

/// What an engine that failed on a puzzle makes of its answer.
pub(crate) fn failure(engine: &dyn Engine, puzzle: &Puzzle, error: EngineError) -> TaskError {
    let puzzle = puzzle.givens().to_string();
    match engine.external() {
        Some(_) => TaskError::External { puzzle, error },
        None => TaskError::Engine {
            engine: engine.name().to_string(),
            puzzle,
            error,
        },
    }
}

/// What it makes of an answer that the SAT solver of an engine failed on a puzzle.
pub(crate) fn solver_failure(
    engine: &dyn Engine,
    puzzle: &Puzzle,
    error: EngineError,
) -> TaskError {
    match engine.external() {
        Some(_) => failure(engine, puzzle, error),
        None => TaskError::Engine {
            engine: "sat".to_string(),
            puzzle: puzzle.givens().to_string(),
            error,
        },
    }
}

/// The error that an engine and the engine named `other` gave these different answers.
pub(crate) fn disagreement(
    engine: &dyn Engine,
    other: &str,
    puzzle: &Puzzle,
    answers: [String; 2],
) -> TaskError {
    let puzzle = puzzle.givens().to_string();
    match engine.external() {
        Some(solver) => TaskError::WrongAnswer {
            solver: solver.into(),
            engine: other.to_string(),
            puzzle: puzzle.into(),
            answers: answers.map(Box::from),
        },
        None => TaskError::Disagreement {
            engines: [engine.name(), other].map(String::from),
            puzzle,
            answers,
        },
    }
}

/// The limit that made a search end like this, which had this budget.
pub(crate) fn limit_of(end: End, budget: Budget) -> Limit {
    match (end, budget.deadline) {
        (End::OutOfTime, Some(deadline)) => limit_of_time(deadline),
        (End::GaveUp, _) => Limit::Solver,
        (End::TooLarge, _) => Limit::Size,
        (End::OutOfMemory, _) => Limit::Memory(budget.memory),
        _ => Limit::Nodes(budget.nodes),
    }
}

fn limit_of_time(deadline: Deadline) -> Limit {
    if deadline.is_interrupted() {
        Limit::Interrupt
    } else {
        Limit::Time(deadline.duration())
    }
}

/// The limit that made a SAT solver give up, which had this budget.
pub(crate) fn limit_of_solver(limit: SolverLimit, budget: Budget) -> Limit {
    match (limit, budget.deadline) {
        (SolverLimit::Time, Some(deadline)) => limit_of_time(deadline),
        _ => Limit::Solver,
    }
}

/// What an engine says, for the report of a disagreement.
pub(crate) fn describe(solutions: &[Grid], end: End) -> String {
    let number = match end {
        End::Complete => format!("{} in all", solutions.len()),
        _ => format!("at least {}", solutions.len()),
    };
    let grids: String = solutions.iter().map(|grid| format!(" {grid}")).collect();
    format!("{number}{grids}")
}
