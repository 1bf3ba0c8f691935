//! Options for the engine that answers and the one that confirms.

use std::ffi::OsStr;
use std::sync::Arc;
use std::time::Duration;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Args, Command};
use satdoku::Deadline;
use satdoku::engine::sat::Sat;
use satdoku::engine::{Budget, ENGINES, Engine, EngineName};
use satdoku::sat::SolverCommand;
use satdoku::task::Session;

use super::heading::{ENGINE, LIMITS};
use crate::memory::default_budget;

/// Arguments of commands that search.
#[derive(Debug, Args)]
pub struct SearchArgs {
    /// Choose the engine
    #[arg(long, value_name = "NAME", value_parser = EngineParser, help_heading = ENGINE,
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

/// Arguments of commands whose time is limited for each puzzle.
#[derive(Debug, Clone, Default, Args)]
pub struct TimeoutArgs {
    /// Give up a puzzle after this many seconds
    ///
    /// Fractions are allowed.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = LIMITS)]
    pub timeout: Option<Duration>,
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

/// Parser of engine names that lists the registry in help.
#[derive(Debug, Clone, Copy)]
pub struct EngineParser;

impl TypedValueParser for EngineParser {
    type Value = EngineName;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<EngineName, clap::Error> {
        let parse = |name: &str| name.parse::<EngineName>();
        parse.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let values = ENGINES.iter();
        let values = values.map(|entry| PossibleValue::new(entry.name).help(entry.summary));
        Some(Box::new(values))
    }
}

impl SearchArgs {
    /// Returns the choice of an engine. `default` is the engine if none is named.
    pub fn checked(self, default: &str) -> anyhow::Result<SearchOptions> {
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
        Ok(SearchOptions {
            engine: Arc::new(engine),
            budget: default_budget(),
            timeout: self.limit.timeout,
        })
    }
}

/// The choice of an engine and its limits.
pub struct SearchOptions {
    engine: Arc<dyn Fn() -> Box<dyn Engine> + Send + Sync>,
    budget: Budget,
    timeout: Option<Duration>,
}

impl SearchOptions {
    /// Returns a session with the engine, its limits, and a deadline for all puzzles.
    pub fn session(&self, deadline: Option<Deadline>) -> Session {
        let session = Session::new((self.engine)()).with_budget(Budget {
            deadline,
            ..self.budget
        });
        match self.timeout {
            Some(timeout) => session.with_timeout(timeout),
            None => session,
        }
    }
}

/// The choice of an engine whose answers are confirmed.
pub struct ConfirmedSearch {
    search: SearchOptions,
    is_confirmed: bool,
}

impl ConfirmedSearchArgs {
    /// Returns the choice of an engine.
    pub fn checked(self) -> anyhow::Result<ConfirmedSearch> {
        self.checked_for(1)
    }

    /// Returns the choice of an engine for this many solutions. Each one takes the SAT solver longer than
    /// the one before.
    pub fn checked_for(self, solutions: u64) -> anyhow::Result<ConfirmedSearch> {
        /// The most solutions that the SAT solver looks for unless it is asked by name.
        const FEW: u64 = 10;
        let default = if solutions > FEW { "mrv" } else { "sat" };
        Ok(ConfirmedSearch {
            search: self.search.checked(default)?,
            is_confirmed: !self.no_confirm,
        })
    }
}

impl TimeoutArgs {
    /// Returns the default engine within this limit.
    pub fn search(self) -> ConfirmedSearch {
        ConfirmedSearch {
            search: SearchOptions {
                engine: Arc::new(|| Box::new(Sat::default())),
                budget: default_budget(),
                timeout: self.timeout,
            },
            is_confirmed: true,
        }
    }
}

impl ConfirmedSearch {
    /// Returns a session with the engine and its confirmation.
    pub fn session(&self) -> Session {
        let session = self.search.session(None);
        match self.is_confirmed {
            true => session,
            false => session.without_confirmation(),
        }
    }

    /// Returns the limits on time and memory for a puzzle whose time starts now.
    pub fn limits(&self) -> Budget {
        Budget {
            nodes: Budget::UNLIMITED.nodes,
            deadline: self.search.timeout.map(Deadline::after),
            ..self.search.budget
        }
    }
}

/// Parses a number of seconds, at least 0.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: Result<f64, _> = text.parse();
    let duration = seconds.map(Duration::try_from_secs_f64);
    match duration {
        Ok(Ok(duration)) => Ok(duration),
        _ => Err("expected a number of seconds".to_string()),
    }
}
