//! Options of commands that answer records.

use std::num::NonZeroUsize;

use clap::Args;

use super::heading::{LIMITS, OUTPUT};
use super::input::InputArgs;
use crate::read::Input;
use crate::records::RecordOptions;

/// Arguments of commands that answer the records of their input.
#[derive(Debug, Args)]
pub struct RecordArgs {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    run: RunArgs,
}

/// Arguments of commands that answer records, wherever these come from.
#[derive(Debug, Args)]
pub struct RunArgs {
    /// Omit file names and line numbers
    ///
    /// Answers then do not depend on how the data was split into files.
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    no_filename: bool,

    /// Exit with 0 even if puzzles fail or records are invalid
    ///
    /// Their errors are part of the output. An unreadable file still leads to 2, and a bug to 3.
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    exit_zero: bool,

    /// Use N threads [default: one per processor]
    #[arg(short, long, value_name = "N", value_parser = jobs, help_heading = LIMITS, hide_short_help = true)]
    jobs: Option<NonZeroUsize>,
}

/// The argument of commands with several outcomes.
#[derive(Debug, Clone, Copy, Args)]
pub struct SummaryArgs {
    /// Print a count of each outcome at the end
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    pub summary: bool,
}

impl RecordArgs {
    /// Returns the options that the arguments describe.
    pub fn checked(self) -> RecordOptions {
        self.run.checked(self.input.checked())
    }
}

impl RunArgs {
    /// Returns the options that the arguments describe, for the records of `input`.
    pub fn checked(self, input: Input) -> RecordOptions {
        RecordOptions {
            input: Input {
                has_places: !self.no_filename,
                ..input
            },
            jobs: self.jobs,
            has_summary: false,
            exit_zero: self.exit_zero,
        }
    }
}

/// Parses a number of threads.
pub fn jobs(text: &str) -> Result<NonZeroUsize, String> {
    let jobs = text.parse();
    jobs.map_err(|_| "expected a number of threads, at least 1".to_string())
}
