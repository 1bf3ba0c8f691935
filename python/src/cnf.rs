//! Clauses, models and certificates.

use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict, PyInt, PyList, PyTuple};
use satdoku::board::{self, Candidate, Grid, verify};
use satdoku::sat::{
    ClauseSink, Cnf, Encoding, Literal, ProofFormat, Translation, Variable, write_dimacs,
};
use satdoku::task::{ClueFormula, clue_formula};
use satdoku_answer::{Asker, certify};

use crate::answer::{Object, about};
use crate::error::{bug, failed, unanswered, value_error};
use crate::job;
use crate::puzzle::Puzzle;
use crate::questions::Search;

/// The clauses that become Python lists between two looks for a signal.
const CLAUSES: usize = 10_000;

#[pymethods]
impl Puzzle {
    /// Translates the puzzle into clauses, in the encoding `"minimal"`, `"efficient"`, `"extended"` or
    /// `"reduced"`. `block_solution` excludes a solution, which takes up to `timeout` seconds to find.
    /// `assumptions` leaves out the givens and drawn constraints, and has a literal for each: the clauses
    /// and a set of these literals are satisfiable if there is a solution with these givens and
    /// constraints. The encoding `"reduced"` has none.
    #[pyo3(signature = (encoding="extended", *, block_solution=false, assumptions=false, timeout=None))]
    fn to_cnf<'py>(
        &self,
        py: Python<'py>,
        encoding: &str,
        block_solution: bool,
        assumptions: bool,
        timeout: Option<f64>,
    ) -> Object<'py> {
        let name = encoding;
        let encoding: Encoding = name.parse().map_err(value_error)?;
        let blocked = match block_solution {
            true => {
                let search = Search::new("sat", timeout)?;
                let found = self.row(py, search, Asker::solution_to_block)?;
                Some(found.map_err(failed)?)
            }
            false => None,
        };
        let (puzzle, solution) = (self.puzzle.clone(), blocked.clone());
        let formula = job::run(py, move |_| {
            formula(&puzzle, encoding, assumptions, solution.as_ref())
        })?;
        let formula = formula.ok_or_else(|| {
            value_error(
                "assumptions need a variable for each candidate: expected the encoding minimal, \
                 efficient or extended, found reduced",
            )
        })?;
        let board = self.puzzle.geometry();
        let place = |at: Candidate| {
            let (row, column) = board.position(at.cell).unwrap_or((0, at.cell.index()));
            (row + 1, column + 1, board.value(at.digit))
        };
        let places = formula.map.iter();
        let places = places.map(|(variable, at)| (variable.index() + 1, place(at)));
        let places: Vec<(usize, (usize, usize, usize))> = places.collect();
        let variables = places.iter().map(|(number, place)| (*place, *number));
        let assumptions = formula.assumptions.iter();
        let assumptions = assumptions.map(|(literal, text)| (literal.to_dimacs(), text));
        let class = py.import("satdoku.cnf")?.getattr("Cnf")?;
        class.call1((
            self.clone(),
            name,
            lists(py, &formula.clauses, formula.variables)?,
            formula.variables,
            variables.into_py_dict(py)?,
            places.iter().copied().into_py_dict(py)?,
            blocked.map(|solution| solution.to_string()),
            assumptions.into_py_dict(py)?,
        ))
    }

    /// Returns the grid of a model, verified.
    fn _decode(&self, encoding: &str, model: Vec<i64>) -> PyResult<String> {
        let translation = self.translation(encoding)?;
        let literal = |number: i64| {
            let index = number.unsigned_abs().checked_sub(1);
            let index =
                index.ok_or_else(|| value_error("expected literals other than 0, found 0"))?;
            let variable = Variable::from_index(index as usize);
            Ok(match number > 0 {
                true => variable.positive(),
                false => variable.negative(),
            })
        };
        let variables = translation.variables() as u64;
        // Variables that other clauses have added mean nothing here.
        let own = model
            .into_iter()
            .filter(|number| number.unsigned_abs() <= variables);
        let literals = own.map(literal).collect::<PyResult<Vec<Literal>>>()?;
        let grid = translation.decode(&literals.into_iter().collect());
        let grid = grid.map_err(value_error)?;
        verify(&self.puzzle, &grid).map_err(value_error)?;
        Ok(grid.to_string())
    }

    /// Returns the DIMACS file of a formula.
    fn _dimacs(&self, encoding: &str, blocked: Option<&str>) -> PyResult<String> {
        let blocked = blocked.map(|text| self.solution(text)).transpose()?;
        let translation = self.translation(encoding)?;
        let mut text = Vec::new();
        write_dimacs(&translation, blocked.as_ref(), &mut text)?;
        String::from_utf8(text).map_err(bug)
    }

    /// Proves the verdict: returns a formula without a model in DIMACS, and a DRAT proof for any checker.
    /// Several solutions are a proof of their own.
    #[pyo3(signature = (*, timeout=None))]
    fn certificate<'py>(&self, py: Python<'py>, timeout: Option<f64>) -> Object<'py> {
        let search = Search::new("sat", timeout)?;
        let certified = self.row(py, search, |asker, puzzle| {
            let row = asker.check(puzzle)?;
            let mut files = Vec::new();
            let (format, deadline) = (ProofFormat::Drat, asker.deadline());
            let certified = certify(puzzle, &row.verdict, format, deadline, &mut files);
            Ok((row, files, certified))
        })?;
        let (row, files, certified) = certified.map_err(failed)?;
        let failure = certified?.failure.map(unanswered).transpose()?;
        let text = |extension| {
            let mut files = files.iter();
            let file = files.find(|(name, _)| name == extension);
            file.map(|(_, bytes)| String::from_utf8_lossy(bytes))
        };
        let solutions = [row.verdict.solution.flatten(), row.verdict.other];
        let solutions: Vec<String> = solutions
            .iter()
            .flatten()
            .map(ToString::to_string)
            .collect();
        let fields = PyDict::new(py);
        fields.set_item("verdict", row.verdict.verdict)?;
        fields.set_item("cnf", text("cnf"))?;
        fields.set_item("proof", text("drat"))?;
        if !solutions.is_empty() {
            fields.set_item("solutions", PyTuple::new(py, solutions)?)?;
        }
        if let Some(error) = row.error.or(failure) {
            fields.set_item("error", error)?;
        }
        about(py, "Certificate", self.clone(), &fields)
    }
}

impl Puzzle {
    fn translation(&self, encoding: &str) -> PyResult<Translation<'_>> {
        let encoding: Encoding = encoding.parse().map_err(value_error)?;
        Ok(Translation::new(&self.puzzle, encoding))
    }
}

/// Translates a puzzle, with its clues as clauses or as assumptions, and excludes a solution. Returns `None` if
/// the encoding has no assumptions.
fn formula(
    puzzle: &board::Puzzle,
    encoding: Encoding,
    assumptions: bool,
    blocked: Option<&Grid>,
) -> Option<ClueFormula> {
    // Without givens, all digits tell the solution from others.
    let rules = assumptions.then(|| puzzle.restricted_to(&[]));
    let translation = Translation::new(rules.as_ref().unwrap_or(puzzle), encoding);
    let mut formula = match assumptions {
        true => clue_formula(puzzle, encoding)?,
        false => {
            let mut clauses = Cnf::default();
            let Ok(_) = translation.write_clauses(&mut clauses);
            ClueFormula {
                clauses,
                variables: translation.variables(),
                map: translation.map().clone(),
                assumptions: Vec::new(),
            }
        }
    };
    if let Some(solution) = blocked {
        let Ok(()) = formula
            .clauses
            .clause(&translation.blocking_clause(solution));
    }
    Some(formula)
}

/// Converts clauses to lists. They share the numbers of the literals, as numbers above 256 take longer to create
/// than lists.
fn lists<'py>(py: Python<'py>, cnf: &Cnf, variables: usize) -> PyResult<Bound<'py, PyList>> {
    let numbers: Vec<Bound<'py, PyInt>> = (0..variables)
        .map(Variable::from_index)
        .flat_map(|variable| [variable.positive(), variable.negative()])
        .map(|literal| PyInt::new(py, literal.to_dimacs()))
        .collect();
    let number = |literal: &Literal| {
        let index = 2 * literal.variable().index() + usize::from(!literal.is_positive());
        &numbers[index]
    };
    let mut lists = Vec::with_capacity(cnf.len());
    for (index, clause) in cnf.clauses().enumerate() {
        if index % CLAUSES == 0 {
            py.check_signals()?;
        }
        lists.push(PyList::new(py, clause.iter().map(number))?);
    }
    PyList::new(py, lists)
}
