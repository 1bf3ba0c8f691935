//! `satdoku completions` and `satdoku man`: what shells and `man` know of the program.

use anyhow::Context;
use clap::{Args, Command};
use clap_complete::Shell;

use super::args::heading::INPUT;
use super::arguments;
use super::exit::Exit;
use super::file::write_in_folder;
use super::output::Output;

/// A script with which a shell completes commands
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  satdoku completions bash > ~/.local/share/bash-completion/completions/satdoku
  satdoku completions fish > ~/.config/fish/completions/satdoku.fish")]
pub struct Completions {
    /// The shell
    #[arg(help_heading = INPUT)]
    shell: Shell,
}

/// The manual page, for `man`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  satdoku man solve | man -l -
  satdoku man -o ~/.local/share/man/man1/    all of them")]
pub struct Man {
    /// The command [default: the program]
    #[arg(help_heading = INPUT)]
    command: Option<String>,
}

impl Completions {
    /// Writes the script.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut arguments(), "satdoku", &mut script);
        output.write(&String::from_utf8(script)?)?;
        Ok(Exit::Success)
    }
}

impl Man {
    /// Writes the page or, to a folder, all pages.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let mut program = arguments().disable_help_subcommand(true);
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

/// The page of a command, with all of its options.
fn page_of(command: &Command) -> clap_mangen::Man {
    let command = command.clone();
    clap_mangen::Man::new(command.mut_args(|arg| arg.hide_short_help(false)))
}
