//! A solution that stands beside a puzzle, such as in another column of a table.

use thiserror::Error;

use super::alphabet::Alphabet;
use super::record::ReadOptions;
use super::text::TextLine;
use super::text_reader::TextReader;
use crate::board::{Cell, Grid, Puzzle};

/// Why a text is no solution of a puzzle's size.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("expected {expected}, found {found}")]
pub struct SolutionError {
    /// What should have been there.
    pub expected: String,
    /// What was there.
    pub found: String,
    /// The line of the text, counted from 1.
    pub line: usize,
    /// The character of that line, counted from 1.
    pub column: usize,
}

/// The grid that `text` is: all cells filled, in any arrangement, in the symbols of `alphabet` (the
/// one that the puzzle came in) or as numbers. Whether it solves the puzzle is not asked here.
///
/// # Errors
/// When the text is no grid of the size of `puzzle`, or has blanks.
pub fn parse_solution(
    text: &str,
    puzzle: &Puzzle,
    alphabet: Alphabet,
) -> Result<Grid, SolutionError> {
    let read_as = |alphabet| {
        let mut reader = TextReader::new(&ReadOptions {
            shape: Some(puzzle.layout().shape()),
            alphabet: Some(alphabet),
            longest_line: text.len().max(1),
            ..ReadOptions::default()
        });
        if let Some((solution, _)) = reader.take_plain(text.trim().as_bytes()) {
            return Ok(solution);
        }
        let lines = text.lines().zip(1..);
        let lines = lines.map(|(line, number)| TextLine::new(number, line));
        reader
            .only_puzzle(lines.collect())
            .map(|(solution, _)| solution)
    };
    let solution = read_as(alphabet).or_else(|problem| match alphabet {
        Alphabet::Numbers => Err(problem),
        _ => read_as(Alphabet::Numbers).map_err(|_| problem),
    });
    let solution = solution.map_err(|problem| SolutionError {
        expected: problem.expected,
        found: problem.found,
        line: problem.line,
        column: problem.column,
    })?;
    let grid = solution.givens();
    let blank: Option<Cell> = grid.blanks().next();
    match blank {
        None => Ok(grid.clone()),
        Some(cell) => Err(SolutionError {
            expected: "a solution without blanks".to_string(),
            found: format!("one in {}", cell.name(grid.size())),
            line: 1,
            column: 1,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solutions_are_read_in_any_form() {
        let puzzle: Puzzle = "1.....2..3.....4".parse().unwrap();
        let solution = "1243342143122134";
        for text in [
            solution,
            " 1243342143122134\n",
            "1243\n3421\n4312\n2134",
            "12|43\n34|21\n--+--\n43|12\n21|34\n",
        ] {
            let grid = parse_solution(text, &puzzle, Alphabet::FromOne).unwrap();
            assert_eq!(grid.to_string(), solution, "{text}");
        }
        let nine: Puzzle = ".".repeat(81).parse().unwrap();
        let line = "123456789".repeat(9);
        let grid = parse_solution(&line, &nine, Alphabet::FromOne).unwrap();
        assert_eq!(grid.to_string(), line);
        let numbers = "16 ".repeat(256);
        let large: Puzzle = ".".repeat(256).parse().unwrap();
        let grid = parse_solution(&numbers, &large, Alphabet::FromOne).unwrap();
        assert_eq!(grid.to_string(), "G".repeat(256));
    }

    #[test]
    fn what_is_no_solution_is_said() {
        let puzzle: Puzzle = "1.....2..3.....4".parse().unwrap();
        let message = |text: &str| {
            let error = parse_solution(text, &puzzle, Alphabet::FromOne).unwrap_err();
            format!("{}:{}: {error}", error.line, error.column)
        };
        assert_eq!(message(""), "1:1: expected a puzzle, found nothing");
        assert_eq!(
            message("12433421431221.4"),
            "1:1: expected a solution without blanks, found one in r4c3"
        );
        assert_eq!(
            message("1243342143122135"),
            "1:16: expected a digit (1-4) or a blank, found `5`"
        );
    }
}
