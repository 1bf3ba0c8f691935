//! From the cells of a text to the digits of a grid.

use super::alphabet::{Alphabet, BLANKS, infer};
use super::error::{Problem, quote};
use super::row::cells;
use super::text::TextLine;
use crate::board::{Digit, Grid, Shape};

/// One cell in a text.
pub(super) struct CellText<'a> {
    pub line: &'a TextLine,
    /// The byte of the line at which it begins.
    pub byte: usize,
    pub text: &'a str,
}

impl CellText<'_> {
    fn place(&self) -> (usize, usize) {
        self.line.place(self.byte)
    }
}

/// The cells of a part of a line.
pub(super) fn cells_of(
    line: &TextLine,
    end: usize,
    is_spaced: bool,
) -> impl Iterator<Item = CellText<'_>> {
    let cells = cells(&line.text()[..end], is_spaced).into_iter();
    cells.map(move |(byte, text)| CellText { line, byte, text })
}

/// The shape of a board with `size` cells per house: the one that was said, or square boxes.
pub(super) fn shape_of(
    size: usize,
    shape: Option<Shape>,
    place: (usize, usize),
) -> Result<Shape, Problem> {
    if let Some(shape) = shape.filter(|shape| shape.size() == size) {
        return Ok(shape);
    }
    if let Some(shape) = Shape::square(size) {
        return Ok(shape);
    }
    let possible: Vec<String> = Shape::of_size(size).iter().map(Shape::to_string).collect();
    let expected = match possible.is_empty() {
        true => "a number of rows that boxes can fill, such as 9".to_string(),
        false => format!(
            "the shape of the boxes to be said (--box {})",
            possible.join(" or ")
        ),
    };
    Err(Problem::new(
        place,
        expected,
        format!("{size} rows of {size}"),
    ))
}

/// The digits of all cells, in reading order, and the alphabet they are written in.
pub(super) fn digits(
    cells: &[CellText<'_>],
    size: usize,
    is_spaced: bool,
    alphabet: Option<Alphabet>,
) -> Result<(Grid, Alphabet), Problem> {
    let alphabet = match alphabet {
        Some(alphabet) => alphabet,
        None if is_spaced && size > 9 && !has_letters(cells) => Alphabet::Numbers,
        None => infer(cells.iter().flat_map(|cell| cell.text.chars()), size).map_err(|both| {
            let [one, other] = both.map(|alphabet| alphabet.range(size));
            Problem::new(
                cells[0].place(),
                format!(
                    "an alphabet to be said (--alphabet {} or {})",
                    both[0], both[1]
                ),
                format!("symbols that can be {one} or {other}"),
            )
        })?,
    };
    let mut blank: Option<char> = None;
    let mut grid = Vec::with_capacity(cells.len());
    for cell in cells {
        let digit = match as_blank(cell.text, alphabet) {
            None => Some(as_digit(cell, alphabet, size)?),
            Some(symbol) => {
                let usual = *blank.get_or_insert(symbol);
                if usual != symbol {
                    return Err(Problem::new(
                        cell.place(),
                        format!("{} for a blank, as before", quote(&usual.to_string())),
                        quote(cell.text),
                    ));
                }
                None
            }
        };
        grid.push(digit);
    }
    let found = grid.len();
    let grid = Grid::from_cells(grid).filter(|grid| grid.size() == size);
    // Callers count cells before they come here, to say more exactly what is missing.
    let grid = grid.ok_or_else(|| {
        let place = cells.last().map_or((1, 1), CellText::place);
        Problem::new(place, format!("{} cells", size * size), found.to_string())
    })?;
    Ok((grid, alphabet))
}

/// Whether some cell is a letter.
fn has_letters(cells: &[CellText<'_>]) -> bool {
    cells
        .iter()
        .any(|cell| cell.text.len() == 1 && cell.text.chars().all(|c| c.is_ascii_alphabetic()))
}

/// The symbol of a blank cell: one of [`BLANKS`], any number of times, or `0` where that is no
/// digit.
fn as_blank(text: &str, alphabet: Alphabet) -> Option<char> {
    let mut characters = text.chars();
    let first = characters.next()?;
    let is_blank = BLANKS.contains(&first) || (first == '0' && !alphabet.has_zero());
    (is_blank && characters.all(|c| c == first)).then_some(first)
}

fn as_digit(cell: &CellText<'_>, alphabet: Alphabet, size: usize) -> Result<Digit, Problem> {
    let mut characters = cell.text.chars();
    let digit = match (alphabet, characters.next(), characters.next()) {
        (Alphabet::Numbers, ..) => {
            let value = cell.text.parse().ok().and_then(Digit::from_value);
            value.filter(|digit| digit.value() <= size)
        }
        (_, Some(symbol), None) => alphabet.digit(symbol, size),
        _ => None,
    };
    digit.ok_or_else(|| {
        Problem::new(
            cell.place(),
            format!("a digit ({}) or a blank", alphabet.range(size)),
            quote(cell.text),
        )
    })
}
