//! One puzzle, step by step: how much of it is left after each, and how long each takes.

use std::time::Duration;

use cpu_time::ThreadTime;

use super::answer::{Confirmation, TaskError};
use super::findings::failure;
use super::session::Session;
use crate::Deadline;
use crate::board::{Grid, Puzzle};
use crate::engine::sat::{Counted, Sat};
use crate::engine::{End, EngineError};
use crate::sat::{ClauseSink, Encoding, Solver, SolverAnswer, Translation, Varisat};

/// The way of one puzzle to its verdict, as the engine `sat:reduced` goes it: measured anew here,
/// because reading the clock between the steps would slow the engine on small puzzles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Steps {
    /// Cells with a digit.
    pub givens: usize,
    /// Candidates of the cells that propagation leaves open: variables of the reduced encoding.
    pub candidates: usize,
    /// Clauses of the reduced encoding; where time ran out, those that were made by then.
    pub clauses: u64,
    /// How many solutions were found: 0, 1, or 2 for two and more. `None` where time ran out.
    pub solutions: Option<usize>,
    /// Whether `mrv` came to the same within its budget.
    pub is_confirmed: bool,
    /// CPU time of propagation: from the puzzle to the candidates that are left.
    pub propagate: Duration,
    /// CPU time of making the clauses and giving them to the solver.
    pub load: Duration,
    /// CPU time of the first solution.
    pub solve: Duration,
    /// CPU time of looking for a second solution.
    pub uniqueness: Duration,
    /// CPU time of the confirmation, whether it came to an end or not.
    pub confirm: Duration,
}

impl Steps {
    /// Goes the way of `check`, with `limit` for all but the confirmation. To be stopped costs the
    /// solver some time, so that the way is gone twice: with the limit, and then, if that was
    /// enough, without.
    ///
    /// # Errors
    /// When an engine fails or two disagree.
    pub fn of(puzzle: &Puzzle, limit: Duration) -> Result<Steps, TaskError> {
        let steps = Steps::within(puzzle, Some(Deadline::after(limit)))?;
        match steps.solutions {
            None => Ok(steps),
            Some(_) => Steps::within(puzzle, None),
        }
    }

    fn within(puzzle: &Puzzle, deadline: Option<Deadline>) -> Result<Steps, TaskError> {
        let mut session = Session::new(Box::new(Sat::new(Encoding::Reduced))).confirmed(None);
        let fault = |error: EngineError| {
            let engine = Sat::new(Encoding::Reduced);
            failure(&engine, puzzle, error)
        };
        let mut clock = Clock(ThreadTime::now());
        let translation = Translation::new(puzzle, Encoding::Reduced);
        let propagate = clock.lap();
        let mut steps = Steps {
            givens: puzzle.givens().filled().count(),
            candidates: translation.map().len(),
            clauses: 0,
            solutions: Some(0),
            is_confirmed: false,
            propagate,
            load: Duration::ZERO,
            solve: Duration::ZERO,
            uniqueness: Duration::ZERO,
            confirm: Duration::ZERO,
        };
        let mut grids: Vec<Grid> = Vec::new();
        let mut is_in_time = true;
        if translation.contradiction().is_none() {
            let mut solver = Counted {
                solver: Varisat::within(deadline),
                clauses: 0,
                deadline,
            };
            is_in_time = translation.write_clauses(&mut solver).is_ok();
            steps.load = clock.lap();
            steps.clauses = solver.clauses;
            for time in [&mut steps.solve, &mut steps.uniqueness] {
                if !is_in_time {
                    break;
                }
                let answer = solver.solver.solve().map_err(|error| fault(error.into()))?;
                *time = clock.lap();
                match answer {
                    SolverAnswer::Satisfiable(model) => {
                        let grid = translation.decode(&model);
                        let grid = grid.map_err(|error| fault(error.into()))?;
                        is_in_time = solver.clause(&translation.blocking_clause(&grid)).is_ok();
                        grids.push(grid);
                    }
                    SolverAnswer::Unsatisfiable(_) => break,
                    SolverAnswer::Unknown(_) => is_in_time = false,
                }
            }
        }
        if !is_in_time {
            steps.solutions = None;
            return Ok(steps);
        }
        steps.solutions = Some(grids.len());
        let end = match grids.len() {
            2 => End::Stopped,
            _ => End::Complete,
        };
        clock.lap();
        let confirmation = session.confirm(puzzle, 2, &grids, end, None)?;
        steps.confirm = clock.lap();
        steps.is_confirmed = confirmation == Confirmation::Confirmed;
        Ok(steps)
    }
}

/// CPU time of this thread, in laps.
struct Clock(ThreadTime);

impl Clock {
    /// The time since the last lap.
    fn lap(&mut self) -> Duration {
        let time = self.0.elapsed();
        self.0 = ThreadTime::now();
        time
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::puzzle;

    const HOUR: Duration = Duration::from_secs(3_600);
    const HARD: &str =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

    #[test]
    fn every_step_is_counted() {
        let steps = Steps::of(&puzzle("3x3", HARD), HOUR).unwrap();
        assert_eq!((steps.givens, steps.solutions), (21, Some(1)));
        assert!(steps.is_confirmed && steps.candidates > 81 && steps.clauses > 500);
        assert!(steps.solve > Duration::ZERO && steps.uniqueness > Duration::ZERO);
    }

    #[test]
    fn what_propagation_settles_has_no_clauses() {
        for (givens, solutions) in [("1234341221434...", 1), ("11..............", 0)] {
            let steps = Steps::of(&puzzle("2x2", givens), HOUR).unwrap();
            assert_eq!(steps.solutions, Some(solutions));
            assert_eq!(steps.candidates, 0);
            assert!(steps.is_confirmed);
        }
        let several = Steps::of(&puzzle("2x2", "12.............."), HOUR).unwrap();
        assert_eq!(several.solutions, Some(2));
    }

    #[test]
    fn without_time_nothing_is_known() {
        let steps = Steps::of(&puzzle("3x3", HARD), Duration::ZERO).unwrap();
        assert_eq!((steps.solutions, steps.is_confirmed), (None, false));
    }
}
