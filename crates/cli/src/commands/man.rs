//! `satdoku man`: manual pages.

use std::io::{self, Write};

use anyhow::Context;
use clap::builder::Resettable::Reset;
use clap::{Arg, Args, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use crate::exit::{EXIT_CODES, Exit};
use crate::file::write_in_folder;
use crate::options::heading::INPUT;
use crate::output::Output;

/// Print the manual page of a command
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  satdoku man solve | man -l -
  satdoku man -o ~/.local/share/man/man1/    write all pages")]
pub struct ManArgs {
    /// Name of the command [default: the program]
    #[arg(help_heading = INPUT)]
    command: Option<String>,
}

impl ManArgs {
    /// Writes the page of the program or of one of its commands. Writes all pages if the output is a
    /// folder.
    pub fn run(self, program: Command, output: &mut Output) -> anyhow::Result<Exit> {
        let mut program = program.disable_help_subcommand(true);
        program.build();
        if let (None, Some(folder)) = (&self.command, output.folder()) {
            for command in std::iter::once(&program).chain(program.get_subcommands()) {
                let name = Man::new(command.clone()).get_filename();
                write_in_folder(&folder.join(name), |output| {
                    Ok(write_page(command, output)?)
                })?;
            }
            return Ok(Exit::Success);
        }
        output.check()?;
        let command = match &self.command {
            Some(name) => program
                .find_subcommand(name)
                .with_context(|| format!("expected a command, found `{name}`"))?,
            None => &program,
        };
        let mut page = Vec::new();
        write_page(command, &mut page)?;
        output.write(&String::from_utf8(page)?)?;
        Ok(Exit::Success)
    }
}

/// The environment variables that the program and its libraries read.
const ENVIRONMENT: [(&str, &str); 3] = [
    (
        "NO_COLOR",
        "If set and not empty, output has no styles. --color overrides it.",
    ),
    (
        "CLICOLOR_FORCE",
        "If set and not 0, output to files and pipes has styles, too.",
    ),
    (
        "TMPDIR",
        "The folder for the files that external SAT solvers read. [default: /tmp]",
    ),
];

/// Writes the page of a command, with all of its options.
fn write_page(command: &Command, output: &mut dyn Write) -> io::Result<()> {
    let page = command
        .clone()
        .mut_args(|arg| arg.hide_short_help(false))
        .override_usage(synopsis(command))
        .subcommand_help_heading("COMMANDS")
        .after_help(Reset)
        .after_long_help(Reset)
        .version(Reset);
    let source = concat!("satdoku ", env!("CARGO_PKG_VERSION"));
    Man::new(page).source(source).render(output)?;

    let mut sections = Roff::new();
    let help = command.get_after_help().map(ToString::to_string);
    let (_, examples) = help
        .as_deref()
        .and_then(|help| help.split_once("Examples:\n"))
        .unzip();
    sections.control("SH", ["EXAMPLES"]).control("nf", []);
    for example in examples
        .into_iter()
        .flat_map(str::lines)
        .map_while(|line| line.strip_prefix("  "))
    {
        sections.text([roman(example)]);
    }
    sections.control("fi", []).control("SH", ["EXIT STATUS"]);
    for line in EXIT_CODES.lines() {
        if let Some((code, meaning)) = line
            .strip_prefix("  ")
            .and_then(|line| line.split_once("  "))
        {
            item(&mut sections, code, meaning.trim_start());
        }
    }
    sections.control("SH", ["ENVIRONMENT"]);
    for (variable, meaning) in ENVIRONMENT {
        item(&mut sections, variable, meaning);
    }
    sections.to_writer(output)
}

/// Adds a term and its explanation.
fn item(sections: &mut Roff, term: &str, meaning: &str) {
    sections
        .control("TP", [])
        .text([bold(term)])
        .text([roman(meaning)]);
}

/// Returns the synopsis of a command: all of its options, with their values.
fn synopsis(command: &Command) -> String {
    let name = command.get_bin_name().unwrap_or_else(|| command.get_name());
    let (positional, options): (Vec<&Arg>, Vec<&Arg>) = command
        .get_arguments()
        .filter(|arg| !arg.is_hide_set())
        .partition(|arg| arg.is_positional());
    let mut words = vec![name.to_string()];
    words.extend(options.iter().chain(&positional).map(|arg| argument(arg)));
    if command.has_subcommands() {
        words.push("COMMAND".to_string());
    }
    words.join(" ")
}

/// Returns an argument in the form of a synopsis, such as `[-o FILE]` or `[--summary[=FORM]]`.
fn argument(arg: &Arg) -> String {
    let value = arg.get_value_names().map(|names| names.join(" "));
    let value = value.filter(|_| arg.get_action().takes_values());
    let name = match (arg.get_short(), arg.get_long()) {
        (Some(short), _) => format!("-{short}"),
        (None, Some(long)) => format!("--{long}"),
        (None, None) => {
            let many = arg
                .get_num_args()
                .is_some_and(|count| count.max_values() > 1);
            let value = value.unwrap_or_else(|| arg.get_id().as_str().to_uppercase());
            let word = if many { format!("{value}...") } else { value };
            return if arg.is_required_set() {
                word
            } else {
                format!("[{word}]")
            };
        }
    };
    let is_optional = arg
        .get_num_args()
        .is_some_and(|count| count.min_values() == 0);
    let text = match value {
        Some(value) if is_optional => format!("{name}[={value}]"),
        Some(value) => format!("{name} {value}"),
        None => name,
    };
    if arg.is_required_set() {
        text
    } else {
        format!("[{text}]")
    }
}
