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

/// The fewest lines with a row, a column and a digit. Fewer could be rows of something else.
const FEWEST: usize = 8;

/// Returns the cells of the board that lines of givens describe, if they contain nothing else, or the error in lines
/// that are nearly a list of givens.
pub(crate) fn listed(
    rows: &[&CellRow],
    shape: Option<Shape>,
) -> Result<Vec<CellText>, Option<Near>> {
    let lines: Vec<Option<Vec<Given>>> = rows.iter().map(|row| givens_of(row)).collect();
    let count = lines.iter().flatten().count();
    let are_named = rows.iter().all(|row| named_givens(&row.glyphs).is_some());
    let givens: Vec<Given> = lines.iter().flatten().flatten().copied().collect();
    if count == rows.len()
        && (are_named || count >= FEWEST)
        && let Some(cells) = board_of_givens(&givens, shape)
    {
        return Ok(cells);
    }
    if count < SHORTEST.max(rows.len() / 2) {
        return Err(None);
    }
    let near =
        |place, expected, found| Some(Near::new("a list of givens", place, expected, found, count));
    let mut bad = lines
        .iter()
        .zip(rows)
        .skip(1)
        .filter(|(line, _)| line.is_none());
    if let Some((_, row)) = bad.next() {
        let found = quote(string(&row.glyphs).trim());
        return Err(near(
            row.position(),
            "a line such as `r1c3=5` or `1 3 5`",
            found,
        ));
    }
    // Each is checked with those before it, up to a limit.
    let mut lengths = 1..=givens.len().min(1_000);
    let bad = lengths.find(|length| board_of_givens(&givens[..*length], shape).is_none());
    Err(bad.and_then(|length| {
        let Given {
            row,
            column,
            value,
            position,
        } = givens[length - 1];
        let found = format!("row {row}, column {column}, digit {value}");
        near(
            position,
            "givens on a board of 9x9 cells, one for each cell",
            found,
        )
    }))
}

/// Returns the givens on a line: those that it names, or a row, a column and a digit.
fn givens_of(row: &CellRow) -> Option<Vec<Given>> {
    named_givens(&row.glyphs).or_else(|| {
        let cells = row.cells(Reading::Words, false);
        let numbers = cells.iter().map(|cell| cell.text.parse().ok());
        match numbers.collect::<Option<Vec<usize>>>()?[..] {
            [row, column, value] => Some(vec![Given {
                row,
                column,
                value,
                position: cells[0].position,
            }]),
            _ => None,
        }
    })
}

/// Returns the givens that a line names.
fn named_givens(line: &[Glyph]) -> Option<Vec<Given>> {
    let is_sign = |glyph: &Glyph| matches!(glyph.c, '=' | ':' | '#');
    if !line.iter().any(is_sign) {
        return None;
    }
    let plain = line.iter().map(|glyph| {
        if is_sign(glyph) {
            glyph.with(' ')
        } else {
            *glyph
        }
    });
    let words = cells(&plain.collect::<Line>(), Reading::Words);
    let given = |pair: &[CellText]| {
        let [name, value] = pair else { return None };
        let (row, column) = cell_name(&name.text)?;
        let (value, position) = (value.text.parse().ok()?, name.position);
        Some(Given {
            row,
            column,
            value,
            position,
        })
    };
    words.chunks(2).map(given).collect()
}

/// Returns true if a line names givens.
pub(crate) fn is_list(line: &[Glyph]) -> bool {
    let has_letter = line.iter().any(|glyph| glyph.c.is_alphabetic());
    has_letter && named_givens(line).is_some_and(|givens| !givens.is_empty())
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

/// Returns the cells of the board with these givens. Its size is that of `shape`, or else the smallest
/// square number that has room for them.
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
    for given in givens.iter() {
        let row = given.row.checked_sub(base).filter(|row| *row < size)?;
        let column = given
            .column
            .checked_sub(base)
            .filter(|column| *column < size)?;
        let cell = &mut cells[row * size + column];
        match given.value {
            0 => {}
            value if cell.text.is_empty() && value <= size => {
                cell.text = alphabet.symbol(Digit::from_index(value - 1), &size.into());
                cell.position = given.position;
            }
            _ => return None,
        }
    }
    Some(cells)
}
