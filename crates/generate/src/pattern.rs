//! Patterns: the cells of a puzzle that are given and those that are blank.

use thiserror::Error;

/// A cell of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PatternCell {
    /// Given.
    Given,
    /// Blank.
    Blank,
    /// Given or blank.
    Either,
}

/// The cells of a board that are given and those that are blank.
///
/// The text form has a character for each cell: `x` (or `X`, `#`, `*`, a digit other than 0) for a
/// given, `.` (or `0`, `-`, `_`) for a blank and `?` for either. Whitespace is ignored. Holes of a board
/// have no character.
///
/// ```
/// use satdoku_generate::{Pattern, PatternCell};
///
/// let pattern: Pattern = "x..? .xx. ..x. ?..x".parse()?;
/// assert_eq!(pattern.cells().len(), 16);
/// assert_eq!(pattern.cells()[3], PatternCell::Either);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Pattern {
    cells: Vec<PatternCell>,
}

/// A character of a pattern that stands for no cell.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{line}:{column}: expected x (given), . (blank) or ? (either), found `{found}`")]
pub struct PatternError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The character.
    pub found: char,
}

impl Pattern {
    /// Creates a pattern from its cells in reading order.
    pub fn new(cells: Vec<PatternCell>) -> Pattern {
        Pattern { cells }
    }

    /// Returns the cells in reading order.
    pub fn cells(&self) -> &[PatternCell] {
        &self.cells
    }
}

impl std::str::FromStr for Pattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Pattern, PatternError> {
        let mut cells = Vec::new();
        for (line, content) in text.lines().enumerate() {
            for (column, character) in content.chars().enumerate() {
                cells.push(match character {
                    'x' | 'X' | '#' | '*' | '1'..='9' => PatternCell::Given,
                    '.' | '0' | '-' | '_' => PatternCell::Blank,
                    '?' => PatternCell::Either,
                    space if space.is_whitespace() => continue,
                    found => {
                        return Err(PatternError {
                            line: line + 1,
                            column: column + 1,
                            found,
                        });
                    }
                });
            }
        }
        Ok(Pattern::new(cells))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_forms_are_parsed() {
        let pattern: Pattern = "x.?.\n#0?_ \n1 - ? .\n\n*.?.\n".parse().unwrap();
        assert_eq!(Ok(pattern.clone()), "x.?.".repeat(4).parse());
        assert_eq!(pattern.cells()[4], PatternCell::Given);
    }

    #[test]
    fn errors_name_the_place() {
        let message = |text: &str| text.parse::<Pattern>().unwrap_err().to_string();
        assert_eq!(
            message("x..x\n.x;."),
            "2:3: expected x (given), . (blank) or ? (either), found `;`"
        );
    }
}
