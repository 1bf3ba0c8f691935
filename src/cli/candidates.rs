//! `satdoku candidates`: what is still possible in each cell.

use std::time::Duration;

use clap::Args;
use satdoku::format::{candidate_words, write_candidates};
use satdoku::propagate::Candidates as Possible;
use satdoku::task::{Conflict, Session, Verdict, propagated_candidates};
use serde::{Serialize, Serializer};

use super::args::engine::seconds;
use super::args::heading::{ANSWER, LIMITS, OUTPUT};
use super::args::output::Format;
use super::command::{Command, Failure, Question};
use super::exit::Exit;
use super::fields::Columns;
use super::output::{Output, Reply};
use super::render::text::say_no_solution;
use super::run::{self, Batch};
use super::summary::Tally;

/// The digits that are still possible in each cell, after singles and intersections
#[derive(Debug, Args)]
pub struct Candidates {
    #[command(flatten)]
    batch: Batch,

    /// Only the digits that occur in some solution
    #[arg(long, help_heading = ANSWER)]
    exact: bool,

    /// Give up a puzzle after this many seconds, which may be a fraction
    #[arg(long, value_name = "SECONDS", value_parser = seconds, requires = "exact", help_heading = LIMITS)]
    timeout: Option<Duration>,

    /// The form of the output
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = OUTPUT)]
    format: Format,
}

/// The candidates of a puzzle, or why it has none.
pub struct Found {
    candidates: Result<Possible, Conflict>,
    /// The digits of each cell.
    words: Vec<String>,
    needed_solver: bool,
}

impl Serialize for Found {
    /// `candidates`, or `conflict` and `reason`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.candidates {
            Ok(_) => serializer.collect_map([("candidates", &self.words)]),
            Err(conflict) => conflict.serialize(serializer),
        }
    }
}

impl Candidates {
    /// Answers every record.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let (batch, style) = (self.batch.clone(), self.format.into());
        run::run(self, &batch, style, output)
    }
}

impl Command for Candidates {
    type Answer = Found;

    fn columns(&self) -> Columns {
        Columns::new(vec!["candidates", "conflict", "reason", "error"])
    }

    fn session(&self) -> Session {
        let session = Session::default();
        match self.timeout {
            Some(timeout) => session.with_timeout(timeout),
            None => session,
        }
    }

    fn answer(
        &self,
        question: &Question<'_>,
        session: &mut Session,
        _: &mut Reply<'_>,
    ) -> Result<Found, Failure> {
        let (candidates, needed_solver) = if self.exact {
            let answer = session.candidates(question.puzzle)?;
            let candidates = match answer.outcome {
                Ok(candidates) => Ok(candidates),
                Err(Verdict::None(conflict)) => Err(conflict),
                Err(Verdict::Unknown(limit)) => return Err(Failure::Lacking(limit.to_string())),
                Err(verdict) => return Err(Failure::Lacking(verdict.name().to_string())),
            };
            (candidates, answer.report.work.solver_calls > 0)
        } else {
            (propagated_candidates(question.puzzle), false)
        };
        let words = candidates
            .as_ref()
            .map(|candidates| candidate_words(candidates, question.form.alphabet));
        Ok(Found {
            words: words.unwrap_or_default(),
            candidates,
            needed_solver,
        })
    }

    fn tally(&self, found: &Found) -> Tally {
        let (exit, outcome) = match found.candidates {
            Ok(_) => (Exit::Success, "answered"),
            Err(_) => (Exit::Lacking, "none"),
        };
        Tally {
            needed_solver: found.needed_solver,
            ..Tally::new(exit, outcome)
        }
    }

    fn text(&self, question: &Question<'_>, found: &Found, reply: &mut Reply<'_>) {
        match &found.candidates {
            Ok(candidates) => reply.grid(write_candidates(candidates, question.form.alphabet)),
            Err(conflict) => say_no_solution(question.record, conflict, reply),
        }
    }
}
