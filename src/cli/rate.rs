//! `satdoku rate`: how hard each puzzle is.

use clap::Args;
use satdoku::explain::Rating;
use satdoku::task::Session;

use super::args::explainer::ExplainerChoice;
use super::args::heading::OUTPUT;
use super::args::output::Format;
use super::command::{Command, Failure, Question};
use super::exit::Exit;
use super::fields::Columns;
use super::output::{Output, Reply};
use super::run::{self, Batch};
use super::summary::Tally;

/// How hard each puzzle is, from easy to extreme
///
/// It says the level, the hardest technique and the size of the largest step. A step rests on facts: a cell has a digit, a house has a place for a digit. The level goes by
/// the largest step: easy (singles), medium (1 fact), hard (2), expert (3), fiendish (4 to 6),
/// extreme (7 and more).
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  satdoku rate puzzles.txt
  satdoku rate --format csv puzzles.csv -o rated.csv")]
pub struct Rate {
    #[command(flatten)]
    batch: Batch,

    /// Form of results
    #[arg(long, value_name = "FORMAT", default_value = "text", hide_default_value = true, help_heading = OUTPUT,
          display_order = 0)]
    format: Format,

    #[command(flatten)]
    explainer: ExplainerChoice,
}

impl Rate {
    /// Answers every record.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let (batch, style) = (self.batch.clone(), self.format.into());
        run::run(self, &batch, style, output)
    }
}

impl Command for Rate {
    type Answer = Rating;

    fn columns(&self) -> Columns {
        Columns::new(vec![
            "level",
            "largest",
            "technique",
            "steps",
            "sizes",
            "complete",
            "error",
        ])
    }

    fn answer(
        &self,
        question: &Question<'_>,
        _: &mut Session,
        _: &mut Reply<'_>,
    ) -> Result<Rating, Failure> {
        let rating = self
            .explainer
            .ask(|explainer| explainer.rate(question.puzzle))?;
        rating
            .ok_or_else(|| Failure::Unanswered("no level: it has not exactly one solution".into()))
    }

    fn tally(&self, rating: &Rating) -> Tally {
        match rating.limit {
            Some(_) => Tally::new(Exit::Negative, "unknown"),
            None => Tally::new(Exit::Success, rating.level.name()),
        }
    }

    fn text(&self, question: &Question<'_>, rating: &Rating, reply: &mut Reply<'_>) {
        let sizes = rating
            .sizes
            .iter()
            .enumerate()
            .filter(|(_, count)| **count > 0);
        let sizes: Vec<String> = sizes
            .map(|(place, count)| format!("{count} of {}", place + 1))
            .collect();
        let so_far = match rating.limit {
            Some(limit) => format!("{limit}, at least "),
            None => String::new(),
        };
        if rating.steps == 0 {
            let level = rating.level;
            reply.result(format!("{}{so_far}{level}: no step\n", question.place()));
            return;
        }
        reply.result(format!(
            "{}{so_far}{}: {}, {} {} ({})\n",
            question.place(),
            rating.level,
            rating.technique,
            rating.steps,
            if rating.steps == 1 { "step" } else { "steps" },
            sizes.join(", "),
        ));
    }

    fn no_answer(&self, _: &'static str) -> Option<(&'static str, Option<&'static str>)> {
        Some(("level", None))
    }
}
