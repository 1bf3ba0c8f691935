//! `satdoku minimise`: puzzles without redundant clues.

use clap::{Args, ValueEnum};
use satdoku::task::ClueKind;
use satdoku_answer::{Asker, MinimalRow};

use crate::command::{Answer, Asked, Command, Emit, NoAnswer};
use crate::exit::Exit;
use crate::grids::Grids;
use crate::options::heading::ANSWER;
use crate::options::input::RecordArgs;
use crate::options::limits::{Search, TimeoutArgs};
use crate::options::output::{self, FormatArgs};
use crate::output::Program;
use crate::records::Extras;
use crate::reply::Reply;
use crate::summary::Outcome;
use crate::verdict_text::report_unconfirmed;

/// Remove redundant givens from each puzzle
///
/// A given is redundant if the puzzle has one solution without it. `check --redundant` lists all
/// redundant givens and constraints instead of removing any.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  satdoku minimise puzzle.txt                        a minimal puzzle
  satdoku minimise --seed 2 puzzle.txt               perhaps another one
  satdoku minimise --remove constraints puzzle.txt   no redundant cages")]
pub struct MinimiseArgs {
    #[command(flatten)]
    records: RecordArgs,

    #[command(flatten)]
    limit: TimeoutArgs,

    #[command(flatten)]
    format: FormatArgs<output::Grids>,

    /// Try clues in another order, for another minimal puzzle
    #[arg(long, value_name = "N", help_heading = ANSWER)]
    seed: Option<u64>,

    /// Remove redundant givens, or constraints such as cages
    ///
    /// Marks that exempt cells from a negative constraint are kept.
    #[arg(long, value_name = "CLUES", default_value = "givens", help_heading = ANSWER)]
    remove: Removed,
}

/// The clues that are removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Removed {
    Givens,
    Constraints,
}

/// The checked options.
struct Minimise {
    search: Search,
    grids: Grids,
    seed: Option<u64>,
    remove: Removed,
}

impl MinimiseArgs {
    /// Minimises every record.
    pub fn run(self, program: &Program) -> anyhow::Result<Exit> {
        let format = self.format.checked(program)?;
        let records = self.records.checked()?;
        let output = program.open::<output::Grids>(format, Grids::HEAD, &records.paths)?;
        let minimise = Minimise {
            search: self.limit.search(),
            grids: Grids::new(format, program.terminal),
            seed: self.seed,
            remove: self.remove,
        };
        records.run(minimise, format, Extras::default(), output)
    }
}

impl Command for Minimise {
    type Row = MinimalRow;
    type State = Asker;

    fn state(&self) -> Asker {
        self.search.asker()
    }

    fn answer(
        &self,
        asker: &mut Asker,
        asked: &Asked<'_>,
        emit: &mut Emit<'_, MinimalRow>,
    ) -> Result<Outcome, NoAnswer> {
        let clues = match self.remove {
            Removed::Givens => ClueKind::Givens,
            Removed::Constraints => ClueKind::Constraints,
        };
        let row = asker.minimise(asked.puzzle, clues, self.seed)?;
        if let Some(minimal) = &row.puzzle {
            self.grids.require_expressible(minimal)?;
        }
        let name = match row.removed.as_ref().is_none_or(Vec::is_empty) {
            true => "minimal",
            false => "minimised",
        };
        let _ = emit(Answer::Row(row));
        Ok(Outcome::new(Exit::Success, name))
    }

    fn show(&self, asked: &Asked<'_>, row: &MinimalRow, reply: &mut Reply<'_>) {
        if let Some(minimal) = &row.puzzle {
            self.grids.show_puzzle(asked, minimal, reply);
        }
        let removed = row.removed.as_ref().filter(|removed| !removed.is_empty());
        if let (Removed::Constraints, Some(removed)) = (self.remove, removed) {
            let (place, removed) = (asked.place(), removed.join(", "));
            reply.message(format_args!("{place}removed {removed}"));
        }
        report_unconfirmed(asked, row.unconfirmed, reply);
    }
}
