//! A command that answers records, with the options that all of them share.

use clap::Args;

use super::command::Command;
use super::exit::Exit;
use super::grids::Grids;
use super::options::input::RecordArgs;
use super::options::limits::SearchOptions;
use super::options::output::FormatArgs;
use super::output::{Program, Run};
use super::records::{self, Answerer};

// Not a doc comment, which would be the help of each command.
// All options of a command that answers records.
#[derive(Args)]
pub struct Answering<C: Command + Args> {
    #[command(flatten)]
    records: RecordArgs,
    #[command(flatten)]
    format: FormatArgs<C>,
    #[command(flatten)]
    search: C::Search,
    #[command(flatten)]
    command: C,
}

impl<C: Command + Args> Run for Answering<C> {
    /// Answers every record of the input.
    fn run(self, program: &Program) -> anyhow::Result<Exit> {
        let mut command = self.command;
        let format = self.format.checked(program)?;
        let mut grids = Grids::new(format, program.terminal);
        let mut records = self.records.checked()?;
        command.check(&mut grids, &mut records.paths)?;
        let output = program.open(&C::FORMATS, format, &records.paths)?;
        let extras = command.start(&records, &program.terminal)?;
        let mut search = self.search.search(command.default_engine())?;
        if C::ANSWERS_AT_INTERRUPT {
            search = search.until_interrupt();
        }
        let source = records::of_input(&records.input, program.terminal);
        let answerer = Answerer {
            command,
            search,
            grids,
        };
        records::run(records.run, source, answerer, extras, output)
    }
}
