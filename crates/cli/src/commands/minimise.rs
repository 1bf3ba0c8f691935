//! `satdoku minimise`: puzzles without redundant clues.

use clap::{Args, ValueEnum};
use satdoku::task::ClueKind;
use satdoku_answer::{Asker, MinimalRow};

use crate::command::{Answer, Asked, Command, Exit, Formats, Grids, Outcome};
use crate::options::heading::ANSWER;
use crate::options::limits::TimeoutArgs;
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
pub struct Minimise {
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

impl Command for Minimise {
    const FORMATS: Formats = Grids::FORMATS;

    type Row = MinimalRow;
    type Search = TimeoutArgs;

    fn answer(&self, asker: &mut Asker, asked: &Asked<'_>) -> Answer<MinimalRow> {
        let clues = match self.remove {
            Removed::Givens => ClueKind::Givens,
            Removed::Constraints => ClueKind::Constraints,
        };
        let row = asker.minimise(asked.puzzle, clues, self.seed)?;
        let name = match row.removed.as_ref().is_none_or(Vec::is_empty) {
            true => "minimal",
            false => "minimised",
        };
        Ok((row, Outcome::new(Exit::Success, name)))
    }

    fn show(&self, asked: &Asked<'_>, row: &MinimalRow) {
        asked.show_puzzle(row.puzzle.as_ref());
        let removed = row.removed.as_ref().filter(|removed| !removed.is_empty());
        if let (Removed::Constraints, Some(removed)) = (self.remove, removed) {
            asked.message(&format!("removed {}", removed.join(", ")));
        }
        report_unconfirmed(asked, &row.cost);
    }
}
