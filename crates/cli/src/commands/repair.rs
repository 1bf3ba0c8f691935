//! `satdoku repair`: changes that make each puzzle unique.

use clap::Args;
use satdoku::board::{CandidateName, Puzzle};
use satdoku::engine::{Budget, for_many_searches};
use satdoku::task::{Answer, Repair, Repairs, Session, TaskError, Verdict, repair};
use satdoku_text::{Form, Record};
use serde::Serialize;

use crate::exit::Exit;
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

/// Suggest repairs that make each puzzle unique
///
/// Each repair removes, changes or adds givens. The verdict of `check` comes first.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  satdoku repair puzzle.txt                 how to make it unique
  satdoku repair puzzles.txt -o repairs.csv")]
pub struct RepairArgs {
    #[command(flatten)]
    records: RecordArgs,

    #[command(flatten)]
    summary: SummaryArgs,

    #[command(flatten)]
    engine: ConfirmedSearchArgs,

    #[command(flatten)]
    format: FormatArgs<AnswerFormat>,
}

/// The checked options.
struct FindRepairs {
    search: ConfirmedSearch,
}

/// The answer about a puzzle.
#[derive(Serialize)]
struct Repaired {
    #[serde(flatten)]
    answer: Answer<Verdict>,
    #[serde(flatten)]
    repairs: Option<Repairs>,
}

impl RepairArgs {
    /// Repairs every record.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let format = self.format.checked(output)?.unwrap_or_default();
        let rows = format.row_format().map(|format| {
            AnswerRows::of_verdicts(format)
                .with(&["repairs", "repairs_complete"])
                .with(&["error", "confirmed"])
        });
        let layout = RecordOutput {
            rows,
            ..RecordOutput::default()
        };
        let mut records = self.records.checked();
        records.has_summary = self.summary.summary;
        let search = self.engine.checked()?;
        records.run(FindRepairs { search }, layout, output)
    }
}

impl RecordCommand for FindRepairs {
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
        let (puzzle, form) = context.puzzle()?;
        let limits = self.search.limits();
        let answer = session.check(puzzle)?;
        let repairs = repairs_of(puzzle, &answer.outcome, limits)?;
        let repaired = Repaired { answer, repairs };
        context.write(&repaired, reply, |reply| {
            reply.text(text(context.record, puzzle, form, &repaired));
        });
        Ok(Outcome::of_verdict(&repaired.answer))
    }
}

fn text(record: &Record, puzzle: &Puzzle, form: Form, repaired: &Repaired) -> String {
    let answer = &repaired.answer;
    let mut text = verdict_text(record, puzzle, form, answer, "");
    if let Some(repairs) = &repaired.repairs {
        text += &wrap(&repairs_text(repairs));
        let is_repaired = answer.outcome.is_unique() || !repairs.repairs.is_empty();
        text += &match (&repairs.limit, is_repaired) {
            (None, true) => String::new(),
            (None, false) => "  no repair was found\n".to_string(),
            (Some(limit), true) => format!("  {limit}: there may be other repairs\n"),
            (Some(limit), false) => format!("  {limit}: no repair was found so far\n"),
        };
    }
    text
}

/// Finds repairs of a puzzle with this verdict. Returns `None` if the verdict is unknown.
pub fn repairs_of(
    puzzle: &Puzzle,
    verdict: &Verdict,
    limits: Budget,
) -> Result<Option<Repairs>, TaskError> {
    match verdict {
        Verdict::Unknown(_) => Ok(None),
        Verdict::Unique(_) => Ok(Some(Repairs::default())),
        _ => {
            let mut engine = for_many_searches(puzzle.layout());
            repair(puzzle, engine.as_mut(), limits).map(Some)
        }
    }
}

/// Returns a line for each way to repair a puzzle.
pub fn repairs_text(repairs: &Repairs) -> String {
    /// The number of repairs that are listed. The others are counted.
    const MAX: usize = 5;
    let texts = |all: &[CandidateName]| all.iter().map(ToString::to_string).collect::<Vec<_>>();
    let names = |all: &[CandidateName]| texts(all).join(" and ");
    let without = |clue: &str, unique: bool| {
        let solutions = match unique {
            true => "one solution",
            false => "more than one solution",
        };
        format!("  without {clue} it has {solutions}\n")
    };
    let changed: Vec<_> = (repairs.repairs.iter())
        .filter_map(|repair| match repair {
            Repair::Change(given) => Some(given.candidate().cell),
            _ => None,
        })
        .collect();
    // A change says more than the removal of the same given.
    let is_new = |repair: &&Repair| match repair {
        Repair::Remove {
            givens,
            constraints,
            ..
        } => match &givens[..] {
            [given] => !constraints.is_empty() || !changed.contains(&given.candidate().cell),
            _ => true,
        },
        _ => true,
    };
    let listed: Vec<&Repair> = repairs.repairs.iter().filter(is_new).collect();
    let mut text = String::new();
    for repair in listed.iter().take(MAX) {
        text += &match repair {
            Repair::Remove {
                givens,
                constraints,
                unique,
            } => {
                let clues = [&texts(givens)[..], constraints].concat();
                without(&clues.join(" and "), *unique)
            }
            Repair::Change(given) => {
                let name = given.to_string();
                let (cell, digit) = name.split_once('=').unwrap_or_default();
                format!("  changing {cell} to {digit} makes it unique\n")
            }
            Repair::Exchange(givens) => {
                format!(
                    "  exchanging two neighbours, to {}, makes it unique\n",
                    names(givens)
                )
            }
            Repair::Shift(givens) => {
                let names = names(givens);
                format!("  a row may be one column off: with {names} it is unique\n")
            }
            Repair::Add(givens) => format!("  with {} it is unique\n", names(givens)),
        };
    }
    match listed.len().saturating_sub(MAX) {
        0 => {}
        1 => text += "  and 1 other way\n",
        others => text += &format!("  and {others} other ways\n"),
    }
    text
}
