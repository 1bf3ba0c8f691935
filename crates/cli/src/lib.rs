//! The command line: arguments to checked options to answers to output.
//!
//! CONTRIBUTING.md follows one record through the program, function by function.
//!
//! The crate exports [`run`] alone. A new command is a file in `commands/` and a line in `COMMANDS`.

mod answering;
mod command;
mod commands;
mod excerpt;
mod exit;
mod file;
mod format;
mod grids;
mod index;
mod input;
mod interrupt;
mod memory;
mod message;
mod options;
mod output;
mod progress;
mod records;
mod reply;
mod run;
mod sink;
mod step_text;
mod summary;
mod temporary;
mod terminal;
mod verdict_text;
mod writer;

use std::ffi::OsString;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, ColorChoice, Command, CommandFactory, FromArgMatches, Parser};

use satdoku_text::looks_like_puzzle;

use commands::COMMANDS;
use exit::{EXIT_CODES, Exit};
use message::print_message;
use options::heading::OUTPUT;
use output::{Program, is_closed_pipe};
use terminal::Terminal;

/// Solve, check, explain and generate Sudoku puzzles with a SAT solver
#[derive(Parser)]
#[command(name = "satdoku", version, after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"))]
struct Arguments {
    /// Write to a file, or to a folder if it ends in /
    ///
    /// The extension sets the format unless another one is chosen: .txt, .csv, .jsonl, .json, .svg or
    /// .html. The file appears once it is complete. If its name ends in .gz, it is compressed
    /// with gzip. In a folder, each puzzle gets its own file: 000001.txt, 000002.txt, …
    #[arg(short, long, global = true, value_name = "FILE|DIR/", help_heading = OUTPUT,
          display_order = 0)]
    output: Option<PathBuf>,

    /// Suppress progress and messages about puzzles
    ///
    /// Errors that concern the whole run are still printed on standard error.
    #[arg(short, long, global = true, help_heading = OUTPUT, display_order = 90)]
    quiet: bool,

    /// Set when to use bold text and colours
    #[arg(long, global = true, value_name = "WHEN", default_value_t = ColorChoice::Auto,
          alias = "colour", hide_default_value = true, help_heading = OUTPUT, display_order = 91,
          hide_short_help = true)]
    color: ColorChoice,
}

const EXAMPLES: &str = "\
Examples:
  satdoku solve puzzle.txt
  satdoku repair puzzle.txt
  satdoku generate -n 6 -o sheet.html

`satdoku COMMAND -h` lists the usual options of a command, `--help` explains all.";

/// Help for a call without a command.
const FIRST_STEPS: &str = "\
satdoku solves, checks, explains and generates Sudoku puzzles. Try:

  satdoku generate                       generate a puzzle
  satdoku solve                          solve a puzzle that you type or paste
  satdoku check puzzle.txt               does it have one solution, several or none?
  satdoku hint puzzle.txt                show the next step; `explain` shows all
  satdoku solve puzzle.txt -o puzzle.svg

`satdoku --help` lists all commands, `satdoku COMMAND -h` the options of one.";

/// Returns the description of all arguments. A command builds its own only when it is called: all of them
/// would take two fifths of the time to solve one puzzle.
pub(crate) fn arguments() -> Command {
    let commands = COMMANDS.map(|entry| {
        let command = Command::new(entry.name).defer(entry.arguments);
        command.visible_aliases(entry.alias)
    });
    Arguments::command().subcommands(commands)
}

/// Parses the arguments, of which the first is the name of the program.
fn parse(given: &[OsString]) -> Result<ArgMatches, clap::Error> {
    match arguments().try_get_matches_from(given) {
        // The help of the program describes all commands.
        Err(error) if error.kind() == ErrorKind::DisplayHelp => {
            let mut program = arguments();
            program.build();
            program.try_get_matches_from(given)
        }
        matches => matches,
    }
}

/// Runs the program with these arguments, of which the first is its name, and returns the exit code.
///
/// Call it once, in a process of its own: it reads standard input, writes to standard output and standard
/// error, handles signals, and ends by refusing to create files, so a second call may fail.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let parsed = match parse(&arguments) {
        Ok(parsed) => parsed,
        Err(error) => match puzzle_without_command(&error) {
            Some(puzzle) => {
                print_message(format!(
                    "expected a command, found `{puzzle}`: try `satdoku solve {puzzle}`"
                ));
                return Exit::Failed.code();
            }
            None => return print_help_or_error(&error),
        },
    };
    let Some((name, matches)) = parsed.subcommand() else {
        print_message(FIRST_STEPS);
        return Exit::Failed.code();
    };
    let run = AssertUnwindSafe(|| {
        let program = Arguments::from_arg_matches(&parsed)?.program();
        let entry = COMMANDS.iter().find(|entry| entry.name == name);
        let entry = entry.context("a command without an entry")?;
        (entry.run)(matches, &program)
    });
    let result = catch_unwind(run).unwrap_or_else(|panic| {
        let message = run::message_of(panic.as_ref());
        print_message(format!(
            "BUG in satdoku, please report it: panic: {message}"
        ));
        Ok(Exit::Bug)
    });
    let exit = result.unwrap_or_else(|error| {
        if is_closed_pipe(&error) {
            return Exit::Success;
        }
        print_message(format!("{error:#}"));
        Exit::Failed
    });
    // Threads that still work, after Ctrl-C or an error, must not leave a file behind.
    temporary::remove_temporary_files();
    exit.code()
}

impl Arguments {
    /// Returns what all commands share.
    fn program(self) -> Program {
        let output = self.output.filter(|path| path.as_os_str() != "-");
        Program {
            terminal: Terminal::new(output.as_deref(), self.color, self.quiet),
            output,
        }
    }
}

/// Prints help, the version, or what is wrong with the arguments.
fn print_help_or_error(error: &clap::Error) -> u8 {
    match error.print().and_then(|()| io::stdout().flush()) {
        Ok(()) if error.exit_code() == 0 => Exit::Success.code(),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Success.code(),
        Err(error) => {
            print_message(format!("cannot write to standard output: {error}"));
            Exit::Failed.code()
        }
        Ok(()) => Exit::Failed.code(),
    }
}

/// Returns the argument in place of the command if it is a file or a puzzle.
fn puzzle_without_command(error: &clap::Error) -> Option<&str> {
    match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(word)) => {
            (Path::new(word).is_file() || looks_like_puzzle(word)).then_some(word)
        }
        _ => None,
    }
}
