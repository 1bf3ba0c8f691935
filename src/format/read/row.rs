//! Interpretation of one line of text as a row of cells.

use std::ops::Range;

use super::infer::BLANKS;
use super::text_line::TextLine;

/// The separation of the cells of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Spacing {
    /// Each character is a cell.
    #[default]
    Characters,
    /// All cells are separated.
    Words,
    /// All cells are separated, and each lists its candidates (pencil marks).
    Marks,
}

/// A line of text as a row of cells, in every spacing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct GridRow {
    pub line: TextLine,
    /// The number of cells if all cells are separated.
    pub spaced: usize,
    /// The number of cells if each character is one.
    pub compact: usize,
    /// The number of spaced cells with at most one, two and three characters.
    pub narrow: [usize; 3],
    /// The largest number between separators, and the largest value of a character: 10 for `A`.
    pub greatest_number: usize,
    pub greatest_character: usize,
    pub marks: Marks,
    /// True if there are vertical lines between or around the cells.
    pub is_framed: bool,
}

/// Interpretation of a row as pencil marks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Marks {
    /// The number of cells, or 0 if the row cannot be pencil marks.
    pub cells: usize,
    /// True if some cell has more than one candidate and is not a number.
    pub has_several: bool,
}

/// The shortest row: boards are at least 4×4.
pub(super) const SHORTEST: usize = 4;

/// Returns true for a character that separates cells. Brackets occur in list literals of programs.
pub(super) fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';' | '[' | ']') || is_vertical(c)
}

pub(super) fn is_vertical(c: char) -> bool {
    matches!(c, '|' | '¦' | '│' | '┃' | '║')
}

/// Returns the cells of a line, each with the byte at which it begins.
pub(super) fn cells(text: &str, spacing: Spacing) -> Vec<(usize, &str)> {
    let start = text.as_ptr() as usize;
    // Numbers in pencil marks are separated by commas.
    let is_between = |c| is_separator(c) && (spacing != Spacing::Marks || c != ',');
    let pieces = text.split(is_between).filter(|piece| !piece.is_empty());
    let pieces = pieces.map(|piece| (piece.as_ptr() as usize - start, piece));
    if spacing != Spacing::Characters {
        return pieces.collect();
    }
    let characters = pieces.flat_map(|(byte, piece)| {
        let characters = piece.char_indices();
        characters.map(move |(at, c)| (byte + at, &piece[at..at + c.len_utf8()]))
    });
    characters.collect()
}

/// A cell and its position in a line.
pub(super) struct CellText<'a> {
    pub line: &'a TextLine,
    /// Byte offset of the cell in the line.
    pub byte: usize,
    pub text: &'a str,
}

impl CellText<'_> {
    /// Returns the line and column of the cell, counted from 1.
    pub fn place(&self) -> (usize, usize) {
        self.line.place(self.byte)
    }
}

/// Returns the cells in a byte range of a line.
pub(super) fn cells_of(
    line: &TextLine,
    range: Range<usize>,
    spacing: Spacing,
) -> impl Iterator<Item = CellText<'_>> {
    let start = range.start;
    let cells = cells(&line.text()[range], spacing).into_iter();
    cells.map(move |(byte, text)| CellText {
        line,
        byte: start + byte,
        text,
    })
}

impl GridRow {
    pub fn new(line: TextLine) -> GridRow {
        let text = line.text();
        let tokens = cells(text, Spacing::Words);
        let lengths = || tokens.iter().map(|(_, token)| token.chars().count());
        let number = |token: &str| match token.len() {
            1 => token
                .chars()
                .next()
                .and_then(|c| c.to_digit(36))
                .map(|value| value as usize),
            _ => token.parse().ok(),
        };
        let blank = other_blank(text);
        let digits = text.chars().filter(|c| Some(*c) != blank);
        let characters = digits.filter_map(|c| c.to_digit(36));
        GridRow {
            spaced: tokens.len(),
            compact: lengths().sum(),
            narrow: [1, 2, 3].map(|width| lengths().filter(|length| *length <= width).count()),
            greatest_number: tokens
                .iter()
                .filter_map(|(_, token)| number(token))
                .max()
                .unwrap_or(0),
            greatest_character: characters.max().unwrap_or(0) as usize,
            marks: Marks::of(text),
            is_framed: text.contains(is_vertical),
            line,
        }
    }
}

impl Marks {
    fn of(text: &str) -> Marks {
        let is_mark = |c: char| c.is_ascii_alphanumeric() || c == ',';
        let tokens = cells(text, Spacing::Marks);
        if tokens.len() < SHORTEST || !tokens.iter().all(|(_, token)| token.chars().all(is_mark)) {
            return Marks::default();
        }
        // On boards with more than nine digits a cell can be a number, unless there are letters.
        let width = tokens.len().ilog10() as usize + 1;
        let has_letters = text.contains(|c: char| c.is_ascii_alphabetic());
        let is_number = |token: &str| {
            width > 1
                && !has_letters
                && token.len() <= width
                && token.bytes().all(|byte| byte.is_ascii_digit())
        };
        let several = || tokens.iter().filter(|(_, token)| token.len() > 1);
        let no_numbers = || several().filter(|(_, token)| !is_number(token));
        // Up to half of the sets may be invalid. They are reported as errors of their cells.
        let sets = no_numbers().filter(|(_, token)| is_rising(token)).count();
        if 2 * sets < no_numbers().count() {
            return Marks::default();
        }
        Marks {
            cells: tokens.len(),
            has_several: sets > 0,
        }
    }
}

/// Returns true if the digits of a cell are in ascending order: characters, or numbers separated by
/// commas.
pub(super) fn is_rising(token: &str) -> bool {
    if token.contains(',') {
        token
            .split(',')
            .map(|number| number.parse::<usize>().ok())
            .is_sorted_by(|one, other| one.is_some() && one < other)
    } else {
        token
            .chars()
            .map(|c| c.to_digit(36))
            .is_sorted_by(|one, other| one < other)
    }
}

/// Returns the unusual blank of a text: the only symbol other than digits, if it is not a usual
/// blank and occurs at least twice.
pub(super) fn other_blank(text: &str) -> Option<char> {
    let mut others = text
        .chars()
        .filter(|c| !is_separator(*c) && !c.is_ascii_digit());
    let first = others.next()?;
    let (mut count, mut is_one) = (1, !BLANKS.contains(&first));
    others.for_each(|c| {
        count += 1;
        is_one &= c == first;
    });
    (is_one && count > 1).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_counted_in_both_spacings() {
        let row = GridRow::new(TextLine::new(1, "| 12 __ | 3 . |"));
        assert_eq!((row.spaced, row.compact), (4, 6));
        assert_eq!(row.narrow, [2, 4, 4]);
        assert_eq!((row.greatest_number, row.greatest_character), (12, 3));
        assert!(row.is_framed);
        let [spaced, compact] =
            [Spacing::Words, Spacing::Characters].map(|spacing| cells("ab|c", spacing));
        assert_eq!(spaced, [(0, "ab"), (3, "c")]);
        assert_eq!(compact, [(0, "a"), (1, "b"), (3, "c")]);
    }

    #[test]
    fn pencil_marks_are_ascending() {
        let marks = |text: &str| GridRow::new(TextLine::new(1, text)).marks;
        assert_eq!(marks("| 5  3  124 | 26 7 2468 |").cells, 6);
        assert!(marks("1 12 2 3").has_several && !marks("1 2 2 3").has_several);
        // Ten cells can be numbers.
        assert!(!marks("1 2 3 4 5 6 7 8 10 12").has_several);
        assert!(marks("1 2 3 4 5 6 7 8 10 9A").has_several);
        assert!(marks("1 2 3 4 5 6 7 8 10 9,10").has_several);
        assert_eq!(marks("1,2,15 3 4 10,12").cells, 4);
        // One invalid cell among valid ones.
        assert_eq!(marks("12 34 43 124 2").cells, 5);
        for text in ["1 2 3 21", "53. .7. ... .", "12 34 5", "1 2 3 4.5"] {
            assert_eq!(marks(text), Marks::default(), "{text}");
        }
    }
}
