//! Pencil marks of a 9×9 puzzle on one line, with a symbol for each digit of each cell. They would be read as
//! a board of 27×27.

use super::glyph::{Glyph, Line, trim};
use super::recognised::{Near, Recognised};

/// Returns the error of a line of candidates.
pub(crate) fn error_at(lines: &[Line], _: &mut usize) -> Option<Recognised> {
    let line = trim(lines.first()?);
    let is_mark = |(index, glyph): (usize, &Glyph)| {
        glyph.c == '.' || glyph.c.to_digit(10) == Some(index as u32 % 9 + 1)
    };
    let has_mark = |cell: &[Glyph]| cell.iter().any(|glyph| glyph.c != '.');
    let is_marks = line.len() == 729 && line.iter().enumerate().all(is_mark);
    (is_marks && line.chunks(9).all(has_mark)).then(|| {
        let (start, expected) = (line[0].position(), "81 cells or a grid of pencil marks");
        let found = "729 symbols, nine for each cell".to_string();
        Recognised::Error(Near::new("a puzzle", start, expected, found, line.len()), 1)
    })
}
