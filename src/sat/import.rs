//! Reading the output of an external solver as a grid that solves the puzzle.

use super::cnf::Variable;
use super::decode::{DecodeError, decode};
use super::solver::{SolverAnswer, SolverLimit};
use super::solver_output::{OutputError, OutputProblem, SolverOutput, Status};
use super::var_map::VarMap;
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
        Status::Unknown => return Ok(SolverAnswer::Unknown(SolverLimit::Own)),
    }
    let decoded = decode(puzzle.layout(), fixed, map, &output.model());
    let grid = decoded.map_err(|problem| OutputError {
        line: line_of_decode_error(&output, map, &problem),
        problem: OutputProblem::Decode {
            problem,
            ends_early: output.ends_early(),
        },
    })?;
    verify(puzzle, &grid).map_err(|violation| OutputError {
        line: line_of_violation(&output, map, &grid, &violation),
        problem: OutputProblem::Violation(violation),
    })?;
    Ok(SolverAnswer::Satisfiable(grid))
}

/// Adds the cell to a contradiction.
fn name_cell(puzzle: &Puzzle, map: &VarMap, mut error: OutputError) -> OutputError {
    if let OutputProblem::Contradiction { literal, candidate } = &mut error.problem {
        let variable = Variable::from_index(literal.unsigned_abs() as usize - 1);
        let found = map.candidate(variable);
        *candidate = found.map(|found| found.name(puzzle.geometry()));
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

fn line_of_decode_error(output: &SolverOutput, map: &VarMap, error: &DecodeError) -> usize {
    let variables = |cell: &CellName| map.variables_of(cell.cell()).map(|(variable, _)| variable);
    match error {
        DecodeError::NoDigit(cell) => line_of(output, variables(cell)),
        DecodeError::TwoDigits { cell, .. } => {
            let model = output.model();
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
    let cells = match violation {
        Violation::Given { given, .. } | Violation::Removed(given) => vec![given.candidate().cell],
        Violation::Repeated(clash) | Violation::Pair(clash) => clash.cells().to_vec(),
        Violation::Constraint(broken) => broken.cells.clone(),
        Violation::Blank(cell) => vec![cell.cell()],
        Violation::Board(_) => Vec::new(),
    };
    let candidates = cells.into_iter().filter_map(|cell| {
        let digit = grid.get(cell)?;
        map.variable(Candidate { cell, digit })
    });
    line_of(output, candidates)
}
