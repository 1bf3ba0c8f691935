//! Pictures in one document: below each other, or on pages to print.
//!
//! There is no PDF: a browser prints the pages to one, and every crate that does it brings a font
//! renderer, about as much code again as the whole program.

use std::fmt::Write as _;
use std::io::{Read, Seek, SeekFrom, Write};
use std::num::NonZeroUsize;

use anyhow::Context;
use clap::ValueEnum;
use tempfile::SpooledTempFile;

/// The space between two pictures below each other, in units of the pictures.
const GAP: usize = 40;

/// The size up to which pictures stay in memory; larger documents go to a temporary file. An SVG
/// document starts with its size, so nothing can be written before the last picture is known.
const MAX_IN_MEMORY: usize = 8 << 20;

/// The largest number of solutions on a page.
const ANSWERS_PER_PAGE: usize = 30;

/// A picture of a puzzle, and what is printed with it on a page.
#[derive(Debug, Default)]
pub struct SheetPicture {
    /// The SVG document.
    pub svg: String,
    /// The picture of the solution, if that goes to the last page.
    pub solution: Option<String>,
    /// The number of the puzzle, counted from 1.
    pub number: usize,
    /// The number of rows of the board.
    pub size: usize,
    /// The difficulty, if it is known.
    pub difficulty: Option<&'static str>,
    /// The names of the variants.
    pub variants: String,
    /// The rules, in sentences.
    pub rules: Vec<String>,
}

impl SheetPicture {
    /// Returns the memory that it takes, in bytes.
    pub fn weight(&self) -> usize {
        self.svg.len() + self.solution.as_ref().map_or(0, String::len)
    }
}

/// The size of the paper.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Paper {
    #[default]
    A4,
    Letter,
}

impl Paper {
    /// Returns the width and height in tenths of a millimetre.
    fn size(self) -> (usize, usize) {
        match self {
            Paper::A4 => (2100, 2970),
            Paper::Letter => (2159, 2794),
        }
    }
}

/// The layout of pages.
#[derive(Debug, Clone, Default)]
pub struct PageLayout {
    /// The number of pictures on a page. By default six, but only one if there is a single puzzle
    /// or the board is larger than 12×12.
    pub per_page: Option<NonZeroUsize>,
    pub paper: Paper,
    /// The title of each page.
    pub title: String,
    /// Makes an HTML document instead of SVG.
    pub is_html: bool,
}

/// A document under construction. A single picture is a document itself, unless it is on a page.
#[derive(Debug, Default)]
pub struct Sheet {
    /// The layout, if there are pages.
    layout: Option<PageLayout>,
    /// The only picture, or the pictures of an incomplete page.
    open: Vec<SheetPicture>,
    canvas: Option<Canvas>,
    /// The solutions for the last page.
    solutions: Vec<SheetPicture>,
}

impl Sheet {
    /// Returns a document with pages.
    pub fn with_pages(layout: PageLayout) -> Sheet {
        Sheet {
            layout: Some(layout),
            ..Sheet::default()
        }
    }

    /// Returns the document and starts another one with the same layout.
    pub fn take(&mut self) -> Sheet {
        let empty = Sheet {
            layout: self.layout.clone(),
            ..Sheet::default()
        };
        std::mem::replace(self, empty)
    }

    /// Adds a picture.
    pub fn add(&mut self, mut picture: SheetPicture) -> anyhow::Result<()> {
        let Some(layout) = &self.layout else {
            self.open.push(picture);
            if self.canvas.is_some() || self.open.len() > 1 {
                let canvas = self.canvas.get_or_insert_with(Canvas::default);
                self.open
                    .drain(..)
                    .try_for_each(|it| canvas.add_below(&it))?;
            }
            return Ok(());
        };
        if let Some(svg) = picture.solution.take() {
            let number = picture.number;
            self.solutions.push(SheetPicture {
                svg,
                number,
                ..SheetPicture::default()
            });
        }
        let default = if picture.size > 12 { 1 } else { 6 };
        let room = layout.per_page.map_or(default, NonZeroUsize::get);
        self.open.push(picture);
        if self.open.len() >= room {
            let pictures = std::mem::take(&mut self.open);
            let canvas = self.canvas.get_or_insert_with(Canvas::default);
            canvas.add_page(layout, &layout.title, &pictures, room)?;
        }
        Ok(())
    }

    /// Writes the document, if it has a picture.
    pub fn write(
        mut self,
        output: &mut dyn FnMut(&[u8]) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let Some(layout) = &self.layout else {
            return match (self.canvas, &self.open[..]) {
                (Some(canvas), _) => canvas.write(None, output),
                (None, [picture]) => output(picture.svg.as_bytes()),
                (None, _) => Ok(()),
            };
        };
        if !self.open.is_empty() {
            // The pictures of an only page take all of its room.
            let room = match (&self.canvas, layout.per_page) {
                (_, Some(room)) => room.get(),
                (None, None) => self.open.len(),
                (Some(_), None) => 6,
            };
            let canvas = self.canvas.get_or_insert_with(Canvas::default);
            canvas.add_page(layout, &layout.title, &self.open, room)?;
        }
        let Some(mut canvas) = self.canvas else {
            return Ok(());
        };
        let room = self.solutions.len().min(ANSWERS_PER_PAGE);
        for solutions in self.solutions.chunks(ANSWERS_PER_PAGE) {
            canvas.add_page(layout, "Solutions", solutions, room)?;
        }
        canvas.write(Some(layout), output)
    }
}

/// Pictures with their positions.
#[derive(Debug)]
struct Canvas {
    pictures: SpooledTempFile,
    width: usize,
    height: usize,
}

impl Default for Canvas {
    fn default() -> Canvas {
        Canvas {
            pictures: SpooledTempFile::new(MAX_IN_MEMORY),
            width: 0,
            height: 0,
        }
    }
}

impl Canvas {
    fn append(&mut self, text: &str) -> anyhow::Result<()> {
        let written = self.pictures.write_all(text.as_bytes());
        written.context("cannot write to a temporary file")
    }

    /// Adds a picture below the others.
    fn add_below(&mut self, picture: &SheetPicture) -> anyhow::Result<()> {
        let (side, rest) = side_and_rest(&picture.svg)?;
        if self.height > 0 {
            self.height += GAP;
        }
        let y = self.height;
        self.append(&format!(
            "<svg y=\"{y}\" width=\"{side}\" height=\"{side}\"{rest}"
        ))?;
        self.height += side;
        self.width = self.width.max(side);
        Ok(())
    }

    /// Adds a page with room for this many pictures: a title, the rules, and the pictures, each with
    /// its number and difficulty above it.
    fn add_page(
        &mut self,
        layout: &PageLayout,
        title: &str,
        pictures: &[SheetPicture],
        room: usize,
    ) -> anyhow::Result<()> {
        let (width, height) = layout.paper.size();
        let rules = rules_of(pictures);
        let page = Page::new(layout.paper, rules.len(), room);
        let mut text = if layout.is_html {
            format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\">\n")
        } else {
            let y = self.height;
            format!("<svg y=\"{y}\" width=\"{width}\" height=\"{height}\">\n")
        };
        let mut line = |x, y, font_size: usize, content: &str| {
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "<text x=\"{x}\" y=\"{y}\" font-family=\"sans-serif\" \
                 font-size=\"{font_size}\">{content}</text>"
            );
        };
        let margin = Page::MARGIN;
        line(
            margin,
            margin + Page::TITLE * 2 / 3,
            Page::TITLE * 3 / 4,
            &escaped(title),
        );
        for (number, rule) in rules.iter().enumerate() {
            let y = margin + Page::TITLE + Page::RULE * (number + 1);
            line(margin, y, Page::RULE * 4 / 5, &escaped(rule));
        }
        let font_size = page.caption * 2 / 3;
        for (place, caption) in captions(pictures).iter().enumerate() {
            let (x, y) = page.position(place);
            line(x, y - font_size / 3, font_size, caption);
        }
        for (place, picture) in pictures.iter().enumerate() {
            let ((x, y), side) = (page.position(place), page.side);
            let (_, rest) = side_and_rest(&picture.svg)?;
            let _ = write!(
                text,
                "<svg x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\"{rest}"
            );
        }
        self.width = width;
        self.height += height;
        self.append(&(text + "</svg>\n"))
    }

    fn write(
        mut self,
        layout: Option<&PageLayout>,
        output: &mut dyn FnMut(&[u8]) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        output(self.start(layout).as_bytes())?;
        let cannot_read = "cannot read a temporary file";
        (self.pictures.seek(SeekFrom::Start(0))).context(cannot_read)?;
        let mut buffer = vec![0; 1 << 16];
        loop {
            match self.pictures.read(&mut buffer).context(cannot_read)? {
                0 => break,
                count => output(&buffer[..count])?,
            }
        }
        // HTML lets the end tags of `body` and `html` be omitted.
        let is_html = layout.is_some_and(|layout| layout.is_html);
        output(if is_html { b"" } else { b"</svg>\n" })
    }

    /// Returns the start of the document. With its style, browsers print each page on a sheet of its
    /// own.
    fn start(&self, layout: Option<&PageLayout>) -> String {
        let (width, height) = (self.width, self.height);
        let mut start =
            format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\"");
        let Some(layout) = layout else {
            return start + ">\n";
        };
        let tenths = |length: usize| format!("{}mm", length as f64 / 10.0);
        let (width, height) = layout.paper.size();
        let (page_width, page_height) = (tenths(width), tenths(height));
        let style = format!("@page {{ size: {page_width} {page_height}; margin: 0 }}");
        if layout.is_html {
            let title = escaped(&layout.title);
            return format!(
                "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
                 <title>{title}</title>\n<style>\n{style}\nbody {{ margin: 0 }}\n\
                 body > svg {{ display: block; width: {page_width}; height: {page_height}; \
                 break-after: page }}\n</style>\n</head>\n<body>\n"
            );
        }
        let height = tenths(self.height);
        let _ = write!(
            start,
            " width=\"{page_width}\" height=\"{height}\">\n<style>{style}</style>\n"
        );
        start
    }
}

/// The layout of a page, in tenths of a millimetre.
struct Page {
    /// The top of the pictures.
    top: usize,
    columns: usize,
    /// The room for one picture and its caption.
    width: usize,
    height: usize,
    /// The side of a picture.
    side: usize,
    /// The height of the line above a picture.
    caption: usize,
}

impl Page {
    const MARGIN: usize = 150;
    /// The height of the title.
    const TITLE: usize = 90;
    /// The height of a line with a rule.
    const RULE: usize = 45;
    /// The space between pictures, with room for a caption above each.
    const GAP: usize = 90;

    /// Returns the layout for this many lines of rules and pictures that leaves pictures largest.
    fn new(paper: Paper, rules: usize, room: usize) -> Page {
        let (width, height) = paper.size();
        let top = Page::MARGIN + Page::TITLE + rules * Page::RULE;
        let width = width - 2 * Page::MARGIN;
        let height = height.saturating_sub(top + Page::MARGIN);
        let gap = |columns: usize| Page::GAP.min(width / columns / 8);
        let side_with = |columns: usize| {
            let row = height / room.div_ceil(columns);
            (width / columns).min(row).saturating_sub(gap(columns))
        };
        let columns = (1..=room).max_by_key(|columns| (side_with(*columns), room - columns));
        let columns = columns.unwrap_or(1);
        Page {
            top,
            columns,
            width: width / columns,
            height: height / room.div_ceil(columns),
            side: side_with(columns).max(1),
            caption: gap(columns).min(60),
        }
    }

    /// Returns the left and top coordinates of the picture at this place.
    fn position(&self, place: usize) -> (usize, usize) {
        let (row, column) = (place / self.columns, place % self.columns);
        let left = Page::MARGIN + column * self.width + (self.width - self.side) / 2;
        // A single row would leave its free space above it.
        let above = (self.height - self.side).min(Page::GAP);
        (left, self.top + row * self.height + above)
    }
}

/// Returns the side of a square picture, and its text after the namespace.
fn side_and_rest(picture: &str) -> anyhow::Result<(usize, &str)> {
    let parts = || {
        let (_, rest) = picture.split_once("xmlns=\"http://www.w3.org/2000/svg\"")?;
        let (_, size) = rest.split_once("viewBox=\"0 0 ")?;
        let (side, _) = size.split_once(' ')?;
        Some((side.parse().ok()?, rest))
    };
    parts().context("a picture without a size")
}

/// Returns the rules of the pictures, each once.
fn rules_of(pictures: &[SheetPicture]) -> Vec<&str> {
    let mut rules: Vec<&str> = Vec::new();
    for rule in pictures.iter().flat_map(|picture| &picture.rules) {
        if !rules.contains(&rule.as_str()) {
            rules.push(rule);
        }
    }
    rules
}

/// Returns the number and difficulty of each picture, and its variants if they differ.
fn captions(pictures: &[SheetPicture]) -> Vec<String> {
    let is_mixed = pictures
        .iter()
        .any(|other| other.variants != pictures[0].variants);
    let caption = |picture: &SheetPicture| {
        let variants = Some(picture.variants.as_str());
        let variants = variants.filter(|names| is_mixed && !names.is_empty());
        let parts = picture.difficulty.into_iter().chain(variants);
        parts.fold(picture.number.to_string(), |caption, part| {
            format!("{caption} · {part}")
        })
    };
    pictures.iter().map(caption).collect()
}

/// Escapes text for use between tags.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
