//! `satdoku explain`: all steps to the solution.

mod page;

use std::ops::RangeInclusive;

use clap::Args;
use satdoku_answer::{Asker, ExplainRow};
use satdoku_explain::Step;

use self::page::Section;

use crate::command::{Answer, Asked, Command, Exit, Format, Formats, Grids, Outcome, Paths};
use crate::options::heading::ANSWER;
use crate::options::limits::ExplainerArgs;
use crate::options::steps::StepArgs;
use crate::step_text::{StepText, fact_note, step_svg};
use crate::summary::counted;

/// Explain every step to the solution
///
/// The next step is always one that needs as few rules as possible. Chains are also shown in Eureka
/// notation. If a puzzle has several solutions, the steps go as far as logic goes. If it has none, they end in
/// a contradiction.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  satdoku explain puzzle.txt
  satdoku explain puzzle.txt -o steps.html
  satdoku explain --format html puzzles.txt -o pages/          one page each
  satdoku explain --step 3 puzzle.txt -o step.svg")]
pub struct Explain {
    /// Show only step N or steps A to B, counted from 1
    ///
    /// Later steps are not looked for: `complete` in JSON and CSV is then false.
    #[arg(long, value_name = "N|A-B", value_parser = step_range, help_heading = ANSWER)]
    step: Option<RangeInclusive<usize>>,

    #[command(flatten)]
    steps: StepArgs,
}

/// Parses the numbers of steps, counted from 1.
fn step_range(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    match (first.trim().parse(), last.trim().parse()) {
        (Ok(first @ 1..), Ok(last)) if first <= last => Ok(first..=last),
        _ => Err("expected a number such as 3 or numbers such as 3-5, counted from 1".to_string()),
    }
}

impl Command for Explain {
    const FORMATS: Formats = Formats {
        all: &[
            Format::Text,
            Format::Jsonl,
            Format::Csv,
            Format::Svg,
            Format::Html,
        ],
        has_folder_of_text: true,
        head: page::HEAD,
    };

    type Row = ExplainRow;
    type Search = ExplainerArgs;

    fn check(&self, grids: &mut Grids, _: &mut Paths) -> anyhow::Result<()> {
        match grids.format {
            Format::Html => self.steps.refuse_board("with --format html"),
            Format::Svg | Format::Jsonl | Format::Csv => {
                self.steps.refuse("with --format svg, jsonl and csv")
            }
            _ => Ok(()),
        }
    }

    fn answer(&self, asker: &mut Asker, asked: &Asked<'_>) -> Answer<ExplainRow> {
        let row = asker.explain(asked.puzzle, self.step.clone())?;
        let outcome = match &row {
            row if row.is_part => Outcome::new(Exit::Success, "explained"),
            ExplainRow {
                solution: Some(Some(_)),
                ..
            } => Outcome::new(Exit::Success, "solved"),
            ExplainRow { complete: true, .. } => Outcome::new(Exit::Negative, "none"),
            ExplainRow { error: Some(_), .. } => Outcome::new(Exit::Negative, "unknown"),
            _ => Outcome::new(Exit::Negative, "multiple"),
        };
        Ok((row, outcome))
    }

    fn in_table(&self, row: ExplainRow) -> Vec<ExplainRow> {
        row.by_step()
    }

    fn show(&self, asked: &Asked<'_>, row: &ExplainRow) {
        let steps = row.steps.iter().flatten();
        let steps: Vec<&Step> = steps.filter_map(|row| row.step.as_deref()).collect();
        match asked.grids.format {
            Format::Svg => {
                for (step, number) in steps.into_iter().zip(row.first..) {
                    let alphabet = asked.form.alphabet;
                    asked
                        .reply
                        .text(step_svg(step, number, asked.puzzle, alphabet));
                }
            }
            Format::Html => {
                let page = Section {
                    asked,
                    heading: self.heading(row, steps.len()),
                    is_chosen: self.step.is_some(),
                    has_facts: self.steps.facts,
                };
                let solution = row.solution.as_ref().and_then(Option::as_ref);
                asked.reply.text(page.html(&steps, solution, row.first));
            }
            _ => asked.reply.text(self.text(asked, row, &steps)),
        }
    }

    fn hidden(&self) -> Vec<&'static str> {
        vec!["steps"]
    }
}

impl Explain {
    /// Returns the outcome of the steps of a puzzle, or the numbers of those that are shown.
    fn heading(&self, row: &ExplainRow, count: usize) -> String {
        match &self.step {
            None => heading(row, count),
            Some(_) if count == 1 => format!("step {}", row.first),
            Some(_) => format!("steps {} to {}", row.first, row.first + count - 1),
        }
    }

    fn text(&self, asked: &Asked<'_>, row: &ExplainRow, steps: &[&Step]) -> String {
        let (puzzle, form) = (asked.puzzle, asked.form);
        let step_text = self.steps.checked(asked.grids.terminal);
        let mut text = format!("{}{}\n", asked.place(), self.heading(row, steps.len()));
        if step_text.has_facts {
            let note = format!("{}\n", fact_note(puzzle));
            text += &step_text.terminal.wrap(&note);
        }
        let is_only = self.step.as_ref().is_some_and(|of| of.start() == of.end());
        for (step, number) in steps.iter().zip(row.first..) {
            let is_drawn = self.step.is_some() || !step.technique.is_single();
            let step_text = StepText {
                has_board: step_text.has_board && is_drawn,
                ..step_text
            };
            let start = format!("{number}. ");
            text += &step_text.write(&start, step, puzzle, form.alphabet);
            if step_text.has_board && !is_only {
                text.push('\n');
            }
        }
        if let (Some(Some(solution)), None) = (&row.solution, &self.step) {
            text += &form.write(solution, puzzle.layout().boxes());
            if !text.ends_with('\n') {
                text.push('\n');
            }
        }
        text
    }
}

/// Returns the outcome of the steps of a puzzle.
fn heading(row: &ExplainRow, count: usize) -> String {
    let count = match count {
        0 => "no step".to_string(),
        count => counted(count as u64, "step"),
    };
    if let Some(Some(_)) = row.solution {
        format!("{count} to the solution")
    } else if row.complete {
        format!("no solution: {count} to the contradiction")
    } else if let Some(limit) = &row.error {
        format!("{limit}, with {count} of the way to the solution")
    } else {
        format!("several solutions: {count}, which is as far as logic goes")
    }
}
