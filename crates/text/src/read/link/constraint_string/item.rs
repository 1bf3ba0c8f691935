//! The parts of a constraint string: a name and its arguments.

use super::variables::cells_of;
use crate::read::glyph::{CellText, Glyph, Line, trim};
use satdoku::board::{Cell, Geometry};
use satdoku::format_error::{FormatError, quote};

/// The items whose first argument is encoded.
const CUSTOM: [&str; 7] = [
    "Binary",
    "BinaryX",
    "NFA",
    "Pair",
    "PairX",
    "Regex",
    "Replicate",
];

/// The items for the board as a whole.
const OF_BOARD: [&str; 5] = ["Shape", "NoBoxes", "Var", "Jigsaw", "Diagonal"];

/// An item of a constraint string.
#[derive(Debug, Clone)]
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

    /// Returns true for an item about the board as a whole.
    pub fn is_of_board(&self) -> bool {
        OF_BOARD.contains(&self.name.text.as_str())
    }

    /// Returns its name with each of its cells, or with nothing if it is about the whole board.
    pub fn places(&self) -> Vec<(String, String)> {
        let name_of = |argument: &CellText| argument.text.split('_').next().map(str::to_string);
        let cells = self.arguments.iter().filter_map(name_of);
        let mut cells: Vec<String> = cells.filter(|cell| is_cell(cell)).collect();
        if cells.is_empty() {
            cells.push(String::new());
        }
        let name = || self.name.text.clone();
        cells.into_iter().map(|cell| (name(), cell)).collect()
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

    /// Writes the names of cells as satdoku does: `R1Ca` is `R1C10`, `VM12` the twelfth variable of `m`, and
    /// `CC12` the twelfth number of a region.
    pub fn name_cells(&mut self, board: &Geometry) {
        let is_encoded = CUSTOM.contains(&self.name.text.as_str());
        for argument in self.arguments.iter_mut().skip(usize::from(is_encoded)) {
            let name = argument.text.split('_').next().unwrap_or_default();
            if let Some(own) = own_name(name, board) {
                argument.text.replace_range(..name.len(), &own);
            }
        }
    }

    /// Parses the cells from an argument on.
    pub fn cells(&self, index: usize, board: &Geometry) -> Result<Vec<Cell>, FormatError> {
        let arguments = self.arguments.iter().skip(index);
        arguments.map(|argument| cell(argument, board)).collect()
    }
}

/// Parses a cell.
pub(super) fn cell(argument: &CellText, board: &Geometry) -> Result<Cell, FormatError> {
    let cell = Cell::from_name(&argument.text.to_ascii_lowercase(), board);
    cell.ok_or_else(|| {
        let (rows, columns) = (board.rows(), board.columns());
        let variable = match board.variables().is_empty() {
            true => "",
            false => ", or a variable",
        };
        let expected = format!("a cell from R1C1 to R{rows}C{columns}{variable}");
        FormatError::new(argument.position, expected, quote(&argument.text))
    })
}

/// Returns true if an argument is the name of a cell and not a number.
pub(super) fn is_cell(argument: &str) -> bool {
    argument.starts_with(|first: char| first.is_ascii_alphabetic())
}

/// Returns satdoku's name of a cell, if it is another one.
fn own_name(name: &str, board: &Geometry) -> Option<String> {
    let text = name.to_ascii_lowercase();
    if let Some(place) = text.strip_prefix('r') {
        // Rows and columns are digits in base 17, one of which is `c`.
        let mut symbols = place.chars();
        let (row, letter, column) = (symbols.next()?, symbols.next()?, symbols.next()?);
        if letter != 'c' || symbols.next().is_some() {
            return None;
        }
        let digit = |symbol: char| symbol.to_digit(17).filter(|digit| *digit > 0);
        let (row, column) = (digit(row)?, digit(column)?);
        return (row.max(column) > 9).then(|| format!("R{row}C{column}"));
    }
    let mut first = board.grid_cell_count();
    for variables in board.variables() {
        let count = variables.extent.count();
        let rest = text.strip_prefix(&cells_of(&variables.name));
        let number = match rest {
            Some("") if count == 1 => Some(1),
            rest => rest.and_then(|rest| rest.parse::<usize>().ok()),
        };
        if let Some(number) = number.filter(|number| (1..=count).contains(number)) {
            let cell = Cell::from_index(first + number - 1);
            return Some(cell.name(board).to_string());
        }
        first += count;
    }
    None
}
