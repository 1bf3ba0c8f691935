//! `satdoku check`: the verdict of each puzzle.

use std::fmt;
use std::sync::{Arc, Mutex};

use clap::Args;
use satdoku::Deadline;
use satdoku::board::{Grid, Puzzle};
use satdoku::format::{Column, Record};
use satdoku::task::{Answer, Minimised, Session, TaskError, Verdict, needs};
use serde::{Serialize, Serializer};

use super::against::{Against, refuse_without_column};
use super::args::engine::{EngineChoice, SearchChoice};
use super::args::heading::{ANSWER, INPUT, OUTPUT};
use super::args::input::Item;
use super::args::output::Format;
use super::batch::Sink;
use super::certify::{Certificates, Certifier};
use super::command::{Command, Failure, Question};
use super::exit::Exit;
use super::fields::Columns;
use super::output::{Output, Reply};
use super::render::text::{names, verdict_text};
use super::run::{Batch, run_on};
use super::summary::Tally;

/// Whether each puzzle has one solution, several or none
#[derive(Debug, Args)]
pub struct Check {
    #[command(flatten)]
    batch: Batch,

    #[command(flatten)]
    engine: EngineChoice,

    /// The form of the output
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = OUTPUT)]
    format: Format,

    /// Say of a unique puzzle whether it is minimal: whether it needs every given for that
    #[arg(long, help_heading = ANSWER)]
    minimal: bool,

    /// Say whether the solution in this column of a table is one: its name or its number. A puzzle
    /// has what was asked for if it is right and the only one
    #[arg(long, value_name = "NAME|N", help_heading = INPUT)]
    against: Option<Column>,

    #[command(flatten)]
    certificates: Certificates,
}

/// What is known of a puzzle.
#[derive(Serialize)]
pub struct Checked {
    #[serde(flatten)]
    answer: Answer<Verdict>,
    #[serde(flatten)]
    minimality: Option<Minimality>,
    #[serde(flatten)]
    against: Option<Against>,
}

/// Which givens of a unique puzzle could go, each on its own.
#[derive(Debug)]
struct Minimality {
    redundant: Vec<String>,
}

/// `check`, and what it keeps from record to record.
struct Checking {
    check: Check,
    certifier: Option<Certifier>,
    /// The input that is known to have the column of `--against`.
    with_column: Mutex<Option<Arc<str>>>,
}

impl Check {
    /// Answers every record.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        self.engine.check()?;
        let (certifier, mut index) = self.certificates.start()?.unzip();
        let (batch, style) = (self.batch.clone(), self.format.into());
        let input = batch.input.clone();
        let read = move |sink: &dyn Sink<Item>| _ = input.read(sink);
        let checking = Checking {
            check: self,
            certifier,
            with_column: Mutex::default(),
        };
        let exit = run_on(checking, &batch, style, read, output, index.as_mut())?;
        match index {
            Some(index) if exit != Exit::Interrupted => index.finish()?,
            _ => {}
        }
        Ok(exit)
    }
}

impl Command for Checking {
    type Answer = Checked;

    fn columns(&self) -> Columns {
        let mut columns = vec!["verdict", "solution", "other", "conflict", "reason"];
        columns.extend(["error", "confirmed"]);
        if self.check.minimal {
            columns.extend(["minimal", "redundant"]);
        }
        if self.check.against.is_some() {
            columns.extend(["against", "flaw"]);
        }
        if self.check.engine.search.report {
            columns.push("report");
        }
        Columns::new(columns)
    }

    fn session(&self) -> Session {
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
            Verdict::Unique(solution) if self.check.minimal => {
                let search = &self.check.engine.search;
                Minimality::of(puzzle, solution, search, session.deadline())?
            }
            _ => None,
        };
        Ok(Checked {
            answer,
            minimality,
            against,
        })
    }

    fn tally(&self, checked: &Checked) -> Tally {
        let against = checked.against.as_ref();
        let mut tally = tally_of_verdict(&checked.answer);
        tally.against = against.map(Against::name);
        tally.exit.add(against.map_or(Exit::Success, Against::exit));
        tally
    }

    fn text(&self, question: &Question<'_>, checked: &Checked, reply: &mut Reply<'_>) {
        let answer = &checked.answer;
        let mut note = match (&checked.minimality, &answer.outcome) {
            (Some(minimality), _) => format!(", {minimality}"),
            (None, Verdict::Unique(_)) if self.check.minimal => {
                ", perhaps minimal: gave up".to_string()
            }
            (None, _) => String::new(),
        };
        if let Some(against) = &checked.against {
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

    fn no_answer(&self, outcome: &'static str) -> Option<(&'static str, Option<&'static str>)> {
        Some(("verdict", Some(outcome)))
    }

    fn look_at(&self, record: &Record) -> anyhow::Result<()> {
        let Some(column) = &self.check.against else {
            return Ok(());
        };
        let Ok(mut with_column) = self.with_column.lock() else {
            return Ok(());
        };
        if with_column.as_ref() != Some(&record.source) {
            refuse_without_column(record, column)?;
            if record.row.is_some() {
                *with_column = Some(record.source.clone());
            }
        }
        Ok(())
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
            None => Ok(Exit::Success),
        }
    }
}

/// What a verdict comes to.
pub fn tally_of_verdict(answer: &Answer<Verdict>) -> Tally {
    let exit = match answer.outcome {
        Verdict::Unique(_) => Exit::Success,
        Verdict::Multiple(_) | Verdict::None(_) | Verdict::Unknown(_) => Exit::Lacking,
    };
    Tally::of_answer(exit, answer.outcome.name(), &answer.report)
}

impl Minimality {
    /// Of a puzzle whose only solution is `solution`; `None` when the solver gave up.
    fn of(
        puzzle: &Puzzle,
        solution: &Grid,
        search: &SearchChoice,
        deadline: Option<Deadline>,
    ) -> Result<Option<Minimality>, TaskError> {
        let needs = needs(puzzle, solution, search.solver_within(deadline));
        Ok(
            match needs.map_err(|error| search.solver_failed(puzzle, error))? {
                Minimised::GaveUp => None,
                Minimised::NotUnique(other) => return Err(disagreement(puzzle, solution, &other)),
                Minimised::Found(needs) => Some(Minimality {
                    redundant: names(&needs.redundant, puzzle.size()),
                }),
            },
        )
    }
}

/// A puzzle that was found unique has another solution after all.
pub fn disagreement(puzzle: &Puzzle, solution: &Grid, other: &Grid) -> TaskError {
    TaskError::Disagreement {
        engines: ["check", "minimise"].map(String::from),
        puzzle: puzzle.givens().to_string(),
        answers: [format!("only {solution}"), format!("also {other}")],
    }
}

impl Serialize for Minimality {
    /// Whether it is `minimal`, and what is `redundant`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Fields<'a> {
            minimal: bool,
            redundant: &'a [String],
        }

        let fields = Fields {
            minimal: self.redundant.is_empty(),
            redundant: &self.redundant,
        };
        fields.serialize(serializer)
    }
}

impl fmt::Display for Minimality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.redundant[..] {
            [] => f.write_str("minimal"),
            [one] => write!(f, "not minimal: {one} could go"),
            [one, others @ ..] => {
                let others = others.len();
                write!(f, "not minimal: {one} could go, or any of {others} others")
            }
        }
    }
}
