//! `satdoku shuffle`: a random equivalent puzzle.

use std::path::PathBuf;

use clap::Args;

use super::canonical::Canonical;
use crate::exit::Exit;
use crate::grid_writer::GridWriter;
use crate::options::heading::{ANSWER, INPUT};
use crate::options::input::any_path;
use crate::options::output::{FormatArgs, GridFormat};
use crate::options::records::RunArgs;
use crate::output::Output;
use crate::seed::random_seed;

/// Print a random equivalent of each puzzle
///
/// Digits are exchanged, and bands, stacks, rows and columns change places. The difficulty stays the
/// same. Boards of 9x9 only.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  satdoku shuffle puzzle.txt
  satdoku shuffle --seed 7 --format line puzzles.txt")]
pub struct ShuffleArgs {
    /// Puzzle files, or a puzzle [default: standard input]
    #[arg(value_name = "FILE", value_parser = any_path(), help_heading = INPUT, display_order = 0)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    run: RunArgs,

    #[command(flatten)]
    grids: FormatArgs<GridFormat>,

    /// Set the seed [default: random, and printed]
    ///
    /// The result depends on this seed and on the number of the record.
    #[arg(long, value_name = "N", help_heading = ANSWER)]
    seed: Option<u64>,
}

impl ShuffleArgs {
    /// Answers every record.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let grids = GridWriter::new(self.grids.checked(output)?, output);
        let seed = self.seed.unwrap_or_else(random_seed);
        Canonical::new(Some(seed), grids).run(self.files, self.run, output)
    }
}
