//! What the comments of a formula say: the puzzle, and the meaning of the variables.

use std::sync::Arc;

use thiserror::Error;

use super::var_map::VarMap;
use crate::board::{Candidate, Grid, Layout, Puzzle, RegionMap, Ruleset, Shape, Variant};
use crate::format::{Arrangement, Form, ReadOptions, Reader};

/// The comments of a formula that `write_dimacs` wrote.
#[derive(Debug, Clone)]
pub struct DimacsComments {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The line of the puzzle, counted from 1.
    pub line: usize,
    /// The digits that have no variable.
    pub fixed: Grid,
    /// Which variable stands for which candidate, and which are auxiliary.
    pub map: VarMap,
    /// The solution that the formula excludes, if it does.
    pub blocked: Option<Grid>,
}

/// What is wrong with such comments.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{line}: expected {expected}")]
pub struct CommentError {
    /// The line, counted from 1.
    pub line: usize,
    /// What should have been there.
    pub expected: String,
}

impl DimacsComments {
    /// Understands the comments that stand before the header of a formula with this many
    /// variables. They are in the order in which `write_dimacs` writes them; lines with other words
    /// are passed over.
    ///
    /// # Errors
    /// What is missing or cannot be understood.
    pub fn read(comments: &str, variables: usize) -> Result<DimacsComments, CommentError> {
        let mut last = 0;
        let mut rules: Option<Ruleset> = None;
        let mut found: Option<(Puzzle, usize)> = None;
        let mut blocked = None;
        let mut fixed: Option<Grid> = None;
        let mut open = Vec::new();
        let mut is_full = false;
        let mut auxiliary: Option<(usize, usize)> = None;
        for (index, line) in comments.lines().enumerate() {
            last = index + 1;
            let failed = |expected: &str| CommentError {
                line: last,
                expected: expected.to_string(),
            };
            let line = line.strip_prefix("c ").unwrap_or("");
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            let size = found.as_ref().map_or(0, |(puzzle, _)| puzzle.size());
            match word {
                "boxes" => {
                    let shape = rest.parse().map_err(|_| failed("boxes such as 3x3"))?;
                    rules = Some(Ruleset::classic(shape));
                }
                "regions" => {
                    let before = rules.take();
                    let map = before.and_then(|before| read_regions(rest, before.shape()));
                    rules = Some(Ruleset::jigsaw(
                        map.ok_or_else(|| failed("a map of regions"))?,
                    ));
                }
                "variants" => {
                    let names = rest.split_whitespace().map(str::parse);
                    let variants: Option<Vec<Variant>> = names.map(Result::ok).collect();
                    let before = rules.take().zip(variants);
                    let with = before.and_then(|(before, variants)| before.with(&variants).ok());
                    rules = Some(with.ok_or_else(|| failed("variants that the board can have"))?);
                }
                "puzzle" => {
                    let rules = rules.take();
                    let rules = rules.ok_or_else(|| failed("the boxes before the puzzle"))?;
                    let givens = read_grid(rest, rules.shape());
                    let givens = givens.ok_or_else(|| failed("a puzzle"))?;
                    fixed = Some(Grid::blank(givens.size()));
                    let puzzle = Puzzle::new(Arc::new(Layout::new(rules)), givens);
                    found = Some((puzzle.map_err(|_| failed("a puzzle"))?, last));
                }
                "removed" => {
                    let names = rest.split_whitespace();
                    let all = names.map(|name| Candidate::from_name(name, size));
                    let all: Option<Vec<Candidate>> = all.collect();
                    let (puzzle, line) = found
                        .take()
                        .ok_or_else(|| failed("the puzzle before what is removed"))?;
                    let marked = all.and_then(|all| puzzle.without(all).ok());
                    let marked = marked.ok_or_else(|| failed("candidates such as r1c1=5"))?;
                    found = Some((marked, line));
                }
                "blocked" => {
                    let shape = found.as_ref().map(|(puzzle, _)| puzzle.layout().shape());
                    let solution = shape.and_then(|shape| read_grid(rest, shape));
                    blocked = Some(solution.ok_or_else(|| failed("a solution"))?);
                }
                "fixed" => {
                    let candidate = Candidate::from_name(rest, size);
                    let candidate = candidate.ok_or_else(|| failed("a cell such as r1c1=5"))?;
                    let fixed = fixed.as_mut();
                    fixed
                        .ok_or_else(|| failed("the puzzle before what is fixed"))?
                        .set(candidate.cell, Some(candidate.digit));
                }
                "variable" if rest.starts_with("of digit d in row r, column c") => is_full = true,
                "variable" => {
                    let number = (open.len() + 1).to_string();
                    let name = rest.strip_prefix(&number).map(str::trim_start);
                    let candidate = name.and_then(|name| Candidate::from_name(name, size));
                    let expected = format!("variable {number} with a cell such as r1c1=5");
                    open.push(candidate.ok_or_else(|| failed(&expected))?);
                }
                "auxiliary" => {
                    let range = rest
                        .split_once(" to ")
                        .and_then(|(first, last)| Some((first.parse().ok()?, last.parse().ok()?)));
                    let range = range.filter(|(first, last)| first <= last);
                    auxiliary = Some(range.ok_or_else(|| failed("a range such as 730 to 800"))?);
                }
                _ => {}
            }
        }
        let failed = |expected: String| CommentError {
            line: last,
            expected,
        };
        let (Some((puzzle, line)), Some(fixed)) = (found, fixed) else {
            return Err(failed("the puzzle before the header".to_string()));
        };
        let map = if is_full {
            VarMap::full(puzzle.size())
        } else {
            VarMap::of_open(puzzle.size(), open)
                .ok_or_else(|| failed("variables in the order of cells and digits".to_string()))?
        };
        let map = match auxiliary {
            None => map,
            Some((first, last)) if first == map.len() + 1 => map.with_auxiliaries(last - first + 1),
            Some((first, _)) => {
                let expected = format!(
                    "auxiliary variables from {} on, found {first}",
                    map.len() + 1
                );
                return Err(failed(expected));
            }
        };
        if map.variables() != variables {
            let expected = format!("{} variables, found {variables}", map.variables());
            return Err(failed(expected));
        }
        Ok(DimacsComments {
            puzzle,
            line,
            fixed,
            map,
            blocked,
        })
    }
}

/// A grid as `Grid` displays it.
fn read_grid(text: &str, shape: Shape) -> Option<Grid> {
    let form = Form::of_size(Arrangement::Line, shape.size());
    let options = ReadOptions {
        shape: Some(shape),
        alphabet: Some(form.alphabet),
        longest_line: text.len().max(1),
        ..ReadOptions::default()
    };
    let mut records = Reader::new("<comment>", text.as_bytes(), options);
    let (read, _) = records.next()?.ok()?.content.ok()?;
    Some(read.givens().clone())
}

/// A region map as it displays itself.
fn read_regions(text: &str, shape: Shape) -> Option<RegionMap> {
    let grid = read_grid(text, shape)?;
    RegionMap::from_labels(grid.cells()).ok()
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
    use crate::testing::random_puzzles;

    #[test]
    fn everything_that_is_written_is_read_back() {
        let small = random_puzzles(&["2x2", "2x3", "3x3", "3x4"], 8);
        let mut at = 0;
        // Digits above 35 are written as numbers.
        let large = random_puzzles(&["6x6"], 1);
        for puzzle in small.into_iter().chain(large) {
            let first = puzzle.givens().blanks().next();
            let removed = first.map(|cell| Candidate {
                cell,
                digit: Digit::from_index(at % puzzle.size()),
            });
            let puzzle = puzzle.without(removed).unwrap();
            for encoding in Encoding::ALL {
                if puzzle.size() > 35 && encoding != Encoding::Reduced {
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
                assert_eq!(comments.puzzle.removed(), puzzle.removed());
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
                assert_eq!(comments.line, 3);
            }
        }
    }

    #[test]
    fn comments_that_make_no_sense_are_errors_with_their_line() {
        let start = "c satdoku formula 1\nc boxes 2x2\n";
        let puzzle = "c puzzle 1...............\n";
        for (comments, expected) in [
            (
                "c satdoku formula 1\n".to_string(),
                "1: expected the puzzle before the header",
            ),
            (
                format!("c satdoku formula 1\n{puzzle}"),
                "2: expected the boxes before the puzzle",
            ),
            (
                "c satdoku formula 1\nc boxes 2\n".to_string(),
                "2: expected boxes such as 3x3",
            ),
            (format!("{start}c puzzle 1234\n"), "3: expected a puzzle"),
            (
                format!("{start}{puzzle}c fixed r5c1=1\n"),
                "4: expected a cell such as r1c1=5",
            ),
            (
                format!("{start}{puzzle}c variable 2 r1c2=2\n"),
                "4: expected variable 1 with a cell such as r1c1=5",
            ),
            (
                format!("{start}{puzzle}c variable 1 r1c2=5\n"),
                "4: expected variable 1 with a cell such as r1c1=5",
            ),
            (
                format!("{start}{puzzle}c variable 1 r1c2=3\nc variable 2 r1c2=2\n"),
                "5: expected variables in the order of cells and digits",
            ),
            (
                format!("{start}{puzzle}c variable of digit d in row r, column c\n"),
                "4: expected 64 variables, found 1",
            ),
            (
                format!("{start}{puzzle}c variable 1 r1c2=3\nc auxiliary 2 to 1\n"),
                "5: expected a range such as 730 to 800",
            ),
            (
                format!("{start}{puzzle}c variable 1 r1c2=3\nc auxiliary 3 to 4\n"),
                "5: expected auxiliary variables from 2 on, found 3",
            ),
            (
                format!("{start}{puzzle}c variable 1 r1c2=3\nc auxiliary 2 to 4\n"),
                "5: expected 4 variables, found 1",
            ),
        ] {
            let error = DimacsComments::read(&comments, 1).unwrap_err();
            assert_eq!(error.to_string(), expected);
        }
    }
}
