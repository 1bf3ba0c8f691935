//! The text of a constraint string: items, their arguments, and the names of cells.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use crate::read::glyph::{CellText, Glyph, Line, trim};
use satdoku::board::{Cell, Extent, Geometry, Title, Variables};
use satdoku::format_error::{FormatError, quote};

/// The argument between two groups of cells.
pub(super) const SEPARATOR: &str = "-";

/// The name of the variables with the numbers of regions to find.
pub(super) const REGIONS: &str = "region";

/// The items for the board, other than those of variants.
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
            let arguments = parts.map(|part| CellText::of(part, name.position));
            StringItem {
                arguments: arguments.collect(),
                name,
            }
        };
        let is_empty = |item: &StringItem| item.name.text.is_empty() && item.arguments.is_empty();
        items.map(item).filter(|item| !is_empty(item)).collect()
    }

    pub fn error(&self, expected: &str, found: impl Into<String>) -> FormatError {
        let name = match self.name.text.as_str() {
            "" => "a given",
            name => name,
        };
        FormatError::new(self.name.position, format!("{expected} in {name}"), found)
    }

    /// Returns true for an item about the board as a whole.
    pub fn is_of_board(&self) -> bool {
        OF_BOARD.contains(&self.name.text.as_str())
    }

    /// Parses a number.
    ///
    /// # Errors
    /// If it is none.
    pub fn number(&self, text: &str) -> Result<i64, FormatError> {
        let number = text.parse().ok();
        number.ok_or_else(|| self.error("a number", quote(text)))
    }

    /// Returns an argument, or an empty text.
    pub fn argument(&self, index: usize) -> &str {
        self.arguments
            .get(index)
            .map_or("", |argument| &argument.text)
    }
}

/// Returns true if an argument is the name of a cell and not a number.
pub(super) fn is_cell(argument: &str) -> bool {
    argument.starts_with(|first: char| first.is_ascii_alphabetic())
}

/// The names of the cells of a board.
#[derive(Debug, Clone, Copy)]
pub(super) struct CellNames<'a> {
    pub board: &'a Geometry,
    /// The name of the variables with the numbers of regions to find, which are `CC1`, `CC2`, …
    pub regions: Option<&'a str>,
    /// The shift to a copy.
    pub shift: Option<&'a Shift<'a>>,
}

/// A move of cells by as many rows and columns as a target is away from an origin.
#[derive(Debug)]
pub(super) struct Shift<'a> {
    pub origin: Cell,
    pub target: Cell,
    /// The shift that comes first.
    pub outer: Option<&'a Shift<'a>>,
}

impl Shift<'_> {
    fn of(&self, cell: Cell, board: &Geometry) -> Option<Cell> {
        let cell = self
            .outer
            .map_or(Some(cell), |outer| outer.of(cell, board))?;
        board.shifted(cell, self.origin, self.target)
    }
}

impl CellNames<'_> {
    /// Returns how the names of the cells of variables begin: `VM` for `VM1`, `VM2`, …
    pub fn prefix(self, variables: &str) -> String {
        match self.regions == Some(variables) {
            true => "CC".to_string(),
            false => format!("V{}", prefix_of(variables).to_ascii_uppercase()),
        }
    }

    /// Returns the name of a cell: `R1C1`, `R9Ca`, or `VM12` for a variable.
    pub fn name(self, cell: Cell) -> String {
        if let Some((variables, number)) = self.board.variable(cell) {
            let prefix = self.prefix(&variables.name);
            return match variables.extent.count() {
                1 => prefix,
                _ => format!("{prefix}{}", number + 1),
            };
        }
        // Rows and columns are digits in base 17.
        let digit = |place: usize| char::from_digit(place as u32 + 1, 17).unwrap_or('?');
        let (row, column) = self.board.position(cell).unwrap_or_default();
        format!("R{}C{}", digit(row), digit(column))
    }

    /// Returns the names of cells, each after a tilde.
    pub fn list(self, cells: &[Cell]) -> String {
        let names = cells.iter().map(|cell| format!("~{}", self.name(*cell)));
        names.collect()
    }

    /// Returns the arguments of a sum.
    pub fn sum(self, total: i64, terms: &[(Cell, i64)]) -> String {
        let cells: Vec<Cell> = terms.iter().map(|(cell, _)| *cell).collect();
        let is_plain = total > 0 && terms.iter().all(|(_, coefficient)| *coefficient == 1);
        let coefficients = terms.iter().map(|(_, of)| format!("_{of}"));
        let coefficients = match is_plain {
            true => String::new(),
            false => format!("_={}", coefficients.collect::<String>()),
        };
        format!("~{total}{coefficients}{}", self.list(&cells))
    }

    /// Returns the cell that a name means.
    pub fn find(self, name: &str) -> Option<Cell> {
        let cell = self.unshifted(name)?;
        self.shift
            .map_or(Some(cell), |shift| shift.of(cell, self.board))
    }

    /// Returns the cell with a name. [`CellNames::name`] is the inverse.
    pub fn unshifted(self, name: &str) -> Option<Cell> {
        let place = |symbol: char| Some(symbol.to_digit(17)?.checked_sub(1)? as usize);
        if let &['R' | 'r', row, 'C' | 'c', column] = &name.chars().collect::<Vec<char>>()[..] {
            return self.board.cell_at(place(row)?, place(column)?);
        }
        let name = name.to_ascii_uppercase();
        let mut first = self.board.grid_cell_count();
        for variables in self.board.variables() {
            let count = variables.extent.count();
            let number = match name.strip_prefix(&self.prefix(&variables.name)) {
                Some("") if count == 1 => Some(1),
                number => number.and_then(|number| number.parse::<usize>().ok()),
            };
            if let Some(number) = number.filter(|number| (1..=count).contains(number)) {
                return Some(Cell::from_index(first + number - 1));
            }
            first += count;
        }
        None
    }

    /// Parses a cell.
    ///
    /// # Errors
    /// If the board has none with this name.
    pub fn cell(self, argument: &CellText) -> Result<Cell, FormatError> {
        self.find(&argument.text).ok_or_else(|| {
            let mut found = quote(&argument.text);
            let (rows, columns) = (self.board.rows(), self.board.columns());
            let variable = match self.board.variables().is_empty() {
                true => "",
                false => ", or a variable",
            };
            let mut expected = format!("a cell from R1C1 to R{rows}C{columns}{variable}");
            if let (Some(shift), Some(_)) = (self.shift, self.unshifted(&argument.text)) {
                let [from, to] = [shift.origin, shift.target].map(|cell| cell.name(self.board));
                expected = "cells that stay on the board".to_string();
                found += &format!(" shifted from {from} to {to}");
            }
            FormatError::new(argument.position, expected, found)
        })
    }
}

/// Returns an argument with a title, or nothing.
pub(super) fn title_argument(title: Option<&Title>) -> String {
    let escaped = |title: &Title| {
        let escaped = utf8_percent_encode(title.as_str(), NON_ALPHANUMERIC);
        format!("~_{escaped}")
    };
    title.map_or(String::new(), escaped)
}

/// Prefixes that are no names of variables.
const OTHER: [&str; 5] = ["c", "column", "r", REGIONS, "row"];

/// Returns the prefix of variables with a name.
fn prefix_of(name: &str) -> &str {
    let prefix = name.strip_prefix('v');
    prefix
        .filter(|prefix| OTHER.contains(prefix))
        .unwrap_or(name)
}

/// Returns the variables of an item `Var`: the cells of `Var~M~label~9x9` are `VM1`, `VM2`, …
pub(super) fn variables_of(item: &StringItem) -> Result<Variables, FormatError> {
    let prefix = item.argument(0);
    let is_prefix = !prefix.is_empty() && prefix.bytes().all(|byte| byte.is_ascii_uppercase());
    if !is_prefix {
        return Err(item.error("a prefix of capital letters", quote(prefix)));
    }
    let text = item.argument(2);
    let count = |text: &str| text.parse::<usize>().ok().filter(|count| *count > 0);
    let extent = match text.split_once('x') {
        _ if text.is_empty() => Some(Extent::Single),
        None => count(text).map(Extent::List),
        Some((rows, columns)) => {
            let sides = count(rows).zip(count(columns));
            sides.map(|(rows, columns)| Extent::Table(rows, columns))
        }
    };
    let expected = "a number of cells, or rows and columns";
    let extent = extent.ok_or_else(|| item.error(expected, quote(text)))?;
    let prefix = prefix.to_ascii_lowercase();
    let letter = if OTHER.contains(&&*prefix) { "v" } else { "" };
    Ok(Variables {
        name: format!("{letter}{prefix}"),
        extent: match extent.count() {
            1 => Extent::Single,
            _ => extent,
        },
        digits: None,
    })
}

/// Returns the variables of an item `ChaosConstruction`.
pub(super) fn region_numbers(rows: usize, columns: usize) -> Option<Variables> {
    (rows * columns > 1).then(|| Variables {
        name: REGIONS.to_string(),
        extent: Extent::Table(rows, columns),
        digits: None,
    })
}
