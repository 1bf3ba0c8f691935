//! Reading the output of an external solver as a grid that solves the puzzle.

use super::cnf::Variable;
use super::decode::{DecodeError, decode};
use super::solver::{SolverAnswer, SolverLimit};
use super::solver_output::{OutputError, OutputProblem, SolverOutput, Status};
use super::var_map::VarMap;
use crate::board::{Candidate, Cell, Grid, Puzzle, Violation, verify};

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
    let place = OutputLines {
        output: &output,
        map,
    };
    let decoded = decode(puzzle.layout(), fixed, map, &output.model());
    let grid = decoded.map_err(|problem| OutputError {
        line: place.of_decode_error(&problem),
        problem: OutputProblem::Decode {
            problem,
            ends_early: output.ends_early(),
        },
    })?;
    verify(puzzle, &grid).map_err(|violation| OutputError {
        line: place.of_violation(&grid, &violation),
        problem: OutputProblem::Violation(violation),
    })?;
    Ok(SolverAnswer::Satisfiable(grid))
}

/// Adds the cell to a contradiction.
fn name_cell(puzzle: &Puzzle, map: &VarMap, mut error: OutputError) -> OutputError {
    if let OutputProblem::Contradiction { literal, candidate } = &mut error.problem {
        let variable = Variable::from_index(literal.unsigned_abs() as usize - 1);
        let found = map.candidate(variable);
        *candidate = found.map(|found| found.name(puzzle.size()));
    }
    error
}

/// A map from cells to lines of the output.
struct OutputLines<'a> {
    output: &'a SolverOutput,
    map: &'a VarMap,
}

impl OutputLines<'_> {
    /// Returns the line of the last literal of a cell's variables, counting only true ones if
    /// `true_ones`, or the end of the model if there is none.
    fn of_cell(&self, cell: Cell, true_ones: bool) -> usize {
        let model = self.output.model();
        let variables = self.map.variables_of(cell).map(|(variable, _)| variable);
        let counted = variables.filter(|variable| !true_ones || model.is_true(*variable));
        let lines = counted.filter_map(|variable| self.output.line_of(variable));
        lines.max().unwrap_or(self.end())
    }

    fn end(&self) -> usize {
        self.output.last_line().unwrap_or(1)
    }

    fn of_decode_error(&self, error: &DecodeError) -> usize {
        match error {
            DecodeError::NoDigit(cell) => self.of_cell(cell.cell(), false),
            DecodeError::TwoDigits { cell, .. } => self.of_cell(cell.cell(), true),
        }
    }

    fn of_violation(&self, grid: &Grid, violation: &Violation) -> usize {
        let lines = |cells: &[Cell]| {
            let candidates = cells.iter().filter_map(|cell| {
                let digit = grid.get(*cell)?;
                self.map.variable(Candidate { cell: *cell, digit })
            });
            let lines = candidates.filter_map(|variable| self.output.line_of(variable));
            lines.max().unwrap_or(self.end())
        };
        match violation {
            Violation::Given { given, .. } | Violation::Removed(given) => {
                lines(&[given.candidate().cell])
            }
            Violation::Repeated(clash) | Violation::Pair(clash) => lines(&clash.cells()),
            Violation::Blank(cell) => lines(&[cell.cell()]),
            Violation::Size { .. } | Violation::Digit { .. } => self.end(),
        }
    }
}
