//! What is still possible in each cell.

use super::answer::TaskError;
use super::conflict::Conflict;
use crate::board::{Puzzle, verify};
use crate::engine::EngineError;
use crate::propagate::Candidates;
use crate::sat::{ClauseSink, Literal, Solver, SolverAnswer, Translation, Varisat};

/// The candidates that singles and intersections leave.
///
/// # Errors
/// The conflict, if propagation refutes the puzzle.
pub fn propagated_candidates(puzzle: &Puzzle) -> Result<Candidates, Conflict> {
    let mut candidates = Candidates::new(puzzle);
    match (candidates.propagate(), puzzle.clash()) {
        (Ok(()), _) => Ok(candidates),
        (Err(_), Some(clash)) => Err(Conflict::Clash(clash)),
        (Err(contradiction), None) => Err(Conflict::Contradiction(contradiction)),
    }
}

/// The candidates that occur in some solution, and how many calls of the SAT solver it took to
/// tell.
///
/// Every model proves all of its candidates at once. A clause then asks for a model with one that
/// is not proved yet; when there is none, all others are impossible. So there are fewer calls than
/// candidates: some 450 for the 729 of an empty 9×9 board, a handful where few are open.
///
/// # Errors
/// A [`TaskError`] when the solver fails, and inside of it the conflict if there is no solution.
pub fn exact_candidates(puzzle: &Puzzle) -> Result<Result<(Candidates, u64), Conflict>, TaskError> {
    let mut candidates = match propagated_candidates(puzzle) {
        Ok(candidates) => candidates,
        Err(conflict) => return Ok(Err(conflict)),
    };
    let translation = Translation::of_candidates(puzzle, candidates.clone());
    let failed = |error: EngineError| TaskError::Engine {
        engine: "sat".to_string(),
        puzzle: puzzle.givens().to_string(),
        error,
    };
    let mut solver = Varisat::default();
    let Ok(()) = translation.write_clauses(&mut solver);
    let mut is_proved = vec![false; translation.map().len()];
    let mut calls = 0;
    loop {
        calls += 1;
        let answer = solver.solve().and_then(SolverAnswer::into_model);
        let Some(model) = answer.map_err(|error| failed(error.into()))? else {
            break;
        };
        let grid = translation
            .decode(&model)
            .map_err(|error| failed(error.into()))?;
        verify(puzzle, &grid).map_err(|error| failed(error.into()))?;
        for candidate in grid.filled() {
            if let Some(variable) = translation.map().variable(candidate) {
                is_proved[variable.index()] = true;
            }
        }
        let unproved = translation
            .map()
            .iter()
            .filter(|(variable, _)| !is_proved[variable.index()]);
        let another: Vec<Literal> = unproved.map(|(variable, _)| variable.positive()).collect();
        let Ok(()) = solver.clause(&another);
    }
    if calls == 1 {
        return Ok(Err(Conflict::Search));
    }
    candidates.retain(|candidate| {
        let variable = translation.map().variable(candidate);
        variable.is_none_or(|variable| is_proved[variable.index()])
    });
    Ok(Ok((candidates, calls)))
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::engine::{Budget, Engine, SolutionSink, mrv::Mrv};
    use crate::testing::random_puzzles;

    #[test]
    fn exact_candidates_are_those_of_all_solutions() {
        let mut several = 0;
        for puzzle in random_puzzles(&["2x2", "2x3"], 60) {
            let mut occurs = vec![false; puzzle.size().pow(3)];
            let mut receive = |grid: &crate::board::Grid| {
                for at in grid.filled() {
                    occurs[at.cell.index() * puzzle.size() + at.digit.index()] = true;
                }
                ControlFlow::Continue(())
            };
            let mut solutions = SolutionSink::new(&puzzle, 20_000, &mut receive);
            let report = Mrv::default().search(&puzzle, Budget::UNLIMITED, &mut solutions);
            if report.unwrap().end != crate::engine::End::Complete {
                continue;
            }
            let count = solutions.count();
            several += u64::from(count > 1);
            match exact_candidates(&puzzle).unwrap() {
                Err(_) => assert_eq!(count, 0, "{}", puzzle.givens()),
                Ok((candidates, _)) => {
                    let expected = occurs.iter().filter(|occurs| **occurs).count();
                    assert_eq!(candidates.iter().count(), expected, "{}", puzzle.givens());
                    for at in candidates.iter() {
                        let index = at.cell.index() * puzzle.size() + at.digit.index();
                        assert!(occurs[index], "{}", puzzle.givens());
                    }
                }
            }
        }
        assert!(several > 10);
    }

    #[test]
    fn an_empty_board_takes_few_calls() {
        let empty = Puzzle::empty("3x3".parse().unwrap());
        let (candidates, calls) = exact_candidates(&empty).unwrap().unwrap();
        assert_eq!(candidates.iter().count(), 729);
        assert!(calls < 600, "{calls}");
    }
}
