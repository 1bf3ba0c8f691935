//! `satdoku check`: the verdict of each puzzle.

use std::fmt;
use std::io::{self, IsTerminal};
use std::sync::{Arc, Mutex};

use clap::Args;
use satdoku::board::{CandidateName, Puzzle};
use satdoku::format::{Column, Record};
use satdoku::task::{Answer, Repair, Repairs, Session, TaskError, Verdict, repairs};
use serde::{Serialize, Serializer};

use super::against::{Against, refuse_without_column};
use super::args::engine::EngineChoice;
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
#[command(after_help = "\
Examples:
  satdoku check puzzles.txt                       unique, multiple or none
  satdoku check --repair puzzle.txt               what would mend it
  satdoku check --format csv -o verdicts.csv puzzles.csv")]
pub struct Check {
    #[command(flatten)]
    batch: Batch,

    #[command(flatten)]
    engine: EngineChoice,

    /// Form of results
    #[arg(long, value_name = "FORMAT", default_value = "text", hide_default_value = true, help_heading = OUTPUT,
          display_order = 0)]
    format: Format,

    /// Does a unique puzzle need every given for that?
    #[arg(long, help_heading = ANSWER)]
    minimal: bool,

    /// What would give a puzzle one solution?
    ///
    /// Givens to remove, to change or to add. On a terminal this is said without being asked.
    #[arg(long, help_heading = ANSWER)]
    repair: bool,

    /// Compare with the solution in this column of a table
    ///
    /// The column has a name or a number. A puzzle has what was asked for if its solution is right and
    /// the only one.
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
    #[serde(flatten)]
    repairs: Option<Repairs>,
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
            Some(index) if exit != Exit::Interrupted => {
                index.finish()?;
            }
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
        if self.check.repair {
            columns.push("repairs");
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
            Verdict::Unique(_) if self.check.minimal => Minimality::of(puzzle, session)?,
            _ => None,
        };
        let has_repairs = self.check.repair || self.shows_repairs(puzzle);
        let repairs = match &answer.outcome {
            Verdict::Unknown(_) => None,
            _ => has_repairs.then(|| repairs(puzzle)).transpose()?,
        };
        Ok(Checked {
            answer,
            minimality,
            against,
            repairs,
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
        let mut text = verdict_text(record, puzzle, *form, answer, &note, &remarks);
        if let Some(repairs) = &checked.repairs {
            text += &repairs_text(repairs);
        }
        reply.result(text);
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
        Verdict::Multiple(_) | Verdict::None(_) | Verdict::Unknown(_) => Exit::Negative,
    };
    Tally::of_answer(exit, answer.outcome.name(), &answer.report)
}

impl Checking {
    /// Whether a person who has not asked for repairs sees them all the same: on a terminal, where
    /// finding them takes next to no time.
    fn shows_repairs(&self, puzzle: &Puzzle) -> bool {
        self.check.format == Format::Text && puzzle.size() <= 9 && io::stdout().is_terminal()
    }
}

/// A line for each way to mend a puzzle.
fn repairs_text(repairs: &Repairs) -> String {
    /// Further ones are only counted.
    const MOST: usize = 10;
    let names = |all: &[CandidateName]| -> String {
        let names: Vec<String> = all.iter().map(ToString::to_string).collect();
        names.join(" and ")
    };
    let mut text = String::new();
    for repair in repairs.repairs.iter().take(MOST) {
        text += &match repair {
            Repair::Remove { givens, unique } => {
                let solutions = if *unique {
                    "one solution"
                } else {
                    "more than one solution"
                };
                format!("  without {} it has {solutions}\n", names(givens))
            }
            Repair::Change(given) => {
                let candidate = given.candidate();
                let name = given.to_string();
                let cell = name.split('=').next().unwrap_or_default();
                format!(
                    "  {cell} should perhaps be {}: then it is unique\n",
                    candidate.digit
                )
            }
            Repair::Add(givens) => format!("  with {} it is unique\n", names(givens)),
        };
    }
    match repairs.repairs.len().saturating_sub(MOST) {
        0 => {}
        1 => text += "  and 1 other way\n",
        others => text += &format!("  and {others} other ways\n"),
    }
    text
}

impl Minimality {
    /// Of a unique puzzle; `None` when the solver gave up.
    fn of(puzzle: &Puzzle, session: &mut Session) -> Result<Option<Minimality>, TaskError> {
        let needs = session.needs(puzzle)?.outcome.ok();
        Ok(needs.map(|needs| Minimality {
            redundant: names(&needs.redundant, puzzle.size()),
        }))
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
