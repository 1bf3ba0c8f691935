//! The comments of an exported formula: the puzzle and the meaning of the variables.

use thiserror::Error;

use super::var_map::VarMap;
use crate::board::{Candidate, Geometry, Grid, Puzzle};

/// The comments of a formula written by [`write_dimacs`](super::write_dimacs).
#[derive(Debug, Clone)]
pub struct DimacsComments {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The line of the puzzle, counted from 1.
    pub line: usize,
    /// The digits that have no variable.
    pub fixed: Grid,
    /// The candidate of each variable, and the auxiliary variables.
    pub map: VarMap,
    /// The solution that the formula excludes.
    pub blocked: Option<Grid>,
}

/// An error in such comments.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{line}: expected {expected}")]
pub struct CommentError {
    /// The line, counted from 1.
    pub line: usize,
    /// The text that was expected there.
    pub expected: String,
}

impl DimacsComments {
    /// Parses the comments before the header of a formula with this many variables. They are in the
    /// order in which `write_dimacs` writes them; lines that begin with other words are ignored.
    ///
    /// # Errors
    /// The first line that is missing or cannot be parsed.
    pub fn read(comments: &str, variables: usize) -> Result<DimacsComments, CommentError> {
        let mut parsed = CommentParser::default();
        let mut line = 0;
        for comment in comments.lines() {
            line += 1;
            let comment = comment.strip_prefix("c ").unwrap_or("");
            let (word, rest) = comment.split_once(' ').unwrap_or((comment, ""));
            let result = parsed.read_line(word, rest, line);
            result.map_err(|expected| CommentError { line, expected })?;
        }
        let finished = parsed.finish(variables);
        finished.map_err(|expected| CommentError { line, expected })
    }
}

/// The comments parsed so far. The errors of the methods are what was expected.
#[derive(Default)]
struct CommentParser {
    /// The puzzle and the number of its line.
    puzzle: Option<(Puzzle, usize)>,
    blocked: Option<Grid>,
    fixed: Vec<Candidate>,
    /// The candidate of each variable, unless every candidate of the board has one.
    open: Vec<Candidate>,
    is_full: bool,
    /// The first and the last auxiliary variable.
    auxiliary: Option<[usize; 2]>,
}

impl CommentParser {
    fn read_line(&mut self, word: &str, rest: &str, line: usize) -> Result<(), String> {
        let board = self.puzzle.as_ref();
        let board = board.map_or(Geometry::from(0), |(puzzle, _)| puzzle.geometry().clone());
        let candidate = |name| Candidate::from_name(name, &board).ok_or("a cell such as r1c1=5");
        match word {
            "puzzle" => {
                let puzzle = rest.parse().map_err(|_| "a puzzle with its rules")?;
                self.puzzle = Some((puzzle, line));
            }
            "blocked" => {
                let (variables, cells): (Vec<&str>, Vec<&str>) =
                    rest.split(' ').partition(|word| word.contains('='));
                let solution = Grid::parse(&cells.join(" "), &board).ok();
                let mut solution = solution.ok_or("a solution")?;
                for variable in variables {
                    let Candidate { cell, digit } = candidate(variable)?;
                    solution.set(cell, Some(digit));
                }
                self.blocked = Some(solution);
            }
            "fixed" => self.fixed.push(candidate(rest)?),
            "variable" if rest.starts_with("of digit d in ") => self.is_full = true,
            "variable" => {
                let number = (self.open.len() + 1).to_string();
                let name = rest.strip_prefix(&number).unwrap_or("").trim_start();
                let expected = |cell| format!("variable {number} with {cell}");
                self.open.push(candidate(name).map_err(expected)?);
            }
            "auxiliary" => {
                let range = rest.split_once(" to ");
                let range = range.and_then(|(a, b)| Some([a.parse().ok()?, b.parse().ok()?]));
                let range = range.filter(|[first, last]| first <= last);
                self.auxiliary = Some(range.ok_or("a range such as 730 to 800")?);
            }
            _ => {}
        }
        Ok(())
    }

    fn finish(self, variables: usize) -> Result<DimacsComments, String> {
        let (puzzle, line) = self.puzzle.ok_or("the puzzle before the header")?;
        let mut map = if self.is_full {
            VarMap::full(puzzle.geometry())
        } else {
            VarMap::of_open(puzzle.geometry(), self.open)
                .ok_or("variables in the order of cells and digits")?
        };
        if let Some([first, last]) = self.auxiliary {
            let expected = map.len() + 1;
            if first != expected {
                return Err(format!(
                    "auxiliary variables starting at {expected}, found {first}"
                ));
            }
            map = map.with_auxiliaries(last - first + 1);
        }
        if map.variables() != variables {
            return Err(format!("{} variables, found {variables}", map.variables()));
        }
        let mut fixed = Grid::blank(puzzle.geometry());
        for Candidate { cell, digit } in self.fixed {
            fixed.set(cell, Some(digit));
        }
        Ok(DimacsComments {
            puzzle,
            line,
            fixed,
            map,
            blocked: self.blocked,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::at_most_one::AtMostOne;
    use super::super::dimacs::write_dimacs;
    use super::super::dimacs_reader::Formula;
    use super::super::encoding::Encoding;
    use super::super::translation::Translation;
    use super::*;
    use crate::board::Digit;
    use crate::testing::{blank_on, random_puzzles};

    #[test]
    fn comments_survive_a_round_trip() {
        let small = random_puzzles(&["2x2", "2x3", "3x3", "3x4"], 8);
        let mut at = 0;
        // Digits above 35 are written as numbers.
        let large = random_puzzles(&["6x6"], 1);
        let boards = [
            "board 1x3; digits 0-2",
            "grids r1c1 r3c3; box 2x2",
            "board 3x3; holes r1c1; regions 11..2233",
            "board 2x2; variables x 2 0-5; sum 0 x1 -1*r1c1; given x1=1",
        ];
        let boards = boards.map(blank_on);
        for puzzle in small.into_iter().chain(large).chain(boards) {
            let first = puzzle.givens().blanks().next();
            let removed = first.map(|cell| Candidate {
                cell,
                digit: Digit::from_index(at % puzzle.geometry().rows()),
            });
            let puzzle = puzzle.without(removed).unwrap();
            for encoding in Encoding::ALL {
                if puzzle.geometry().rows() > 35 && encoding != Encoding::Reduced {
                    continue;
                }
                let at_most_one = AtMostOne::ALL[at % AtMostOne::ALL.len()];
                at += 1;
                let translation = Translation::new(&puzzle, encoding);
                let translation = translation.with_at_most_one(at_most_one);
                let mut text = Vec::new();
                write_dimacs(&translation, Some(puzzle.givens()), &mut text).unwrap();
                let formula = Formula::read(text.as_slice()).unwrap();
                let comments = DimacsComments::read(&formula.comments, formula.variables).unwrap();
                assert_eq!(comments.puzzle.givens(), puzzle.givens());
                assert_eq!(comments.puzzle.all_removed(), puzzle.all_removed());
                assert_eq!(comments.puzzle.layout().shape(), puzzle.layout().shape());
                assert_eq!(&comments.fixed, translation.fixed());
                assert!(comments.map.iter().eq(translation.map().iter()));
                assert!(
                    comments
                        .map
                        .auxiliaries()
                        .eq(translation.map().auxiliaries())
                );
                assert_eq!(comments.blocked.as_ref(), Some(puzzle.givens()));
                assert_eq!(comments.line, 2);
                assert_eq!(comments.puzzle.layout(), puzzle.layout());
            }
        }
    }

    #[test]
    fn invalid_comments_are_errors_with_their_line() {
        let start = "c satdoku formula 2\n";
        let puzzle = "c puzzle 1...............\n";
        for (comments, expected) in [
            (
                start.to_string(),
                "1: expected the puzzle before the header",
            ),
            (
                format!("{start}c puzzle 123\n"),
                "2: expected a puzzle with its rules",
            ),
            (
                format!("{start}{puzzle}c fixed r5c1=1\n"),
                "3: expected a cell such as r1c1=5",
            ),
            (
                format!("{start}{puzzle}c variable 2 r1c2=2\n"),
                "3: expected variable 1 with a cell such as r1c1=5",
            ),
            (
                format!("{start}{puzzle}c variable 1 r1c2=5\n"),
                "3: expected variable 1 with a cell such as r1c1=5",
            ),
            (
                format!("{start}{puzzle}c variable 1 r1c2=3\nc variable 2 r1c2=2\n"),
                "4: expected variables in the order of cells and digits",
            ),
            (
                format!("{start}{puzzle}c variable of digit d in row r, column c\n"),
                "3: expected 64 variables, found 1",
            ),
            (
                format!("{start}{puzzle}c variable 1 r1c2=3\nc auxiliary 2 to 1\n"),
                "4: expected a range such as 730 to 800",
            ),
            (
                format!("{start}{puzzle}c variable 1 r1c2=3\nc auxiliary 3 to 4\n"),
                "4: expected auxiliary variables starting at 2, found 3",
            ),
            (
                format!("{start}{puzzle}c variable 1 r1c2=3\nc auxiliary 2 to 4\n"),
                "4: expected 4 variables, found 1",
            ),
        ] {
            let error = DimacsComments::read(&comments, 1).unwrap_err();
            assert_eq!(error.to_string(), expected);
        }
    }
}
