//! `satdoku candidates`: what is still possible in each cell.

use clap::Args;
use satdoku::format::{candidate_words, write_candidates};
use satdoku::propagate::Candidates as Possible;
use satdoku::task::{Conflict, Session, exact_candidates, propagated_candidates};
use serde::{Serialize, Serializer};

use super::args::heading::{ANSWER, OUTPUT};
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

    fn answer(
        &self,
        question: &Question<'_>,
        _: &mut Session,
        _: &mut Reply<'_>,
    ) -> Result<Found, Failure> {
        let found = if self.exact {
            exact_candidates(question.puzzle)?
        } else {
            propagated_candidates(question.puzzle).map(|candidates| (candidates, 0))
        };
        let needed_solver = found.as_ref().is_ok_and(|(_, calls)| *calls > 0);
        let candidates = found.map(|(candidates, _)| candidates);
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
