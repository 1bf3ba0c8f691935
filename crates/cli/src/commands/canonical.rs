//! `satdoku canonical`: the minlex form of each puzzle.

use clap::Args;
use satdoku_answer::{Asker, CanonicalRow, canonical};

use crate::command::{Answer, Asked, Command, Exit, Formats, Grids, Outcome};

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

    fn answer(&self, _: &mut Asker, asked: &Asked<'_>) -> Answer<CanonicalRow> {
        let outcome = Outcome::new(Exit::Success, "answered");
        Ok((canonical(asked.puzzle)?, outcome))
    }

    fn show(&self, asked: &Asked<'_>, row: &CanonicalRow) {
        asked.show_puzzle(row.puzzle.as_ref());
    }
}
