//! Reading the output of an external solver as a grid that solves the puzzle.

use super::decode::{DecodeError, decode};
use super::encode::VarMap;
use super::formula::{Model, Variable};
use super::solve::{OutputError, SolverAnswer, SolverOutput, Status};
use crate::Limit;
use crate::board::{Candidate, CellName, Grid, Puzzle, Violation, verify};

/// Reads a solver's output for a formula of `puzzle`. The variables are those of `map`; the cells
/// in `fixed` have none.
///
/// A grid is a verified solution. An unsatisfiable result cannot be checked here.
///
/// # Errors
/// The line and the error, with the cell if there is one.
pub fn import(
    puzzle: &Puzzle,
    fixed: &Grid,
    map: &VarMap,
    text: &str,
) -> Result<SolverAnswer<Grid>, OutputError> {
    let output =
        SolverOutput::read(text, map.variables()).map_err(|error| name_cell(puzzle, map, error))?;
    match output.status() {
        Status::Satisfiable => {}
        Status::Unsatisfiable => return Ok(SolverAnswer::Unsatisfiable(Vec::new())),
        Status::Unknown => return Ok(SolverAnswer::Unknown(Limit::Solver)),
    }
    let model = output.model()?;
    let error = |line, problem| OutputError {
        line,
        problem,
        variable: None,
    };
    let grid = decode(puzzle.layout(), fixed, map, &model).map_err(|problem| {
        let cut_short = match output.ends_early() {
            true => "; the model does not end in 0, so it may be cut short",
            false => "",
        };
        let line = line_of_decode_error(&output, &model, map, &problem);
        error(line, format!("{problem}{cut_short}"))
    })?;
    verify(puzzle, &grid).map_err(|violation| {
        let line = line_of_violation(&output, map, &grid, &violation);
        error(
            line,
            format!("the model does not solve this puzzle: {violation}"),
        )
    })?;
    Ok(SolverAnswer::Satisfiable(grid))
}

/// Adds the candidate of the variable that an error is about.
fn name_cell(puzzle: &Puzzle, map: &VarMap, mut error: OutputError) -> OutputError {
    if let Some(candidate) = error.variable.and_then(|variable| map.candidate(variable)) {
        error.problem += &format!(" ({})", candidate.name(puzzle.geometry()));
    }
    error
}

/// Returns the last line of the output that mentions one of the variables, or else the last line of
/// the model.
fn line_of(output: &SolverOutput, variables: impl Iterator<Item = Variable>) -> usize {
    let lines = variables.filter_map(|variable| output.line_of(variable));
    let line = lines.max().or(output.last_line());
    line.unwrap_or(1)
}

fn line_of_decode_error(
    output: &SolverOutput,
    model: &Model,
    map: &VarMap,
    error: &DecodeError,
) -> usize {
    let variables = |cell: &CellName| map.variables_of(cell.cell()).map(|(variable, _)| variable);
    match error {
        DecodeError::NoDigit(cell) => line_of(output, variables(cell)),
        DecodeError::TwoDigits { cell, .. } => {
            line_of(output, variables(cell).filter(|v| model.is_true(*v)))
        }
    }
}

fn line_of_violation(
    output: &SolverOutput,
    map: &VarMap,
    grid: &Grid,
    violation: &Violation,
) -> usize {
    let candidates = violation.cells.iter().filter_map(|&cell| {
        let digit = grid.get(cell)?;
        map.variable(Candidate { cell, digit })
    });
    line_of(output, candidates)
}
