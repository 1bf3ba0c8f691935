//! `satdoku canonical`: the minlex form of each puzzle, or a random equivalent one.

use std::path::PathBuf;

use clap::Args;
use satdoku::task::canonical::{canonical, shuffled};
use satdoku_text::ReadOptions;
use serde_json::json;

use crate::exit::Exit;
use crate::options::heading::{ANSWER, INPUT};
use crate::options::output::{Printing, PrintingArgs};
use crate::options::records::RunArgs;
use crate::output::Output;
use crate::read::Input;
use crate::records::{Failure, Question, RecordCommand, RecordOutput};
use crate::reply::Reply;
use crate::row::AnswerRows;
use crate::summary::Tally;

/// Print the minlex form of each puzzle
///
/// Equivalent puzzles differ only in the names of digits and the order of bands, stacks, rows and
/// columns. The minlex form is the least of them. Boards of 9x9 only.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  satdoku canonical --format line puzzles.txt | sort -u    distinct puzzles
  satdoku canonical --shuffle 7 puzzle.txt                 an equivalent one")]
pub struct CanonicalArgs {
    /// Puzzle files, or a puzzle [default: standard input]
    #[arg(value_name = "FILE", help_heading = INPUT, display_order = 0)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    run: RunArgs,

    #[command(flatten)]
    printing: PrintingArgs,

    /// Print a random equivalent puzzle instead
    ///
    /// The result depends on this seed and on the number of the record.
    #[arg(long, value_name = "SEED", help_heading = ANSWER)]
    shuffle: Option<u64>,
}

/// The checked options.
struct Canonical {
    /// The seed if an equivalent puzzle is wanted.
    seed: Option<u64>,
    printing: Printing,
}

impl CanonicalArgs {
    /// Answers every record.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let printing = self.printing.checked(output);
        let canonical = Canonical {
            seed: self.shuffle,
            printing,
        };
        let name = canonical.field();
        let rows = printing.row_format();
        let layout = RecordOutput {
            rows: rows
                .map(|format| AnswerRows::new(format, &[name, "error"]).with_answer_field(name)),
            ..RecordOutput::default()
        };
        let input = Input::new(self.files, ReadOptions::default());
        self.run.checked(input).run(canonical, layout, output)
    }
}

impl Canonical {
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
        question: &Question<'_>,
        reply: &mut Reply<'_>,
    ) -> Result<Tally, Failure> {
        let (puzzle, form) = question.puzzle()?;
        self.printing.require_expressible(puzzle)?;
        let equivalent = match self.seed {
            Some(seed) => shuffled(puzzle, seed, question.number as u64),
            None => canonical(puzzle),
        };
        let equivalent = equivalent.map_err(|error| Failure::Unanswered(error.to_string()))?;
        let givens = equivalent.givens();
        question.write(
            &json!({ self.field(): givens.to_string() }),
            reply,
            |reply| {
                self.printing
                    .print(question.number, &equivalent, None, form, givens, reply);
            },
        );
        Ok(Tally::new(Exit::Success, "answered"))
    }
}
