//! A text that is one puzzle.

use std::str::FromStr;

use super::error::{FormatError, Problem};
use super::reader::Reader;
use super::record::ReadOptions;
use crate::board::Puzzle;

impl FromStr for Puzzle {
    type Err = FormatError;

    /// Reads a text with one puzzle in any form that [`Reader`] understands without being told
    /// more.
    ///
    /// # Errors
    /// When the text holds no puzzle, more than one, or something that is none. Places in errors
    /// call the text `<text>`.
    fn from_str(text: &str) -> Result<Puzzle, FormatError> {
        let source = "<text>";
        let options = ReadOptions {
            longest_line: text.len().max(1),
            ..ReadOptions::default()
        };
        let records = Reader::new(source, text.as_bytes(), options);
        // Reading from memory never fails.
        let mut records = records.filter_map(Result::ok);
        let problem = |line, found| Problem::new((line, 1), "one puzzle", found);
        let Some(first) = records.next() else {
            return Err(problem(1, "none").in_source(&source.into()));
        };
        let (puzzle, _) = first.content.map_err(|invalid| invalid.error)?;
        match records.next() {
            None => Ok(puzzle),
            Some(second) => Err(problem(second.line, "another").in_source(&source.into())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_puzzle_and_nothing_else() {
        let puzzle: Puzzle = "1...\n..2.\n.3..\n...4".parse().unwrap();
        assert_eq!(puzzle.givens().to_string(), "1.....2..3.....4");
        let message = |text: &str| text.parse::<Puzzle>().unwrap_err().to_string();
        assert_eq!(message(""), "<text>:1:1: expected one puzzle, found none");
        assert_eq!(
            message("1.....2..3.....4\n1.....2..3.....4"),
            "<text>:2:1: expected one puzzle, found another"
        );
        assert_eq!(
            message(&".".repeat(80)),
            "<text>:1:81: expected 81 cells for a 9x9 puzzle, found 80"
        );
    }
}
