//! Pictures in one document: below each other, or on pages to print.

use std::io::{Read, Seek, SeekFrom, Write};
use std::num::NonZeroUsize;

use anyhow::Context;
use tempfile::SpooledTempFile;

/// The space between two pictures below each other, in units of the pictures.
const GAP: usize = 40;

/// What is kept in memory of pictures; more goes to a temporary file. The size of a document
/// stands at its beginning, so nothing can be written before the last picture is there.
const MOST_IN_MEMORY: usize = 8 << 20;

/// The document in the making. One picture alone is the document, unless it is on a page.
#[derive(Debug, Default)]
pub struct Sheet {
    /// How many pictures are on a page, if there are pages.
    per_page: Option<NonZeroUsize>,
    /// How many pictures there are.
    count: usize,
    first: Option<String>,
    pile: Option<Pile>,
}

/// Pictures that have a place.
#[derive(Debug)]
struct Pile {
    pictures: SpooledTempFile,
    width: usize,
    height: usize,
}

impl Sheet {
    /// One with so many pictures on a page of A4, each below its number.
    pub fn of_pages(per_page: NonZeroUsize) -> Sheet {
        Sheet {
            per_page: Some(per_page),
            ..Sheet::default()
        }
    }

    /// Takes the pictures out. What comes then is another document of the same kind.
    pub fn take(&mut self) -> Sheet {
        let empty = Sheet {
            per_page: self.per_page,
            ..Sheet::default()
        };
        std::mem::replace(self, empty)
    }

    /// Adds a picture, an SVG document of its own, of the puzzle with this number.
    pub fn add(&mut self, picture: &str, number: usize) -> anyhow::Result<()> {
        self.count += 1;
        if let Some(per_page) = self.per_page {
            let place = (self.count - 1) % per_page;
            let pile = self.pile.get_or_insert_with(Pile::new);
            if place == 0 {
                pile.add_page();
            }
            return pile.add_on_page(picture, number, place, &Page::with_room(per_page));
        }
        if self.count == 1 {
            self.first = Some(picture.to_string());
            return Ok(());
        }
        let pile = self.pile.get_or_insert_with(Pile::new);
        if let Some(first) = self.first.take() {
            pile.add_below(&first)?;
        }
        pile.add_below(picture)
    }

    /// Adds one page with all of these pictures, each with the number of its puzzle.
    pub fn add_page(&mut self, pictures: &[(usize, String)]) -> anyhow::Result<()> {
        let Some(room) = NonZeroUsize::new(pictures.len()) else {
            return Ok(());
        };
        let page = Page::with_room(room);
        let pile = self.pile.get_or_insert_with(Pile::new);
        pile.add_page();
        let mut pictures = pictures.iter().enumerate();
        pictures.try_for_each(|(place, (number, picture))| {
            pile.add_on_page(picture, *number, place, &page)
        })
    }

    /// Writes the document, if there is a picture.
    pub fn write(self, output: &mut dyn FnMut(&[u8]) -> anyhow::Result<()>) -> anyhow::Result<()> {
        match (self.first, self.pile) {
            (Some(picture), _) => output(picture.as_bytes()),
            (None, Some(pile)) => pile.write(self.per_page.is_some(), output),
            (None, None) => Ok(()),
        }
    }
}

impl Pile {
    fn new() -> Pile {
        Pile {
            pictures: SpooledTempFile::new(MOST_IN_MEMORY),
            width: 0,
            height: 0,
        }
    }

    fn append(&mut self, text: &str) -> anyhow::Result<()> {
        let written = self.pictures.write_all(text.as_bytes());
        written.context("cannot write to a temporary file")
    }

    /// Adds a picture below those that are there.
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
        let letters = (height - side).min(60) * 2 / 3;
        let above = y - letters / 4;
        self.append(&format!(
            "<text x=\"{x}\" y=\"{above}\" font-family=\"sans-serif\" \
             font-size=\"{letters}\">{number}</text>\n\
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
        // A page is as large as paper, and browsers print each on a sheet of its own.
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

/// A page of pictures, all in tenths of a millimetre.
struct Page {
    columns: usize,
    /// Of the room for one picture and its number.
    width: usize,
    height: usize,
    /// Of a picture.
    side: usize,
}

impl Page {
    /// The width and height of A4.
    const SIZE: (usize, usize) = (2100, 2970);
    const MARGIN: usize = 150;
    /// Between pictures, with room for a number above each.
    const GAP: usize = 90;

    /// For so many pictures, in as many columns and rows as leave them largest.
    fn with_room(room: NonZeroUsize) -> Page {
        let room = room.get();
        let fit = |length: usize, count: usize| (length - 2 * Page::MARGIN) / count;
        let side_with = |columns: usize| {
            fit(Page::SIZE.0, columns)
                .min(fit(Page::SIZE.1, room.div_ceil(columns)))
                .saturating_sub(Page::GAP.min(Page::SIZE.0 / columns / 8))
        };
        let columns = (1..=room).max_by_key(|columns| (side_with(*columns), room - columns));
        let columns = columns.unwrap_or(1);
        Page {
            columns,
            width: fit(Page::SIZE.0, columns),
            height: fit(Page::SIZE.1, room.div_ceil(columns)),
            side: side_with(columns).max(1),
        }
    }
}

/// The side of a picture, which is square, and what stands behind its namespace.
fn side_and_rest(picture: &str) -> anyhow::Result<(usize, &str)> {
    let parts = || {
        let (_, rest) = picture.split_once("xmlns=\"http://www.w3.org/2000/svg\"")?;
        let (_, size) = rest.split_once("viewBox=\"0 0 ")?;
        let (side, _) = size.split_once(' ')?;
        Some((side.parse().ok()?, rest))
    };
    parts().context("a picture without a size")
}
