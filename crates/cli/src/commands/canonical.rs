//! `satdoku canonical`: the minlex form of each puzzle.

use clap::Args;
use satdoku_answer::{CanonicalRow, canonical};

use crate::command::{Answer, Asked, Command, Emit, NoAnswer};
use crate::exit::Exit;
use crate::grids::Grids;
use crate::options::input::RecordArgs;
use crate::options::output::{self, FormatArgs};
use crate::output::Program;
use crate::records::Extras;
use crate::reply::Reply;
use crate::summary::Outcome;

/// Print the minlex form of each puzzle
///
/// Equivalent puzzles differ only in the names of digits and the order of bands, stacks, rows and
/// columns. The minlex form is the least of them. Boards of 9x9 only.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  satdoku canonical --format line puzzles.txt | sort -u    distinct puzzles")]
pub struct CanonicalArgs {
    #[command(flatten)]
    records: RecordArgs,

    #[command(flatten)]
    format: FormatArgs<output::Grids>,
}

/// The checked options.
struct Canonical(Grids);

impl CanonicalArgs {
    /// Answers every record.
    pub fn run(self, program: &Program) -> anyhow::Result<Exit> {
        let format = self.format.checked(program)?;
        let records = self.records.checked()?;
        let output = program.open::<output::Grids>(format, Grids::HEAD, &records.paths)?;
        let canonical = Canonical(Grids::new(format, program.terminal));
        records.run(canonical, format, Extras::default(), output)
    }
}

impl Command for Canonical {
    type Row = CanonicalRow;
    type State = ();

    fn state(&self) {}

    fn answer(
        &self,
        (): &mut (),
        asked: &Asked<'_>,
        emit: &mut Emit<'_, CanonicalRow>,
    ) -> Result<Outcome, NoAnswer> {
        self.0.require_expressible(asked.puzzle)?;
        let _ = emit(Answer::Row(canonical(asked.puzzle)?));
        Ok(Outcome::new(Exit::Success, "answered"))
    }

    fn show(&self, asked: &Asked<'_>, row: &CanonicalRow, reply: &mut Reply<'_>) {
        if let Some(puzzle) = &row.puzzle {
            self.0.show_puzzle(asked, puzzle, reply);
        }
    }
}
