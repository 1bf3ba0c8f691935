//! The parts of a constraint string: a name and its arguments.

use crate::read::glyph::{CellText, Glyph, Line, trim};
use satdoku::board::Cell;
use satdoku::format_error::{FormatError, quote};

/// An item of a constraint string.
#[derive(Debug)]
pub(super) struct StringItem {
    pub name: CellText,
    pub arguments: Vec<CellText>,
}

impl StringItem {
    /// Splits a constraint string.
    pub fn all(line: &[Glyph]) -> Vec<StringItem> {
        let is_ink = |glyph: &&Glyph| !glyph.c.is_whitespace();
        let line: Line = trim(line).iter().filter(is_ink).copied().collect();
        let start = line.first().map_or((1, 1), |first| first.position());
        let items = line.split(|glyph| glyph.c == '.').skip(1);
        let item = |glyphs: &[Glyph]| {
            let mut parts = glyphs.split(|glyph| glyph.c == '~');
            let place = glyphs.first().map_or(start, |first| first.position());
            let name = CellText::of(parts.next().unwrap_or_default(), place);
            let arguments = parts
                .map(|part| CellText::of(part, name.position))
                .collect();
            StringItem { name, arguments }
        };
        let is_empty = |item: &StringItem| item.name.text.is_empty() && item.arguments.is_empty();
        items.map(item).filter(|item| !is_empty(item)).collect()
    }

    pub fn error(&self, expected: &str, found: String) -> FormatError {
        let name = match self.name.text.as_str() {
            "" => "a given",
            name => name,
        };
        FormatError::new(self.name.position, format!("{expected} in {name}"), found)
    }

    /// Returns an argument, or an empty text.
    pub fn argument(&self, index: usize) -> &str {
        self.arguments
            .get(index)
            .map_or("", |argument| &argument.text)
    }

    /// Returns the arguments from one on, separated by spaces.
    pub fn from(&self, index: usize) -> String {
        let texts = self
            .arguments
            .iter()
            .skip(index)
            .map(|argument| argument.text.as_str());
        texts.collect::<Vec<_>>().join(" ")
    }

    /// Parses the cells from an argument on.
    pub fn cells(&self, index: usize, size: usize) -> Result<Vec<Cell>, FormatError> {
        let cell = |argument: &CellText| {
            let cell = Cell::from_name(&argument.text.to_ascii_lowercase(), size);
            cell.ok_or_else(|| {
                let expected = format!("a cell from R1C1 to R{size}C{size}");
                FormatError::new(argument.position, expected, quote(&argument.text))
            })
        };
        self.arguments.iter().skip(index).map(cell).collect()
    }
}
