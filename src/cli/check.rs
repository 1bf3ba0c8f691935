//! `satdoku check`: the verdict of each puzzle.

use clap::Args;
use satdoku::board::{Grid, Puzzle};
use satdoku::format::{Column, Form, Record};
use satdoku::task::{Answer, Session, Verdict};

use super::against::Against;
use super::batch::{self, Batch};
use super::certify::{Certificates, Certifier};
use super::command::{Command, Failure, Format, Question, Style, Tally, place_of};
use super::engine::EngineChoice;
use super::exit::Exit;
use super::json::{Object, REPORT};
use super::minimal::Minimality;
use super::output::Output;
use super::reply::Reply;

/// Whether each puzzle has one solution, several or none
#[derive(Debug, Args)]
pub struct Check {
    #[command(flatten)]
    batch: Batch,

    #[command(flatten)]
    engine: EngineChoice,

    /// The form of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,

    /// Say of a unique puzzle whether it is minimal: whether it needs every given for that
    #[arg(long)]
    minimal: bool,

    /// Say whether the solution in this column of a table is one: its name or its number. A puzzle
    /// has what was asked for if it is right and the only one
    #[arg(long, value_name = "NAME|N")]
    against: Option<Column>,

    #[command(flatten)]
    certificates: Certificates,
}

/// What is known of a puzzle.
pub struct Checked {
    answer: Answer<Verdict>,
    minimality: Option<Minimality>,
    against: Option<Against>,
}

/// `check`, and who writes its certificates.
struct Checking {
    check: Check,
    certifier: Option<Certifier>,
}

impl Check {
    /// Answers every record.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        self.engine.search.prepare()?;
        let (certifier, mut index) = self.certificates.start()?.unzip();
        let records = self.batch.records();
        let checking = Checking {
            check: self,
            certifier,
        };
        let exit = batch::answer_all(checking, records, output, index.as_mut())?;
        match index {
            Some(index) if exit != Exit::Interrupted => index.finish()?,
            _ => {}
        }
        Ok(exit)
    }
}

impl Command for Checking {
    type Worker = Session;
    type Answer = Checked;

    fn batch(&self) -> &Batch {
        &self.check.batch
    }

    fn style(&self) -> Style {
        self.check.format.into()
    }

    fn columns(&self) -> Vec<&'static str> {
        let mut columns = vec!["verdict", "solution", "other", "conflict", "reason"];
        if self.check.minimal {
            columns.extend(["minimal", "redundant"]);
        }
        if self.check.against.is_some() {
            columns.extend(["against", "flaw"]);
        }
        columns.extend(["error", "confirmed"]);
        if self.check.engine.search.report {
            columns.extend(REPORT);
        }
        columns
    }

    fn worker(&self) -> Session {
        self.check.engine.session()
    }

    fn answer(
        &self,
        question: &Question<'_>,
        session: &mut Session,
        _: &mut Reply<'_>,
    ) -> Result<Checked, Failure> {
        let Question {
            record,
            puzzle,
            form,
            ..
        } = question;
        let answer = session.check(puzzle)?;
        let against = self.check.against.as_ref();
        let against = against.map(|column| Against::of(record, column, puzzle, form.alphabet));
        let minimality = match &answer.outcome {
            Verdict::Unique(_) if self.check.minimal => Minimality::of(puzzle, session)?,
            _ => None,
        };
        Ok(Checked {
            answer,
            minimality,
            against,
        })
    }

    fn tally(&self, checked: &Checked) -> Tally {
        let Checked {
            answer, against, ..
        } = checked;
        let mut exit = exit(answer);
        exit.add(against.as_ref().map_or(Exit::Fulfilled, Against::exit));
        Tally::new(exit, answer.outcome.name(), &answer.report)
    }

    fn write_text(&self, question: &Question<'_>, checked: &Checked, reply: &mut Reply<'_>) {
        let Checked {
            answer,
            minimality,
            against,
        } = checked;
        let mut note = match (minimality, &answer.outcome) {
            (Some(minimality), _) => format!(", {minimality}"),
            (None, Verdict::Unique(_)) if self.check.minimal => {
                ", perhaps minimal: gave up".to_string()
            }
            (None, _) => String::new(),
        };
        if let Some(against) = against {
            note += &format!(", {}", against.beside(&answer.outcome));
        }
        let remarks = self.check.engine.remarks(answer);
        let Question {
            record,
            puzzle,
            form,
            ..
        } = question;
        reply.result(verdict_text(record, puzzle, *form, answer, &note, &remarks));
    }

    fn fill<'a>(&self, object: Object<'a>, checked: &Checked, _: &Puzzle) -> Object<'a> {
        let report = self.check.engine.search.report;
        let object = object.checked(&checked.answer, report);
        let object = object.with_minimality(checked.minimality.as_ref());
        object.with_against(checked.against.as_ref())
    }

    fn fill_unanswered<'a>(&self, object: Object<'a>, outcome: &'static str) -> Object<'a> {
        object.with_verdict(outcome)
    }

    fn conclude(
        &self,
        number: usize,
        record: &Record,
        checked: Option<&Checked>,
        reply: &mut Reply<'_>,
    ) -> anyhow::Result<Exit> {
        match &self.certifier {
            Some(certifier) => {
                let verdict = checked.map(|checked| &checked.answer.outcome);
                certifier.certify(number, record, verdict, reply)
            }
            None => Ok(Exit::Fulfilled),
        }
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
    let mut text = format!("{}{}", place_of(record), answer.outcome.name());
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
