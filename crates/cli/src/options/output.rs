//! Options for the format of results.

use std::marker::PhantomData;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use super::heading::OUTPUT;
use crate::command::Command;
use crate::format::{Format, Formats};
use crate::output::Program;

/// Arguments with the option `--format`.
pub trait Formatted: Send + Sync + 'static {
    /// The formats of the results.
    const FORMATS: Formats;
}

impl<C: Command> Formatted for C {
    const FORMATS: Formats = <C as Command>::FORMATS;
}

/// The argument for the format of a command.
#[derive(Args)]
pub struct FormatArgs<C: Formatted> {
    /// Set the output format [default: that of the file -o]
    ///
    /// Without a file, commands that print grids use the format of the input, and other commands text.
    #[arg(short, long, value_name = "FORMAT", help_heading = OUTPUT, display_order = 0,
          value_parser = parser(&C::FORMATS))]
    format: Option<Format>,

    #[arg(skip)]
    command: PhantomData<C>,
}

/// Returns a parser of these formats.
fn parser(formats: &Formats) -> impl TypedValueParser<Value = Format> + use<> {
    let values = formats.all.iter().filter_map(Format::to_possible_value);
    PossibleValuesParser::new(values).try_map(|name| Format::from_str(&name, false))
}

impl<C: Formatted> FormatArgs<C> {
    /// Returns the format that is chosen: by the option, or else by the extension of the output file.
    ///
    /// # Errors
    /// If the extension names no format.
    pub fn checked(self, program: &Program) -> anyhow::Result<Format> {
        match (self.format, &program.output, program.folder()) {
            (Some(format), ..) => Ok(format),
            (None, Some(file), None) => C::FORMATS.of_file(file),
            (None, ..) => Ok(Format::Text),
        }
    }
}

/// The argument for solutions of printed puzzles.
#[derive(Debug, Clone, Copy, Args)]
pub struct AnswersArgs {
    /// Print the solutions of --format html on a last page
    #[arg(long, help_heading = OUTPUT)]
    pub answers: bool,
}
