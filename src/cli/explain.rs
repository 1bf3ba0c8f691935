//! `satdoku explain`: all steps to the solution.

use clap::{Args, ValueEnum};
use satdoku::explain::{Explained, Step};
use satdoku::format::Picture;
use satdoku::task::Session;

use super::args::explainer::ExplainerChoice;
use super::args::heading::{ANSWER, OUTPUT};
use super::command::{Command, Failure, Question};
use super::exit::Exit;
use super::fields::Columns;
use super::output::{Output, Part, Reply};
use super::render::Style;
use super::run::{self, Batch};
use super::summary::Tally;

/// Every step to the solution, and why it follows
///
/// A step rests on as few facts as there are: a cell has a digit, a house has a place for a digit.
/// Where a puzzle has several solutions the steps go as far as logic goes; where it has none they
/// end in the contradiction.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  satdoku explain puzzle.txt
  satdoku explain --format html puzzle.txt -o steps.html
  satdoku explain --format html puzzles.txt -o pages/          a page for each
  satdoku explain --format svg --step 3 puzzle.txt -o step.svg")]
pub struct Explain {
    #[command(flatten)]
    batch: Batch,

    /// Only this step of each puzzle, counted from 1
    #[arg(long, value_name = "N", help_heading = ANSWER,
          value_parser = clap::value_parser!(u32).range(1..))]
    step: Option<u32>,

    /// The form of the output
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = OUTPUT,
          display_order = 0)]
    format: ExplainFormat,

    #[command(flatten)]
    explainer: ExplainerChoice,

    /// Whether each puzzle has a page of its own.
    #[arg(skip)]
    has_pages: bool,
}

/// The forms of an explanation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ExplainFormat {
    /// A line for each step, to be read aloud
    Text,
    /// A JSON object for each record
    Jsonl,
    /// A row of CSV for each record
    Csv,
    /// A picture of each step, below each other
    Svg,
    /// One page that needs nothing else, to read or print
    Html,
}

/// The facts of a step as a person lists them.
pub fn facts_in_words(step: &Step) -> String {
    let names = step.fact_names();
    match &names[..] {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        names => names.join(""),
    }
}

impl Explain {
    /// Answers every record.
    pub fn run(mut self, output: &mut Output) -> anyhow::Result<Exit> {
        let (style, ending) = match self.format {
            ExplainFormat::Jsonl => (Style::Jsonl, None),
            ExplainFormat::Csv => (Style::Csv, None),
            ExplainFormat::Text => (Style::Text, Some("txt")),
            ExplainFormat::Svg => (Style::Text, Some("svg")),
            ExplainFormat::Html => (Style::Text, Some("html")),
        };
        if let Some(ending) = ending {
            output.name_files(ending);
        }
        self.has_pages = output.folder().is_some();
        let batch = self.batch.clone();
        run::run(self, &batch, style, output)
    }
}

/// An explanation, and the numbers of the steps to be shown.
#[derive(serde::Serialize)]
pub struct Shown {
    #[serde(flatten)]
    explained: Explained,
    /// The number of the first step that is shown, counted from 1.
    #[serde(skip)]
    first: usize,
}

impl Command for Explain {
    type Answer = Shown;

    fn columns(&self) -> Columns {
        Columns::new(vec!["steps", "solution", "complete", "error"])
    }

    fn answer(
        &self,
        question: &Question<'_>,
        _: &mut Session,
        _: &mut Reply<'_>,
    ) -> Result<Shown, Failure> {
        let mut explained = self
            .explainer
            .ask(|explainer| explainer.explain(question.puzzle))?;
        let mut first = 1;
        if let Some(number) = self.step {
            first = number as usize;
            let count = explained.steps.len();
            if first > count {
                return Err(Failure::Unanswered(match explained.limit {
                    Some(limit) => format!("{limit}, with {count} steps"),
                    None => format!("it has {count} steps, not {first}"),
                }));
            }
            explained.steps = vec![explained.steps.swap_remove(first - 1)];
        }
        Ok(Shown { explained, first })
    }

    fn tally(&self, shown: &Shown) -> Tally {
        match &shown.explained {
            Explained {
                solution: Some(_), ..
            } => Tally::new(Exit::Success, "solved"),
            Explained { complete: true, .. } => Tally::new(Exit::Negative, "none"),
            Explained { limit: Some(_), .. } => Tally::new(Exit::Negative, "unknown"),
            _ => Tally::new(Exit::Negative, "multiple"),
        }
    }

    fn text(&self, question: &Question<'_>, shown: &Shown, reply: &mut Reply<'_>) {
        let steps = shown.explained.steps.iter().zip(shown.first..);
        match self.format {
            ExplainFormat::Svg => steps.for_each(|(step, number)| {
                reply.send(Part::Picture(
                    picture(question, step, number),
                    question.number + 1,
                ));
            }),
            ExplainFormat::Html => {
                let head = if self.has_pages { PAGE_HEAD } else { "" };
                reply.send(Part::Row(head.to_string() + &section(question, shown)));
            }
            _ => {
                let place = question.place();
                let mut text = format!("{place}{}\n", heading(&shown.explained, self.step));
                for (step, number) in steps {
                    text += &format!("{number}. {}\n", sentence(step));
                }
                if let (Some(solution), None) = (&shown.explained.solution, self.step) {
                    let shape = question.puzzle.layout().shape();
                    text += &question.form.write(solution, shape);
                    if !text.ends_with('\n') {
                        text.push('\n');
                    }
                }
                reply.result(text);
            }
        }
    }

    fn header(&self) -> Option<String> {
        let is_one_page = self.format == ExplainFormat::Html && !self.has_pages;
        is_one_page.then(|| PAGE_HEAD.to_string())
    }
}

/// What the steps of a puzzle come to.
fn heading(explained: &Explained, step: Option<u32>) -> String {
    if let Some(number) = step {
        return format!("step {number}");
    }
    let count = match explained.steps.len() {
        0 => "no step".to_string(),
        1 => "1 step".to_string(),
        count => format!("{count} steps"),
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

/// A step as it is read aloud.
fn sentence(step: &Step) -> String {
    let facts = match step.facts.len() {
        1 => String::new(),
        _ => format!(" ({})", facts_with_number(step)),
    };
    format!(
        "{}: {}. {}{facts}",
        step.technique,
        step.conclusion(),
        step.argument
    )
}

/// The facts of a step, and how many there are where it is more than one.
fn facts_with_number(step: &Step) -> String {
    let facts = facts_in_words(step);
    match step.facts.len() {
        1 => facts,
        most if !step.is_smallest() => {
            let least = step.at_least;
            format!("it takes at most {most} facts, at least {least}: {facts}")
        }
        count => format!("{count} facts: {facts}"),
    }
}

/// A step as an SVG document.
fn picture(question: &Question<'_>, step: &Step, number: usize) -> String {
    let mut notes = step.notes(question.puzzle.layout());
    notes.title = format!("{number}. {}", notes.title);
    let placed = step.before.to_grid();
    let picture = Picture::new(question.puzzle, question.form.alphabet);
    picture.with_solution(&placed).with_notes(&notes).svg()
}

/// The beginning of a page. The ends of `body` and `html` need not be written.
const PAGE_HEAD: &str = "<!DOCTYPE html>
<html lang=\"en\">
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
<title>Sudoku, step by step</title>
<style>
body { font: 1.05rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
.step { display: flex; gap: 1.5rem; margin: 1.5rem 0; break-inside: avoid; flex-wrap: wrap; }
.step svg { width: 22rem; max-width: 100%; flex: none; }
.step div { flex: 1; min-width: 16rem; }
.facts { color: #555; font-size: 0.9rem; }
h3 { margin: 0 0 0.3rem; }
@media print { body { margin: 0; } .step svg { width: 9cm; } }
</style>
";

/// The part of a page that explains one puzzle.
fn section(question: &Question<'_>, shown: &Shown) -> String {
    let Shown { explained, first } = shown;
    let step = (explained.steps.len() == 1).then_some(*first as u32);
    let mut html = format!(
        "<section>\n<h2>{}{}</h2>\n",
        escaped(&question.place()),
        escaped(&heading(explained, step.filter(|number| *number > 1)))
    );
    for (step, number) in explained.steps.iter().zip(*first..) {
        html += &format!(
            "<div class=\"step\" id=\"p{}s{number}\">\n{}<div>\n<h3>{number}. {}</h3>\n\
             <p><strong>{}.</strong></p>\n<p>{}</p>\n<p class=\"facts\">{}</p>\n</div>\n</div>\n",
            question.number + 1,
            picture(question, step, number),
            escaped(&step.technique.to_string()),
            escaped(&step.conclusion()),
            escaped(&step.argument),
            escaped(&facts_with_number(step)),
        );
    }
    if let Some(solution) = &explained.solution {
        let picture = Picture::new(question.puzzle, question.form.alphabet);
        let picture = picture.with_solution(solution).svg();
        html += &format!(
            "<div class=\"step\">\n{picture}<div>\n<h3>The solution</h3>\n</div>\n</div>\n"
        );
    }
    html + "</section>\n"
}

/// Text as it stands between tags.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
