//! Patterns: which cells of a puzzle are to be given and which are not.

use std::fmt;

use thiserror::Error;

use crate::board::{Cell, CellName, Shape};

/// What a pattern wants of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Wish {
    /// It is given.
    Given,
    /// It is blank.
    Blank,
    /// Either.
    Either,
}

/// A wish for every cell of a board.
///
/// As text it has a character for each cell: `x` (or `X`, `#`, `*`, a digit from 1 on) for a given,
/// `.` (or `0`, `-`, `_`) for a blank and `?` for either. Spaces and ends of lines do not count.
///
/// ```
/// use satdoku::generate::{Pattern, Wish};
///
/// let pattern: Pattern = "x..? .xx. ..x. ?..x".parse()?;
/// assert_eq!(pattern.size(), 4);
/// assert_eq!(pattern.wishes()[3], Wish::Either);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Pattern {
    size: usize,
    wishes: Vec<Wish>,
}

/// Why a text is not a pattern.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PatternError {
    /// A character that says nothing about a cell.
    #[error("{line}:{column}: expected x (given), . (blank) or ? (either), found `{found}`")]
    Character {
        /// The line, from 1.
        line: usize,
        /// The column in characters, from 1.
        column: usize,
        /// The character.
        found: char,
    },
    /// Another number of cells than any board has.
    #[error("expected a square number of cells, 16 or more, found {0}")]
    Cells(usize),
}

impl Pattern {
    /// A wish for each cell in reading order.
    ///
    /// # Errors
    /// When no board has so many cells.
    pub fn new(wishes: Vec<Wish>) -> Result<Pattern, PatternError> {
        let size = wishes.len().isqrt();
        if size * size != wishes.len() || Shape::without_boxes(size).is_err() {
            return Err(PatternError::Cells(wishes.len()));
        }
        Ok(Pattern { size, wishes })
    }

    /// The number of rows.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The wish for each cell in reading order.
    pub fn wishes(&self) -> &[Wish] {
        &self.wishes
    }

    /// The cells with this wish, as a person reads them.
    pub fn cells(&self, wish: Wish) -> impl Iterator<Item = CellName> + '_ {
        let all = self.wishes.iter().enumerate();
        all.filter(move |(_, of_cell)| **of_cell == wish)
            .map(|(cell, _)| Cell::from_index(cell).name(self.size))
    }
}

impl std::str::FromStr for Pattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Pattern, PatternError> {
        let mut wishes = Vec::new();
        for (line, content) in text.lines().enumerate() {
            for (column, character) in content.chars().enumerate() {
                wishes.push(match character {
                    'x' | 'X' | '#' | '*' | '1'..='9' => Wish::Given,
                    '.' | '0' | '-' | '_' => Wish::Blank,
                    '?' => Wish::Either,
                    space if space.is_whitespace() => continue,
                    found => {
                        return Err(PatternError::Character {
                            line: line + 1,
                            column: column + 1,
                            found,
                        });
                    }
                });
            }
        }
        Pattern::new(wishes)
    }
}

impl fmt::Display for Pattern {
    /// The cells on one line: `x`, `.` or `?`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.wishes.iter().try_for_each(|wish| {
            f.write_str(match wish {
                Wish::Given => "x",
                Wish::Blank => ".",
                Wish::Either => "?",
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_read_as_they_are_written() {
        let pattern: Pattern = "x.?.\n#0?_ \n1 - ? .\n\n*.?.\n".parse().unwrap();
        assert_eq!(pattern.to_string(), "x.?.".repeat(4));
        assert_eq!(pattern.to_string().parse(), Ok(pattern.clone()));
        let given: Vec<String> = pattern.cells(Wish::Given).map(|c| c.to_string()).collect();
        assert_eq!(given, ["r1c1", "r2c1", "r3c1", "r4c1"]);
    }

    #[test]
    fn what_is_no_pattern_is_named_with_its_place() {
        let message = |text: &str| text.parse::<Pattern>().unwrap_err().to_string();
        assert_eq!(
            message("x..x\n.x;."),
            "2:3: expected x (given), . (blank) or ? (either), found `;`"
        );
        for text in ["", "x..", ".........", &".".repeat(17)] {
            let expected = format!(
                "expected a square number of cells, 16 or more, found {}",
                text.len()
            );
            assert_eq!(message(text), expected);
        }
    }
}
