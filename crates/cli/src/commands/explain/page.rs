//! The page of `explain --format html`: a summary of the techniques, a picture of each step, and one
//! of each run of singles.

use std::collections::BTreeMap;

use satdoku::board::Puzzle;
use satdoku_explain::{Explained, Fact, Step, Technique};
use satdoku_text::{Column, Form, Notes, Picture};

use crate::record_command::RecordContext;
use crate::sheet::escaped;
use crate::step_text::{fact_note, facts_with_number, step_svg};

/// The head of a page. HTML lets the end tags of `body` and `html` be omitted.
pub const HEAD: &str = "<!DOCTYPE html>
<html lang=\"en\">
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
<title>Sudoku, step by step</title>
<style>
body { font: 1.05rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { margin: 0; }
h3 { margin: 0 0 0.3rem; }
p { margin: 0.3rem 0; }
table { border-collapse: collapse; }
th, td { padding: 0.1rem 1rem 0.1rem 0; text-align: left; vertical-align: top; }
.step { display: flex; gap: 1.5rem; margin: 1.5rem 0; break-inside: avoid; flex-wrap: wrap; }
.step svg { width: 22rem; max-width: 100%; flex: none; }
.step > div { flex: 1; min-width: 16rem; }
.singles { columns: 11rem; margin: 0; padding-left: 2.6em; font-size: 0.9em; }
.notation { font-family: ui-monospace, monospace; font-size: 0.9em; overflow-wrap: anywhere; }
.argument { white-space: pre-line; }
.facts { color: #555; font-size: 0.9em; }
@media print {
  @page { margin: 12mm; }
  body { margin: 0; max-width: none; padding: 0; font-size: 8.5pt; line-height: 1.3; }
  section { columns: 3; column-gap: 5mm; }
  section + section { break-before: page; }
  h1 { column-span: all; }
  a { color: inherit; text-decoration: none; }
  .step { display: block; margin: 0 0 4mm; }
  .step svg { display: block; width: 56mm; margin-bottom: 1.5mm; }
  .step > div { min-width: 0; }
  .singles { columns: 1; }
}
</style>
";

/// The part of a page that explains one puzzle.
pub struct Section<'a> {
    pub context: &'a RecordContext<'a>,
    pub puzzle: &'a Puzzle,
    pub form: Form,
    /// The outcome in words.
    pub heading: String,
    /// True if only one step was asked for.
    pub is_chosen: bool,
    pub has_facts: bool,
}

impl Section<'_> {
    /// Returns the section for these steps, the first of which has the number `first`.
    pub fn html(&self, explained: &Explained, first: usize) -> String {
        let mut html = format!("<section>\n<h1>{}</h1>\n", escaped(&self.title()));
        if !self.is_chosen {
            html += &self.summary(&explained.steps);
        }
        if self.has_facts {
            html += &format!(
                "<p class=\"facts\">{}</p>\n",
                escaped(&fact_note(self.puzzle))
            );
        }
        let mut number = first;
        let are_singles =
            |one: &Step, other: &Step| one.technique.is_single() && other.technique.is_single();
        for steps in explained.steps.chunk_by(are_singles) {
            html += &match steps {
                [step] if self.is_chosen || !step.technique.is_single() => self.step(step, number),
                _ => self.singles(steps, number),
            };
            number += steps.len();
        }
        if let Some(solution) = explained.solution.as_ref().filter(|_| !self.is_chosen) {
            let picture = Picture::new(self.puzzle, self.form.alphabet);
            let svg = picture.with_solution(solution).svg();
            html += &row("", &svg, "<h3>The solution</h3>\n");
        }
        html + "</section>\n"
    }

    /// Returns the title or name of the puzzle in its table or above its grid, or else its place.
    fn title(&self) -> String {
        let table = self.context.record.row.as_ref();
        let field = |name: &str| table?.field(&Column::Name(name.to_string()));
        let names = ["title", "Title", "name", "Name"].into_iter();
        let titles = names
            .filter_map(field)
            .chain(self.context.record.title.as_deref());
        let title = titles.map(str::trim).find(|title| !title.is_empty());
        let place = self.context.place();
        // Puzzles from arguments and pipes have a place such as `<stdin>:1: `.
        let place = place
            .strip_suffix(": ")
            .filter(|place| !place.starts_with('<'));
        match (title, place, self.context.number) {
            (Some(title), ..) => title.to_string(),
            (None, Some(place), _) => format!("Sudoku, {place}"),
            (None, None, 0) => "Sudoku".to_string(),
            (None, None, number) => format!("Sudoku {}", number + 1),
        }
    }

    /// Returns the puzzle, the outcome, and the steps of each technique, the easiest first.
    fn summary(&self, steps: &[Step]) -> String {
        let mut techniques: BTreeMap<Technique, Vec<usize>> = BTreeMap::new();
        for (step, number) in steps.iter().zip(1..) {
            let technique = match step.technique {
                Technique::NakedSingle => Technique::HiddenSingle,
                other => other,
            };
            techniques.entry(technique).or_default().push(number);
        }
        let rows = techniques.iter().map(|(technique, numbers)| {
            let name = match technique {
                Technique::HiddenSingle => "hidden and naked single".to_string(),
                other => other.to_string(),
            };
            let runs = numbers.chunk_by(|one, other| one + 1 == *other).map(|run| {
                let (first, text) = (run[0], numbers_of(run[0], run.len()));
                format!("<a href=\"#{}\">{text}</a>", self.anchor(first))
            });
            let runs = runs.collect::<Vec<_>>().join(", ");
            let name = escaped(&capital(&name));
            format!(
                "<tr><td>{name}</td><td>{}</td><td>{runs}</td></tr>\n",
                numbers.len()
            )
        });
        let table = format!(
            "<p>{}.</p>\n<table>\n<tr><th>Technique</th><th>Steps</th><th>Where</th></tr>\n{}</table>\n",
            escaped(&capital(&self.heading)),
            rows.collect::<String>()
        );
        let picture = Picture::new(self.puzzle, self.form.alphabet).svg();
        row("", &picture, &table)
    }

    /// Returns a run of singles with one picture.
    fn singles(&self, steps: &[Step], first: usize) -> String {
        let mut grid = steps[0].before.to_grid();
        let mut list = String::new();
        let placed = steps.iter().flat_map(|step| step.places.iter().copied());
        let placed: Vec<_> = placed.collect();
        for at in &placed {
            grid.set(at.cell, Some(at.digit));
        }
        for (step, number) in steps.iter().zip(first..) {
            let place = match step.facts.first() {
                Some(Fact::House(..)) => step.place(self.puzzle.layout()),
                _ => "(naked)".to_string(),
            };
            list += &format!(
                "<li id=\"{}\" value=\"{number}\">{} {}</li>\n",
                self.anchor(number),
                escaped(&step.conclusion()),
                escaped(&place)
            );
        }
        let numbers = numbers_of(first, steps.len());
        let notes = Notes {
            title: format!("{numbers}. Singles"),
            cells: placed.iter().map(|at| at.cell).collect(),
            ..Notes::default()
        };
        let picture = Picture::new(self.puzzle, self.form.alphabet);
        let svg = picture.with_solution(&grid).with_notes(&notes).svg();
        let name = match steps {
            [step] => capital(&step.technique.to_string()),
            _ => "Singles".to_string(),
        };
        let text = format!("<h3>{numbers}. {name}</h3>\n<ol class=\"singles\">\n{list}</ol>\n");
        row("", &svg, &text)
    }

    /// Returns a step with its picture.
    fn step(&self, step: &Step, number: usize) -> String {
        let mut text = format!(
            "<h3>{number}. {}</h3>\n<p><strong>{}.</strong></p>\n<p class=\"argument\">{}</p>\n",
            escaped(&capital(&step.technique.to_string())),
            escaped(&step.conclusion()),
            escaped(&step.argument),
        );
        if let Some(notation) = &step.notation {
            text += &format!("<p class=\"notation\">{}</p>\n", escaped(notation));
        }
        if self.has_facts {
            text += &format!(
                "<p class=\"facts\">{}</p>\n",
                escaped(&facts_with_number(step))
            );
        }
        let svg = step_svg(step, number, self.puzzle, self.form.alphabet);
        row(&format!(" id=\"{}\"", self.anchor(number)), &svg, &text)
    }

    /// Returns the identifier of a step on the page.
    fn anchor(&self, number: usize) -> String {
        format!("p{}s{number}", self.context.number + 1)
    }
}

/// Returns a picture beside a text.
fn row(attributes: &str, svg: &str, text: &str) -> String {
    format!("<div class=\"step\"{attributes}>\n{svg}<div>\n{text}</div>\n</div>\n")
}

/// Returns `3`, or `3–5` for three steps.
fn numbers_of(first: usize, count: usize) -> String {
    match count {
        1 => first.to_string(),
        _ => format!("{first}–{}", first + count - 1),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}
