//! Options of commands that answer records.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use clap::builder::{OsStringValueParser, TypedValueParser};
use satdoku_text::{Alphabet, Column, ReadOptions};

use super::board::BoardArgs;
use super::heading::{INPUT, LIMITS, OUTPUT};
use crate::file::Paths;
use crate::input::Input;

/// Arguments of commands that read puzzles.
#[derive(Debug, Args)]
pub struct InputArgs {
    /// Puzzle files, or a puzzle [default: standard input]
    ///
    /// A file holds any number of puzzles in any supported form, and may be compressed with gzip. -
    /// is standard input.
    #[arg(value_name = "FILE", value_parser = any_path(), help_heading = INPUT, display_order = 0)]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    board: BoardArgs,

    /// Set the symbols of digits: 1-9A, 0-9A, A-Z or numbers
    ///
    /// [default: detected]
    #[arg(long, value_name = "NAME", help_heading = INPUT, hide_short_help = true)]
    alphabet: Option<Alphabet>,

    /// Read puzzles from this column, a name or number
    ///
    /// [default: the column with a common name, or the only one with puzzles]
    #[arg(long, value_name = "NAME|N", help_heading = INPUT, hide_short_help = true)]
    column: Option<Column>,

    /// Read every line as one record, even if it is blank
    #[arg(long, conflicts_with = "column", help_heading = INPUT, hide_short_help = true)]
    lines: bool,
}

/// Arguments of commands that answer the records of their input.
#[derive(Debug, Args)]
pub struct RecordArgs {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    run: RunArgs,
}

/// Arguments of commands that answer records, wherever these come from.
#[derive(Debug, Clone, Copy, Default, Args)]
pub struct RunArgs {
    /// Print a count of each outcome at the end
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    pub summary: bool,

    /// Omit file names and line numbers
    ///
    /// Answers then do not depend on how the data was split into files.
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    pub no_filename: bool,

    /// Exit with 0 even if puzzles fail or records are invalid
    ///
    /// Their errors are part of the output. An unreadable file still leads to 2, and a bug to 3.
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    pub exit_zero: bool,

    /// Use N threads [default: one per processor]
    #[arg(short, long, value_name = "N", value_parser = jobs, help_heading = LIMITS, hide_short_help = true)]
    pub jobs: Option<NonZeroUsize>,
}

/// The records of an input, and how they are answered.
pub struct Records {
    pub input: Input,
    /// The paths of all inputs.
    pub paths: Paths,
    pub run: RunArgs,
}

/// Returns a parser of paths that leaves the error for an empty argument to the reader.
fn any_path() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().map(PathBuf::from)
}

impl InputArgs {
    /// Returns the input that the arguments describe. Adds its paths to `paths`.
    pub fn checked(self, paths: &mut Paths) -> anyhow::Result<Input> {
        let options = ReadOptions {
            alphabet: self.alphabet,
            column: self.column,
            lines: self.lines,
            ..self.board.checked(paths)?
        };
        let input = Input::new(self.files, options);
        input.files.iter().for_each(|file| paths.add(file));
        Ok(input)
    }
}

impl RecordArgs {
    /// Returns the run over records that the arguments describe.
    pub fn checked(self) -> anyhow::Result<Records> {
        let mut paths = Paths::default();
        let input = self.input.checked(&mut paths)?;
        Ok(Records {
            input: Input {
                has_places: !self.run.no_filename,
                ..input
            },
            paths,
            run: self.run,
        })
    }
}

/// Parses a number of threads.
pub fn jobs(text: &str) -> Result<NonZeroUsize, String> {
    let jobs = text.parse();
    jobs.map_err(|_| "expected a number of threads, at least 1".to_string())
}
