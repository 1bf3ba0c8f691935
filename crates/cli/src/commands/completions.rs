//! `satdoku completions`: scripts for shells.

use clap::Args;
use clap_complete::Shell;

use crate::exit::Exit;
use crate::options::heading::INPUT;
use crate::output::{Program, Run};

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

impl Run for CompletionsArgs {
    /// Writes the script for the program.
    fn run(self, program: &Program) -> anyhow::Result<Exit> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut crate::arguments(), "satdoku", &mut script);
        program.write(script)
    }
}
