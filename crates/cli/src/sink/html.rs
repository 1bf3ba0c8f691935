//! A page of pictures for a browser to print.
//!
//! There is no PDF: a browser prints the page to one, and every crate that does it brings a font
//! renderer, about as much code again as the whole program.

use std::mem::take;

use super::Put;
use crate::reply::Part;

/// The head of a page. HTML lets the end tags of `body` and `html` be omitted. Browsers print six
/// puzzles on a sheet of paper, or one if there is no other or it is large.
pub const HEAD: &str = "<!DOCTYPE html>
<html lang=\"en\">
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
<title>Sudoku</title>
<style>
body { font: 10pt system-ui, sans-serif; max-width: 186mm; margin: 0 auto; widows: 1; }
figure { break-inside: avoid; display: inline-block; margin: 0 3% 4mm; vertical-align: top; width: 38%; }
figure.large, figure:only-of-type { width: 95%; }
section { break-before: page; }
section figure, section figure:only-of-type { width: 20%; }
svg { display: block; width: 100%; }
@page { margin: 12mm; }
</style>
";

/// A page that grows by figures. Solutions follow at its end.
pub struct Page {
    head: &'static str,
    is_open: bool,
    solutions: String,
}

impl Page {
    /// Returns an empty page. HTML lets the end tags of `body` and `html` be omitted.
    pub fn new(head: &'static str) -> Page {
        Page {
            head,
            is_open: false,
            solutions: String::new(),
        }
    }

    /// Adds a part.
    pub fn add(&mut self, part: Part, put: &mut Put<'_>) -> anyhow::Result<()> {
        match part {
            Part::Text(text) | Part::Grid(text) => {
                if !std::mem::replace(&mut self.is_open, true) {
                    put(self.head.as_bytes())?;
                }
                put(text.as_bytes())
            }
            Part::Solution(figure) => {
                self.solutions += &figure;
                Ok(())
            }
        }
    }

    /// Writes the end of the page.
    pub fn end(&mut self, put: &mut Put<'_>) -> anyhow::Result<()> {
        self.is_open = false;
        match take(&mut self.solutions) {
            none if none.is_empty() => Ok(()),
            figures => {
                let section = format!("<section>\n<h1>Solutions</h1>\n{figures}</section>\n");
                put(section.as_bytes())
            }
        }
    }
}

/// The largest board of which several fit on a sheet of paper.
const LARGEST_SMALL: usize = 12;

/// Returns a puzzle of a page: its picture below its number and difficulty, and its rules.
pub fn figure(svg: &str, caption: &str, rules: &[String], size: usize) -> String {
    let class = match size > LARGEST_SMALL {
        true => " class=\"large\"",
        false => "",
    };
    let mut figure = format!("<figure{class}>\n{}\n{svg}", escaped(caption));
    if !rules.is_empty() {
        let rules = escaped(&rules.join(" "));
        figure += &format!("<figcaption>{rules}</figcaption>\n");
    }
    figure + "</figure>\n"
}

/// Escapes text for use between tags.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
