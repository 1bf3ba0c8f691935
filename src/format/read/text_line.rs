//! Lines of text that map their characters to columns of the input.
//!
//! Pasted text contains byte order marks, no-break spaces, `…` and fullwidth digits. They are
//! normalised here, so that the readers see only spaces, dots and digits, and errors still name the
//! column that the user sees.

/// A line of text, or part of one, with the column of each character.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TextLine {
    /// The number of the line, counted from 1.
    pub number: usize,
    /// The line as it was read, without its line ending.
    raw: String,
    /// The normalised text if it differs from `raw`.
    plain: Option<String>,
    /// The column of each character of the plain text and of the end of the line, counted from 1.
    /// `None` if they are 1, 2, 3, …
    columns: Option<Vec<usize>>,
}

impl TextLine {
    /// Creates a text line from a whole line.
    pub fn new(number: usize, raw: &str) -> TextLine {
        if !raw.is_ascii() {
            return TextLine::with_columns(number, raw, (1..=raw.chars().count() + 1).collect());
        }
        TextLine {
            number,
            raw: raw.to_string(),
            plain: None,
            columns: None,
        }
    }

    /// Creates a text line from part of a line. `columns` has one column per character and one for
    /// the end.
    pub fn with_columns(number: usize, raw: &str, columns: Vec<usize>) -> TextLine {
        let (plain, columns) = match plain(raw, &columns) {
            None => (None, columns),
            Some((plain, columns)) => (Some(plain), columns),
        };
        TextLine {
            number,
            raw: raw.to_string(),
            plain,
            columns: Some(columns),
        }
    }

    /// Returns the rest of the line, starting at a byte of the plain text.
    pub fn rest(&self, byte: usize) -> TextLine {
        let (before, rest) = self.text().split_at(byte);
        let first = before.chars().count();
        TextLine {
            number: self.number,
            raw: rest.to_string(),
            plain: None,
            columns: Some(
                (first..=first + rest.chars().count())
                    .map(|at| self.column(at))
                    .collect(),
            ),
        }
    }

    /// Creates a line of words with spaces between them, given the column of each word.
    pub fn of_words<'w>(number: usize, words: impl Iterator<Item = (usize, &'w str)>) -> TextLine {
        let (mut text, mut columns) = (String::new(), Vec::new());
        for (column, word) in words {
            if !text.is_empty() {
                text.push(' ');
                columns.push(column);
            }
            text.push_str(word);
            columns.extend((0..word.chars().count()).map(|at| column + at));
        }
        columns.push(columns.last().map_or(1, |last| last + 1));
        TextLine::with_columns(number, &text, columns)
    }

    pub fn raw(&self) -> &str {
        &self.raw
    }

    /// Returns the plain text.
    pub fn text(&self) -> &str {
        self.plain.as_ref().unwrap_or(&self.raw)
    }

    /// Returns the line and column of a byte of the plain text, both counted from 1.
    pub fn place(&self, byte: usize) -> (usize, usize) {
        (
            self.number,
            self.column(self.text()[..byte].chars().count()),
        )
    }

    /// Returns the column of a character of the plain text, given its index.
    fn column(&self, character: usize) -> usize {
        let columns = self.columns.as_ref();
        let column = columns.and_then(|columns| columns.get(character).or(columns.last()));
        column.copied().unwrap_or(character + 1)
    }
}

/// Returns the plain text of a line and its columns, or `None` if the line is plain already.
fn plain(raw: &str, columns: &[usize]) -> Option<(String, Vec<usize>)> {
    let is_plain = |c: char| {
        let is_space = c == ' ' || !c.is_whitespace();
        c != '…' && is_space && !is_invisible(c) && narrow(c).is_none()
    };
    if raw.is_ascii() || raw.chars().all(is_plain) {
        return None;
    }
    let mut text = String::with_capacity(raw.len());
    let mut plain_columns = Vec::with_capacity(raw.len());
    for (c, column) in raw.chars().zip(columns) {
        let before = text.len();
        match c {
            '…' => text.push_str("..."),
            c if is_invisible(c) => {}
            c if c.is_whitespace() => text.push(' '),
            c => text.push(narrow(c).unwrap_or(c)),
        }
        let added = text[before..].chars().count();
        plain_columns.extend(std::iter::repeat_n(*column, added));
    }
    plain_columns.extend(columns.last());
    Some((text, plain_columns))
}

/// Returns true for characters that web pages contain but do not show: byte order mark, zero-width
/// space and joiners, soft hyphen, direction marks, and the combining characters that turn a digit
/// into a keycap emoji.
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{ad}' | '\u{fe0f}' | '\u{20e3}'
    )
}

/// Returns the ASCII form of a fullwidth character, which East Asian input methods write for digits
/// and dots. Unicode keeps them in one block, in ASCII order.
fn narrow(c: char) -> Option<char> {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pasted_text_is_normalised_and_keeps_its_columns() {
        let line = TextLine::new(7, "\u{feff}4…..8\u{a0}5");
        assert_eq!(line.text(), "4.....8 5");
        let places: Vec<usize> = (0..=9).map(|byte| line.place(byte).1).collect();
        assert_eq!(places, [2, 3, 3, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(line.place(0).0, 7);
    }

    #[test]
    fn fullwidth_characters_become_ascii() {
        let line = TextLine::new(1, "\u{ff11}\u{ff0e}\u{3000}\u{ff19}x");
        assert_eq!(line.text(), "1. 9x");
        assert_eq!(line.place(4), (1, 5));
    }

    #[test]
    fn a_part_of_a_line_keeps_its_columns() {
        let line = TextLine::with_columns(3, "1…2", vec![11, 12, 13, 14]);
        let places: Vec<usize> = (0..=5).map(|byte| line.place(byte).1).collect();
        assert_eq!(places, [11, 12, 12, 12, 13, 14]);
    }

    #[test]
    fn the_rest_of_a_line_and_a_line_of_words_keep_their_columns() {
        let line = TextLine::new(3, "> …5").rest(2);
        assert_eq!((line.text(), line.raw()), ("...5", "...5"));
        let columns: Vec<usize> = (0..=4).map(|byte| line.place(byte).1).collect();
        assert_eq!(columns, [3, 3, 3, 4, 5]);
        let words = [(2, "5"), (7, "12"), (9, ".")];
        let line = TextLine::of_words(4, words.into_iter());
        assert_eq!(line.text(), "5 12 .");
        assert_eq!(
            [0, 2, 3, 5, 6].map(|byte| line.place(byte)),
            [(4, 2), (4, 7), (4, 8), (4, 9), (4, 10)]
        );
    }
}
