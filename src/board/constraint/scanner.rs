//! Tokens of a text with their columns, for the languages of rules.

use super::super::mismatch::Mismatch;

/// The rest of a text, from which tokens are taken. Spaces between them mean nothing.
pub(super) struct Scanner<'a> {
    rest: &'a str,
    /// The column of the rest, counted from 1.
    pub column: usize,
    /// Returns the length in bytes of the token at the start of a text, which is not empty.
    length: fn(&str) -> usize,
    /// The end of the text in errors.
    end: &'static str,
}

impl<'a> Scanner<'a> {
    pub fn new(text: &'a str, length: fn(&str) -> usize, end: &'static str) -> Scanner<'a> {
        Scanner {
            rest: text,
            column: 1,
            length,
            end,
        }
    }

    /// Returns the next token; an empty text at the end.
    pub fn peek(&mut self) -> &'a str {
        let ink = self.rest.trim_start();
        self.skip(self.rest.len() - ink.len());
        match ink.is_empty() {
            true => ink,
            false => &ink[..(self.length)(ink)],
        }
    }

    /// Skips this number of bytes.
    pub fn skip(&mut self, length: usize) {
        let (skipped, rest) = self.rest.split_at(length);
        self.column += skipped.chars().count();
        self.rest = rest;
    }

    /// Takes this token, if it is the next, whatever its case.
    pub fn take(&mut self, wanted: &str) -> bool {
        let is_next = self.peek().eq_ignore_ascii_case(wanted);
        if is_next {
            self.skip(wanted.len());
        }
        is_next
    }

    /// Takes this token.
    ///
    /// # Errors
    /// If it is not the next.
    pub fn expect(&mut self, wanted: &str) -> Result<(), Mismatch> {
        match self.take(wanted) {
            true => Ok(()),
            false => Err(self.error(format!("`{wanted}`"))),
        }
    }

    /// Returns the error that something else was expected than the next token.
    pub fn error(&mut self, expected: impl Into<String>) -> Mismatch {
        let found = match self.peek() {
            "" => self.end.to_string(),
            token => format!("`{token}`"),
        };
        Mismatch::new(expected, found).at(self.column)
    }
}

/// Returns the length of the number at the start of a text, or of its first character.
pub(super) fn number_length(text: &str) -> usize {
    let is_digit = |c: char| c.is_ascii_digit();
    let digits = text.find(|c| !is_digit(c)).unwrap_or(text.len());
    match digits {
        0 => text.chars().next().map_or(0, char::len_utf8),
        digits => digits,
    }
}
