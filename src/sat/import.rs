//! Reading the output of an external solver as a grid that solves the puzzle.

use super::encode::Translation;
use super::formula::Variable;
use super::solve::{OutputError, SolverAnswer, SolverOutput, Status};
use crate::Limit;
use crate::board::{Candidate, Grid, verify};

/// Reads a solver's output for the formula of a translation.
///
/// A grid is a verified solution. An unsatisfiable result cannot be checked here.
///
/// # Errors
/// The line and the error, with the cell if there is one.
pub fn import(
    translation: &Translation<'_>,
    text: &str,
) -> Result<SolverAnswer<Grid>, OutputError> {
    let (puzzle, map) = (translation.puzzle(), translation.map());
    let output = SolverOutput::read(text, translation.variables()).map_err(|mut error| {
        if let Some(candidate) = error.variable.and_then(|variable| map.candidate(variable)) {
            error.problem += &format!(" ({})", candidate.name(puzzle.geometry()));
        }
        error
    })?;
    match output.status() {
        Status::Satisfiable => {}
        Status::Unsatisfiable => return Ok(SolverAnswer::Unsatisfiable(Vec::new())),
        Status::Unknown => return Ok(SolverAnswer::Unknown(Limit::Solver)),
    }
    let model = output.model()?;
    // The line is the last one that mentions one of the variables, or else the last one of the model.
    let error = |wrong: Vec<Variable>, problem| {
        let lines = wrong
            .iter()
            .filter_map(|variable| output.line_of(*variable));
        OutputError {
            line: lines.max().or(output.last_line()).unwrap_or(1),
            problem,
            variable: None,
        }
    };
    let grid = translation.decode(&model).map_err(|problem| {
        let cut_short = match output.ends_early() {
            true => "; the model does not end in 0, so it may be cut short",
            false => "",
        };
        let of_cell = map.variables_of(problem.cell.cell());
        let of_cell = of_cell.map(|(variable, _)| variable);
        let wrong = of_cell.filter(|at| problem.digits.is_empty() || model.is_true(*at));
        error(wrong.collect(), format!("{problem}{cut_short}"))
    })?;
    verify(puzzle, &grid).map_err(|violation| {
        let variable = |cell: &_| {
            let (cell, digit) = (*cell, grid.get(*cell)?);
            map.variable(Candidate { cell, digit })
        };
        let wrong = violation.cells.iter().filter_map(variable).collect();
        let problem = format!("the model does not solve this puzzle: {violation}");
        error(wrong, problem)
    })?;
    Ok(SolverAnswer::Satisfiable(grid))
}
