//! `satdoku rate`: the difficulty of each puzzle.

use clap::Args;
use satdoku_explain::{Explainer, Rating};

use crate::exit::Exit;
use crate::options::explainer::ExplainerArgs;
use crate::options::output::{AnswerFormat, FormatArgs};
use crate::options::records::{RecordArgs, SummaryArgs};
use crate::output::Output;
use crate::rating::RATING_COLUMNS;
use crate::record_command::{Failure, RecordCommand, RecordContext};
use crate::records::RecordOutput;
use crate::reply::Reply;
use crate::row::AnswerRows;
use crate::summary::{Outcome, counted};

/// Rate the difficulty of each puzzle, from easy to extreme
///
/// Prints the level, the hardest technique and the number of steps. The levels are easy (singles),
/// medium (locked candidates), hard (pairs, triples, X-wing, skyscraper), expert (quads, swordfish,
/// wings, short chains), fiendish (longer chains) and extreme.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  satdoku rate puzzles.txt
  satdoku rate puzzles.csv -o rated.csv")]
pub struct RateArgs {
    #[command(flatten)]
    records: RecordArgs,

    #[command(flatten)]
    summary: SummaryArgs,

    #[command(flatten)]
    format: FormatArgs<AnswerFormat>,

    #[command(flatten)]
    explainer: ExplainerArgs,
}

/// The checked options.
struct Rate {
    explainer: ExplainerArgs,
}

impl RateArgs {
    /// Rates every record.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let format = self.format.checked(output)?.unwrap_or_default();
        let rows = format.row_format().map(|format| {
            AnswerRows::new(format)
                .with(&["complete"])
                .with(&RATING_COLUMNS)
                .with(&["error"])
                .with_answer_field("level")
        });
        let layout = RecordOutput {
            rows,
            ..RecordOutput::default()
        };
        let rate = Rate {
            explainer: self.explainer,
        };
        let mut records = self.records.checked();
        records.has_summary = self.summary.summary;
        records.run(rate, layout, output)
    }
}

impl RecordCommand for Rate {
    type State = Explainer;

    fn state(&self) -> Explainer {
        self.explainer.explainer()
    }

    fn answer(
        &self,
        explainer: &mut Explainer,
        context: &RecordContext<'_>,
        reply: &mut Reply<'_>,
    ) -> Result<Outcome, Failure> {
        let (puzzle, _) = context.puzzle()?;
        let rating = explainer.rate(puzzle)?.ok_or_else(|| {
            Failure::Unanswered("no level: it does not have exactly one solution".to_string())
        })?;
        context.write(&rating, reply, |reply| {
            reply.text(format!("{}{}\n", context.place(), text(&rating)));
        });
        Ok(match rating.limit {
            Some(_) => Outcome::new(Exit::Negative, "unknown"),
            None => Outcome::new(Exit::Success, rating.level.name()),
        })
    }
}

fn text(rating: &Rating) -> String {
    let least = rating.least_level();
    let level = match rating.technique {
        Some(_) => format!("{} ({})", rating.level, rating.score),
        None => rating.level.to_string(),
    };
    let level = match rating.limit {
        Some(limit) => format!("{limit}, at least {least}"),
        None if least < rating.level => format!("{level}, at least {least}"),
        None => level,
    };
    let Some(technique) = rating.technique else {
        return format!("{level}: no step");
    };
    let steps = counted(rating.steps as u64, "step");
    let unproven = match rating.unproven {
        0 => String::new(),
        unproven => format!(", {unproven} not proved smallest"),
    };
    format!("{level}: {technique}, {steps}{unproven}")
}

#[cfg(test)]
mod tests {
    use satdoku_explain::{Level, Score, Technique};

    use super::*;

    #[test]
    fn a_level_that_is_not_proved_has_a_bound() {
        let mut rating = Rating {
            level: Level::Extreme,
            largest: 8,
            at_least: Some(6),
            technique: Some(Technique::ForcingNet),
            score: Score::default(),
            techniques: [Technique::ForcingNet].into(),
            steps: 70,
            sizes: vec![60, 0, 0, 8, 0, 0, 0, 2],
            unproven: 2,
            limit: None,
        };
        let expected =
            "extreme (0.0), at least fiendish: forcing net, 70 steps, 2 not proved smallest";
        assert_eq!(text(&rating), expected);
        rating.at_least = Some(7);
        rating.unproven = 0;
        assert_eq!(text(&rating), "extreme (0.0): forcing net, 70 steps");
    }
}
