//! `satdoku check`: the verdict of each puzzle.

use std::fmt;

use clap::Args;
use satdoku::board::Puzzle;
use satdoku::engine::Budget;
use satdoku::task::{Answer, ClueKind, QuestionError, Repairs, Session, TaskError, Verdict};
use satdoku_text::{Form, Record};
use serde::{Serialize, Serializer};

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
        let checked = self.check(session, context, reply);
        let mut certified = Exit::Success;
        if let Some(certifier) = &self.certifier {
            let verdict = checked.as_ref().ok().map(|checked| &checked.answer.outcome);
            certified = certifier.certify(context, verdict, reply)?;
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
        reply: &mut Reply<'_>,
    ) -> Result<Checked, Failure> {
        let (puzzle, form) = context.puzzle()?;
        let limits = self.search.limits();
        let answer = session.check(puzzle)?;
        let redundant = match &answer.outcome {
            Verdict::Unique(_) if self.has_redundant => RedundantClues::find(puzzle, session)?,
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
        self.has_redundant && checked.answer.outcome.is_unique() && checked.redundant.is_none()
    }

    fn text(&self, record: &Record, puzzle: &Puzzle, form: Form, checked: &Checked) -> String {
        let answer = &checked.answer;
        let note = match (&checked.redundant, &answer.outcome) {
            (Some(redundant), _) => format!(", {redundant}"),
            (None, _) if self.gave_up_minimality(checked) => {
                ", perhaps minimal: gave up".to_string()
            }
            (None, _) => String::new(),
        };
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
}

impl RedundantClues {
    /// Finds them; `None` if the solver gave up.
    fn find(puzzle: &Puzzle, session: &mut Session) -> Result<Option<RedundantClues>, TaskError> {
        let mut redundant = Vec::new();
        if !puzzle.layout().constraints().is_empty() {
            redundant.push(session.needs(puzzle, ClueKind::Constraints));
        }
        redundant.push(session.needs(puzzle, ClueKind::Givens));
        let mut texts = Vec::new();
        for needs in redundant {
            match needs {
                Ok(answer) => {
                    let clues = answer.outcome.redundant.into_iter();
                    texts.extend(clues.map(|clue| clue.text(puzzle.layout())));
                }
                Err(QuestionError::Verdict(_)) => return Ok(None),
                Err(QuestionError::Task(error)) => return Err(error),
            }
        }
        Ok(Some(RedundantClues { redundant: texts }))
    }
}

impl Serialize for RedundantClues {
    /// Writes the fields `minimal` and `redundant`.
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

impl fmt::Display for RedundantClues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.redundant[..] {
            [] => f.write_str("minimal"),
            clues => write!(f, "any one of these can be removed: {}", clues.join(", ")),
        }
    }
}
