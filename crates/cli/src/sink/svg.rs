//! Pictures below each other in one SVG document.

use std::io::{Read, Seek, SeekFrom, Write};

use anyhow::Context;
use tempfile::SpooledTempFile;

use super::Put;

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
    pub fn write(self, output: &mut Put<'_>) -> anyhow::Result<()> {
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
