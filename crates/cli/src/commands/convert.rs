//! `satdoku convert`: puzzles in another format.

use clap::Args;
use serde_json::json;

use crate::exit::Exit;
use crate::options::output::{AnswersArgs, Printing, PrintingArgs};
use crate::options::records::RecordArgs;
use crate::output::Output;
use crate::records::{Failure, Question, RecordCommand, RecordOutput};
use crate::reply::Reply;
use crate::row::AnswerRows;
use crate::summary::Tally;

/// Convert each puzzle, unsolved, to another format
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  satdoku convert --format line pasted.txt          for other programs
  satdoku convert --format html --answers puzzles.txt -o sheet.html
  satdoku convert --format csv puzzles.sdk")]
pub struct ConvertArgs {
    #[command(flatten)]
    records: RecordArgs,

    #[command(flatten)]
    printing: PrintingArgs,

    #[command(flatten)]
    answers: AnswersArgs,
}

/// The checked options.
struct Convert {
    printing: Printing,
}

impl ConvertArgs {
    /// Converts every record.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let printing = self.answers.add_to(self.printing.checked(output))?;
        let rows = printing.row_format();
        let layout = RecordOutput {
            rows: rows.map(|format| AnswerRows::new(format, &["error"])),
            ..RecordOutput::default()
        };
        let convert = Convert { printing };
        self.records.checked().run(convert, layout, output)
    }
}

impl RecordCommand for Convert {
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
        // Every row has its puzzle.
        question.write(&json!({}), reply, |reply| {
            self.printing
                .print(question.number, puzzle, None, form, puzzle.givens(), reply);
        });
        Ok(Tally::new(Exit::Success, "converted"))
    }
}
