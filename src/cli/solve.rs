//! `satdoku solve`: a solution of each puzzle.

use clap::{Args, ValueEnum};
use satdoku::board::Puzzle;
use satdoku::format::{Arrangement, Form, Record};
use satdoku::task::{Answer, Session, Solution};

use super::engine::{EngineChoice, fault};
use super::exit::Exit;
use super::input::Input;
use super::json::Object;
use super::output::{Output, say};

/// A solution of each puzzle, in the form the puzzle came in: a line for a line, a grid for a grid
#[derive(Debug, Args)]
pub struct Solve {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    engine: EngineChoice,

    /// The form of the output, whatever form the puzzle came in
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
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
        let mut session = self.engine.session()?;
        let mut grids = 0u64;
        self.input.for_each(|record| match self.format {
            Some(Format::Jsonl) => self.answer_json(record, &mut session, output),
            _ => self.answer_text(record, &mut session, &mut grids, output),
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
                    Object::solved(record, &answer, self.engine.report),
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
        grids: &mut u64,
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        let (puzzle, form) = match &record.content {
            Ok(content) => content,
            Err(invalid) => {
                say(&invalid.error);
                return Ok(Exit::Failed);
            }
        };
        let answer = match session.solve(puzzle) {
            Ok(answer) => answer,
            Err(error) => return Ok(fault(&error)),
        };
        let place = format!("{}:{}", record.source, record.line);
        match &answer.outcome {
            Solution::Found(grid) => {
                let form = self.form(*form, puzzle);
                if form.arrangement != Arrangement::Line {
                    if *grids > 0 {
                        output.write("\n")?;
                    }
                    *grids += 1;
                }
                output.write(&form.write(grid, puzzle.layout().shape()))?;
            }
            Solution::None(conflict) => say(format!("{place}: no solution: {conflict}")),
            Solution::Unknown(limit) => say(format!("{place}: unknown: {limit}")),
        }
        for remark in self.engine.remarks(&answer) {
            say(format!("{place}: {remark}"));
        }
        Ok(exit(&answer))
    }

    /// The form of a solution whose puzzle came in `form`.
    fn form(&self, form: Form, puzzle: &Puzzle) -> Form {
        let arrangement = match (self.format, form.arrangement) {
            (Some(Format::Line), _) => Arrangement::Line,
            (Some(Format::Grid), Arrangement::Line) => Arrangement::Boxes,
            (_, arrangement) => arrangement,
        };
        match self.format {
            // One line is what other programs read: in the symbols that they expect.
            Some(Format::Line) => Form::of_size(arrangement, puzzle.size()),
            _ => Form {
                arrangement,
                ..form
            },
        }
    }
}

fn exit(answer: &Answer<Solution>) -> Exit {
    match answer.outcome {
        Solution::Found(_) => Exit::Fulfilled,
        Solution::None(_) | Solution::Unknown(_) => Exit::Unfulfilled,
    }
}
