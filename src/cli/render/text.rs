//! Text, as people read it: what several commands say in the same words.

use satdoku::board::Candidate;
use satdoku::engine::Report;
use satdoku::format::Record;
use satdoku::task::Conflict;

use super::{NoAnswer, Renderer};
use crate::cli::command::{Command, Question, place_of};
use crate::cli::output::Reply;

pub struct Text;

impl<C: Command> Renderer<C> for Text {
    fn answered(
        &self,
        command: &C,
        question: &Question<'_>,
        answer: &C::Answer,
        reply: &mut Reply<'_>,
    ) {
        command.text(question, answer, reply);
    }

    fn unanswered(&self, _: &C, record: &Record, why: &NoAnswer, reply: &mut Reply<'_>) {
        match why {
            NoAnswer { is_said: true, .. } => {}
            // The error of an invalid record says where it is.
            NoAnswer { error, .. } if record.content.is_err() => reply.say(error),
            NoAnswer { error, .. } => reply.say(format_args!("{}{error}", place_of(record))),
        }
    }
}

/// Says that a puzzle has no solution.
pub fn say_no_solution(record: &Record, conflict: &Conflict, reply: &mut Reply<'_>) {
    reply.say(format_args!("{}no solution: {conflict}", place_of(record)));
}

/// What an answer cost, in words.
pub fn cost(report: &Report) -> String {
    let work = &report.work;
    let probes = match work.probes {
        0 => String::new(),
        probes => format!("{probes} probes, "),
    };
    match (work.solver_calls, work.nodes) {
        (0, 0) if work.probes == 0 => "propagation alone".to_string(),
        (0, 0) => format!("{probes}no solver call"),
        (0, nodes) => format!(
            "{nodes} nodes, {} guesses, {} updates",
            work.guesses, work.updates
        ),
        (calls, _) => format!("{probes}{calls} solver calls, {} clauses", work.clauses),
    }
}

/// The names of givens, as a person reads them.
pub fn names(givens: &[Candidate], size: usize) -> Vec<String> {
    let names = givens.iter().map(|given| given.name(size).to_string());
    names.collect()
}
