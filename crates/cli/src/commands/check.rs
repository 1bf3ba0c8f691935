//! `satdoku check`: the verdict of each puzzle.

use std::fmt;

use clap::Args;
use satdoku::board::Puzzle;
use satdoku::engine::Budget;
use satdoku::task::{Answer, ClueKind, QuestionError, Repairs, Session, TaskError, Verdict};
use satdoku_text::{Form, Record};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::minimise::reason;
use super::repair::{repairs_of, repairs_text};
use crate::certify::{Certifier, CertifyArgs};
use crate::exit::Exit;
use crate::options::heading::ANSWER;
use crate::options::output::{AnswerFormat, FormatArgs};
use crate::options::records::{RecordArgs, SummaryArgs};
use crate::options::search::{ConfirmedSearch, ConfirmedSearchArgs};
use crate::output::Output;
use crate::record_command::{Failure, RecordCommand, RecordContext};
use crate::records::RecordOutput;
use crate::reply::Reply;
use crate::row::AnswerRows;
use crate::summary::Outcome;
use crate::terminal::wrap;
use crate::text::verdict_text;

/// Tell whether each puzzle has one solution, several or none
///
/// A terminal also shows repairs, as far as they are found within about a second. `satdoku repair` looks for
/// all of them.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  satdoku check puzzles.txt                       unique, multiple or none
  satdoku check --redundant puzzle.txt            is it minimal?
  satdoku check puzzles.csv -o verdicts.csv")]
pub struct CheckArgs {
    #[command(flatten)]
    records: RecordArgs,

    #[command(flatten)]
    summary: SummaryArgs,

    #[command(flatten)]
    engine: ConfirmedSearchArgs,

    #[command(flatten)]
    format: FormatArgs<AnswerFormat>,

    /// List the redundant givens and constraints
    ///
    /// Any one of them can be removed from a unique puzzle.
    #[arg(long, help_heading = ANSWER)]
    redundant: bool,

    #[command(flatten)]
    certify: CertifyArgs,
}

/// The checked options.
struct Check {
    search: ConfirmedSearch,
    has_redundant: bool,
    /// Cheap repairs are shown: there is a person at a terminal.
    has_repairs: bool,
    certifier: Option<Certifier>,
}

/// The answer about a puzzle.
#[derive(Serialize)]
struct Checked {
    #[serde(flatten)]
    answer: Answer<Verdict>,
    #[serde(flatten)]
    redundant: Option<RedundantClues>,
    /// Repairs for the text.
    #[serde(skip)]
    repairs: Option<Repairs>,
}

impl CheckArgs {
    /// Checks every record.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let format = self.format.checked(output)?.unwrap_or_default();
        let rows = format.row_format().map(|format| {
            AnswerRows::of_verdicts(format)
                .with_if(self.redundant, &["minimal", "redundant"])
                .with(&["error", "confirmed"])
        });
        let mut records = self.records.checked();
        records.has_summary = self.summary.summary;
        let search = self.engine.checked()?;
        let (certifier, mut index) = self.certify.start()?.unzip();
        let check = Check {
            search,
            has_redundant: self.redundant,
            has_repairs: format == AnswerFormat::Text && output.is_terminal(),
            certifier,
        };
        let layout = RecordOutput {
            rows,
            index: index.as_mut(),
            ..RecordOutput::default()
        };
        let exit = records.run(check, layout, output)?;
        if let Some(index) = index
            && exit != Exit::Interrupted
        {
            index.finish()?;
        }
        Ok(exit)
    }
}

impl RecordCommand for Check {
    type State = Session;

    fn state(&self) -> Session {
        self.search.session()
    }

    fn answer(
        &self,
        session: &mut Session,
        context: &RecordContext<'_>,
        reply: &mut Reply<'_>,
    ) -> Result<Outcome, Failure> {
        let limits = self.search.limits();
        let checked = self.check(session, context, limits, reply);
        let mut certified = Exit::Success;
        if let Some(certifier) = &self.certifier {
            let verdict = checked.as_ref().ok().map(|checked| &checked.answer.outcome);
            certified = certifier.certify(context, verdict, limits.deadline, reply)?;
        }
        let checked = checked?;
        let mut outcome = Outcome::of_verdict(&checked.answer);
        outcome.exit.add(certified);
        if self.gave_up_minimality(&checked) {
            outcome.exit.add(Exit::Negative);
        }
        Ok(outcome)
    }
}

impl Check {
    /// Checks a puzzle and writes the answer to `reply`.
    fn check(
        &self,
        session: &mut Session,
        context: &RecordContext<'_>,
        limits: Budget,
        reply: &mut Reply<'_>,
    ) -> Result<Checked, Failure> {
        let (puzzle, form) = context.puzzle()?;
        let answer = session.check(puzzle)?;
        let redundant = match &answer.outcome {
            Verdict::Unique(_) if self.has_redundant => {
                Some(RedundantClues::find(puzzle, session)?)
            }
            _ => None,
        };
        let repairs = self.cheap_repairs(puzzle, &answer.outcome, limits)?;
        let checked = Checked {
            answer,
            redundant,
            repairs,
        };
        context.write(&checked, reply, |reply| {
            reply.text(self.text(context.record, puzzle, form, &checked));
        });
        Ok(checked)
    }

    /// Finds repairs if they are to be shown, on boards up to 9×9 and within a limit of work, so that no
    /// puzzle holds up a list.
    fn cheap_repairs(
        &self,
        puzzle: &Puzzle,
        verdict: &Verdict,
        limits: Budget,
    ) -> Result<Option<Repairs>, TaskError> {
        if !self.has_repairs || puzzle.layout().cell_count() > 81 {
            return Ok(None);
        }
        let nodes = Repairs::budget(puzzle).nodes;
        repairs_of(puzzle, verdict, Budget { nodes, ..limits })
    }

    /// Returns true if a limit was reached before all redundant givens were known.
    fn gave_up_minimality(&self, checked: &Checked) -> bool {
        let redundant = checked.redundant.as_ref();
        redundant.is_some_and(|redundant| redundant.error.is_some())
    }

    fn text(&self, record: &Record, puzzle: &Puzzle, form: Form, checked: &Checked) -> String {
        let answer = &checked.answer;
        let note = checked.redundant.as_ref();
        let note = note.map_or(String::new(), |redundant| format!(", {redundant}"));
        let mut text = verdict_text(record, puzzle, form, answer, &note);
        if let Some(repairs) = &checked.repairs {
            text += &wrap(&repairs_text(repairs));
            if let Some(limit) = &repairs.limit {
                text += &format!("  {limit}: `satdoku repair` looks for other repairs\n");
            }
        }
        text
    }
}

/// The redundant constraints and givens of a unique puzzle, any one of which could be removed.
#[derive(Debug)]
struct RedundantClues {
    redundant: Vec<String>,
    /// The reason why they are not known.
    error: Option<String>,
}

impl RedundantClues {
    /// Finds them.
    fn find(puzzle: &Puzzle, session: &mut Session) -> Result<RedundantClues, TaskError> {
        let has_constraints = !puzzle.layout().constraints().is_empty();
        let constraints = has_constraints.then_some(ClueKind::Constraints);
        let mut found = RedundantClues {
            redundant: Vec::new(),
            error: None,
        };
        for kind in constraints.into_iter().chain([ClueKind::Givens]) {
            match session.needs(puzzle, kind) {
                Ok(answer) => {
                    let clues = answer.outcome.redundant.into_iter();
                    let texts = clues.map(|clue| clue.text(puzzle.layout()));
                    found.redundant.extend(texts);
                }
                Err(QuestionError::Verdict(answer)) => {
                    found.error = Some(reason(puzzle, &answer.outcome));
                    break;
                }
                Err(QuestionError::Task(error)) => return Err(error),
            }
        }
        Ok(found)
    }
}

impl Serialize for RedundantClues {
    /// Writes the fields `minimal` and `redundant`, or the reason why they are not known.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match &self.error {
            Some(error) => map.serialize_entry("error", error)?,
            None => {
                map.serialize_entry("minimal", &self.redundant.is_empty())?;
                map.serialize_entry("redundant", &self.redundant)?;
            }
        }
        map.end()
    }
}

impl fmt::Display for RedundantClues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(error) = &self.error {
            return write!(f, "not known whether minimal: {error}");
        }
        match &self.redundant[..] {
            [] => f.write_str("minimal"),
            clues => write!(f, "any one of these can be removed: {}", clues.join(", ")),
        }
    }
}
