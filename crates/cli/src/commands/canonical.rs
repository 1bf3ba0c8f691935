//! `satdoku canonical`: the minlex form of each puzzle.

use clap::Args;
use satdoku_answer::{Asker, CanonicalRow, canonical};

use crate::command::{Asked, Command, NoAnswer, Out};
use crate::exit::Exit;
use crate::format::Formats;
use crate::grids::Grids;
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
pub struct Canonical {}

impl Command for Canonical {
    const FORMATS: Formats = Grids::FORMATS;

    type Row = CanonicalRow;
    type Search = ();

    fn answer(
        &self,
        _: &mut Asker,
        asked: &Asked<'_>,
        out: &mut Out<'_, '_, CanonicalRow>,
    ) -> Result<Outcome, NoAnswer> {
        asked.require_expressible()?;
        out.finish(
            &canonical(asked.puzzle)?,
            Outcome::new(Exit::Success, "answered"),
        )
    }

    fn show(&self, asked: &Asked<'_>, row: &CanonicalRow, reply: &mut Reply<'_>) {
        if let Some(puzzle) = &row.puzzle {
            asked.show_puzzle(puzzle, reply);
        }
    }
}
