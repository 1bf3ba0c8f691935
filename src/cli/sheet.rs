//! Pictures in one SVG document: below each other, or on pages to print.

use std::io::{Read, Seek, SeekFrom, Write};
use std::num::NonZeroUsize;

use anyhow::Context;
use tempfile::SpooledTempFile;

/// The space between two pictures below each other, in units of the pictures.
const GAP: usize = 40;

/// The size up to which pictures stay in memory; larger documents go to a temporary file. The
/// document starts with its size, so nothing can be written before the last picture is known.
const MAX_IN_MEMORY: usize = 8 << 20;

/// An SVG document under construction. A single picture is a document itself, unless it is on a page.
#[derive(Debug, Default)]
pub struct Sheet {
    /// The number of pictures on a page, if there are pages.
    per_page: Option<NonZeroUsize>,
    /// The number of pictures.
    count: usize,
    first: Option<String>,
    canvas: Option<Canvas>,
    /// The numbers and pictures of the solutions, which go to the last page.
    solutions: Vec<(usize, String)>,
}

impl Sheet {
    /// Returns a document with this many pictures on each A4 page, each below its number.
    pub fn with_pages(per_page: NonZeroUsize) -> Sheet {
        Sheet {
            per_page: Some(per_page),
            ..Sheet::default()
        }
    }

    /// Returns the document and starts another one with the same layout.
    pub fn take(&mut self) -> Sheet {
        let empty = Sheet {
            per_page: self.per_page,
            ..Sheet::default()
        };
        std::mem::replace(self, empty)
    }

    /// Adds a picture, which is an SVG document, of the puzzle with this number.
    pub fn add(&mut self, picture: &str, number: usize) -> anyhow::Result<()> {
        self.count += 1;
        if let Some(per_page) = self.per_page {
            let place = (self.count - 1) % per_page;
            let canvas = self.canvas.get_or_insert_with(Canvas::new);
            if place == 0 {
                canvas.add_page();
            }
            return canvas.add_on_page(picture, number, place, &Page::with_room(per_page));
        }
        if self.count == 1 {
            self.first = Some(picture.to_string());
            return Ok(());
        }
        let canvas = self.canvas.get_or_insert_with(Canvas::new);
        if let Some(first) = self.first.take() {
            canvas.add_below(&first)?;
        }
        canvas.add_below(picture)
    }

    /// Adds the picture of a solution, which goes to the last page.
    pub fn add_solution(&mut self, picture: String, number: usize) {
        self.solutions.push((number, picture));
    }

    /// Writes the document, if it has a picture.
    pub fn write(
        mut self,
        output: &mut dyn FnMut(&[u8]) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        self.add_solution_page()?;
        match (self.first, self.canvas) {
            (Some(picture), _) => output(picture.as_bytes()),
            (None, Some(canvas)) => canvas.write(self.per_page.is_some(), output),
            (None, None) => Ok(()),
        }
    }

    fn add_solution_page(&mut self) -> anyhow::Result<()> {
        let (Some(canvas), Some(room)) =
            (&mut self.canvas, NonZeroUsize::new(self.solutions.len()))
        else {
            return Ok(());
        };
        let page = Page::with_room(room);
        canvas.add_page();
        let mut solutions = self.solutions.iter().enumerate();
        solutions.try_for_each(|(place, (number, picture))| {
            canvas.add_on_page(picture, *number, place, &page)
        })
    }
}

/// Pictures with their positions.
#[derive(Debug)]
struct Canvas {
    pictures: SpooledTempFile,
    width: usize,
    height: usize,
}

impl Canvas {
    fn new() -> Canvas {
        Canvas {
            pictures: SpooledTempFile::new(MAX_IN_MEMORY),
            width: 0,
            height: 0,
        }
    }

    fn append(&mut self, text: &str) -> anyhow::Result<()> {
        let written = self.pictures.write_all(text.as_bytes());
        written.context("cannot write to a temporary file")
    }

    /// Adds a picture below the others.
    fn add_below(&mut self, picture: &str) -> anyhow::Result<()> {
        let (side, rest) = side_and_rest(picture)?;
        if self.height > 0 {
            self.height += GAP;
        }
        let y = self.height;
        self.append(&format!(
            "<svg y=\"{y}\" width=\"{side}\" height=\"{side}\""
        ))?;
        self.append(rest)?;
        self.height += side;
        self.width = self.width.max(side);
        Ok(())
    }

    /// Adds an empty page.
    fn add_page(&mut self) {
        self.width = Page::SIZE.0;
        self.height += Page::SIZE.1;
    }

    /// Adds a picture to the last page, with its number above it.
    fn add_on_page(
        &mut self,
        picture: &str,
        number: usize,
        place: usize,
        page: &Page,
    ) -> anyhow::Result<()> {
        let (_, rest) = side_and_rest(picture)?;
        let (width, height, side) = (page.width, page.height, page.side);
        let top = self.height - Page::SIZE.1;
        let x = Page::MARGIN + place % page.columns * width + (width - side) / 2;
        let y = top + Page::MARGIN + place / page.columns * height + (height - side);
        let font_size = (height - side).min(60) * 2 / 3;
        let baseline = y - font_size / 4;
        self.append(&format!(
            "<text x=\"{x}\" y=\"{baseline}\" font-family=\"sans-serif\" \
             font-size=\"{font_size}\">{number}</text>\n\
             <svg x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\""
        ))?;
        self.append(rest)
    }

    fn write(
        mut self,
        is_paged: bool,
        output: &mut dyn FnMut(&[u8]) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let (width, height) = (self.width, self.height);
        // With this style, browsers print each page on its own sheet of paper.
        let (size, style) = if is_paged {
            let size = format!(" width=\"{}mm\" height=\"{}mm\"", width / 10, height / 10);
            (
                size,
                "<style>@page { size: 210mm 297mm; margin: 0 }</style>\n",
            )
        } else {
            (String::new(), "")
        };
        let start = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\"{size}>\n\
             {style}"
        );
        output(start.as_bytes())?;
        let cannot_read = "cannot read a temporary file";
        (self.pictures.seek(SeekFrom::Start(0))).context(cannot_read)?;
        let mut buffer = vec![0; 1 << 16];
        loop {
            match self.pictures.read(&mut buffer).context(cannot_read)? {
                0 => break,
                count => output(&buffer[..count])?,
            }
        }
        output(b"</svg>\n")
    }
}

/// The layout of a page, in tenths of a millimetre.
struct Page {
    columns: usize,
    /// The room for one picture and its number.
    width: usize,
    height: usize,
    /// The side of a picture.
    side: usize,
}

impl Page {
    /// The width and height of A4.
    const SIZE: (usize, usize) = (2100, 2970);
    const MARGIN: usize = 150;
    /// The space between pictures, with room for a number above each.
    const GAP: usize = 90;

    /// Returns the layout for this many pictures that leaves them largest.
    fn with_room(room: NonZeroUsize) -> Page {
        let room = room.get();
        let share = |length: usize, count: usize| (length - 2 * Page::MARGIN) / count;
        let side_with = |columns: usize| {
            share(Page::SIZE.0, columns)
                .min(share(Page::SIZE.1, room.div_ceil(columns)))
                .saturating_sub(Page::GAP.min(Page::SIZE.0 / columns / 8))
        };
        let columns = (1..=room).max_by_key(|columns| (side_with(*columns), room - columns));
        let columns = columns.unwrap_or(1);
        Page {
            columns,
            width: share(Page::SIZE.0, columns),
            height: share(Page::SIZE.1, room.div_ceil(columns)),
            side: side_with(columns).max(1),
        }
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
