//! `satdoku explain`: all steps to the solution.

mod page;

use std::fmt;
use std::str::FromStr;

use clap::{Args, ValueEnum};
use satdoku::board::Puzzle;
use satdoku_explain::{Explained, Explainer, Step};
use satdoku_text::Form;
use serde::Serialize;

use self::page::Section;
use crate::exit::Exit;
use crate::options::explainer::ExplainerArgs;
use crate::options::heading::ANSWER;
use crate::options::output::FormatArgs;
use crate::options::records::RecordArgs;
use crate::options::steps::StepArgs;
use crate::output::Output;
use crate::record_command::{Failure, RecordCommand, RecordContext};
use crate::records::RecordOutput;
use crate::reply::Reply;
use crate::row::{AnswerRows, RowFormat};
use crate::step_text::{STEP_FIELDS, StepText, fact_note, step_svg};
use crate::summary::{Outcome, counted};
use crate::terminal::wrap;

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
pub struct ExplainArgs {
    #[command(flatten)]
    records: RecordArgs,

    /// Show only step N or steps A to B, counted from 1
    ///
    /// Later steps are not looked for: `complete` in JSON and CSV is then false.
    #[arg(long, value_name = "N|A-B", help_heading = ANSWER)]
    step: Option<StepRange>,

    #[command(flatten)]
    format: FormatArgs<ExplainFormat>,

    #[command(flatten)]
    steps: StepArgs,

    #[command(flatten)]
    explainer: ExplainerArgs,
}

/// The formats of an explanation.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum ExplainFormat {
    /// A line for each step
    #[default]
    Text,
    /// A JSON object for each record
    Jsonl,
    /// A row of CSV for each step
    Csv,
    /// A picture of each step, in one document
    Svg,
    /// A self-contained page to read or print
    Html,
}

/// The numbers of the steps to show, counted from 1.
#[derive(Debug, Clone, Copy)]
struct StepRange {
    first: usize,
    last: usize,
}

impl FromStr for StepRange {
    type Err = String;

    fn from_str(text: &str) -> Result<StepRange, String> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        match (first.trim().parse(), last.trim().parse()) {
            (Ok(first @ 1..), Ok(last)) if first <= last => Ok(StepRange { first, last }),
            _ => Err(
                "expected a number such as 3 or numbers such as 3-5, counted from 1".to_string(),
            ),
        }
    }
}

impl fmt::Display for StepRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.first == self.last {
            true => write!(f, "step {}", self.first),
            false => write!(f, "steps {} to {}", self.first, self.last),
        }
    }
}

/// The checked options.
struct Explain {
    step: Option<StepRange>,
    format: ExplainFormat,
    step_text: StepText,
    explainer: ExplainerArgs,
}

/// The steps of a puzzle, or one of them.
#[derive(Serialize)]
struct Explanation {
    #[serde(flatten)]
    explained: Explained,
    /// The number of the first step, counted from 1.
    #[serde(skip)]
    first: usize,
    /// True if only some steps are wanted, and these were found.
    #[serde(skip)]
    is_part: bool,
}

/// A step of a puzzle in CSV.
#[derive(Serialize)]
struct StepRow<'a> {
    solution: Option<String>,
    complete: bool,
    /// The number of the step, counted from 1.
    step: Option<usize>,
    #[serde(flatten)]
    fields: Option<&'a Step>,
    error: Option<String>,
}

impl Explanation {
    /// Returns a row for each step, or one without a step if there is none.
    fn step_rows(&self) -> Vec<StepRow<'_>> {
        let steps = self.explained.steps.iter().zip(self.first..);
        let rows: Vec<StepRow<'_>> = steps.map(|step| self.step_row(Some(step))).collect();
        if rows.is_empty() {
            vec![self.step_row(None)]
        } else {
            rows
        }
    }

    fn step_row<'a>(&'a self, step: Option<(&'a Step, usize)>) -> StepRow<'a> {
        StepRow {
            solution: self.explained.solution.as_ref().map(ToString::to_string),
            complete: self.explained.complete,
            step: step.map(|(_, number)| number),
            fields: step.map(|(step, _)| step),
            error: self.explained.limit.map(|limit| limit.to_string()),
        }
    }

    fn outcome(&self) -> Outcome {
        match &self.explained {
            _ if self.is_part => Outcome::new(Exit::Success, "explained"),
            Explained {
                solution: Some(_), ..
            } => Outcome::new(Exit::Success, "solved"),
            Explained { complete: true, .. } => Outcome::new(Exit::Negative, "none"),
            Explained { limit: Some(_), .. } => Outcome::new(Exit::Negative, "unknown"),
            _ => Outcome::new(Exit::Negative, "multiple"),
        }
    }
}

impl ExplainArgs {
    /// Explains every record.
    pub fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let format = self.format.checked(output)?.unwrap_or_default();
        match format {
            ExplainFormat::Text => {}
            ExplainFormat::Html => self.steps.refuse_board("with --format html")?,
            ExplainFormat::Svg | ExplainFormat::Jsonl | ExplainFormat::Csv => {
                self.steps.refuse("with --format svg, jsonl and csv")?;
            }
        }
        let row_format = match format {
            ExplainFormat::Jsonl => Some(RowFormat::Jsonl),
            ExplainFormat::Csv => Some(RowFormat::Csv),
            ExplainFormat::Text => {
                output.name_files("txt");
                None
            }
            ExplainFormat::Svg => {
                output.name_files("svg");
                None
            }
            ExplainFormat::Html => {
                output.name_files("html");
                output.set_head(page::HEAD);
                None
            }
        };
        let rows = row_format.map(|format| match format {
            RowFormat::Jsonl => {
                AnswerRows::new(format).with(&["solution", "complete", "steps", "error"])
            }
            RowFormat::Csv => {
                let rows = AnswerRows::new(format).with(&["solution", "complete", "step"]);
                rows.with(&STEP_FIELDS).with(&["error"])
            }
        });
        let layout = RecordOutput {
            rows,
            ..RecordOutput::default()
        };
        let explain = Explain {
            step: self.step,
            format,
            step_text: self.steps.checked(output),
            explainer: self.explainer,
        };
        self.records.checked().run(explain, layout, output)
    }
}

impl RecordCommand for Explain {
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
        let (puzzle, form) = context.puzzle()?;
        let answer = self.explain(explainer, puzzle)?;
        if self.format == ExplainFormat::Csv {
            for row in answer.step_rows() {
                context.write(&row, reply, |_| {});
            }
            return Ok(answer.outcome());
        }
        context.write(&answer, reply, |reply| match self.format {
            ExplainFormat::Svg => {
                for (step, number) in answer.explained.steps.iter().zip(answer.first..) {
                    reply.picture(step_svg(step, number, puzzle, form.alphabet));
                }
            }
            ExplainFormat::Html => {
                let page = Section {
                    context,
                    puzzle,
                    form,
                    heading: self.heading(&answer.explained),
                    is_chosen: self.step.is_some(),
                    has_facts: self.step_text.has_facts,
                };
                reply.text(page.html(&answer.explained, answer.first));
            }
            _ => reply.text(self.text(context, puzzle, form, &answer)),
        });
        Ok(answer.outcome())
    }
}

impl Explain {
    fn explain(&self, explainer: &mut Explainer, puzzle: &Puzzle) -> Result<Explanation, Failure> {
        let Some(StepRange { first, last }) = self.step else {
            return Ok(Explanation {
                explained: explainer.explain(puzzle)?,
                first: 1,
                is_part: false,
            });
        };
        let mut path = explainer.steps(puzzle)?;
        let mut steps: Vec<Step> = path.by_ref().take(last).collect::<Result<_, _>>()?;
        let (count, limit) = (steps.len(), path.limit());
        if first > count {
            return Err(Failure::Unanswered(match limit {
                Some(limit) => format!("{limit}, with {count} steps"),
                None => format!("it has {count} steps, not {first}"),
            }));
        }
        let solution = path.solution()?;
        Ok(Explanation {
            explained: Explained {
                steps: steps.split_off(first - 1),
                complete: solution.is_some(),
                solution,
                limit,
            },
            first,
            is_part: limit.is_none(),
        })
    }

    /// Returns the outcome of the steps of a puzzle, or the numbers of those that are shown.
    fn heading(&self, explained: &Explained) -> String {
        match self.step {
            None => heading(explained),
            Some(range) => StepRange {
                last: range.first + explained.steps.len() - 1,
                ..range
            }
            .to_string(),
        }
    }

    fn text(
        &self,
        context: &RecordContext<'_>,
        puzzle: &Puzzle,
        form: Form,
        answer: &Explanation,
    ) -> String {
        let explained = &answer.explained;
        let mut text = format!("{}{}\n", context.place(), self.heading(explained));
        if self.step_text.has_facts {
            text += &wrap(&format!("{}\n", fact_note(puzzle)));
        }
        for (step, number) in explained.steps.iter().zip(answer.first..) {
            let is_drawn = self.step.is_some() || !step.technique.is_single();
            let step_text = StepText {
                has_board: self.step_text.has_board && is_drawn,
                ..self.step_text
            };
            let start = format!("{number}. ");
            text += &step_text.write(&start, step, puzzle, form.alphabet);
            if step_text.has_board && self.step.is_none_or(|range| range.first < range.last) {
                text.push('\n');
            }
        }
        if let (Some(solution), None) = (&explained.solution, self.step) {
            text += &form.write(solution, puzzle.layout().shape());
            if !text.ends_with('\n') {
                text.push('\n');
            }
        }
        text
    }
}

/// Returns the outcome of the steps of a puzzle.
fn heading(explained: &Explained) -> String {
    let count = match explained.steps.len() {
        0 => "no step".to_string(),
        count => counted(count as u64, "step"),
    };
    if explained.solution.is_some() {
        format!("{count} to the solution")
    } else if explained.complete {
        format!("no solution: {count} to the contradiction")
    } else if let Some(limit) = explained.limit {
        format!("{limit}, with {count} of the way to the solution")
    } else {
        format!("several solutions: {count}, which is as far as logic goes")
    }
}
