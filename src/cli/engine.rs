//! Which engine answers, and who confirms it.

use clap::Args;
use clap::builder::PossibleValuesParser;
use satdoku::engine::{Budget, ENGINES, Report, find};
use satdoku::task::{Answer, Confirmation, Session, TaskError};

use super::exit::Exit;
use super::output::say;

/// What every command that answers questions is told.
#[derive(Debug, Args)]
pub struct EngineChoice {
    /// The engine that answers
    #[arg(long, value_name = "NAME", default_value = "sat", value_parser = engine_names())]
    engine: String,

    /// Do not let the mrv engine confirm each answer
    #[arg(long)]
    no_confirm: bool,

    /// How many nodes the mrv engine may look at to confirm one answer
    #[arg(long, value_name = "N", default_value_t = Session::CONFIRMATION_NODES)]
    confirm_nodes: u64,

    /// Do not look for the givens that contradict each other where there is no solution
    #[arg(long)]
    no_reason: bool,

    /// Say what each answer cost: on standard error, or as "report" in JSON
    #[arg(long)]
    pub report: bool,
}

fn engine_names() -> PossibleValuesParser {
    let values = ENGINES
        .iter()
        .map(|entry| clap::builder::PossibleValue::new(entry.name).help(entry.summary));
    PossibleValuesParser::new(values)
}

impl EngineChoice {
    /// The session that was asked for.
    pub fn session(&self) -> anyhow::Result<Session> {
        let entry =
            find(&self.engine).ok_or_else(|| anyhow::anyhow!("no engine {}", self.engine))?;
        let session = match self.no_reason {
            true => Session::new((entry.make)()),
            false => Session::new((entry.make)()).with_reasons(),
        };
        Ok(match self.no_confirm {
            true => session,
            false => session.confirmed(Budget {
                nodes: self.confirm_nodes,
            }),
        })
    }

    /// What there is to say of an answer beside the answer itself.
    pub fn remarks<T>(&self, answer: &Answer<T>) -> Vec<String> {
        let mut remarks = Vec::new();
        if let Confirmation::GaveUp(limit) = answer.confirmation {
            remarks.push(format!("not confirmed: mrv {limit}"));
        }
        if self.report {
            remarks.push(describe(&answer.report));
        }
        remarks
    }
}

/// Says that an engine is at fault, as loudly as standard error can.
pub fn fault(error: &TaskError) -> Exit {
    say(format!("BUG in satdoku, please report it: {error}"));
    Exit::Disagreement
}

/// What an answer cost, in words.
fn describe(report: &Report) -> String {
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
