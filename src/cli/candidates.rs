//! `satdoku candidates`: what is still possible in each cell.

use clap::{Args, ValueEnum};
use satdoku::board::Puzzle;
use satdoku::format::{Record, candidate_words, write_candidates};
use satdoku::task::{Conflict, TaskError, exact_candidates, propagated_candidates};

use super::engine::fault;
use super::exit::Exit;
use super::input::Input;
use super::json::Object;
use super::output::{Output, say};

/// The digits that are still possible in each cell, after singles and intersections
#[derive(Debug, Args)]
pub struct Candidates {
    #[command(flatten)]
    input: Input,

    /// Only the digits that occur in some solution
    #[arg(long)]
    exact: bool,

    /// The form of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A grid with the digits of each cell
    Text,
    /// A JSON object for each record
    Jsonl,
}

impl Candidates {
    /// Answers every record.
    pub fn run(&self, output: &mut Output) -> anyhow::Result<Exit> {
        self.input.for_each(|record| self.answer(record, output))
    }

    fn candidates(
        &self,
        puzzle: &Puzzle,
    ) -> Result<Result<satdoku::board::Candidates, Conflict>, TaskError> {
        match self.exact {
            true => Ok(exact_candidates(puzzle)?.map(|(candidates, _)| candidates)),
            false => Ok(propagated_candidates(puzzle)),
        }
    }

    fn answer(&self, record: &Record, output: &mut Output) -> anyhow::Result<Exit> {
        let is_json = self.format == Format::Jsonl;
        let (puzzle, form) = match &record.content {
            Ok(content) => content,
            Err(invalid) => {
                match is_json {
                    true => output.write_json(&Object::unanswered(record, &invalid.error))?,
                    false => say(&invalid.error),
                }
                return Ok(Exit::Failed);
            }
        };
        let candidates = match self.candidates(puzzle) {
            Ok(candidates) => candidates,
            Err(error) => {
                if is_json {
                    output.write_json(&Object::unanswered(record, &error))?;
                }
                return Ok(fault(&error));
            }
        };
        let exit = match candidates {
            Ok(_) => Exit::Fulfilled,
            Err(_) => Exit::Unfulfilled,
        };
        match (is_json, &candidates) {
            (true, candidates) => {
                let words = candidates.as_ref();
                let words = words.map(|candidates| candidate_words(candidates, form.alphabet));
                output.write_json(&Object::with_candidates(record, words))?;
            }
            (false, Ok(candidates)) => {
                output.write_grid(&write_candidates(candidates, form.alphabet))?;
            }
            (false, Err(conflict)) => {
                say(format!(
                    "{}:{}: no solution: {conflict}",
                    record.source, record.line
                ));
            }
        }
        Ok(exit)
    }
}
