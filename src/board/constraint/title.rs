//! Titles of constraints: `as "red dots"`.

use std::fmt;

use super::super::mismatch::Mismatch;
use super::text::Words;

/// The name that a setter gives to a rule, such as `red dots`. Reports and steps use it in place of the
/// name of the kind.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Title(String);

impl Title {
    /// The largest number of characters.
    pub const MOST_CHARACTERS: usize = 100;

    /// Creates a title. Spaces around it are removed.
    ///
    /// # Errors
    /// If it has no characters, more than 100, a quotation mark, or a control character.
    pub fn new(text: &str) -> Result<Title, Mismatch> {
        let text = text.trim();
        let wrong = |expected: &str, found: String| Err(Mismatch::new(expected, found));
        match text.chars().find(|c| *c == '"' || c.is_control()) {
            Some(c) => wrong("a title without quotation marks", format!("{c:?}")),
            None if text.is_empty() => wrong("a title", "nothing".to_string()),
            None if text.chars().count() > Title::MOST_CHARACTERS => {
                let expected = format!("a title of at most {} characters", Title::MOST_CHARACTERS);
                wrong(&expected, text.chars().count().to_string())
            }
            None => Ok(Title(text.to_string())),
        }
    }

    /// The title without quotation marks.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Takes `as "…"`, if it is next.
    pub(super) fn parse(arguments: &mut Words) -> Result<Option<Title>, Mismatch> {
        if !arguments.take("as") {
            return Ok(None);
        }
        let title = arguments.quoted("a title such as \"red dots\"", |text, _| Title::new(text));
        title.map(Some)
    }
}

impl fmt::Display for Title {
    /// `"red dots"`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0)
    }
}
