//! Options of commands that show steps.

use anyhow::bail;
use clap::Args;

use super::heading::OUTPUT;
use crate::step_text::StepText;
use crate::terminal::Terminal;

/// Arguments of commands that show steps as text.
#[derive(Debug, Clone, Copy, Args)]
pub struct StepArgs {
    /// Draw the candidates of each step [default: on a terminal]
    ///
    /// The signs mark the candidates: * for a premise of the step, ~ for a fin or the other end of a
    /// link, + for a placed candidate and - for an eliminated one. A terminal shows them in colour, too.
    /// explain draws a single only if its number was chosen.
    #[arg(long, help_heading = OUTPUT)]
    board: bool,

    /// Show the facts that each step rests on
    ///
    /// A fact is a rule that a step needs: a cell has a digit, or a house has a place for a digit.
    #[arg(long, help_heading = OUTPUT)]
    pub facts: bool,
}

impl StepArgs {
    /// Refuses `--board`, which has no effect in `mode`.
    pub fn refuse_board(&self, mode: &str) -> anyhow::Result<()> {
        match self.board {
            true => bail!("--board has no effect {mode}"),
            false => Ok(()),
        }
    }

    /// Refuses both options, which have no effect in `mode`.
    pub fn refuse(&self, mode: &str) -> anyhow::Result<()> {
        match self.facts {
            true => bail!("--facts has no effect {mode}"),
            false => self.refuse_board(mode),
        }
    }

    /// Returns how steps are shown.
    pub fn checked(self, terminal: Terminal) -> StepText {
        StepText {
            has_board: self.board || terminal.is_terminal,
            has_facts: self.facts,
            terminal,
        }
    }
}
