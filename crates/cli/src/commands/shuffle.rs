//! `satdoku shuffle`: a random equivalent of each puzzle.

use clap::Args;
use satdoku_answer::{ShuffledRow, shuffled};

use crate::command::{Answer, Asked, Command, Emit, NoAnswer};
use crate::exit::Exit;
use crate::grids::Grids;
use crate::options::heading::ANSWER;
use crate::options::input::RecordArgs;
use crate::options::output::{self, FormatArgs};
use crate::options::random_seed;
use crate::output::Program;
use crate::records::Extras;
use crate::reply::Reply;
use crate::summary::Outcome;

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
    #[command(flatten)]
    records: RecordArgs,

    #[command(flatten)]
    format: FormatArgs<output::Grids>,

    /// Set the seed [default: random, and printed]
    ///
    /// The result depends on this seed and on the number of the record.
    #[arg(long, value_name = "N", help_heading = ANSWER)]
    seed: Option<u64>,
}

/// The checked options.
struct Shuffle {
    seed: u64,
    grids: Grids,
}

impl ShuffleArgs {
    /// Answers every record.
    pub fn run(self, program: &Program) -> anyhow::Result<Exit> {
        let format = self.format.checked(program)?;
        let records = self.records.checked()?;
        let output = program.open::<output::Grids>(format, Grids::HEAD, &records.paths)?;
        let shuffle = Shuffle {
            seed: self.seed.unwrap_or_else(|| random_seed(&program.terminal)),
            grids: Grids::new(format, program.terminal),
        };
        records.run(shuffle, format, Extras::default(), output)
    }
}

impl Command for Shuffle {
    type Row = ShuffledRow;
    type State = ();

    fn state(&self) {}

    fn answer(
        &self,
        (): &mut (),
        asked: &Asked<'_>,
        emit: &mut Emit<'_, ShuffledRow>,
    ) -> Result<Outcome, NoAnswer> {
        self.grids.require_expressible(asked.puzzle)?;
        let row = shuffled(asked.puzzle, self.seed, asked.number as u64)?;
        let _ = emit(Answer::Row(row));
        Ok(Outcome::new(Exit::Success, "answered"))
    }

    fn show(&self, asked: &Asked<'_>, row: &ShuffledRow, reply: &mut Reply<'_>) {
        if let Some(puzzle) = &row.puzzle {
            self.grids.show_puzzle(asked, puzzle, reply);
        }
    }
}
