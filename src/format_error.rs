//! Errors in the format of a text, and their places.

use std::error::Error;
use std::fmt::{self, Write};
use std::sync::Arc;

use crate::board::Mismatch;

/// A place in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The name of the text, such as a file name; empty for a `&str`.
    pub source: Arc<str>,
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
}

impl fmt::Display for Place {
    /// Writes `source:line:column`, or `line:column` if the source has no name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.source.is_empty() {
            write!(f, "{}:", Escaped(&self.source))?;
        }
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// An error in the format of a text. It displays as a single line without control characters, even
/// if the text contains some.
///
/// ```
/// use satdoku::board::Puzzle;
///
/// let error = "53..7?...".repeat(9).parse::<Puzzle>().unwrap_err();
/// assert_eq!(error.place.column, 6);
/// assert_eq!(error.to_string(), "1:6: expected a digit or `.` for a blank, found `?`");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormatError {
    /// The place of the error.
    pub place: Place,
    /// A description of the expected text. Empty if the text contains no puzzle at all.
    pub expected: String,
    /// The text that was found instead, or a description of it.
    pub found: String,
    /// The setting of a reader that resolves the error, if there is one.
    pub setting: Option<Setting>,
}

/// A setting that tells a reader how to read an ambiguous text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Setting {
    /// The symbols of the digits: the names of the alphabets that fit.
    Alphabet(Box<[String; 2]>),
    /// The column or field with the puzzles.
    Column,
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.expected.is_empty() && self.place.source.is_empty() {
            return f.write_str("no puzzle found");
        }
        if self.expected.is_empty() {
            return write!(f, "no puzzle found in {}", Escaped(&self.place.source));
        }
        let (expected, found) = (Escaped(&self.expected), Escaped(&self.found));
        write!(f, "{}: expected {expected}, found {found}", self.place)
    }
}

impl Error for FormatError {}

impl FormatError {
    /// Creates the error of a text without a puzzle.
    pub fn no_puzzle(start: (usize, usize)) -> FormatError {
        FormatError::new(start, "", "no puzzle")
    }

    /// Adds the setting that resolves the error.
    #[must_use]
    pub fn with_setting(self, setting: Setting) -> FormatError {
        FormatError {
            setting: Some(setting),
            ..self
        }
    }

    /// Creates an error at a line and column of a text whose name is not known yet.
    pub fn new(
        (line, column): (usize, usize),
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> FormatError {
        let source = Arc::default();
        FormatError {
            place: Place {
                source,
                line,
                column,
            },
            expected: expected.into(),
            found: found.into(),
            setting: None,
        }
    }

    /// Creates an error with what its cause expected and found.
    pub fn caused(place: (usize, usize), cause: Mismatch) -> FormatError {
        FormatError::new(place, cause.expected, cause.found)
    }

    /// Sets the name of the text.
    #[must_use]
    pub fn in_source(mut self, source: &Arc<str>) -> FormatError {
        self.place.source = source.clone();
        self
    }
}

/// A text that displays with its control characters escaped, such as `\u{1b}` for ESC, so that no
/// input can manipulate a terminal.
#[derive(Debug, Clone, Copy)]
pub struct Escaped<'a>(pub &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Every answer begins with a file name, so the usual case is fast.
        if self.0.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
            return f.write_str(self.0);
        }
        for c in self.0.chars() {
            write_visible(f, c, false)?;
        }
        Ok(())
    }
}

/// Writes a character, escaped if it is a control character or changes the direction of text. If
/// `is_quoted`, white space that looks like a space is escaped too.
fn write_visible(to: &mut impl Write, c: char, is_quoted: bool) -> fmt::Result {
    let changes_direction =
        matches!(c, '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    if c.is_control() || changes_direction || (is_quoted && c.is_whitespace() && c != ' ') {
        write!(to, "{}", c.escape_unicode())
    } else {
        to.write_char(c)
    }
}

/// Quotes text for an error: in backquotes, escaped and shortened.
pub fn quote(text: &str) -> String {
    const LONGEST: usize = 20;
    let mut quoted = String::from("`");
    for c in text.chars().take(LONGEST) {
        // Writing to a string cannot fail.
        let _ = write_visible(&mut quoted, c, true);
    }
    if text.chars().nth(LONGEST).is_some() {
        quoted.push('…');
    }
    quoted + "`"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_place_the_expected_and_the_found() {
        let error = FormatError::new((3, 14), "81 cells", "80").in_source(&"puzzles.txt".into());
        assert_eq!(
            error.to_string(),
            "puzzles.txt:3:14: expected 81 cells, found 80"
        );
    }

    #[test]
    fn control_characters_are_escaped() {
        let error = FormatError::new((1, 1), "a\u{1b}[2J", "b\u{7}\n").in_source(&"\u{9b}c".into());
        assert_eq!(
            error.to_string(),
            "\\u{9b}c:1:1: expected a\\u{1b}[2J, found b\\u{7}\\u{a}"
        );
        assert_eq!(Escaped("1…\u{202e}9").to_string(), "1…\\u{202e}9");
    }

    #[test]
    fn quotes_are_short_and_visible() {
        assert_eq!(quote("x"), "`x`");
        assert_eq!(quote("a\u{0}b\u{a0}"), "`a\\u{0}b\\u{a0}`");
        assert_eq!(quote(&"7".repeat(30)), format!("`{}…`", "7".repeat(20)));
    }
}
