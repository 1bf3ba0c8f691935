//! Puzzles as lists of their givens: `r1c3=5`, `r1c3#5`, `A3=5`, or a row, a column and a digit.

use super::found::Near;
use super::glyph::{CellText, Glyph, Line, LineColumn, string};
use super::row::{CellRow, Reading, SHORTEST, cells};
use super::rules::board::is_number;
use super::rules::tokens::cell_name;
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

impl Given {
    /// Returns the given of a row, a column and a digit, if they are numbers.
    pub fn of(texts: [Option<&str>; 3], position: LineColumn) -> Option<Given> {
        let [row, column, value] = texts.map(|text| text?.parse().ok());
        Some(Given {
            row: row?,
            column: column?,
            value: value?,
            position,
        })
    }
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
    let are_named = || rows.iter().all(|row| named_givens(&row.glyphs).is_some());
    let near =
        |place, expected, found| Some(Near::new("a list of givens", place, expected, found, count));
    if count < rows.len() || !(count >= FEWEST || are_named()) {
        let has_header = !rows[0].glyphs.iter().any(|glyph| glyph.c.is_ascii_digit());
        let mut bad = lines.iter().zip(rows).skip(usize::from(has_header));
        let bad = bad.find(|(line, _)| line.is_none());
        let bad = bad.filter(|_| count >= SHORTEST.max(rows.len() / 2));
        return Err(bad.and_then(|(_, row)| {
            let expected = "a line such as `r1c3=5` or `1 3 5`";
            let found = quote(string(&row.glyphs).trim());
            near(row.position(), expected, found)
        }));
    }
    let givens: Vec<Given> = lines.into_iter().flatten().flatten().collect();
    board_of_givens(&givens, shape).map_err(|given| {
        let expected = "givens on a board of 9x9 cells, one for each cell";
        let found = format!(
            "row {}, column {}, digit {}",
            given.row, given.column, given.value
        );
        near(given.position, expected, found)
    })
}

/// Returns true if lines are a list of givens, perhaps below a header.
pub(crate) fn is_of_givens<'l>(lines: impl Iterator<Item = &'l Line>) -> bool {
    let has_digit = |line: &&Line| line.iter().any(|glyph| glyph.c.is_ascii_digit());
    let mut lines = lines.filter(has_digit).peekable();
    lines.peek().is_some() && lines.all(|line| is_line_of_givens(&CellRow::new(line)))
}

/// Returns true if a line has givens and nothing else.
pub(crate) fn is_line_of_givens(row: &CellRow) -> bool {
    givens_of(row).is_some_and(|givens| !givens.is_empty())
}

/// Returns the givens on a line: those that it names, or a row, a column and a digit.
fn givens_of(row: &CellRow) -> Option<Vec<Given>> {
    named_givens(&row.glyphs).or_else(|| {
        let cells = row.cells(Reading::Words, false);
        let [row, column, value] = &cells[..] else {
            return None;
        };
        let texts = [row, column, value].map(|cell| Some(&*cell.text));
        Given::of(texts, row.position).map(|given| vec![given])
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
        Some(Given {
            row,
            column,
            value: value.text.parse().ok()?,
            position: name.position,
        })
    };
    words.chunks(2).map(given).collect()
}

/// Returns true if a line names one given.
pub(crate) fn is_one_given(line: &[Glyph]) -> bool {
    named_givens(line).is_some_and(|givens| givens.len() == 1)
}

/// Returns true for a name, a sign and a number, such as `rIc1=5`: it may be a given with a mistake in it.
pub(crate) fn is_like_given(line: &[Glyph]) -> bool {
    let text = string(line);
    let (name, value) = text.split_once(['=', ':', '#']).unwrap_or_default();
    let name = name.trim();
    let is_name = name.len() == 2 || name.contains(|c: char| c.is_ascii_digit());
    is_name && name.chars().all(char::is_alphanumeric) && is_number(value.trim())
}

/// Returns true if a line names givens.
pub(crate) fn is_list(line: &[Glyph]) -> bool {
    let has_letter = line.iter().any(|glyph| glyph.c.is_alphabetic());
    has_letter && named_givens(line).is_some_and(|givens| !givens.is_empty())
}

/// Returns the cells of the board with these givens. Its size is that of `shape`, or else the smallest
/// square number that has room for them.
///
/// # Errors
/// With the first given that is outside of the board or in the cell of another. A cell outside of 9×9 is a mistake
/// unless there are digits above 9.
pub(crate) fn board_of_givens(
    givens: &[Given],
    shape: Option<Shape>,
) -> Result<Vec<CellText>, Given> {
    let base = usize::from(givens.iter().all(|given| given.row > 0 && given.column > 0));
    let has_room = |given: &Given, size: usize| {
        given.row.max(given.column) < size + base && given.value <= size
    };
    let is_large = givens.iter().any(|given| given.value > 9);
    let sizes = [4, 9, 16, 25]
        .into_iter()
        .filter(|size| is_large || *size <= 9);
    let mut sizes = sizes.filter(|size| givens.iter().all(|given| has_room(given, *size)));
    let size = shape.map_or_else(|| sizes.next().unwrap_or(9), Shape::size);
    let position = givens.first().map_or((1, 1), |first| first.position);
    let mut cells = vec![CellText::of(&[], position); size * size];
    let alphabet = Form::of(Arrangement::Line, size).alphabet;
    for given in givens {
        if !has_room(given, size) {
            return Err(*given);
        }
        let cell = &mut cells[(given.row - base) * size + given.column - base];
        match given.value {
            0 => {}
            _ if !cell.text.is_empty() => return Err(*given),
            value => {
                cell.text = alphabet.symbol(Digit::from_index(value - 1), &size.into());
                cell.position = given.position;
            }
        }
    }
    Ok(cells)
}
