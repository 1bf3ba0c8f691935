//! What can be wrong with a text, and where.

use std::fmt;
use std::sync::Arc;

use thiserror::Error;

/// A place in a text, counted from 1; columns count characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The name of the text, such as a file name.
    pub source: Arc<str>,
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl fmt::Display for Place {
    /// `file:line:column`, or without the name of the text if that is empty.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.source.is_empty() {
            write!(f, "{}:", self.source)?;
        }
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// A record that is not a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{place}: expected {expected}, found {found}")]
pub struct FormatError {
    /// Where.
    pub place: Place,
    /// What should have been there.
    pub expected: String,
    /// What was there.
    pub found: String,
}

/// A [`FormatError`] that does not know the name of its text yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Problem {
    pub line: usize,
    pub column: usize,
    pub expected: String,
    pub found: String,
}

impl Problem {
    pub fn new(
        (line, column): (usize, usize),
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Problem {
        Problem {
            line,
            column,
            expected: expected.into(),
            found: found.into(),
        }
    }

    pub fn in_source(self, source: &Arc<str>) -> FormatError {
        FormatError {
            place: Place {
                source: source.clone(),
                line: self.line,
                column: self.column,
            },
            expected: self.expected,
            found: self.found,
        }
    }
}

/// A piece of the text as an error message shows it: in backquotes, shortened, and with characters
/// that a terminal would not show replaced by their code.
pub(super) fn quote(text: &str) -> String {
    const LONGEST: usize = 20;
    let mut quoted = String::from("`");
    for (count, c) in text.chars().enumerate() {
        if count == LONGEST {
            quoted.push('…');
            break;
        }
        match c.is_control() || (c.is_whitespace() && c != ' ') {
            true => quoted.extend(c.escape_unicode()),
            false => quoted.push(c),
        }
    }
    quoted.push('`');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_say_where_what_and_what_instead() {
        let problem = Problem::new((3, 14), "81 cells", "80");
        let error = problem.in_source(&"puzzles.txt".into());
        assert_eq!(
            error.to_string(),
            "puzzles.txt:3:14: expected 81 cells, found 80"
        );
    }

    #[test]
    fn quotes_are_short_and_visible() {
        assert_eq!(quote("x"), "`x`");
        assert_eq!(quote("a\u{0}b"), "`a\\u{0}b`");
        assert_eq!(quote(&"7".repeat(30)), format!("`{}…`", "7".repeat(20)));
    }
}
