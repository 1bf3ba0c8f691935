//! `satdoku canonical`: which puzzles are the same puzzle.

use clap::Args;
use satdoku::board::Puzzle;
use satdoku::task::Session;
use satdoku::task::canonical::{canonical, shuffled};
use serde::{Serialize, Serializer};

use super::args::heading::ANSWER;
use super::args::output::Printing;
use super::command::{Command, Failure, Question};
use super::exit::Exit;
use super::fields::Columns;
use super::output::{Output, Reply};
use super::run::{self, Batch};
use super::summary::Tally;

/// Which puzzles are the same: the minlex form of each
///
/// That is the least of all puzzles that differ only in the names of digits and the order of bands,
/// stacks, rows and columns. For boards of 9x9.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  satdoku canonical --format line puzzles.txt | sort -u    the different ones
  satdoku canonical --shuffle --seed 7 puzzle.txt          one in disguise")]
pub struct Canonical {
    #[command(flatten)]
    batch: Batch,

    #[command(flatten)]
    printing: Printing,

    /// A random puzzle with the same minlex form
    #[arg(long, requires = "seed", help_heading = ANSWER)]
    shuffle: bool,

    /// Which one: the same for the same N and the same place in the input
    #[arg(long, value_name = "N", requires = "shuffle", help_heading = ANSWER)]
    seed: Option<u64>,
}

/// A puzzle that is the same puzzle.
pub struct Same {
    puzzle: Puzzle,
    /// `canonical` or `shuffled`.
    field: &'static str,
}

impl Serialize for Same {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map([(self.field, self.puzzle.givens().to_string())])
    }
}

impl Canonical {
    /// Answers every record.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        self.printing.prepare(output)?;
        let (batch, style) = (self.batch.clone(), self.printing.style());
        run::run(self, &batch, style, output)
    }

    fn field(&self) -> &'static str {
        if self.shuffle {
            "shuffled"
        } else {
            "canonical"
        }
    }
}

impl Command for Canonical {
    type Answer = Same;

    fn columns(&self) -> Columns {
        Columns::new(vec![self.field(), "error"])
    }

    fn answer(
        &self,
        question: &Question<'_>,
        _: &mut Session,
        _: &mut Reply<'_>,
    ) -> Result<Same, Failure> {
        self.printing.check(question.puzzle)?;
        let same = match self.seed {
            Some(seed) => shuffled(question.puzzle, seed, question.number as u64),
            None => canonical(question.puzzle),
        };
        Ok(Same {
            puzzle: same.map_err(|error| Failure::Unanswered(error.to_string()))?,
            field: self.field(),
        })
    }

    fn tally(&self, _: &Same) -> Tally {
        Tally::new(Exit::Success, "answered")
    }

    fn text(&self, question: &Question<'_>, found: &Same, reply: &mut Reply<'_>) {
        let givens = found.puzzle.givens();
        self.printing.write(question, &found.puzzle, givens, reply);
    }

    fn no_answer(&self, _: &'static str) -> Option<(&'static str, Option<&'static str>)> {
        Some((self.field(), None))
    }
}
