//! `satdoku check`: the verdict of each puzzle.

use clap::{Args, ValueEnum};
use satdoku::board::{Grid, Puzzle};
use satdoku::format::{Form, Record};
use satdoku::task::{Answer, Session, Verdict};

use super::engine::{EngineChoice, fault};
use super::exit::Exit;
use super::input::Input;
use super::json::Object;
use super::output::{Output, say};

/// Whether each puzzle has one solution, several or none
#[derive(Debug, Args)]
pub struct Check {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    engine: EngineChoice,

    /// The form of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A line for each puzzle, and more where it is not unique
    Text,
    /// A JSON object for each record
    Jsonl,
}

impl Check {
    /// Answers every record.
    pub fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        let mut session = self.engine.session()?;
        self.input.for_each(|record| match self.format {
            Format::Jsonl => self.answer_json(record, &mut session, output),
            Format::Text => self.answer_text(record, &mut session, output),
        })
    }

    fn answer_json(
        &self,
        record: &Record,
        session: &mut Session,
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        let (object, exit) = match &record.content {
            Err(invalid) => {
                let object = Object::unchecked(record, "invalid", &invalid.error);
                (object, Exit::Failed)
            }
            Ok((puzzle, _)) => match session.check(puzzle) {
                Ok(answer) => (
                    Object::checked(record, &answer, self.engine.search.report),
                    exit(&answer),
                ),
                Err(error) => {
                    let object = Object::unchecked(record, "unknown", &error);
                    (object, fault(&error))
                }
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
        let (puzzle, form) = match &record.content {
            Ok(content) => content,
            Err(invalid) => {
                say(&invalid.error);
                return Ok(Exit::Failed);
            }
        };
        let answer = match session.check(puzzle) {
            Ok(answer) => answer,
            Err(error) => return Ok(fault(&error)),
        };
        let remarks = self.engine.remarks(&answer);
        output.write(&verdict_text(record, puzzle, *form, &answer, &remarks))?;
        Ok(exit(&answer))
    }
}

/// A verdict in words, with two solutions where there are two.
pub fn verdict_text(
    record: &Record,
    puzzle: &Puzzle,
    form: Form,
    answer: &Answer<Verdict>,
    remarks: &[String],
) -> String {
    let mut text = format!(
        "{}:{}: {}",
        record.source,
        record.line,
        answer.outcome.name()
    );
    match &answer.outcome {
        Verdict::Unique(_) | Verdict::Multiple(_) => {}
        Verdict::None(conflict) => text += &format!(": {conflict}"),
        Verdict::Unknown(limit) => text += &format!(": {limit}"),
    }
    for remark in remarks {
        text += &format!(" ({remark})");
    }
    text.push('\n');
    if let Verdict::Multiple([one, other]) = &answer.outcome {
        text += &two_solutions(puzzle, form, one, other);
    }
    text
}

/// Two solutions and where they differ.
fn two_solutions(puzzle: &Puzzle, form: Form, one: &Grid, other: &Grid) -> String {
    let mut text = String::new();
    for (title, grid) in [("one solution", one), ("another", other)] {
        let written = form.write(grid, puzzle.layout().shape());
        match written.lines().count() {
            1 => text += &format!("  {title:<12} {written}"),
            _ => {
                text += &format!("  {title}:\n");
                text.extend(written.lines().map(|line| format!("    {line}\n")));
            }
        }
    }
    let cells = one.differences(other);
    let names: Vec<String> = cells
        .map(|cell| cell.name(puzzle.size()).to_string())
        .collect();
    text + &format!("  they differ in {}\n", names.join(" "))
}

/// How a verdict ends the run.
pub fn exit(answer: &Answer<Verdict>) -> Exit {
    match answer.outcome {
        Verdict::Unique(_) => Exit::Fulfilled,
        Verdict::Multiple(_) | Verdict::None(_) | Verdict::Unknown(_) => Exit::Unfulfilled,
    }
}
