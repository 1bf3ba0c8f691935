//! `satdoku completions` and `satdoku man`: files for shells and for `man`.

use anyhow::Context;
use clap::{Args, Command};
use clap_complete::Shell;

use crate::cli::exit::Exit;
use crate::cli::file::write_in_folder;
use crate::cli::options::heading::INPUT;
use crate::cli::output::Output;

/// Print a completion script for a shell
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  satdoku completions bash > ~/.local/share/bash-completion/completions/satdoku
  satdoku completions fish > ~/.config/fish/completions/satdoku.fish")]
pub struct CompletionsArgs {
    /// Name of the shell
    #[arg(help_heading = INPUT)]
    shell: Shell,
}

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

impl CompletionsArgs {
    /// Writes the script for the program.
    pub fn run(self, mut program: Command, output: &mut Output) -> anyhow::Result<Exit> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut program, "satdoku", &mut script);
        output.write(&String::from_utf8(script)?)?;
        Ok(Exit::Success)
    }
}

impl ManArgs {
    /// Writes the page of the program or of one of its commands. Writes all pages if the output is a
    /// folder.
    pub fn run(self, program: Command, output: &mut Output) -> anyhow::Result<Exit> {
        let mut program = program.disable_help_subcommand(true);
        program.build();
        if let (None, Some(folder)) = (&self.command, output.folder()) {
            for command in std::iter::once(&program).chain(program.get_subcommands()) {
                let page = page_of(command);
                write_in_folder(&folder.join(page.get_filename()), |output| {
                    Ok(page.render(output)?)
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
        page_of(command).render(&mut page)?;
        output.write(&String::from_utf8(page)?)?;
        Ok(Exit::Success)
    }
}

/// Returns the page of a command, with all of its options.
fn page_of(command: &Command) -> clap_mangen::Man {
    let command = command.clone();
    clap_mangen::Man::new(command.mut_args(|arg| arg.hide_short_help(false)))
}
