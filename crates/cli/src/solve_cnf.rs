//! `satdoku solve --cnf`: the answer to a DIMACS file, as a grid if it was exported from a puzzle.

use std::path::Path;

use anyhow::{Context, anyhow, bail};
use satdoku::board::{Grid, verify};
use satdoku::sat::{DimacsComments, Formula, Model, SolverAnswer, Variable, decode};

use crate::exit::Exit;
use crate::grid_writer::GridWriter;
use crate::message::print_message;
use crate::options::search::ConfirmedSearchArgs;
use crate::output::Output;
use crate::read::{name_of, read_bounded, shown_name};
use crate::records::RecordOptions;
use crate::solver_result::{ResultCheck, SolverResult, record_of};

/// A formula from a file.
pub struct FormulaFile<'a> {
    path: &'a Path,
    formula: Formula,
    /// The comments of a formula that was exported from a puzzle.
    exported: Option<DimacsComments>,
}

impl FormulaFile<'_> {
    /// Reads a formula.
    pub fn read(path: &Path) -> anyhow::Result<FormulaFile<'_>> {
        let name = shown_name(path);
        let formula = read_bounded(path, |input| Formula::read(input))?;
        let exported = if formula.comments.is_empty() {
            None
        } else {
            let exported = DimacsComments::read(&formula.comments, formula.variables);
            Some(exported.map_err(|error| anyhow!("{name}:{error}"))?)
        };
        Ok(FormulaFile {
            path,
            formula,
            exported,
        })
    }

    /// Returns true if the formula is that of a puzzle.
    pub fn is_exported(&self) -> bool {
        self.exported.is_some()
    }

    /// Refuses an option about puzzles if the formula is a plain SAT problem.
    pub fn check(&self, option: Option<&str>) -> anyhow::Result<()> {
        match option {
            Some(option) if self.exported.is_none() => bail!(
                "{}: {option} has no effect on a CNF without the comments of `satdoku export`",
                shown_name(self.path)
            ),
            _ => Ok(()),
        }
    }

    /// Solves the formula.
    pub fn solve(
        self,
        engine: ConfirmedSearchArgs,
        grids: GridWriter,
        records: RecordOptions,
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        let name = shown_name(self.path);
        let mut solver = engine.search.solver()?;
        for clause in self.formula.cnf.clauses() {
            let Ok(()) = solver.clause(clause);
        }
        let answer = solver
            .solve()
            .with_context(|| format!("{name}: no answer that counts"))?;
        let Some(exported) = self.exported else {
            return write_competition(&self.formula, &answer, output);
        };
        // Clauses and comments may have been edited: the answer is checked like that of any solver.
        let source = format!("{name}: its clauses are not those of its puzzle");
        let answer = decoded(&exported, answer).with_context(|| source.clone())?;
        let result = SolverResult {
            answer,
            source,
            is_blocked: exported.blocked.is_some(),
        };
        let check = ResultCheck {
            search: engine.checked()?,
            grids,
        };
        let record = record_of(&exported, &name_of(self.path), None);
        check.run(record, result, records, output)
    }
}

/// Returns the answer about the puzzle of an exported formula. A solution is verified.
fn decoded(exported: &DimacsComments, answer: SolverAnswer) -> anyhow::Result<SolverAnswer<Grid>> {
    let puzzle = &exported.puzzle;
    Ok(match answer {
        SolverAnswer::Satisfiable(model) => {
            let grid = decode(puzzle.layout(), &exported.fixed, &exported.map, &model)?;
            verify(puzzle, &grid)?;
            SolverAnswer::Satisfiable(grid)
        }
        SolverAnswer::Unsatisfiable(_) => SolverAnswer::Unsatisfiable(Vec::new()),
        SolverAnswer::Unknown(limit) => SolverAnswer::Unknown(limit),
    })
}

/// Writes an answer in the format of the SAT competitions.
fn write_competition(
    formula: &Formula,
    answer: &SolverAnswer,
    output: &mut Output,
) -> anyhow::Result<Exit> {
    match answer {
        SolverAnswer::Satisfiable(model) => {
            if let Some((number, _)) = formula.cnf.violated(model) {
                print_message(format!(
                    "BUG in satdoku, please report it: clause {number} does not hold"
                ));
                return Ok(Exit::Bug);
            }
            output.write("s SATISFIABLE\n")?;
            output.write(&model_text(formula.variables, model))?;
            Ok(Exit::Satisfiable)
        }
        SolverAnswer::Unsatisfiable(_) => {
            output.write("s UNSATISFIABLE\n")?;
            Ok(Exit::Unsatisfiable)
        }
        SolverAnswer::Unknown(_) => {
            output.write("s UNKNOWN\n")?;
            Ok(Exit::Negative)
        }
    }
}

/// Returns a literal of every variable, in lines of at most 78 characters.
fn model_text(variables: usize, model: &Model) -> String {
    let mut text = String::from("v");
    let mut line = 0;
    let variables = (0..variables).map(Variable::from_index);
    let literals = variables.map(|variable| {
        if model.is_true(variable) {
            variable.positive()
        } else {
            variable.negative()
        }
    });
    let words = literals.map(|literal| literal.to_string());
    for word in words.chain(["0".to_string()]) {
        if text.len() - line + 1 + word.len() > 78 {
            text.push('\n');
            line = text.len();
            text.push('v');
        }
        text.push(' ');
        text += &word;
    }
    text.push('\n');
    text
}
