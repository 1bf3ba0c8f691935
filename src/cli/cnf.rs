//! `satdoku solve --cnf`: a DIMACS file, back to a grid where it came from one.

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::Path;

use anyhow::Context;
use satdoku::board::verify;
use satdoku::format::{Arrangement, Form, Record};
use satdoku::sat::{DimacsComments, Formula, Model, SolverAnswer, Variable, decode};

use super::engine::EngineChoice;
use super::exit::Exit;
use super::import::Answerer;
use super::output::{Output, say};
use super::printing::Printing;

/// Solves the formula in a file.
pub fn solve_cnf(
    path: &Path,
    engine: &EngineChoice,
    printing: Printing,
    output: &mut Output,
) -> anyhow::Result<Exit> {
    let name = path.display();
    let formula = match path.as_os_str() == "-" {
        true => Formula::read(std::io::stdin().lock()),
        false => {
            let file = File::open(path).with_context(|| format!("{name}: cannot be opened"))?;
            Formula::read(BufReader::with_capacity(1 << 16, file))
        }
    };
    let formula = formula.map_err(|error| anyhow::anyhow!("{name}:{error}"))?;
    let exported = match formula.comments.is_empty() {
        true => None,
        false => {
            let exported = DimacsComments::read(&formula.comments, formula.variables);
            Some(exported.map_err(|error| anyhow::anyhow!("{name}:{error}"))?)
        }
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
        Some(exported) => write_grid(path, exported, &answer, engine, printing, output),
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
            write_model(formula.variables, model, output.writer())
                .context("cannot write to standard output")?;
            Ok(Exit::Satisfiable)
        }
        SolverAnswer::Unsatisfiable(_) => {
            output.write("s UNSATISFIABLE\n")?;
            Ok(Exit::Unsatisfiable)
        }
        SolverAnswer::Unknown(_) => {
            output.write("s UNKNOWN\n")?;
            Ok(Exit::Unfulfilled)
        }
    }
}

/// Writes a literal of every variable, in lines of at most 78 characters.
fn write_model(variables: usize, model: &Model, output: &mut impl Write) -> std::io::Result<()> {
    let mut line = String::from("v");
    let literals =
        (0..variables)
            .map(Variable::from_index)
            .map(|variable| match model.is_true(variable) {
                true => variable.positive(),
                false => variable.negative(),
            });
    let words = literals.map(|literal| literal.to_string());
    for word in words.chain(["0".to_string()]) {
        if line.len() + 1 + word.len() > 78 {
            writeln!(output, "{line}")?;
            line.truncate(1);
        }
        line.push(' ');
        line += &word;
    }
    writeln!(output, "{line}")
}

/// Writes what the answer to an exported formula says of its puzzle.
fn write_grid(
    path: &Path,
    exported: DimacsComments,
    answer: &SolverAnswer,
    engine: &EngineChoice,
    printing: Printing,
    output: &mut Output,
) -> anyhow::Result<Exit> {
    let name = path.display().to_string();
    // Clauses and comments can be changed: what the model says is checked like any other answer.
    let source = format!("{name}: its clauses are not those of its puzzle");
    let DimacsComments {
        puzzle, fixed, map, ..
    } = &exported;
    let claim = match answer {
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
    let record = Record {
        source: name.as_str().into(),
        line: exported.line,
        content: Ok((exported.puzzle, form)),
        row: None,
    };
    let answerer = Answerer {
        record: &record,
        source: &source,
        engine,
        printing,
    };
    answerer.write(claim, exported.blocked.is_some(), output)
}
