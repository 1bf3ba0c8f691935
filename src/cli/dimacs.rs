//! `satdoku solve --cnf`: a DIMACS file, back to a grid where it came from one.

use std::path::Path;

use anyhow::{Context, anyhow};
use satdoku::board::verify;
use satdoku::format::{Arrangement, Form, Record};
use satdoku::sat::{DimacsComments, Formula, Model, SolverAnswer, Variable, decode};

use super::args::engine::EngineChoice;
use super::args::input::{name_of, read_bounded, shown_name};
use super::args::output::Printing;
use super::exit::Exit;
use super::import::{AnswerKind, ResultCheck, SolverResult};
use super::output::{Output, say};
use super::run::Batch;

/// Solves the formula in a file.
pub fn solve_cnf(
    path: &Path,
    batch: &Batch,
    engine: EngineChoice,
    printing: Printing,
    output: &mut Output,
) -> anyhow::Result<Exit> {
    let name = shown_name(path);
    let max_memory = engine.search.max_memory();
    let formula = read_bounded(path, max_memory, |input| Formula::read(input))?;
    let exported = if formula.comments.is_empty() {
        None
    } else {
        let exported = DimacsComments::read(&formula.comments, formula.variables);
        Some(exported.map_err(|error| anyhow!("{name}:{error}"))?)
    };
    let mut solver = engine.search.solver()?;
    for clause in formula.cnf.clauses() {
        let Ok(()) = solver.clause(clause);
    }
    let answer = solver
        .solve()
        .with_context(|| format!("{name}: no answer that counts"))?;
    match exported {
        None => write_competition(&formula, &answer, output),
        Some(exported) => {
            let (check, record) = check_of(path, exported, &answer, engine, printing)?;
            check.answer(record, batch.running.clone(), output)
        }
    }
}

/// Writes what solvers write in the SAT competitions.
fn write_competition(
    formula: &Formula,
    answer: &SolverAnswer,
    output: &mut Output,
) -> anyhow::Result<Exit> {
    match answer {
        SolverAnswer::Satisfiable(model) => {
            if let Some((number, _)) = formula.cnf.violated(model) {
                say(format!(
                    "BUG in satdoku, please report it: clause {number} does not hold"
                ));
                return Ok(Exit::Disagreement);
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

/// A literal of every variable, in lines of at most 78 characters.
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

/// What the answer to an exported formula says of its puzzle.
fn check_of(
    path: &Path,
    exported: DimacsComments,
    answer: &SolverAnswer,
    engine: EngineChoice,
    printing: Printing,
) -> anyhow::Result<(ResultCheck, Record)> {
    let name = name_of(path);
    // Clauses and comments can be changed: what the model says is checked like any other answer.
    let source = format!(
        "{}: its clauses are not those of its puzzle",
        shown_name(path)
    );
    let DimacsComments {
        puzzle, fixed, map, ..
    } = &exported;
    let result = match answer {
        SolverAnswer::Satisfiable(model) => {
            let decoded = decode(puzzle.layout(), fixed, map, model);
            let grid = decoded.with_context(|| source.clone())?;
            verify(puzzle, &grid).with_context(|| source.clone())?;
            SolverAnswer::Satisfiable(grid)
        }
        SolverAnswer::Unsatisfiable(_) => SolverAnswer::Unsatisfiable(Vec::new()),
        SolverAnswer::Unknown(limit) => SolverAnswer::Unknown(*limit),
    };
    let form = Form::of_size(Arrangement::Line, puzzle.size());
    let is_blocked = exported.blocked.is_some();
    let check = ResultCheck {
        result: Box::new(move |_| {
            Ok(SolverResult {
                answer: result.clone(),
                source: source.clone(),
                is_blocked,
            })
        }),
        kind: if is_blocked {
            AnswerKind::Verdict
        } else {
            AnswerKind::Solution
        },
        engine,
        printing,
    };
    let record = Record {
        source: name.as_str().into(),
        line: exported.line,
        content: Ok((exported.puzzle, form)),
        row: None,
    };
    Ok((check, record))
}
