//! `satdoku convert`: puzzles in another format.

use clap::Args;
use satdoku_answer::ConvertRow;

use crate::command::{Answer, Asked, Command, Emit, NoAnswer};
use crate::exit::Exit;
use crate::grids::Grids;
use crate::options::input::RecordArgs;
use crate::options::output::{self, AnswersArgs, FormatArgs};
use crate::output::Program;
use crate::records::Extras;
use crate::reply::Reply;
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
    format: FormatArgs<output::Grids>,

    #[command(flatten)]
    answers: AnswersArgs,
}

/// The checked options.
struct Convert(Grids);

impl ConvertArgs {
    /// Converts every record.
    pub fn run(self, program: &Program) -> anyhow::Result<Exit> {
        let format = self.format.checked(program)?;
        let grids = Grids::new(format, program.terminal).with_answers(self.answers.answers)?;
        let records = self.records.checked()?;
        let output = program.open::<output::Grids>(format, Grids::HEAD, &records.paths)?;
        records.run(Convert(grids), format, Extras::default(), output)
    }
}

impl Command for Convert {
    type Row = ConvertRow;
    type State = ();

    fn state(&self) {}

    fn answer(
        &self,
        (): &mut (),
        asked: &Asked<'_>,
        emit: &mut Emit<'_, ConvertRow>,
    ) -> Result<Outcome, NoAnswer> {
        self.0.require_expressible(asked.puzzle)?;
        let _ = emit(Answer::Row(ConvertRow::default()));
        Ok(Outcome::new(Exit::Success, "converted"))
    }

    fn show(&self, asked: &Asked<'_>, _: &ConvertRow, reply: &mut Reply<'_>) {
        self.0.show_puzzle(asked, asked.puzzle, reply);
    }
}
