//! Which engine answers, and who confirms it.

use std::ffi::OsStr;
use std::num::NonZeroUsize;
use std::thread::available_parallelism;
use std::time::Duration;

use anyhow::bail;
use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Args, Command, ValueEnum};
use satdoku::Deadline;
use satdoku::engine::mrv;
use satdoku::engine::sat::Sat;
use satdoku::engine::static_order::{self, Order, StaticOrder};
use satdoku::engine::{Budget, ENGINES, Engine, EngineName};
use satdoku::format::Record;
use satdoku::sat::{AtMostOne, Encoding, External, Solver, SolverCommand, Varisat};
use satdoku::task::{Answer, Confirmation, Session};

use super::heading::{ANSWER, ENGINE, LIMITS, OUTPUT};
use crate::cli::command::place_of;
use crate::cli::interrupt::stop_solvers_on_signals;
use crate::cli::output::Reply;
use crate::cli::render::text::cost;

/// What every command that searches is told.
#[derive(Debug, Clone, Args)]
pub struct SearchChoice {
    /// The engine that answers
    #[arg(long, value_name = "NAME", value_parser = EngineParser, help_heading = ENGINE)]
    engine: Option<EngineName>,

    /// Another SAT solver, a command such as 'cadical -q'
    ///
    /// The name of a CNF file is added to the command, or put in the place of {}.
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["engine", "order", "nodes"], help_heading = ENGINE)]
    solver: Option<SolverCommand>,

    /// The order in which the engine static fills cells
    #[arg(long, value_name = "ORDER", help_heading = ENGINE, hide_short_help = true)]
    order: Option<FillOrder>,

    /// Use the engine sat, and let its clauses say at most one in this way: pairwise, product,
    /// commander, ladder, sequential, binary or bimander
    #[arg(long, value_name = "NAME", conflicts_with = "order", help_heading = ENGINE,
          hide_short_help = true)]
    pub amo: Option<AtMostOne>,

    /// Give up a puzzle after this many nodes of the search tree (not for sat)
    #[arg(long, value_name = "N", help_heading = LIMITS, hide_short_help = true)]
    nodes: Option<u64>,

    /// Give up a puzzle after this many seconds
    ///
    /// The number may be a fraction.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = LIMITS)]
    timeout: Option<Duration>,

    /// Give up a puzzle that would take more than this much memory, like 500M or 2G [default: 1G, or
    /// less where the memory of the program is limited, as by ulimit -v]
    #[arg(long, value_name = "BYTES", value_parser = bytes, help_heading = LIMITS, hide_short_help = true)]
    max_memory: Option<u64>,

    /// Say what each answer cost: on standard error, or as "report" in JSON
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    pub report: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FillOrder {
    /// Cells with the fewest digits first
    FewestDigits,
    /// As people read
    RowMajor,
}

/// What every command that has its answers confirmed is told.
#[derive(Debug, Clone, Args)]
pub struct EngineChoice {
    #[command(flatten)]
    pub search: SearchChoice,

    /// Do not let the mrv engine confirm each answer
    #[arg(long, conflicts_with = "confirm_nodes", help_heading = ENGINE, hide_short_help = true)]
    no_confirm: bool,

    /// How many nodes the mrv engine may look at to confirm one answer [default: 100000, on boards
    /// above 9×9 fewer in proportion to their cells]
    #[arg(long, value_name = "N", help_heading = LIMITS, hide_short_help = true)]
    confirm_nodes: Option<u64>,

    /// Do not look for the givens that contradict each other where there is no solution
    #[arg(long, help_heading = ANSWER, hide_short_help = true)]
    no_reason: bool,
}

/// Takes the name of an engine, with the registry as help.
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

impl SearchChoice {
    /// Whether what was asked for fits together, where the engine is `usual` if none was named.
    ///
    /// # Errors
    /// What does nothing with this engine.
    pub fn check(&self, usual: &'static str) -> anyhow::Result<()> {
        let usual = if self.amo.is_some() { "sat" } else { usual };
        let name = self.engine.map_or(usual, |name| name.entry().name);
        if self.order.is_some() && name != static_order::NAME {
            bail!("--order is for the engine static");
        }
        if self.amo.is_some() && self.encoding().is_none() {
            bail!("--amo is for the engines sat, sat:extended, sat:efficient and sat:minimal");
        }
        if self.nodes.is_some() && name.starts_with("sat") {
            bail!(
                "--nodes is for engines that search a tree, and the engine {name} has none: use --timeout"
            );
        }
        Ok(())
    }

    /// The encoding of the engine sat, which is the one where none was named; `None` of any other
    /// engine, and of one whose name says how its clauses say at most one.
    fn encoding(&self) -> Option<Encoding> {
        let name = self.engine.map_or("sat", |name| name.entry().name);
        match name.strip_prefix("sat")? {
            "" => Some(Encoding::Reduced),
            rest => rest.strip_prefix(':')?.parse().ok(),
        }
    }

    /// The most memory for one puzzle, in bytes.
    pub fn max_memory(&self) -> u64 {
        self.max_memory.unwrap_or_else(usual_memory)
    }

    /// The session that was asked for, with the engine `usual` where none was named.
    pub fn session(&self, usual: fn() -> Box<dyn Engine>) -> Session {
        self.session_until(usual, None)
    }

    /// The same, whose searches end at this deadline too.
    pub fn session_until(
        &self,
        usual: fn() -> Box<dyn Engine>,
        deadline: Option<Deadline>,
    ) -> Session {
        let at_most_one = self.amo.unwrap_or_default();
        let engine = match (&self.solver, self.order) {
            (Some(command), _) => {
                Box::new(Sat::external(command.clone()).with_at_most_one(at_most_one))
            }
            (None, Some(order)) => Box::new(StaticOrder {
                order: match order {
                    FillOrder::FewestDigits => Order::FewestDigits,
                    FillOrder::RowMajor => Order::RowMajor,
                },
            }) as Box<dyn Engine>,
            (None, None) => match self.encoding() {
                Some(encoding) if self.amo.is_some() => {
                    Box::new(Sat::new(encoding).with_at_most_one(at_most_one))
                }
                _ => self.engine.map_or_else(usual, EngineName::make),
            },
        };
        let session = Session::new(engine).with_budget(Budget {
            nodes: self.nodes.unwrap_or(Budget::UNLIMITED.nodes),
            deadline,
            memory: self.max_memory(),
        });
        match self.timeout {
            Some(timeout) => session.with_timeout(timeout),
            None => session,
        }
    }
}

impl SearchChoice {
    /// The solver that was asked for, without clauses, where the question is a formula. Its time
    /// begins now.
    pub fn solver(&self) -> anyhow::Result<Box<dyn Solver>> {
        if self.engine.is_some_and(|name| name.entry().name != "sat") {
            bail!("a formula is for the engine sat or a --solver");
        }
        if self.amo.is_some() {
            bail!("--amo is for puzzles: a formula has its clauses");
        }
        if self.solver.is_some() {
            stop_solvers_on_signals()?;
        }
        let deadline = self.timeout.map(Deadline::after);
        Ok(match &self.solver {
            Some(command) => Box::new(External::new(command.clone(), deadline)),
            None => Box::new(Varisat::within(deadline)),
        })
    }
}

/// A number of seconds, at least 0.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: Result<f64, _> = text.parse();
    let duration = seconds.map(Duration::try_from_secs_f64);
    match duration {
        Ok(Ok(duration)) => Ok(duration),
        _ => Err("expected a number of seconds".to_string()),
    }
}

/// A number of bytes, which may end in k, M or G.
pub fn bytes(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|last: char| !last.is_ascii_digit());
    let factor = match text[digits.len()..].to_ascii_lowercase().as_str() {
        "" => Some(1),
        "k" | "kb" => Some(1_000),
        "m" | "mb" => Some(1_000_000),
        "g" | "gb" => Some(1_000_000_000),
        _ => None,
    };
    let number: Option<u64> = digits.parse().ok();
    let bytes = number
        .zip(factor)
        .and_then(|(n, factor)| n.checked_mul(factor));
    bytes.ok_or_else(|| "expected a number of bytes, like 500M or 2G".to_string())
}

/// The memory for one puzzle unless told otherwise. Where the address space of the program is
/// limited, all threads together may take a quarter of that: a buffer that grows is there twice for
/// a moment, and to ask the system for more than it has is the end of the program.
fn usual_memory() -> u64 {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit};
        let threads = available_parallelism().map_or(1, NonZeroUsize::get) as u64;
        if let Some(limit) = getrlimit(Resource::As).current {
            return Budget::MEMORY.min(limit / (4 * threads));
        }
    }
    Budget::MEMORY
}

impl EngineChoice {
    /// The session that was asked for.
    pub fn session(&self) -> Session {
        let session = self.search.session(|| Box::new(Sat::default()));
        let session = if self.no_reason {
            session
        } else {
            session.with_reasons()
        };
        if self.no_confirm {
            session
        } else {
            session.confirmed(self.confirm_nodes.map(Budget::of_nodes))
        }
    }

    /// Says on standard error what there is to say of an answer beside the answer itself.
    pub fn say_remarks<T>(&self, record: &Record, answer: &Answer<T>, reply: &mut Reply<'_>) {
        for remark in self.remarks(answer) {
            reply.say(format_args!("{}{remark}", place_of(record)));
        }
    }

    /// Whether what was asked for fits together.
    ///
    /// # Errors
    /// What does nothing with the engine chosen.
    pub fn check(&self) -> anyhow::Result<()> {
        self.search.check("sat")?;
        let name = self.search.engine.map(|name| name.entry().name);
        if self.confirm_nodes.is_some() && name == Some(mrv::NAME) {
            bail!(
                "--confirm-nodes is for engines that mrv confirms, and mrv cannot confirm itself"
            );
        }
        Ok(())
    }

    /// What there is to say of an answer beside the answer itself.
    pub fn remarks<T>(&self, answer: &Answer<T>) -> Vec<String> {
        let mut remarks = Vec::new();
        if let Confirmation::GaveUp(limit) = answer.confirmation {
            remarks.push(format!("not confirmed: mrv {limit}"));
        }
        if self.search.report {
            remarks.push(cost(&answer.report));
        }
        remarks
    }
}
