//! `satdoku man`: manual pages.

use anyhow::Context;
use clap::{Args, Command};
use clap_mangen::Man;

use crate::exit::Exit;
use crate::file::{Folder, Paths};
use crate::options::heading::INPUT;
use crate::output::{Program, Run};

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

impl Run for ManArgs {
    /// Writes the page of the program or of one of its commands. Writes all pages if the output is a
    /// folder.
    fn run(self, program: &Program) -> anyhow::Result<Exit> {
        let mut arguments = crate::arguments().disable_help_subcommand(true);
        arguments.build();
        // A page has all options, also those that -h leaves out.
        let page = |command: &Command| -> anyhow::Result<(String, Vec<u8>)> {
            let all = command.clone().mut_args(|arg| arg.hide_short_help(false));
            let page = Man::new(all);
            let mut text = Vec::new();
            page.render(&mut text)?;
            Ok((page.get_filename(), text))
        };
        if let (None, Some(folder)) = (&self.command, program.folder()) {
            let folder = Folder::create(folder, &Paths::default())?;
            for command in std::iter::once(&arguments).chain(arguments.get_subcommands()) {
                let (name, text) = page(command)?;
                let mut file = folder.file(&name)?;
                file.put(&text)?;
                file.finish()?;
            }
            return Ok(Exit::Success);
        }
        let command = match &self.command {
            Some(name) => arguments
                .find_subcommand(name)
                .with_context(|| format!("expected a command, found `{name}`"))?,
            None => &arguments,
        };
        program.write(page(command)?.1)
    }
}
