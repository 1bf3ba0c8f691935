//! Options for the engine that answers, the one that confirms, and their limits.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::Args;
use clap::builder::PossibleValue;
use satdoku::Session;
use satdoku::board::UnknownName;
use satdoku::engine::sat::Sat;
use satdoku::engine::{ENGINES, Engine, EngineEntry, EngineName};
use satdoku::sat::SolverCommand;
use satdoku_answer::{Asker, Limits};

use super::heading::{ANSWER, ENGINE, LIMITS};
use super::suggested::Suggested;
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
    #[arg(long, help_heading = ANSWER)]
    assume_unique: bool,
}

/// The choice of engines and limits, from which each thread makes its own.
pub struct Search {
    engine: Arc<dyn Fn() -> Box<dyn Engine> + Send + Sync>,
    is_confirmed: bool,
    gives_reasons: bool,
    assumes_unique: bool,
    limits: Limits,
}

impl Search {
    /// Returns what answers puzzles.
    pub fn asker(&self) -> Asker {
        let mut session = Session::new((self.engine)());
        if !self.is_confirmed {
            session = session.without_confirmation();
        }
        if !self.gives_reasons {
            session = session.without_reasons();
        }
        let asker = Asker::new(session, self.limits);
        match self.assumes_unique {
            true => asker.assuming_unique(),
            false => asker,
        }
    }

    /// Lets the interrupt end each search. Conflicts have no reasons then.
    pub fn until(mut self, interrupt: &'static AtomicBool) -> Search {
        self.limits.interrupt = Some(interrupt);
        self.gives_reasons = false;
        self
    }

    /// Leaves out the confirmation.
    pub fn unconfirmed(mut self) -> Search {
        self.is_confirmed = false;
        self
    }
}

impl TimeoutArgs {
    /// Returns the default engine within this limit.
    pub fn search(self) -> Search {
        Search {
            engine: Arc::new(|| Box::new(Sat::default())),
            is_confirmed: true,
            gives_reasons: true,
            assumes_unique: false,
            limits: Limits {
                timeout: self.timeout,
                memory: default_budget().memory,
                interrupt: None,
            },
        }
    }
}

impl SearchArgs {
    /// Returns the choice of an engine. `default` is the engine if none is named.
    pub fn checked(self, default: &str) -> anyhow::Result<Search> {
        let name = match self.engine {
            Some(name) => name,
            None => default.parse()?,
        };
        let solver = self.solver;
        let engine = move || -> Box<dyn Engine> {
            match &solver {
                Some(command) => Box::new(Sat::external(command.clone())),
                None => name.make(),
            }
        };
        Ok(Search {
            engine: Arc::new(engine),
            ..self.limit.search()
        })
    }
}

impl ConfirmedSearchArgs {
    /// Returns the choice of an engine.
    pub fn checked(self) -> anyhow::Result<Search> {
        self.checked_for(1)
    }

    /// Returns the choice of an engine for this many solutions. Each one takes the SAT solver longer than
    /// the one before.
    pub fn checked_for(self, solutions: u64) -> anyhow::Result<Search> {
        /// The most solutions that the SAT solver looks for unless it is asked by name.
        const FEW: u64 = 10;
        let default = if solutions > FEW { "mrv" } else { "sat" };
        let search = self.search.checked(default)?;
        Ok(match self.no_confirm {
            true => search.unconfirmed(),
            false => search,
        })
    }
}

impl ExplainerArgs {
    /// Returns an explainer within these limits.
    pub fn search(self) -> Search {
        Search {
            assumes_unique: self.assume_unique,
            ..self.limit.search()
        }
    }
}

/// Parser of engine names that lists the registry in help.
pub const ENGINE_NAME: Suggested<EngineName, UnknownName> = Suggested {
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
