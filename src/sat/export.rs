//! Formulas of puzzles as files: DIMACS CNF with comments for people, and the way back.
//!
//! The line `c puzzle` has the whole puzzle. Reading a file back means translating that puzzle again, so
//! nothing else about the variables has to be read; the numbers of variables and clauses are compared.

use std::fmt;
use std::io::{self, BufRead, Write};

use super::encode::{AtMostOne, Encoding, Translation};
use super::formula::{ClauseSink, ClauseWriter, DimacsError, Literal, Variable};
use crate::board::{Candidate, Geometry, Grid, Puzzle};

/// The first line of every formula that this library writes; 2 is the version of the comments that
/// follow. No comment may contain ` cnf `, because drat-trim takes such a line for the header.
const FIRST_LINE: &str = "c satdoku formula 2";

/// Writes `translation` as DIMACS CNF, with comments that describe the puzzle and the variables;
/// with `block`, also the blocking clause of that solution.
///
/// Clauses are written as they are made, so memory does not grow with their number, and `output`
/// should be buffered. The counts in the header are exact.
///
/// # Errors
/// The first error of `output`.
pub fn write_dimacs(
    translation: &Translation<'_>,
    block: Option<&Grid>,
    mut output: impl Write,
) -> io::Result<()> {
    write_comments(translation, block, &mut output)?;
    let clauses = translation.clause_count() + u64::from(block.is_some());
    writeln!(output, "p cnf {} {clauses}", translation.variables())?;
    let mut writer = ClauseWriter::new(&mut output);
    translation.write_clauses(&mut writer)?;
    if let Some(solution) = block {
        writer.clause(&translation.blocking_clause(solution))?;
    }
    output.flush()
}

/// Writes the comment lines.
fn write_comments(
    translation: &Translation<'_>,
    block: Option<&Grid>,
    output: &mut impl Write,
) -> io::Result<()> {
    let puzzle = translation.puzzle();
    // The version in this line is that of the comments, not of the program.
    writeln!(output, "{FIRST_LINE}")?;
    writeln!(output, "c puzzle {puzzle}")?;
    writeln!(output, "c encoding {}", translation.encoding())?;
    writeln!(output, "c at-most-one {}", translation.at_most_one())?;
    if let Some(solution) = block {
        writeln!(output, "c blocked {solution}{}", variable_values(solution))?;
    }
    if let Some(contradiction) = translation.contradiction() {
        writeln!(output, "c refuted {contradiction}")?;
    }
    let board = puzzle.geometry();
    let n = board.digit_count();
    if !translation.map().is_full() {
        for fixed in translation.fixed().filled() {
            writeln!(output, "c fixed {}", fixed.name(board))?;
        }
        for (variable, candidate) in translation.map().iter() {
            writeln!(output, "c variable {variable} {}", candidate.name(board))?;
        }
    } else if !board.is_square() {
        let first = board.all_values().start().to_string();
        let d = if first == "0" {
            "d".to_string()
        } else {
            format!("(d-{first})")
        };
        writeln!(
            output,
            "c variable of digit d in cell c (cells counted from 0 in the order of the board): c*{n} + {d} + 1"
        )?;
    } else {
        writeln!(
            output,
            "c variable of digit d in row r, column c (all from 1): ((r-1)*{n} + (c-1))*{n} + d"
        )?;
    }
    let (candidates, variables) = (translation.map().len(), translation.variables());
    if candidates < variables {
        writeln!(output, "c auxiliary {} to {variables}", candidates + 1)?;
        // In the format of the Model Counting Competition, the variables whose values distinguish
        // solutions.
        write!(output, "c p show")?;
        for (variable, _) in translation.map().iter() {
            write!(output, " {variable}")?;
        }
        writeln!(output, " 0")?;
    }
    if !puzzle.layout().constraints().is_empty() {
        translation.write_clauses(&mut MeaningWriter { output })?;
    }
    Ok(())
}

/// Returns the values of the variables of a board, ` x=1 y=2`.
fn variable_values(grid: &Grid) -> String {
    let board = grid.geometry();
    let variables = board.cells().skip(board.grid_cell_count());
    let values = variables.filter_map(|cell| {
        let value = grid.value(cell)?;
        Some(format!(" {}={value}", cell.name(board)))
    });
    values.collect()
}

/// A sink that writes the meanings of auxiliary variables as comments.
struct MeaningWriter<'a, W> {
    output: &'a mut W,
}

impl<W: Write> ClauseSink for MeaningWriter<'_, W> {
    type Error = io::Error;

    fn clause(&mut self, _: &[Literal]) -> io::Result<()> {
        Ok(())
    }

    fn describe(&mut self, variable: Variable, meaning: fmt::Arguments<'_>) -> io::Result<()> {
        writeln!(self.output, "c meaning {variable} {meaning}")
    }
}

/// The puzzle and the encoding of a formula that [`write_dimacs`] wrote.
///
/// ```
/// use satdoku::Puzzle;
/// use satdoku::sat::{Encoding, ExportedFormula, Translation, write_dimacs};
///
/// let puzzle: Puzzle = "1.4...2..3.....4".parse()?;
/// let mut text = Vec::new();
/// write_dimacs(&Translation::new(&puzzle, Encoding::Reduced), None, &mut text)?;
/// let exported = ExportedFormula::read(&text[..])?;
/// assert_eq!((exported.puzzle, exported.encoding), (puzzle, Encoding::Reduced));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct ExportedFormula {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The line of the puzzle, counted from 1.
    pub line: usize,
    /// The encoding.
    pub encoding: Encoding,
    /// The at-most-one encoding.
    pub at_most_one: AtMostOne,
    /// The solution that the formula excludes.
    pub blocked: Option<Grid>,
}

impl ExportedFormula {
    /// Reads the comments and the header of a formula, and translates the puzzle again to compare its size.
    ///
    /// # Errors
    /// The first comment that is missing or cannot be parsed. Another number of variables or clauses, too:
    /// another version wrote the file, or it was changed.
    pub fn read(mut input: impl BufRead) -> Result<ExportedFormula, DimacsError> {
        let (mut text, mut header) = (String::new(), Vec::new());
        while header.is_empty() {
            let mut line = Vec::new();
            if input.read_until(b'\n', &mut line)? == 0 {
                break;
            }
            match line.first() {
                Some(b'c') => text += &String::from_utf8_lossy(&line),
                _ => header = line,
            }
        }
        if text.lines().next() != Some(FIRST_LINE) {
            let problem = "expected the comments of `satdoku export`, found none";
            return Err(DimacsError::at(1, problem.to_string()));
        }
        let comments = || text.lines().zip(1..);
        let find = |word: &str| {
            comments().find_map(|(text, line)| {
                let rest = text.strip_prefix("c ")?.strip_prefix(word)?;
                Some((rest.strip_prefix(' ')?.trim_end(), line))
            })
        };
        let expected = |line, expected: &str| DimacsError::at(line, format!("expected {expected}"));
        let last = comments().count();
        let (text, line) =
            find("puzzle").ok_or_else(|| expected(last, "the puzzle before the header"))?;
        let puzzle: Puzzle = text
            .parse()
            .map_err(|_| expected(line, "a puzzle with its rules"))?;
        let blocked = find("blocked").map(|(text, line)| {
            let solution = read_solution(text, puzzle.geometry());
            solution.ok_or_else(|| expected(line, "a solution"))
        });
        let (encoding, at) = find("encoding").unwrap_or_default();
        let encoding = encoding.parse();
        let encoding = encoding.map_err(|error| DimacsError::at(at.max(1), format!("{error}")))?;
        let (at_most_one, at) = find("at-most-one").unwrap_or_default();
        let at_most_one = at_most_one.parse();
        let at_most_one =
            at_most_one.map_err(|error| DimacsError::at(at.max(1), format!("{error}")))?;
        let exported = ExportedFormula {
            puzzle,
            line,
            encoding,
            at_most_one,
            blocked: blocked.transpose()?,
        };
        match exported.has_size(&String::from_utf8_lossy(&header)) {
            true => Ok(exported),
            false => Err(expected(
                last + 1,
                "as many variables and clauses as the formula of this puzzle has, found other numbers",
            )),
        }
    }

    /// Returns true if a header has the numbers of variables and clauses of the translation.
    fn has_size(&self, header: &str) -> bool {
        let words: Vec<&str> = header.split_ascii_whitespace().collect();
        let ["p", "cnf", variables, clauses] = words[..] else {
            return false;
        };
        let (Ok(variables), Ok(clauses)) = (variables.parse::<usize>(), clauses.parse::<u64>())
        else {
            return false;
        };
        let translation = self.translation();
        let most = clauses.saturating_sub(u64::from(self.blocked.is_some()));
        translation.clause_count_up_to(most) == Ok(most) && translation.variables() == variables
    }

    /// Translates the puzzle again.
    pub fn translation(&self) -> Translation<'_> {
        Translation::new(&self.puzzle, self.encoding).with_at_most_one(self.at_most_one)
    }
}

/// Parses a solution with the values of variables.
fn read_solution(text: &str, board: &Geometry) -> Option<Grid> {
    let (variables, cells): (Vec<&str>, Vec<&str>) =
        text.split(' ').partition(|word| word.contains('='));
    let mut solution = Grid::parse(&cells.join(" "), board).ok()?;
    for variable in variables {
        let Candidate { cell, digit } = Candidate::from_name(variable, board)?;
        solution.set(cell, Some(digit));
    }
    Some(solution)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Digit;
    use crate::testing::{blank_on, puzzle, random_puzzles};

    fn written(translation: &Translation<'_>, block: Option<&Grid>) -> String {
        let mut text = Vec::new();
        write_dimacs(translation, block, &mut text).unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn a_small_reduced_formula_is_written_exactly() {
        let puzzle = puzzle("2x2", "12.34321..1.3.4.");
        let solved = puzzle.givens().clone();
        let text = written(&Translation::new(&puzzle, Encoding::Reduced), Some(&solved));
        assert!(text.starts_with("c satdoku formula 2\n"), "{text}");
        assert!(text.contains("\nc puzzle 12.34321..1.3.4.\n"), "{text}");
    }

    #[test]
    fn no_comment_is_taken_for_a_header() {
        for puzzle in random_puzzles(&["2x2", "2x3"], 5) {
            for encoding in Encoding::ALL {
                let translation = Translation::new(&puzzle, encoding);
                let text = written(&translation.with_at_most_one(AtMostOne::Product), None);
                let mut comments = text.lines().take_while(|line| line.starts_with('c'));
                assert!(!comments.any(|line| line.contains(" cnf ")), "{text}");
            }
        }
    }

    #[test]
    fn model_counters_learn_which_variables_are_candidates() {
        let puzzle = Puzzle::classic("2x3".parse().unwrap());
        let pairwise = Translation::new(&puzzle, Encoding::Minimal);
        assert!(!written(&pairwise, None).contains("c p show"));
        let translation = Translation::new(&puzzle, Encoding::Minimal);
        let text = written(&translation.with_at_most_one(AtMostOne::Sequential), None);
        let (_, shown) = text.split_once("\nc p show ").unwrap();
        let candidates: Vec<String> = (1..=216)
            .map(|variable: u16| variable.to_string())
            .collect();
        let expected = format!("{} 0", candidates.join(" "));
        assert_eq!(shown.lines().next(), Some(expected.as_str()));
    }

    #[test]
    fn headers_have_exact_counts() {
        for puzzle in random_puzzles(&["2x2", "2x3"], 20) {
            for encoding in Encoding::ALL {
                for (block, at_most_one) in [
                    (None, AtMostOne::Pairwise),
                    (Some(puzzle.givens()), AtMostOne::Pairwise),
                    (None, AtMostOne::Sequential),
                ] {
                    let translation = Translation::new(&puzzle, encoding);
                    let text = written(&translation.with_at_most_one(at_most_one), block);
                    let mut lines = text.lines().skip_while(|line| line.starts_with('c'));
                    let header: Vec<&str> = lines.next().unwrap().split(' ').collect();
                    assert_eq!(header[..2], ["p", "cnf"]);
                    let variables: i64 = header[2].parse().unwrap();
                    let clauses: Vec<&str> = lines.collect();
                    assert_eq!(clauses.len().to_string(), header[3]);
                    for clause in clauses {
                        let numbers: Vec<i64> = clause
                            .split(' ')
                            .map(|number| number.parse().unwrap())
                            .collect();
                        let (end, literals) = numbers.split_last().unwrap();
                        assert_eq!(*end, 0);
                        assert!(literals.iter().all(|l| *l != 0 && l.abs() <= variables));
                    }
                }
            }
        }
    }

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
                let exported = ExportedFormula::read(text.as_slice()).unwrap();
                assert_eq!(exported.puzzle.all_removed(), puzzle.all_removed());
                assert_eq!(exported.puzzle, puzzle);
                assert_eq!(exported.blocked.as_ref(), Some(puzzle.givens()));
                assert_eq!(exported.line, 2);
                let again = exported.translation();
                assert_eq!(again.fixed(), translation.fixed());
                assert!(again.map().iter().eq(translation.map().iter()));
                assert_eq!(again.variables(), translation.variables());
            }
        }
    }

    #[test]
    fn invalid_comments_are_errors_with_their_line() {
        let puzzle = "1...............";
        let start = "c satdoku formula 2\n";
        let rest = "c encoding extended\nc at-most-one pairwise\n";
        for (comments, expected) in [
            (
                "c another formula\n".to_string(),
                "1: expected the comments of `satdoku export`, found none",
            ),
            (
                start.to_string(),
                "1: expected the puzzle before the header",
            ),
            (
                format!("{start}c puzzle 123\n{rest}"),
                "2: expected a puzzle with its rules",
            ),
            (
                format!("{start}c puzzle {puzzle}\nc blocked 123\n{rest}"),
                "3: expected a solution",
            ),
            (
                format!("{start}c puzzle {puzzle}\nc encoding shortest\n"),
                "3: expected an encoding (minimal, efficient, extended or reduced), found `shortest`",
            ),
            (
                format!("{start}c puzzle {puzzle}\n{rest}"),
                "5: expected as many variables and clauses as the formula of this puzzle has, found other numbers",
            ),
        ] {
            let text = format!("{comments}p cnf 1 1\n");
            let error = ExportedFormula::read(text.as_bytes()).unwrap_err();
            assert_eq!(error.to_string(), expected);
        }
    }
}
