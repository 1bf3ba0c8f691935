//! Pictures below each other in one document.

use std::io::{Read, Seek, SeekFrom, Write};

use anyhow::Context;
use tempfile::SpooledTempFile;

use crate::cli::output::Unwritten;

/// The space between two pictures, in units of the pictures.
const GAP: usize = 40;

/// What is kept in memory of pictures; more goes to a temporary file. The size of a document
/// stands at its beginning, so nothing can be written before the last picture is there.
const MOST_IN_MEMORY: usize = 8 << 20;

/// The document in the making. One picture alone is the document.
#[derive(Debug, Default)]
pub struct Sheet {
    first: Option<String>,
    more: Option<Pile>,
}

/// Pictures that have a place.
#[derive(Debug)]
struct Pile {
    pictures: SpooledTempFile,
    width: usize,
    height: usize,
}

impl Sheet {
    /// Adds a picture, an SVG document of its own.
    pub fn add(&mut self, picture: String) -> anyhow::Result<()> {
        let Some(first) = &self.first else {
            self.first = Some(picture);
            return Ok(());
        };
        let mut pile = match self.more.take() {
            Some(pile) => pile,
            None => {
                let mut pile = Pile {
                    pictures: SpooledTempFile::new(MOST_IN_MEMORY),
                    width: 0,
                    height: 0,
                };
                pile.add(first)?;
                pile
            }
        };
        pile.add(&picture)?;
        self.more = Some(pile);
        Ok(())
    }

    /// Writes the document, if there is a picture.
    pub fn write(self, output: &mut impl Write) -> anyhow::Result<()> {
        match (self.first, self.more) {
            (_, Some(pile)) => pile.write(output),
            (Some(picture), None) => Ok(output.write_all(picture.as_bytes()).map_err(Unwritten)?),
            (None, None) => Ok(()),
        }
    }
}

impl Pile {
    fn add(&mut self, picture: &str) -> anyhow::Result<()> {
        let (side, rest) = side_and_rest(picture).context("a picture without a size")?;
        if self.height > 0 {
            self.height += GAP;
        }
        let y = self.height;
        let start = format!("<svg y=\"{y}\" width=\"{side}\" height=\"{side}\"");
        (self.pictures.write_all(start.as_bytes()))
            .and_then(|()| self.pictures.write_all(rest.as_bytes()))
            .context("cannot write to a temporary file")?;
        self.height += side;
        self.width = self.width.max(side);
        Ok(())
    }

    fn write(mut self, output: &mut impl Write) -> anyhow::Result<()> {
        let (width, height) = (self.width, self.height);
        let start = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\">\n"
        );
        output.write_all(start.as_bytes()).map_err(Unwritten)?;
        (self.pictures.seek(SeekFrom::Start(0))).context("cannot read a temporary file")?;
        let mut buffer = vec![0; 1 << 16];
        loop {
            let read = self.pictures.read(&mut buffer);
            let count = read.context("cannot read a temporary file")?;
            if count == 0 {
                break;
            }
            output.write_all(&buffer[..count]).map_err(Unwritten)?;
        }
        output.write_all(b"</svg>\n").map_err(Unwritten)?;
        Ok(())
    }
}

/// The side of a picture, which is square, and what stands behind its namespace.
pub fn side_and_rest(picture: &str) -> Option<(usize, &str)> {
    let (_, rest) = picture.split_once("xmlns=\"http://www.w3.org/2000/svg\"")?;
    let (_, size) = rest.split_once("viewBox=\"0 0 ")?;
    let (side, _) = size.split_once(' ')?;
    Some((side.parse().ok()?, rest))
}
