//! `satdoku check`: the verdict of each puzzle.

use clap::{Args, ValueEnum};
use satdoku::board::{Grid, Puzzle};
use satdoku::format::{Form, Record};
use satdoku::task::{Answer, Session, TaskError, Verdict};

use super::certify::{Certificates, Certifier};
use super::engine::{EngineChoice, fault};
use super::exit::Exit;
use super::input::Input;
use super::json::Object;
use super::minimal::Minimality;
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

    /// Say of a unique puzzle whether it is minimal: whether it needs every given for that
    #[arg(long)]
    minimal: bool,

    #[command(flatten)]
    certificates: Certificates,
}

/// What is known of a record that is a puzzle.
type Checked = Result<(Answer<Verdict>, Option<Minimality>), TaskError>;

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
        let mut certifier = self.certificates.start()?;
        let exit = self.input.for_each(|record| {
            let puzzle = record.content.as_ref().ok().map(|(puzzle, _)| puzzle);
            let checked = puzzle.map(|puzzle| self.check(puzzle, &mut session));
            let mut exit = match self.format {
                Format::Jsonl => self.answer_json(record, checked.as_ref(), output),
                Format::Text => self.answer_text(record, checked.as_ref(), output),
            }?;
            if let Some(certifier) = &mut certifier {
                let answer = checked.as_ref().and_then(|checked| checked.as_ref().ok());
                exit.add(certifier.add(record, answer.map(|(answer, _)| &answer.outcome))?);
            }
            Ok(exit)
        })?;
        certifier.map_or(Ok(()), Certifier::finish)?;
        Ok(exit)
    }

    fn check(&self, puzzle: &Puzzle, session: &mut Session) -> Checked {
        let answer = session.check(puzzle)?;
        let minimality = match &answer.outcome {
            Verdict::Unique(solution) if self.minimal => {
                Minimality::of(puzzle, solution, &self.engine.search, session.deadline())?
            }
            _ => None,
        };
        Ok((answer, minimality))
    }

    fn answer_json(
        &self,
        record: &Record,
        checked: Option<&Checked>,
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        let (object, exit) = match (&record.content, checked) {
            (Err(invalid), _) => {
                let object = Object::unchecked(record, "invalid", &invalid.error);
                (object, Exit::Failed)
            }
            (_, Some(Ok((answer, minimality)))) => {
                let object = Object::checked(record, answer, self.engine.search.report);
                (object.with_minimality(minimality.as_ref()), exit(answer))
            }
            (_, Some(Err(error))) => {
                let object = Object::unchecked(record, "unknown", error);
                (object, fault(error))
            }
            (Ok(_), None) => return Ok(Exit::Fulfilled),
        };
        output.write_json(&object)?;
        Ok(exit)
    }

    fn answer_text(
        &self,
        record: &Record,
        checked: Option<&Checked>,
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        let ((puzzle, form), (answer, minimality)) = match (&record.content, checked) {
            (Err(invalid), _) => {
                say(&invalid.error);
                return Ok(Exit::Failed);
            }
            (Ok(content), Some(Ok(known))) => (content, known),
            (_, Some(Err(error))) => return Ok(fault(error)),
            (Ok(_), None) => return Ok(Exit::Fulfilled),
        };
        let note = match (minimality, &answer.outcome) {
            (Some(minimality), _) => format!(", {minimality}"),
            (None, Verdict::Unique(_)) if self.minimal => ", perhaps minimal: gave up".to_string(),
            (None, _) => String::new(),
        };
        let remarks = self.engine.remarks(answer);
        output.write(&verdict_text(
            record, puzzle, *form, answer, &note, &remarks,
        ))?;
        Ok(exit(answer))
    }
}

/// A verdict in words, with a note behind it and remarks in parentheses, and with two solutions where there are two.
pub fn verdict_text(
    record: &Record,
    puzzle: &Puzzle,
    form: Form,
    answer: &Answer<Verdict>,
    note: &str,
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
    text += note;
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
