//! Options for the engine that answers, the one that confirms, and their limits.

use std::time::Duration;

use clap::Args;
use clap::builder::PossibleValue;
use satdoku::Session;
use satdoku::board::Mismatch;
use satdoku::engine::sat::Sat;
use satdoku::engine::{ENGINES, EngineEntry, EngineName};
use satdoku::sat::SolverCommand;
use satdoku_answer::{Asker, Limits};

use super::heading::{ANSWER, ENGINE, LIMITS};
use super::suggested::Suggested;
use crate::interrupt::interrupt_flag;
use crate::memory::default_budget;

/// Arguments of commands whose time is limited for each puzzle.
#[derive(Debug, Clone, Default, Args)]
pub struct TimeoutArgs {
    /// Give up a puzzle after this many seconds
    ///
    /// Fractions are allowed.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = LIMITS)]
    pub timeout: Option<Duration>,
}

/// Arguments of commands that search.
#[derive(Debug, Args)]
pub struct SearchArgs {
    /// Choose the engine
    #[arg(long, value_name = "NAME", value_parser = ENGINE_NAME, help_heading = ENGINE,
          hide_short_help = true)]
    engine: Option<EngineName>,

    /// Use an external SAT solver, such as 'cadical -q'
    ///
    /// The name of a CNF file is appended to this command, or replaces {} in it.
    #[arg(long, value_name = "COMMAND", conflicts_with = "engine", help_heading = ENGINE,
          hide_short_help = true)]
    solver: Option<SolverCommand>,

    #[command(flatten)]
    limit: TimeoutArgs,
}

/// Arguments of commands whose answers are confirmed.
#[derive(Debug, Args)]
pub struct ConfirmedSearchArgs {
    #[command(flatten)]
    search: SearchArgs,

    /// Do not confirm answers with the engine mrv
    #[arg(long, help_heading = ENGINE, hide_short_help = true)]
    no_confirm: bool,
}

/// Arguments of commands that explain.
#[derive(Debug, Clone, Args)]
pub struct ExplainerArgs {
    #[command(flatten)]
    limit: TimeoutArgs,

    /// Use that the puzzle is unique: unique rectangles, BUG+1
    ///
    /// A step that uses this has the fact `one solution`. A puzzle with several solutions is an error.
    #[arg(long, help_heading = ANSWER, display_order = 80)]
    assume_unique: bool,
}

/// Options for engines and limits.
pub trait SearchOptions: Args {
    /// Returns the choice that the options describe. `default` is the engine if none is named.
    ///
    /// # Errors
    /// If there is no such engine.
    fn search(self, default: &str) -> anyhow::Result<Search>;
}

/// The choice of engines and limits, from which each thread makes its own.
#[derive(Debug, Clone)]
pub struct Search {
    engine: EngineName,
    /// The SAT solver that replaces the engine.
    solver: Option<SolverCommand>,
    is_confirmed: bool,
    assumes_unique: bool,
    limits: Limits,
}

impl Search {
    /// Lets Ctrl-C end the search. What it has found so far is the answer.
    #[must_use]
    pub fn until_interrupt(mut self) -> Search {
        self.limits.interrupt = Some(interrupt_flag().clone());
        self
    }

    /// Returns what answers puzzles.
    pub fn asker(&self) -> Asker {
        let mut session = Session::new(match &self.solver {
            Some(command) => Box::new(Sat::external(command.clone())),
            None => self.engine.make(),
        });
        if !self.is_confirmed {
            session = session.without_confirmation();
        }
        // After an interrupt there is no time for the reasons of a conflict.
        if self.limits.interrupt.is_some() {
            session = session.without_reasons();
        }
        let asker = Asker::new(session, self.limits.clone());
        match self.assumes_unique {
            true => asker.assuming_unique(),
            false => asker,
        }
    }
}

/// A command that does not search.
impl SearchOptions for () {
    fn search(self, default: &str) -> anyhow::Result<Search> {
        TimeoutArgs::default().search(default)
    }
}

impl SearchOptions for TimeoutArgs {
    fn search(self, default: &str) -> anyhow::Result<Search> {
        Ok(Search {
            engine: default.parse()?,
            solver: None,
            is_confirmed: true,
            assumes_unique: false,
            limits: Limits {
                timeout: self.timeout,
                memory: default_budget().memory,
                interrupt: None,
            },
        })
    }
}

impl SearchOptions for SearchArgs {
    fn search(self, default: &str) -> anyhow::Result<Search> {
        let search = self.limit.search(default)?;
        Ok(Search {
            engine: self.engine.unwrap_or(search.engine),
            solver: self.solver,
            ..search
        })
    }
}

impl SearchOptions for ConfirmedSearchArgs {
    fn search(self, default: &str) -> anyhow::Result<Search> {
        Ok(Search {
            is_confirmed: !self.no_confirm,
            ..self.search.search(default)?
        })
    }
}

impl SearchOptions for ExplainerArgs {
    fn search(self, default: &str) -> anyhow::Result<Search> {
        Ok(Search {
            assumes_unique: self.assume_unique,
            ..self.limit.search(default)?
        })
    }
}

/// Parser of engine names that lists the registry in help.
pub const ENGINE_NAME: Suggested<EngineName, Mismatch> = Suggested {
    parse: str::parse,
    names: || {
        let name = |entry: &EngineEntry| PossibleValue::new(entry.name).help(entry.summary);
        ENGINES.iter().map(name).collect()
    },
};

/// Parses a number of seconds, at least 0.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: Result<f64, _> = text.parse();
    match seconds.map(Duration::try_from_secs_f64) {
        Ok(Ok(duration)) => Ok(duration),
        _ => Err("expected a number of seconds".to_string()),
    }
}
