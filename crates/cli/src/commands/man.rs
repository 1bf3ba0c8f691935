//! `satdoku man`: manual pages.

use anyhow::Context;
use clap::{Args, Command};
use clap_mangen::Man;

use crate::exit::Exit;
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
        // A page has all options, also those that -h leaves out.
        let page = |command: &Command| {
            let all = command.clone().mut_args(|arg| arg.hide_short_help(false));
            Man::new(all)
        };
        if let (None, Some(folder)) = (&self.command, output.folder()) {
            for command in std::iter::once(&program).chain(program.get_subcommands()) {
                let page = page(command);
                let path = folder.join(page.get_filename());
                write_in_folder(&path, |output| Ok(page.render(output)?))?;
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
        let mut text = Vec::new();
        page(command).render(&mut text)?;
        output.write_bytes(&text)?;
        Ok(Exit::Success)
    }
}
