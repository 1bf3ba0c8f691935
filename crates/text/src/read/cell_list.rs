//! Puzzles as lists of their givens: `r1c3=5`, `r1c3#5`, `A3=5`, or a row, a column and a digit.

use super::found::Near;
use super::glyph::{CellText, Glyph, Line, LineColumn, string};
use super::row::{CellRow, Reading, SHORTEST, cells};
use crate::form::{Arrangement, Form};
use satdoku::board::{Digit, Shape};
use satdoku::format_error::quote;

/// A given of a list. All numbers count from 1, or rows and columns from 0.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Given {
    pub row: usize,
    pub column: usize,
    pub value: usize,
    pub position: LineColumn,
}

/// Returns the cells of the board that lines of givens describe, if they contain nothing else.
pub(crate) fn listed(rows: &[&CellRow], shape: Option<Shape>) -> Option<Vec<CellText>> {
    let named = rows.iter().map(|row| named_givens(&row.glyphs));
    let named: Option<Vec<Vec<Given>>> = named.collect();
    let givens = match named {
        Some(named) => named.concat(),
        // Fewer lines could be rows of something else.
        None if rows.len() >= 8 => rows.iter().map(|row| triple(row)).collect::<Option<_>>()?,
        None => return None,
    };
    board_of_givens(&givens, shape)
}

/// Returns the givens that a line names.
fn named_givens(line: &[Glyph]) -> Option<Vec<Given>> {
    let plain = |glyph: &Glyph| match glyph.c {
        '=' | ':' | '#' => glyph.with(' '),
        _ => *glyph,
    };
    if !line.iter().any(|glyph| matches!(glyph.c, '=' | ':' | '#')) {
        return None;
    }
    let line: Line = line.iter().map(plain).collect();
    let words = cells(&line, Reading::Words);
    let given = |pair: &[CellText]| {
        let [name, value] = pair else {
            return None;
        };
        let (row, column) = cell_name(&name.text)?;
        let value = value.text.parse().ok()?;
        let position = name.position;
        Some(Given {
            row,
            column,
            value,
            position,
        })
    };
    words.chunks(2).map(given).collect()
}

/// Parses `r1c3` or `A3` into a row and a column.
pub(crate) fn cell_name(name: &str) -> Option<(usize, usize)> {
    let name = name.to_ascii_lowercase();
    if let Some((row, column)) = name.strip_prefix('r').and_then(|rest| rest.split_once('c')) {
        return Some((row.parse().ok()?, column.parse().ok()?));
    }
    let letter = name.chars().next().filter(char::is_ascii_alphabetic)?;
    Some((letter.to_digit(36)? as usize - 9, name[1..].parse().ok()?))
}

/// Parses a line with a row, a column and a digit.
fn triple(row: &CellRow) -> Option<Given> {
    let cells = row.cells(Reading::Words, false);
    let number = |cell: &CellText| cell.text.parse().ok();
    let [first, second, third] = &cells[..] else {
        return None;
    };
    Some(Given {
        row: number(first)?,
        column: number(second)?,
        value: number(third)?,
        position: first.position,
    })
}

/// Returns the cells of the board with these givens. Its size is that of `shape`, or else the smallest
/// square number that has room for them, at least 9.
pub(crate) fn board_of_givens(givens: &[Given], shape: Option<Shape>) -> Option<Vec<CellText>> {
    let first = givens.first()?;
    let base = usize::from(givens.iter().all(|given| given.row > 0 && given.column > 0));
    let place = |number: usize| number.saturating_add(1 - base);
    let greatest = |given: &Given| place(given.row.max(given.column)).max(given.value);
    let most = givens.iter().map(greatest).max()?;
    let size = match shape {
        Some(shape) => shape.size(),
        None => [4, 9, 16, 25].into_iter().find(|size| *size >= most)?,
    };
    // A cell outside of 9×9 is a mistake unless there are digits above 9.
    if size > 9 && !givens.iter().any(|given| given.value > 9) {
        return None;
    }
    let mut cells = vec![CellText::of(&[], first.position); size * size];
    let alphabet = Form::of(Arrangement::Line, size).alphabet;
    for given in givens {
        let (row, column) = (
            given.row.checked_sub(base)?,
            given.column.checked_sub(base)?,
        );
        if row >= size || column >= size {
            return None;
        }
        let cell = &mut cells[row * size + column];
        let is_new = cell.text.is_empty() && given.value <= size;
        if given.value > 0 && is_new {
            cell.text = alphabet.symbol(Digit::from_index(given.value - 1), &size.into());
            cell.position = given.position;
        } else if given.value > 0 {
            return None;
        }
    }
    Some(cells)
}

/// Returns the error of the first line that is no given, or of the first given that no board can have, in
/// lines that are nearly a list of givens.
pub(crate) fn near(rows: &[&CellRow], shape: Option<Shape>) -> Option<Near> {
    let of_row = |row: &&CellRow| {
        let triple = || Some(vec![triple(row)?]);
        named_givens(&row.glyphs).or_else(triple)
    };
    let lines: Vec<Option<Vec<Given>>> = rows.iter().map(of_row).collect();
    let count = lines.iter().flatten().count();
    let near = |place, expected, found: String| {
        Near::new("a list of givens", place, expected, found, count)
    };
    if count < SHORTEST.max(rows.len() / 2) {
        return None;
    }
    let bad = lines
        .iter()
        .zip(rows)
        .skip(1)
        .find(|(line, _)| line.is_none());
    if let Some((_, row)) = bad {
        let found = quote(string(&row.glyphs).trim());
        return Some(near(
            row.position(),
            "a line such as `r1c3=5` or `1 3 5`",
            found,
        ));
    }
    let givens: Vec<Given> = lines
        .into_iter()
        .flatten()
        .flatten()
        .take(MOST_CHECKED)
        .collect();
    let lengths = 1..=givens.len();
    let bad = lengths
        .into_iter()
        .find(|length| board_of_givens(&givens[..*length], shape).is_none())?;
    let Given {
        row,
        column,
        value,
        position,
    } = givens[bad - 1];
    let found = format!("row {row}, column {column}, digit {value}");
    Some(near(
        position,
        "givens on a board of 9x9 cells, one for each cell",
        found,
    ))
}

/// The most givens that are checked one by one.
const MOST_CHECKED: usize = 1_000;

/// Returns true if a line names givens.
pub(crate) fn is_list(line: &[Glyph]) -> bool {
    let has_letter = line.iter().any(|glyph| glyph.c.is_alphabetic());
    has_letter && named_givens(line).is_some_and(|givens| !givens.is_empty())
}
