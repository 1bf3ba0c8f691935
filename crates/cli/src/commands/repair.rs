//! `satdoku repair`: `check --repair` as a command of its own.

use clap::Args;

use super::check::CheckArgs;
use crate::exit::Exit;
use crate::options::output::{AnswerFormat, FormatArgs};
use crate::options::records::{RecordArgs, SummaryArgs};
use crate::options::search::ConfirmedSearchArgs;
use crate::output::Output;

/// Suggest repairs that make each puzzle unique
///
/// Each repair removes, changes or adds givens. The answers are those of `check --repair`.
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

impl RepairArgs {
    /// Repairs every record.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        CheckArgs::with_repairs(self.records, self.summary, self.engine, self.format).run(output)
    }
}
