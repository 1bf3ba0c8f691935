//! `satdoku candidates`: what is still possible in each cell.

use clap::Args;
use satdoku::board::Puzzle;
use satdoku::engine::sat::Sat;
use satdoku::format::{Alphabet, candidate_words, write_candidates};
use satdoku::propagate::Candidates as Possible;
use satdoku::task::{Conflict, Session, Verdict, propagated_candidates};

use super::batch::{self, Batch};
use super::command::{Command, Failure, Format, Question, Style, Tally};
use super::exit::Exit;
use super::json::Object;
use super::output::Output;
use super::reply::Reply;

/// The digits that are still possible in each cell, after singles and intersections
#[derive(Debug, Args)]
pub struct Candidates {
    #[command(flatten)]
    batch: Batch,

    /// Only the digits that occur in some solution
    #[arg(long)]
    exact: bool,

    /// The form of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

/// The candidates of a puzzle and the alphabet in which they are written.
pub struct Found {
    candidates: Result<Possible, Conflict>,
    alphabet: Alphabet,
    needed_solver: bool,
}

impl Candidates {
    /// Answers every record.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        batch::run(self, output)
    }
}

impl Command for Candidates {
    type Worker = Session;
    type Answer = Found;

    fn batch(&self) -> &Batch {
        &self.batch
    }

    fn style(&self) -> Style {
        self.format.into()
    }

    fn columns(&self) -> Vec<&'static str> {
        ["candidates", "conflict", "reason", "error"].to_vec()
    }

    fn worker(&self) -> Session {
        Session::new(Box::new(Sat::default()))
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
                Err(Verdict::Unknown(limit)) => {
                    return Err(Failure::Unfulfilled(limit.to_string()));
                }
                Err(verdict) => return Err(Failure::Unfulfilled(verdict.name().to_string())),
            };
            (candidates, answer.report.work.solver_calls > 0)
        } else {
            (propagated_candidates(question.puzzle), false)
        };
        Ok(Found {
            candidates,
            alphabet: question.form.alphabet,
            needed_solver,
        })
    }

    fn tally(&self, found: &Found) -> Tally {
        let (exit, outcome) = match found.candidates {
            Ok(_) => (Exit::Fulfilled, "answered"),
            Err(_) => (Exit::Unfulfilled, "none"),
        };
        Tally {
            exit,
            outcome: Some(outcome),
            needed_solver: found.needed_solver,
        }
    }

    fn write_text(&self, question: &Question<'_>, found: &Found, reply: &mut Reply<'_>) {
        match &found.candidates {
            Ok(candidates) => reply.grid(write_candidates(candidates, found.alphabet)),
            Err(conflict) => {
                reply.say(format_args!("{}no solution: {conflict}", question.place()));
            }
        }
    }

    fn fill<'a>(&self, object: Object<'a>, found: &Found, _: &Puzzle) -> Object<'a> {
        let candidates = found.candidates.as_ref();
        object.with_candidates(
            candidates.map(|candidates| candidate_words(candidates, found.alphabet)),
        )
    }

    fn fill_unanswered<'a>(&self, object: Object<'a>, _: &'static str) -> Object<'a> {
        object
    }
}
