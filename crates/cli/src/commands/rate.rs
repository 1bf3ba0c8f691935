//! `satdoku rate`: the difficulty of each puzzle.

use clap::Args;
use satdoku_answer::{Asker, RateRow};
use satdoku_explain::Rating;

use crate::command::{ANSWERS, Answer, Asked, Command, Exit, Formats, Outcome};
use crate::options::limits::ExplainerArgs;
use crate::summary::counted;

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
pub struct Rate {}

impl Command for Rate {
    const FORMATS: Formats = ANSWERS;

    type Row = RateRow;
    type Search = ExplainerArgs;

    fn answer(&self, asker: &mut Asker, asked: &Asked<'_>) -> Answer<RateRow> {
        let row = asker.rate(asked.puzzle)?;
        let outcome = match &row.rated {
            Some(rating) if rating.limit.is_none() => {
                Outcome::new(Exit::Success, rating.level.name())
            }
            _ => Outcome::new(Exit::Negative, "unknown"),
        };
        Ok((row, outcome))
    }

    fn show(&self, asked: &Asked<'_>, row: &RateRow) {
        if let Some(rating) = &row.rated {
            asked
                .reply
                .text(format!("{}{}\n", asked.place(), text(rating)));
        }
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
