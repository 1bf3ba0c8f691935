//! `satdoku solve`: a solution of each puzzle.

use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use satdoku::board::{Grid, Puzzle};
use satdoku::format::{Arrangement, Form, Record};
use satdoku::task::{Answer, Count, Session, Solution};

use super::cnf::solve_cnf;
use super::count::exit_of_count;
use super::engine::{EngineChoice, fault};
use super::exit::Exit;
use super::input::{Input, puzzle_of};
use super::json::Object;
use super::output::{Output, say};

/// A solution of each puzzle, in the form the puzzle came in: a line for a line, a grid for a grid
#[derive(Debug, Args)]
pub struct Solve {
    #[command(flatten)]
    input: Input,

    /// Solve a DIMACS file instead: to a grid if export wrote it, otherwise as a plain SAT problem
    /// with `s` and `v` lines and exit code 10 or 20
    #[arg(long, value_name = "FILE", conflicts_with_all = ["files", "shape", "alphabet", "solutions"])]
    cnf: Option<PathBuf>,

    #[command(flatten)]
    engine: EngineChoice,

    /// Up to this many different solutions of each puzzle, as they are found. Each is verified;
    /// that there are no others is not confirmed
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    solutions: u64,

    /// The form of the output, whatever form the puzzle came in
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,
}

/// The forms of a solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A line for each row
    Grid,
    /// All cells on one line
    Line,
    /// A JSON object for each record
    Jsonl,
}

impl Solve {
    /// Answers every record.
    pub fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        if let Some(path) = &self.cnf {
            return solve_cnf(path, &self.engine, self.format, output);
        }
        let mut session = self.engine.session()?;
        self.input
            .for_each(|record| match (self.format, self.solutions) {
                (Some(Format::Jsonl), 1) => self.answer_json(record, &mut session, output),
                (Some(Format::Jsonl), _) => self.enumerate_json(record, &mut session, output),
                (_, 1) => self.answer_text(record, &mut session, output),
                _ => self.enumerate_text(record, &mut session, output),
            })
    }

    fn answer_json(
        &self,
        record: &Record,
        session: &mut Session,
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        let (object, exit) = match &record.content {
            Err(invalid) => (Object::unsolved(record, &invalid.error), Exit::Failed),
            Ok((puzzle, _)) => match session.solve(puzzle) {
                Ok(answer) => (
                    Object::solved(record, &answer, self.engine.search.report),
                    exit(&answer),
                ),
                Err(error) => (Object::unsolved(record, &error), fault(&error)),
            },
        };
        output.write_json(&object)?;
        Ok(exit)
    }

    fn answer_text(
        &self,
        record: &Record,
        session: &mut Session,
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        let Some((puzzle, form)) = puzzle_of(record) else {
            return Ok(Exit::Failed);
        };
        let answer = match session.solve(puzzle) {
            Ok(answer) => answer,
            Err(error) => return Ok(fault(&error)),
        };
        let place = format!("{}:{}", record.source, record.line);
        match &answer.outcome {
            Solution::Found(grid) => self.write(grid, puzzle, form, output)?,
            Solution::None(conflict) => say(format!("{place}: no solution: {conflict}")),
            Solution::Unknown(limit) => say(format!("{place}: unknown: {limit}")),
        }
        self.engine.say_remarks(record, &answer);
        Ok(exit(&answer))
    }

    fn enumerate_json(
        &self,
        record: &Record,
        session: &mut Session,
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        let mut found = Vec::new();
        let mut receive = |grid: &Grid| {
            found.push(grid.to_string());
            ControlFlow::Continue(())
        };
        let (object, exit) = match &record.content {
            Err(invalid) => (Object::unsolved(record, &invalid.error), Exit::Failed),
            Ok((puzzle, _)) => match session.enumerate(puzzle, self.solutions, &mut receive) {
                Ok(answer) => {
                    let report = self.engine.search.report;
                    let exit = exit_of_count(&answer.outcome);
                    (Object::enumerated(record, &answer, found, report), exit)
                }
                Err(error) => (Object::unsolved(record, &error), fault(&error)),
            },
        };
        output.write_json(&object)?;
        Ok(exit)
    }

    fn enumerate_text(
        &self,
        record: &Record,
        session: &mut Session,
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        let Some((puzzle, form)) = puzzle_of(record) else {
            return Ok(Exit::Failed);
        };
        let mut failure = None;
        let mut receive = |grid: &Grid| match self.write(grid, puzzle, form, output) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        };
        let answer = match session.enumerate(puzzle, self.solutions, &mut receive) {
            Ok(answer) => answer,
            Err(error) => return Ok(fault(&error)),
        };
        if let Some(error) = failure {
            return Err(error);
        }
        let place = format!("{}:{}", record.source, record.line);
        match &answer.outcome {
            Count::None(conflict) => say(format!("{place}: no solution: {conflict}")),
            Count::Unknown(_, limit) => say(format!("{place}: unknown: {limit}")),
            Count::Exactly(_) | Count::AtLeast(_) => {}
        }
        self.engine.say_remarks(record, &answer);
        Ok(exit_of_count(&answer.outcome))
    }

    /// Writes a solution of a puzzle that came in `form`.
    fn write(
        &self,
        grid: &Grid,
        puzzle: &Puzzle,
        form: Form,
        output: &mut Output,
    ) -> anyhow::Result<()> {
        let form = solution_form(self.format, form, puzzle);
        output.write_grid(&form.write(grid, puzzle.layout().shape()))
    }
}

/// The form in which a grid is printed whose puzzle came in `form`.
pub fn solution_form(format: Option<Format>, form: Form, puzzle: &Puzzle) -> Form {
    let arrangement = match (format, form.arrangement) {
        (Some(Format::Line), _) => Arrangement::Line,
        (Some(Format::Grid), Arrangement::Line) => Arrangement::Boxes,
        (_, arrangement) => arrangement,
    };
    match format {
        // One line is what other programs read: in the symbols that they expect.
        Some(Format::Line) => Form::of_size(arrangement, puzzle.size()),
        _ => Form {
            arrangement,
            ..form
        },
    }
}

/// How an answer ends the run.
pub fn exit(answer: &Answer<Solution>) -> Exit {
    match answer.outcome {
        Solution::Found(_) => Exit::Fulfilled,
        Solution::None(_) | Solution::Unknown(_) => Exit::Unfulfilled,
    }
}
