//! `satdoku convert`: puzzles in another format.

use clap::Args;
use serde_json::json;

use crate::exit::Exit;
use crate::grid_writer::GridWriter;
use crate::options::output::{AnswersArgs, FormatArgs, GridFormat};
use crate::options::records::RecordArgs;
use crate::output::Output;
use crate::record_command::{Failure, RecordCommand, RecordContext};
use crate::records::RecordOutput;
use crate::reply::Reply;
use crate::row::AnswerRows;
use crate::summary::Outcome;

/// Convert each puzzle, unsolved, to another format
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  satdoku convert --format line pasted.txt          for other programs
  satdoku convert --answers puzzles.txt -o sheet.html
  satdoku convert --format csv puzzles.sdk")]
pub struct ConvertArgs {
    #[command(flatten)]
    records: RecordArgs,

    #[command(flatten)]
    grids: FormatArgs<GridFormat>,

    #[command(flatten)]
    answers: AnswersArgs,
}

/// The checked options.
struct Convert {
    grids: GridWriter,
}

impl ConvertArgs {
    /// Converts every record.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let grids = GridWriter::new(self.grids.checked(output)?, output)
            .with_answers(self.answers.answers)?;
        let rows = grids.row_format();
        let layout = RecordOutput {
            rows: rows.map(|format| AnswerRows::new(format).with(&["error"])),
            ..RecordOutput::default()
        };
        let convert = Convert { grids };
        self.records.checked().run(convert, layout, output)
    }
}

impl RecordCommand for Convert {
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
        // Every row has its puzzle.
        context.write(&json!({}), reply, |reply| {
            self.grids
                .write(context.number, puzzle, None, form, None, reply);
        });
        Ok(Outcome::new(Exit::Success, "converted"))
    }
}
