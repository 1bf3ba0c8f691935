//! `satdoku convert`: puzzles in another format.

use clap::Args;
use satdoku_answer::{Asker, ConvertRow};

use crate::command::{Answer, Asked, Command, Exit, Formats, Grids, Outcome, Paths};
use crate::options::output::AnswersArgs;

/// Convert each puzzle, unsolved, to another format
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  satdoku convert --format line pasted.txt          for other programs
  satdoku convert --answers puzzles.txt -o sheet.html
  satdoku convert --format csv puzzles.sdk")]
pub struct Convert {
    #[command(flatten)]
    answers: AnswersArgs,
}

impl Command for Convert {
    const FORMATS: Formats = Grids::FORMATS;

    type Row = ConvertRow;
    type Search = ();

    fn check(&self, grids: &mut Grids, _: &mut Paths) -> anyhow::Result<()> {
        grids.set_answers(self.answers.answers)
    }

    fn answer(&self, _: &mut Asker, _: &Asked<'_>) -> Answer<ConvertRow> {
        let outcome = Outcome::new(Exit::Success, "converted");
        Ok((ConvertRow::default(), outcome))
    }

    fn show(&self, asked: &Asked<'_>, _: &ConvertRow) {
        asked.show_puzzle(Some(asked.puzzle));
    }
}
