//! Which engine answers, and who confirms it.

use std::time::Duration;

use anyhow::{Context, bail};
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use satdoku::Deadline;
use satdoku::board::Puzzle;
use satdoku::engine::sat::Sat;
use satdoku::engine::static_order::{self, Order, StaticOrder};
use satdoku::engine::{Budget, ENGINES, Engine, EngineError, Report, find};
use satdoku::format::Record;
use satdoku::sat::{AssumingSolver, External, SolverCommand, Varisat};
use satdoku::task::{Answer, Confirmation, Session, TaskError};

use super::exit::Exit;
use super::interrupt::stop_solvers_on_signals;
use super::output::say;

/// What every command that searches is told.
#[derive(Debug, Args)]
pub struct SearchChoice {
    /// The engine that answers
    #[arg(long, value_name = "NAME", value_parser = engine_names())]
    engine: Option<String>,

    /// The order in which the engine static fills cells
    #[arg(long, value_name = "ORDER")]
    order: Option<FillOrder>,

    /// Give up a puzzle after this many nodes of the search tree (not for sat)
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// Let this solver answer in place of the embedded one: a command like 'cadical -q', to which
    /// the name of a CNF file is added, or put in the place of {}
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["engine", "order", "nodes"])]
    solver: Option<SolverCommand>,

    /// Give up a puzzle after this many seconds, which may be a fraction
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,

    /// Say what each answer cost: on standard error, or as "report" in JSON
    #[arg(long)]
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
#[derive(Debug, Args)]
pub struct EngineChoice {
    #[command(flatten)]
    pub search: SearchChoice,

    /// Do not let the mrv engine confirm each answer
    #[arg(long)]
    no_confirm: bool,

    /// How many nodes the mrv engine may look at to confirm one answer [default: 100000, on boards
    /// above 9×9 fewer in proportion to their cells]
    #[arg(long, value_name = "N")]
    confirm_nodes: Option<u64>,

    /// Do not look for the givens that contradict each other where there is no solution
    #[arg(long)]
    no_reason: bool,
}

pub fn engine_names() -> PossibleValuesParser {
    let values = ENGINES
        .iter()
        .map(|entry| clap::builder::PossibleValue::new(entry.name).help(entry.summary));
    PossibleValuesParser::new(values)
}

impl SearchChoice {
    /// The session that was asked for, with the engine `usual` where none was named.
    pub fn session(&self, usual: &str) -> anyhow::Result<Session> {
        let name = self.engine.as_deref().unwrap_or(usual);
        let engine = match self.order {
            None => match &self.solver {
                Some(command) => {
                    stop_solvers_on_signals()?;
                    Box::new(Sat::external(command.clone()))
                }
                None => make(name)?,
            },
            Some(_) if name != static_order::NAME => bail!("--order is for the engine static"),
            Some(order) => Box::new(StaticOrder {
                order: match order {
                    FillOrder::FewestDigits => Order::FewestDigits,
                    FillOrder::RowMajor => Order::RowMajor,
                },
            }),
        };
        let session = Session::new(engine);
        let session = match self.nodes {
            Some(nodes) => session.with_budget(Budget::of_nodes(nodes)),
            None => session,
        };
        Ok(match self.timeout {
            Some(timeout) => session.with_timeout(timeout),
            None => session,
        })
    }
}

impl SearchChoice {
    /// The solver that was asked for, without clauses, where the question is a formula. Its time
    /// begins now.
    pub fn solver(&self) -> anyhow::Result<Box<dyn AssumingSolver>> {
        if self.engine.as_ref().is_some_and(|name| name != "sat") {
            bail!("a formula is for the engine sat or a --solver");
        }
        if self.solver.is_some() {
            stop_solvers_on_signals()?;
        }
        Ok(self.solver_within(self.timeout.map(Deadline::after)))
    }

    /// The external solver that was asked for, or else the embedded one, without clauses.
    pub fn solver_within(&self, deadline: Option<Deadline>) -> Box<dyn AssumingSolver> {
        match &self.solver {
            Some(command) => Box::new(External::new(command.clone(), deadline)),
            None => Box::new(Varisat::within(deadline)),
        }
    }

    /// A solver of [`SearchChoice::solver_within`] failed at a puzzle.
    pub fn solver_failed(&self, puzzle: &Puzzle, error: EngineError) -> TaskError {
        let puzzle = puzzle.givens().to_string();
        match self.solver {
            Some(_) => TaskError::External { puzzle, error },
            None => TaskError::Engine {
                engine: "sat",
                puzzle,
                error,
            },
        }
    }
}

/// A number of seconds, at least 0.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: Result<f64, _> = text.parse();
    let duration = seconds.map(Duration::try_from_secs_f64);
    match duration {
        Ok(Ok(duration)) => Ok(duration),
        _ => Err("expected a number of seconds".to_string()),
    }
}

/// A new engine of this name.
pub fn make(name: &str) -> anyhow::Result<Box<dyn Engine>> {
    let entry = find(name).with_context(|| format!("no engine has the name {name}"))?;
    Ok((entry.make)())
}

impl EngineChoice {
    /// The session that was asked for.
    pub fn session(&self) -> anyhow::Result<Session> {
        let session = match self.no_reason {
            true => self.search.session("sat")?,
            false => self.search.session("sat")?.with_reasons(),
        };
        Ok(match self.no_confirm {
            true => session,
            false => session.confirmed(self.confirm_nodes.map(Budget::of_nodes)),
        })
    }

    /// Says on standard error what there is to say of an answer beside the answer itself.
    pub fn say_remarks<T>(&self, record: &Record, answer: &Answer<T>) {
        for remark in self.remarks(answer) {
            say(format!("{}:{}: {remark}", record.source, record.line));
        }
    }

    /// What there is to say of an answer beside the answer itself.
    pub fn remarks<T>(&self, answer: &Answer<T>) -> Vec<String> {
        let mut remarks = Vec::new();
        if let Confirmation::GaveUp(limit) = answer.confirmation {
            remarks.push(format!("not confirmed: mrv {limit}"));
        }
        if self.search.report {
            remarks.push(describe(&answer.report));
        }
        remarks
    }
}

/// Says that an engine is at fault, as loudly as standard error can where that is one of ours.
pub fn fault(error: &TaskError) -> Exit {
    match error {
        TaskError::External { .. } => {
            say(error);
            Exit::Failed
        }
        TaskError::WrongAnswer { .. } => {
            say(format!(
                "WRONG ANSWER of an external solver or a bug in satdoku: {error}"
            ));
            Exit::Disagreement
        }
        _ => {
            say(format!("BUG in satdoku, please report it: {error}"));
            Exit::Disagreement
        }
    }
}

/// What an answer cost, in words.
pub fn describe(report: &Report) -> String {
    let work = &report.work;
    match (work.solver_calls, work.nodes) {
        (0, 0) => "propagation alone".to_string(),
        (0, nodes) => format!(
            "{nodes} nodes, {} guesses, {} updates",
            work.guesses, work.updates
        ),
        (calls, _) => format!("{calls} solver calls, {} clauses", work.clauses),
    }
}
