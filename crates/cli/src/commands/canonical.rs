//! `satdoku canonical`: the minlex form of each puzzle. `shuffle` shares its run.

use std::path::PathBuf;

use clap::Args;
use satdoku::task::canonical::{canonical, shuffled};
use satdoku_text::ReadOptions;
use serde_json::json;

use crate::exit::Exit;
use crate::grid_writer::GridWriter;
use crate::options::heading::INPUT;
use crate::options::input::any_path;
use crate::options::output::{FormatArgs, GridFormat};
use crate::options::records::RunArgs;
use crate::output::Output;
use crate::read::Input;
use crate::record_command::{Failure, RecordCommand, RecordContext};
use crate::records::RecordOutput;
use crate::reply::Reply;
use crate::row::AnswerRows;
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
    /// Puzzle files, or a puzzle [default: standard input]
    #[arg(value_name = "FILE", value_parser = any_path(), help_heading = INPUT, display_order = 0)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    run: RunArgs,

    #[command(flatten)]
    grids: FormatArgs<GridFormat>,
}

/// The checked options.
pub struct Canonical {
    /// The seed if an equivalent puzzle is wanted.
    seed: Option<u64>,
    grids: GridWriter,
}

impl CanonicalArgs {
    /// Answers every record.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let grids = GridWriter::new(self.grids.checked(output)?, output);
        Canonical::new(None, grids).run(self.files, self.run, output)
    }
}

impl Canonical {
    /// Returns the options that ask for the minlex form or, with a seed, for an equivalent puzzle.
    pub fn new(seed: Option<u64>, grids: GridWriter) -> Canonical {
        Canonical { seed, grids }
    }

    /// Answers every record of these files.
    pub fn run(
        self,
        files: Vec<PathBuf>,
        run: RunArgs,
        output: &mut Output,
    ) -> anyhow::Result<Exit> {
        let name = self.field();
        let rows = self.grids.row_format();
        let layout = RecordOutput {
            rows: rows.map(|format| {
                AnswerRows::new(format)
                    .with(&[name, "error"])
                    .with_answer_field(name)
            }),
            ..RecordOutput::default()
        };
        let input = Input::new(files, ReadOptions::default());
        run.checked(input).run(self, layout, output)
    }

    fn field(&self) -> &'static str {
        match self.seed {
            Some(_) => "shuffled",
            None => "canonical",
        }
    }
}

impl RecordCommand for Canonical {
    type State = ();

    fn state(&self) {}

    fn answer(
        &self,
        (): &mut (),
        context: &RecordContext<'_>,
        reply: &mut Reply<'_>,
    ) -> Result<Outcome, Failure> {
        let (puzzle, form) = context.puzzle()?;
        self.grids.require_expressible(puzzle)?;
        let equivalent = match self.seed {
            Some(seed) => shuffled(puzzle, seed, context.number as u64),
            None => canonical(puzzle),
        };
        let equivalent = equivalent.map_err(|error| Failure::Unanswered(error.to_string()))?;
        let givens = equivalent.givens();
        context.write(
            &json!({ self.field(): givens.to_string() }),
            reply,
            |reply| {
                self.grids
                    .write(context.number, &equivalent, None, form, None, reply);
            },
        );
        Ok(Outcome::new(Exit::Success, "answered"))
    }
}
