//! `satdoku convert`: puzzles in another format.

use clap::Args;
use satdoku_answer::{Asker, ConvertRow};

use crate::command::{Asked, Command, NoAnswer, Out};
use crate::exit::Exit;
use crate::file::Paths;
use crate::format::Formats;
use crate::grids::Grids;
use crate::options::output::AnswersArgs;
use crate::reply::Reply;
use crate::summary::Outcome;

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

    fn answer(
        &self,
        _: &mut Asker,
        asked: &Asked<'_>,
        out: &mut Out<'_, '_, ConvertRow>,
    ) -> Result<Outcome, NoAnswer> {
        asked.require_expressible()?;
        out.finish(
            &ConvertRow::default(),
            Outcome::new(Exit::Success, "converted"),
        )
    }

    fn show(&self, asked: &Asked<'_>, _: &ConvertRow, reply: &mut Reply<'_>) {
        asked.show_puzzle(asked.puzzle, reply);
    }
}
