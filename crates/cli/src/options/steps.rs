//! Options of commands that show steps.

use clap::{Args, ValueEnum};

use super::heading::OUTPUT;
use crate::output::Output;
use crate::step_text::StepText;

/// Arguments of commands that show steps as text.
#[derive(Debug, Clone, Copy, Args)]
pub struct StepArgs {
    /// Draw the candidates of each step [default: on a terminal]
    ///
    /// The signs mark the candidates: * for a premise of the step, + for a placed candidate and - for
    /// an eliminated one. A terminal shows them in colour, too. explain draws no single unless --step
    /// chooses it.
    #[arg(long, value_name = "WHEN", num_args = 0..=1, require_equals = true, help_heading = OUTPUT,
          default_missing_value = "always")]
    board: Option<When>,

    /// Show the facts that each step rests on
    ///
    /// A fact is a rule that a step needs: a cell has a digit, or a house has a place for a digit.
    #[arg(long, help_heading = OUTPUT)]
    pub facts: bool,
}

/// The choice of when to draw boards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum When {
    /// If the results go to a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl StepArgs {
    /// Returns how steps are shown in `output`.
    pub fn checked(self, output: &Output) -> StepText {
        StepText {
            has_board: match self.board {
                Some(When::Always) => true,
                Some(When::Never) => false,
                Some(When::Auto) | None => output.is_terminal(),
            },
            has_facts: self.facts,
        }
    }
}
