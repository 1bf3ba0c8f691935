//! Clauses, models and certificates.

use std::collections::BTreeMap;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use satdoku::board::{Candidate, verify};
use satdoku::sat::{
    Cnf, Encoding, Literal, ProofFormat, Translation, VarMap, Variable, write_dimacs,
};
use satdoku::task::clue_formula;
use satdoku_answer::certify;

use crate::answer::{Object, about};
use crate::error::{bug, unanswered, value_error};
use crate::job;
use crate::puzzle::Puzzle;
use crate::questions::Search;

/// The row, the column and the digit of a candidate, counted from 1.
type Place = (usize, usize, usize);

/// The clauses that become Python lists between two looks for a signal.
const CLAUSES: usize = 10_000;

/// A puzzle as clauses.
struct Formula {
    clauses: Vec<Vec<i32>>,
    variables: usize,
    /// The variables of candidates.
    places: Vec<(usize, Place)>,
    /// The literals of clues with their texts.
    assumptions: Vec<(i32, String)>,
}

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
        let blocked = match block_solution {
            true => Some(self.a_solution(py, timeout)?),
            false => None,
        };
        let (name, puzzle, solution) = (encoding.to_string(), self.clone(), blocked.clone());
        let formula = job::run(py, move |_| {
            let mut formula = match assumptions {
                true => puzzle.formula_of_clues(&name)?,
                false => puzzle.formula(&name)?,
            };
            if let Some(text) = solution {
                let solution = puzzle.solution(&text)?;
                // Without givens, all digits tell the solution from others.
                let rules = match assumptions {
                    true => puzzle.puzzle.restricted_to(&[]),
                    false => puzzle.puzzle.clone(),
                };
                let translation = Translation::new(&rules, name.parse().map_err(value_error)?);
                formula
                    .clauses
                    .push(to_integers(&translation.blocking_clause(&solution)));
            }
            Ok::<_, PyErr>(formula)
        })??;
        let clauses = PyList::empty(py);
        for part in formula.clauses.chunks(CLAUSES) {
            py.check_signals()?;
            for clause in part {
                clauses.append(clause)?;
            }
        }
        let class = py.import("satdoku.cnf")?.getattr("Cnf")?;
        class.call_method1(
            "_of",
            (
                self.clone(),
                encoding,
                clauses,
                formula.variables,
                formula.places,
                blocked,
                formula.assumptions,
            ),
        )
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
        let variables = translation.map().variables() as u64;
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
            let mut files = BTreeMap::new();
            let (format, deadline) = (ProofFormat::Drat, asker.deadline());
            let certified = certify(puzzle, &row.verdict, format, deadline, &mut files);
            Ok((row, files, certified))
        })?;
        let (row, files, certified) = match certified {
            Ok(certified) => certified,
            Err(failure) => return Err(unanswered(failure).map_or_else(|bug| bug, bug)),
        };
        let failure = certified?.failure.map(unanswered).transpose()?;
        let text = |extension| {
            files
                .get(extension)
                .map(|bytes| String::from_utf8_lossy(bytes))
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
    /// Translates the puzzle.
    fn formula(&self, encoding: &str) -> PyResult<Formula> {
        let translation = self.translation(encoding)?;
        let mut cnf = Cnf::default();
        let Ok(_) = translation.write_clauses(&mut cnf);
        let map = translation.map();
        Ok(Formula {
            clauses: cnf.clauses().map(to_integers).collect(),
            variables: map.variables(),
            places: self.places(map),
            assumptions: Vec::new(),
        })
    }

    /// Translates the rules, with the givens and drawn constraints as assumptions.
    fn formula_of_clues(&self, encoding: &str) -> PyResult<Formula> {
        let formula = clue_formula(&self.puzzle, encoding.parse().map_err(value_error)?);
        let formula = formula.ok_or_else(|| {
            value_error(
                "assumptions need a variable for each candidate: expected the encoding minimal, \
                 efficient or extended, found reduced",
            )
        })?;
        let assumptions = formula.assumptions.into_iter();
        Ok(Formula {
            clauses: formula.clauses.clauses().map(to_integers).collect(),
            variables: formula.variables,
            places: self.places(&formula.map),
            assumptions: assumptions
                .map(|(literal, text)| (literal.to_dimacs(), text))
                .collect(),
        })
    }

    /// Returns the variables of candidates with their rows, columns and digits.
    fn places(&self, map: &VarMap) -> Vec<(usize, Place)> {
        let board = self.puzzle.geometry();
        let place = |at: Candidate| -> Place {
            let (row, column) = board.position(at.cell).unwrap_or((0, at.cell.index()));
            (row + 1, column + 1, board.value(at.digit))
        };
        let places = map.iter();
        places
            .map(|(variable, at)| (variable.index() + 1, place(at)))
            .collect()
    }

    fn translation(&self, encoding: &str) -> PyResult<Translation<'_>> {
        let encoding: Encoding = encoding.parse().map_err(value_error)?;
        Ok(Translation::new(&self.puzzle, encoding))
    }

    /// Returns a solution to exclude.
    fn a_solution(&self, py: Python<'_>, timeout: Option<f64>) -> PyResult<String> {
        let search = Search::new("sat", timeout)?;
        let row = self.row(py, search, |asker, puzzle| asker.solve(puzzle))?;
        let reason = match row {
            Ok(row) => match row.solution.flatten() {
                Some(solution) => return Ok(solution.to_string()),
                None => row.conflict.map(|conflict| conflict.reason).or(row.error),
            },
            Err(failure) => Some(unanswered(failure)?),
        };
        let reason = reason.unwrap_or_default();
        Err(value_error(format!("no solution to block: {reason}")))
    }
}

fn to_integers(clause: &[Literal]) -> Vec<i32> {
    clause.iter().map(|literal| literal.to_dimacs()).collect()
}
