//! Several pictures in one document: SVG below each other, or an HTML page to print.
//!
//! There is no PDF: a browser prints the page to one, and every crate that does it brings a font
//! renderer, about as much code again as the whole program.

use std::io::{Read, Seek, SeekFrom, Write};

use anyhow::Context;
use tempfile::SpooledTempFile;

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

/// Returns the solutions at the end of a page.
pub fn solutions(figures: &str) -> String {
    format!("<section>\n<h1>Solutions</h1>\n{figures}</section>\n")
}

/// Escapes text for use between tags.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// The space between two pictures below each other, in units of the pictures.
const GAP: usize = 40;

/// The size up to which pictures stay in memory; larger documents go to a temporary file. An SVG
/// document starts with its size, so nothing can be written before the last picture is known.
const MAX_IN_MEMORY: usize = 8 << 20;

/// Pictures below each other. A single picture is a document itself.
#[derive(Debug, Default)]
pub struct Strip {
    /// The first picture, until there is another.
    first: Option<String>,
    pictures: Option<SpooledTempFile>,
    width: usize,
    height: usize,
}

impl Strip {
    /// Adds a picture.
    pub fn add(&mut self, svg: String) -> anyhow::Result<()> {
        if let Some(first) = self.first.take() {
            self.add_below(&first)?;
        } else if self.pictures.is_none() {
            self.first = Some(svg);
            return Ok(());
        }
        self.add_below(&svg)
    }

    fn add_below(&mut self, svg: &str) -> anyhow::Result<()> {
        let (width, height, rest) = size_and_rest(svg)?;
        let pictures = self
            .pictures
            .get_or_insert_with(|| SpooledTempFile::new(MAX_IN_MEMORY));
        if self.height > 0 {
            self.height += GAP;
        }
        let y = self.height;
        let start = format!("<svg y=\"{y}\" width=\"{width}\" height=\"{height}\"{rest}");
        let written = pictures.write_all(start.as_bytes());
        written.context("cannot write to a temporary file")?;
        self.height += height;
        self.width = self.width.max(width);
        Ok(())
    }

    /// Writes the document, if it has a picture.
    pub fn write(self, output: &mut dyn FnMut(&[u8]) -> anyhow::Result<()>) -> anyhow::Result<()> {
        if let Some(picture) = self.first {
            return output(picture.as_bytes());
        }
        let Some(mut pictures) = self.pictures else {
            return Ok(());
        };
        let (width, height) = (self.width, self.height);
        let start = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\">\n"
        );
        output(start.as_bytes())?;
        let cannot_read = "cannot read a temporary file";
        pictures.seek(SeekFrom::Start(0)).context(cannot_read)?;
        let mut buffer = vec![0; 1 << 16];
        loop {
            match pictures.read(&mut buffer).context(cannot_read)? {
                0 => return output(b"</svg>\n"),
                count => output(&buffer[..count])?,
            }
        }
    }
}

/// Returns the width and the height of a picture, and its text after the namespace.
fn size_and_rest(picture: &str) -> anyhow::Result<(usize, usize, &str)> {
    let parts = || {
        let (_, rest) = picture.split_once("xmlns=\"http://www.w3.org/2000/svg\"")?;
        let (_, size) = rest.split_once("viewBox=\"0 0 ")?;
        let (width, height) = size.split_once('"')?.0.split_once(' ')?;
        Some((width.parse().ok()?, height.parse().ok()?, rest))
    };
    parts().context("a picture without a size")
}
