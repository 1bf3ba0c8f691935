//! Options for the engine that answers and the one that confirms.

use std::ffi::OsStr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::bail;
use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Args, Command, ValueEnum};
use satdoku::Deadline;
use satdoku::engine::mrv;
use satdoku::engine::sat::Sat;
use satdoku::engine::static_order::{self, Order, StaticOrder};
use satdoku::engine::{Budget, ENGINES, Engine, EngineName};
use satdoku::sat::{AtMostOne, Encoding, External, Solver, SolverCommand, Varisat};
use satdoku::task::{Answer, Confirmation, Session};
use satdoku_text::Record;

use super::heading::{ANSWER, ENGINE, LIMITS, OUTPUT};
use crate::interrupt::clean_up_on_signals;
use crate::memory::default_budget;
use crate::message::place_of;
use crate::reply::Reply;
use crate::text::cost;

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
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["engine", "order", "nodes"], help_heading = ENGINE,
          hide_short_help = true)]
    solver: Option<SolverCommand>,

    /// Set the order in which the engine static fills cells
    #[arg(long, value_name = "ORDER", help_heading = ENGINE, hide_short_help = true)]
    order: Option<FillOrder>,

    /// Set the at-most-one encoding of the engine sat
    ///
    /// One of pairwise, product, commander, ladder, sequential, binary and bimander. Groups for which
    /// it saves no clause are pairwise.
    #[arg(long, value_name = "NAME", conflicts_with = "order", help_heading = ENGINE,
          hide_short_help = true)]
    pub amo: Option<AtMostOne>,

    /// Give up a puzzle after N search nodes (not for sat)
    #[arg(long, value_name = "N", help_heading = LIMITS, hide_short_help = true)]
    nodes: Option<u64>,

    /// Give up a puzzle after this many seconds
    ///
    /// Fractions are allowed.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = LIMITS)]
    timeout: Option<Duration>,

    /// Give up a puzzle that needs more memory, such as 2G
    ///
    /// The memory is estimated before the search.
    ///
    /// [default: 1G, or less if the memory of the program is limited, as by ulimit -v]
    #[arg(long, value_name = "BYTES", value_parser = bytes, help_heading = LIMITS, hide_short_help = true)]
    max_memory: Option<u64>,

    /// Report the cost of each answer
    ///
    /// Text goes to standard error. JSON and CSV have a field "report".
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    pub report: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FillOrder {
    /// Cells with the fewest candidates first
    FewestDigits,
    /// Left to right, top to bottom
    RowMajor,
}

/// Arguments of commands whose answers are confirmed.
#[derive(Debug, Args)]
pub struct ConfirmedSearchArgs {
    #[command(flatten)]
    pub search: SearchArgs,

    /// Do not confirm answers with the engine mrv
    #[arg(long, conflicts_with = "confirm_nodes", help_heading = ENGINE, hide_short_help = true)]
    no_confirm: bool,

    /// Limit the nodes that mrv may use to confirm an answer
    ///
    /// [default: 100000, a fifth with drawn constraints, fewer on boards above 9×9]
    #[arg(long, value_name = "N", help_heading = LIMITS, hide_short_help = true)]
    confirm_nodes: Option<u64>,

    /// Do not search for the givens that contradict each other
    #[arg(long, help_heading = ANSWER, hide_short_help = true)]
    no_reason: bool,
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
    /// Checks that the options suit the engine, which is `usual` if none was named.
    ///
    /// # Errors
    /// Names an option that has no effect on the engine.
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

    /// Returns the encoding of the engine sat, which is the default engine. Returns `None` for other
    /// engines and for those whose name includes an at-most-one encoding.
    fn encoding(&self) -> Option<Encoding> {
        let name = self.engine.map_or("sat", |name| name.entry().name);
        match name.strip_prefix("sat")? {
            "" => Some(Encoding::Reduced),
            rest => rest.strip_prefix(':')?.parse().ok(),
        }
    }

    /// Returns the memory limit of one puzzle, in bytes.
    pub fn max_memory(&self) -> u64 {
        self.max_memory.unwrap_or_else(|| default_budget().memory)
    }
}

impl SearchArgs {
    /// Returns the solver for a formula, without clauses. Its time limit starts now.
    pub fn solver(&self) -> anyhow::Result<Box<dyn Solver>> {
        if self.engine.is_some_and(|name| name.entry().name != "sat") {
            bail!("--cnf needs the engine sat or a --solver");
        }
        if self.solver.is_some() {
            clean_up_on_signals()?;
        }
        let deadline = self.timeout.map(Deadline::after);
        Ok(match &self.solver {
            Some(command) => Box::new(External::new(command.clone(), deadline)),
            None => Box::new(Varisat::within(deadline)),
        })
    }
}

/// The choice of an engine and its limits.
pub struct SearchOptions {
    engine: Arc<dyn Fn() -> Box<dyn Engine> + Send + Sync>,
    budget: Budget,
    timeout: Option<Duration>,
    /// The cost of each answer is wanted.
    pub report: bool,
}

impl SearchArgs {
    /// Checks the arguments. `default` is the engine if none is named.
    ///
    /// # Errors
    /// An argument that has no effect on the engine.
    pub fn checked(self, default: &'static str) -> anyhow::Result<SearchOptions> {
        self.check(default)?;
        let at_most_one = self.amo.unwrap_or_default();
        let encoding = self.encoding().filter(|_| self.amo.is_some());
        let name = match self.engine {
            Some(name) => name,
            None => default.parse()?,
        };
        let budget = Budget {
            nodes: self.nodes.unwrap_or(Budget::UNLIMITED.nodes),
            deadline: None,
            memory: self.max_memory(),
        };
        let SearchArgs {
            solver,
            order,
            timeout,
            report,
            ..
        } = self;
        let engine = move || -> Box<dyn Engine> {
            match (&solver, order, encoding) {
                (Some(command), _, _) => {
                    Box::new(Sat::external(command.clone()).with_at_most_one(at_most_one))
                }
                (None, Some(order), _) => Box::new(StaticOrder {
                    order: match order {
                        FillOrder::FewestDigits => Order::FewestDigits,
                        FillOrder::RowMajor => Order::RowMajor,
                    },
                }),
                (None, None, Some(encoding)) => {
                    Box::new(Sat::new(encoding).with_at_most_one(at_most_one))
                }
                (None, None, None) => name.make(),
            }
        };
        Ok(SearchOptions {
            engine: Arc::new(engine),
            budget,
            timeout,
            report,
        })
    }
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

    /// Returns the cost of an answer in words, if it is wanted.
    pub fn cost<T>(&self, answer: &Answer<T>) -> Option<String> {
        self.report.then(|| cost(&answer.report))
    }
}

/// The choice of an engine whose answers are confirmed.
pub struct ConfirmedSearch {
    search: SearchOptions,
    is_confirmed: bool,
    /// The budget of the confirmation, if it is not the default one.
    confirmation: Option<Budget>,
    has_reasons: bool,
}

impl ConfirmedSearchArgs {
    /// Checks the arguments.
    ///
    /// # Errors
    /// An argument that has no effect on the engine.
    pub fn checked(self) -> anyhow::Result<ConfirmedSearch> {
        let name = self.search.engine.map(|name| name.entry().name);
        if self.confirm_nodes.is_some() && name == Some(mrv::NAME) {
            bail!(
                "--confirm-nodes is for engines that mrv confirms, and mrv cannot confirm itself"
            );
        }
        Ok(ConfirmedSearch {
            search: self.search.checked("sat")?,
            is_confirmed: !self.no_confirm,
            confirmation: self.confirm_nodes.map(Budget::of_nodes),
            has_reasons: !self.no_reason,
        })
    }
}

impl ConfirmedSearch {
    /// Returns true if the cost of each answer is wanted.
    pub fn has_report(&self) -> bool {
        self.search.report
    }

    /// Returns a session with the engine and its confirmation.
    pub fn session(&self) -> Session {
        let mut session = self.search.session(None);
        if !self.has_reasons {
            session = session.without_reasons();
        }
        if !self.is_confirmed {
            session = session.without_confirmation();
        }
        if let Some(budget) = self.confirmation {
            session = session.with_confirmation_budget(budget);
        }
        session
    }

    /// Returns the limits on time and memory for a puzzle whose time starts now.
    pub fn limits(&self) -> Budget {
        Budget {
            nodes: Budget::UNLIMITED.nodes,
            deadline: self.search.timeout.map(Deadline::after),
            ..self.search.budget
        }
    }

    /// Returns remarks on an answer: that it is not confirmed, what it cost.
    pub fn remarks<T>(&self, answer: &Answer<T>) -> Vec<String> {
        let unconfirmed = match answer.confirmation {
            Confirmation::GaveUp(limit) => Some(format!("not confirmed: mrv {limit}")),
            Confirmation::Confirmed | Confirmation::NotAsked => None,
        };
        unconfirmed
            .into_iter()
            .chain(self.search.cost(answer))
            .collect()
    }

    /// Writes these remarks to standard error.
    pub fn report_remarks<T>(&self, record: &Record, answer: &Answer<T>, reply: &mut Reply<'_>) {
        for remark in self.remarks(answer) {
            reply.message(format_args!("{}{remark}", place_of(record)));
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

/// Parses a number of bytes, which may end in k, M or G.
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
    bytes.ok_or_else(|| "expected a number of bytes, such as 500M or 2G".to_string())
}
