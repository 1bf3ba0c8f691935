//! `satdoku convert`: puzzles in another form.

use clap::Args;
use satdoku::task::Session;
use serde::Serialize;

use super::args::output::Printing;
use super::command::{Command, Failure, Question};
use super::exit::Exit;
use super::fields::Columns;
use super::output::{Output, Reply};
use super::run::{self, Batch};
use super::summary::Tally;

/// Each puzzle, unsolved, as a line, a grid, a picture
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  satdoku convert --format line pasted.txt          as other programs read it
  satdoku convert --format svg --per-page 6 puzzles.txt -o sheet.svg
  satdoku convert --format csv puzzles.sdk")]
pub struct Convert {
    #[command(flatten)]
    batch: Batch,

    #[command(flatten)]
    printing: Printing,
}

/// The puzzle is the answer, and every record has it.
#[derive(Serialize)]
pub struct Itself {}

impl Convert {
    /// Answers every record.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        self.printing.prepare(output)?;
        let (batch, style) = (self.batch.clone(), self.printing.style());
        run::run(self, &batch, style, output)
    }
}

impl Command for Convert {
    type Answer = Itself;

    fn columns(&self) -> Columns {
        Columns::new(vec!["error"])
    }

    fn answer(
        &self,
        _: &Question<'_>,
        _: &mut Session,
        _: &mut Reply<'_>,
    ) -> Result<Itself, Failure> {
        Ok(Itself {})
    }

    fn tally(&self, _: &Itself) -> Tally {
        Tally::new(Exit::Success, "converted")
    }

    fn text(&self, question: &Question<'_>, _: &Itself, reply: &mut Reply<'_>) {
        let puzzle = question.puzzle;
        self.printing
            .write(question, puzzle, puzzle.givens(), reply);
    }
}
