//! `satdoku repair`: changes that make each puzzle unique.

use clap::Args;
use satdoku::board::CandidateName;
use satdoku::task::Repair;
use satdoku_answer::{Asker, RepairRow};

use crate::command::{ANSWERS, Answer, Asked, Command, Formats, Outcome};
use crate::options::limits::ConfirmedSearchArgs;
use crate::verdict_text::verdict_text;

/// Suggest repairs that make each puzzle unique
///
/// Each repair removes, changes or adds givens. The verdict of `check` comes first.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  satdoku repair puzzle.txt                 how to make it unique
  satdoku repair puzzles.txt -o repairs.csv")]
pub struct FindRepairs {}

impl Command for FindRepairs {
    const FORMATS: Formats = ANSWERS;

    type Row = RepairRow;
    type Search = ConfirmedSearchArgs;

    fn answer(&self, asker: &mut Asker, asked: &Asked<'_>) -> Answer<RepairRow> {
        let row = asker.repair(asked.puzzle)?;
        let outcome = Outcome::of_verdict(row.verdict.verdict, &row.cost);
        Ok((row, outcome))
    }

    fn show(&self, asked: &Asked<'_>, row: &RepairRow) {
        let (error, terminal) = (row.error.as_deref(), &asked.grids.terminal);
        let mut text = verdict_text(asked, &row.verdict, error, &row.cost, "");
        if let Some(repairs) = &row.repairs {
            text += &terminal.wrap(&repairs_text(repairs));
            let is_repaired = row.verdict.verdict == "unique" || !repairs.is_empty();
            text += &match (&row.limit, is_repaired) {
                (None, true) => String::new(),
                (None, false) => "  no repair was found\n".to_string(),
                (Some(limit), true) => format!("  {limit}: there may be other repairs\n"),
                (Some(limit), false) => format!("  {limit}: no repair was found so far\n"),
            };
        }
        asked.reply.text(text);
    }
}

/// Returns a line for each way to repair a puzzle.
pub fn repairs_text(repairs: &[Repair]) -> String {
    /// The number of repairs that are listed. The others are counted.
    const MAX: usize = 5;
    let changed: Vec<_> = repairs
        .iter()
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
    let listed: Vec<&Repair> = repairs.iter().filter(is_new).collect();
    let mut text: String = listed.iter().take(MAX).map(|one| line(one)).collect();
    match listed.len().saturating_sub(MAX) {
        0 => {}
        1 => text += "  and 1 other way\n",
        others => text += &format!("  and {others} other ways\n"),
    }
    text
}

fn line(repair: &Repair) -> String {
    let texts = |all: &[CandidateName]| all.iter().map(ToString::to_string).collect::<Vec<_>>();
    let names = |all: &[CandidateName]| texts(all).join(" and ");
    let without = |clue: &str, unique: bool| {
        let solutions = match unique {
            true => "one solution",
            false => "more than one solution",
        };
        format!("  without {clue} it has {solutions}\n")
    };
    match repair {
        Repair::Remove {
            givens,
            constraints,
            unique,
        } => without(
            &[&texts(givens)[..], constraints].concat().join(" and "),
            *unique,
        ),
        Repair::Change(given) => {
            let name = given.to_string();
            let (cell, digit) = name.split_once('=').unwrap_or_default();
            format!("  changing {cell} to {digit} makes it unique\n")
        }
        Repair::Exchange(givens) => format!(
            "  exchanging two neighbours, to {}, makes it unique\n",
            names(givens)
        ),
        Repair::Shift(givens) => {
            let names = names(givens);
            format!("  a row may be one column off: with {names} it is unique\n")
        }
        Repair::Add(givens) => format!("  with {} it is unique\n", names(givens)),
    }
}
