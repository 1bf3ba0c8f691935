//! The formats of results: how their parts become a document.

mod csv;
mod html;
mod json;
mod svg;

pub use csv::{Compared, CsvTable, csv_line, record_columns};
pub use html::{HEAD, escaped, figure};
pub use json::json_line;

use std::mem::take;

use super::format::Format;
use super::reply::Part;
use json::JsonArray;
use svg::Strip;

/// Takes the bytes of a document.
pub type Put<'a> = dyn FnMut(&[u8]) -> anyhow::Result<()> + 'a;

/// A document that grows by the results of puzzles. A folder has one for each puzzle.
pub enum Sink {
    /// Text; true once there has been a grid.
    Text(bool),
    /// Lines of JSON or CSV.
    Lines,
    /// The lines of JSON as the elements of an array.
    Array(JsonArray),
    /// Pictures below each other.
    Svg(Strip),
    /// A page.
    Html(html::Page),
}

impl Sink {
    /// Returns an empty document. `head` is the start of a page; `is_array` makes JSON an array.
    pub fn new(format: Format, head: &'static str, is_array: bool) -> Sink {
        match format {
            Format::Jsonl if is_array => Sink::Array(JsonArray::default()),
            Format::Jsonl | Format::Csv => Sink::Lines,
            Format::Svg => Sink::Svg(Strip::default()),
            Format::Html => Sink::Html(html::Page::new(head)),
            _ => Sink::Text(false),
        }
    }

    /// Returns true if any number of whole lines is a document.
    pub fn has_lines(&self) -> bool {
        matches!(self, Sink::Text(_) | Sink::Lines)
    }

    /// Adds a part.
    pub fn add(&mut self, part: Part, put: &mut Put<'_>) -> anyhow::Result<()> {
        match (self, part) {
            (Sink::Text(has_grid), Part::Grid(text)) => {
                if text.lines().nth(1).is_some() && std::mem::replace(has_grid, true) {
                    put(b"\n")?;
                }
                put(text.as_bytes())
            }
            (Sink::Svg(strip), Part::Text(picture)) => strip.add(picture),
            (Sink::Array(array), Part::Text(line)) => put(&array.add(line.as_bytes())),
            (Sink::Html(page), part) => page.add(part, put),
            (_, Part::Text(text) | Part::Grid(text)) => put(text.as_bytes()),
            (_, Part::Solution(_)) => Ok(()),
        }
    }

    /// Writes the end of the document, and begins another.
    pub fn end(&mut self, put: &mut Put<'_>) -> anyhow::Result<()> {
        match self {
            Sink::Text(has_grid) => *has_grid = false,
            Sink::Lines => {}
            Sink::Array(array) => put(array.end().as_bytes())?,
            Sink::Svg(strip) => take(strip).write(put)?,
            Sink::Html(page) => page.end(put)?,
        }
        Ok(())
    }
}
