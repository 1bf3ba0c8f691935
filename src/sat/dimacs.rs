//! Writing DIMACS CNF, the text format that every SAT solver reads.

use std::fmt;
use std::io::{self, Write};

use super::cnf::{ClauseSink, Cnf, Literal, Variable};
use super::dimacs_reader::FIRST_LINE;
use super::translation::Translation;
use crate::board::Grid;

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
    writeln!(output, "p cnf {} {clauses}", translation.map().variables())?;
    let mut writer = ClauseWriter {
        output: &mut output,
        number: itoa::Buffer::new(),
    };
    translation.write_clauses(&mut writer)?;
    if let Some(solution) = block {
        writer.clause(&translation.blocking_clause(solution))?;
    }
    output.flush()
}

/// Writes a formula over this many variables as DIMACS CNF without comments.
///
/// # Errors
/// The first error of `output`.
pub fn write_cnf(variables: usize, cnf: &Cnf, mut output: impl Write) -> io::Result<()> {
    writeln!(output, "p cnf {variables} {}", cnf.len())?;
    let mut writer = ClauseWriter {
        output: &mut output,
        number: itoa::Buffer::new(),
    };
    for clause in cnf.clauses() {
        writer.clause(clause)?;
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
        write!(output, "c blocked {solution}")?;
        let board = puzzle.geometry();
        for variable in board.cells().skip(board.grid_cell_count()) {
            if let Some(value) = solution.value(variable) {
                write!(output, " {}={value}", variable.name(board))?;
            }
        }
        writeln!(output)?;
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
    let mut auxiliaries = translation.map().auxiliaries();
    if let Some(first) = auxiliaries.next() {
        let last = auxiliaries.last().unwrap_or(first);
        writeln!(output, "c auxiliary {first} to {last}")?;
        // In the format of the Model Counting Competition, the variables whose values distinguish
        // solutions.
        write!(output, "c p show")?;
        for (variable, _) in translation.map().iter() {
            write!(output, " {variable}")?;
        }
        writeln!(output, " 0")?;
    }
    translation.write_drawn(&mut MeaningWriter { output })?;
    Ok(())
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

/// A sink that writes clauses as lines of numbers that end in 0.
struct ClauseWriter<'a, W> {
    output: &'a mut W,
    number: itoa::Buffer,
}

impl<W: Write> ClauseSink for ClauseWriter<'_, W> {
    type Error = io::Error;

    // Without inlining, writing the pairs of a large board takes 38 % more instructions.
    #[inline(always)]
    fn clause(&mut self, literals: &[Literal]) -> io::Result<()> {
        for literal in literals {
            let number = self.number.format(literal.to_dimacs());
            self.output.write_all(number.as_bytes())?;
            self.output.write_all(b" ")?;
        }
        self.output.write_all(b"0\n")
    }
}

#[cfg(test)]
mod tests {
    use super::super::at_most_one::AtMostOne;
    use super::super::encoding::Encoding;
    use super::*;
    use crate::board::Puzzle;
    use crate::testing::{puzzle, random_puzzles};

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
        let puzzle = Puzzle::empty("2x3".parse().unwrap());
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
}
