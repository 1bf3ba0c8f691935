//! `satdoku shuffle`: a random equivalent of each puzzle.

use clap::Args;
use satdoku_answer::{Asker, ShuffledRow, shuffled};

use crate::command::{
    Answer, Asked, Command, Exit, Extras, Formats, Grids, Outcome, Records, Terminal,
};
use crate::options::heading::ANSWER;
use crate::options::random_seed;

/// Print a random equivalent of each puzzle
///
/// Digits are exchanged, and bands, stacks, rows and columns change places. The difficulty stays the
/// same. Boards of 9x9 only.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  satdoku shuffle puzzle.txt
  satdoku shuffle --seed 7 --format line puzzles.txt")]
pub struct Shuffle {
    /// Set the seed [default: random, and printed]
    ///
    /// The result depends on this seed and on the number of the record.
    #[arg(long, value_name = "N", help_heading = ANSWER)]
    seed: Option<u64>,
}

impl Command for Shuffle {
    const FORMATS: Formats = Grids::FORMATS;

    type Row = ShuffledRow;
    type Search = ();

    fn start(&mut self, _: &Records, terminal: &Terminal) -> anyhow::Result<Extras> {
        self.seed.get_or_insert_with(|| random_seed(terminal));
        Ok(Extras::default())
    }

    fn answer(&self, _: &mut Asker, asked: &Asked<'_>) -> Answer<ShuffledRow> {
        let seed = self.seed.unwrap_or_default();
        let row = shuffled(asked.puzzle, seed, asked.number as u64)?;
        Ok((row, Outcome::new(Exit::Success, "answered")))
    }

    fn show(&self, asked: &Asked<'_>, row: &ShuffledRow) {
        asked.show_puzzle(row.puzzle.as_ref());
    }
}
