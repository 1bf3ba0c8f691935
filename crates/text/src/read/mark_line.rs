//! Pencil marks of a 9×9 puzzle on one line, with a symbol for each digit of each cell. They would be read as
//! a board of 27×27.

use super::glyph::{Glyph, Line};
use super::recognised::{Near, Recognised};

/// Returns the error of a line with a word of candidates.
pub(crate) fn error_at(lines: &[Line], _: &mut usize) -> Option<Recognised> {
    let mut words = lines.first()?.split(|glyph| glyph.c.is_whitespace());
    let word = words.find(|word| is_marks(word))?;
    let (start, expected) = (word[0].position(), "81 cells or a grid of pencil marks");
    let found = "729 symbols, nine for each cell".to_string();
    Some(Recognised::Error(
        Near::new("a puzzle", start, expected, found, word.len()),
        1,
    ))
}

fn is_marks(word: &[Glyph]) -> bool {
    let is_mark = |(index, glyph): (usize, &Glyph)| {
        glyph.c == '.' || glyph.c.to_digit(10) == Some(index as u32 % 9 + 1)
    };
    let has_mark = |cell: &[Glyph]| cell.iter().any(|glyph| glyph.c != '.');
    word.len() == 729 && word.iter().enumerate().all(is_mark) && word.chunks(9).all(has_mark)
}
