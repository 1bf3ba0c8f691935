//! Reading DIMACS CNF, by the parser of flussab-cnf: the mirror of `dimacs.rs`, for any formula.

use std::io::{self, BufRead, Read};

use flussab_cnf::cnf::{Config, Parser};
use thiserror::Error;

use super::cnf::{ClauseSink, Cnf, Literal, Variable};

/// A formula as it was read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Formula {
    /// The number of variables that its header promises.
    pub variables: usize,
    /// The clauses.
    pub cnf: Cnf,
    /// The lines before the header, if the first of them says that this library wrote them.
    pub comments: String,
}

/// The first line of a formula that this library writes. The 1 is the version of the comments that
/// follow. No comment may contain ` cnf `: drat-trim takes a line with that for the header.
pub(super) const FIRST_LINE: &str = "c satdoku formula 1";

impl Formula {
    /// The most variables: those of a 400×400 board, the largest that is read. A solver takes
    /// memory for all of them at once, some hundred bytes each, so a header that promises more is
    /// refused before that.
    pub const MOST_VARIABLES: usize = 400 * 400 * 400;

    /// Reads a formula: any DIMACS CNF with a header that keeps its promises. As in the files of
    /// SATLIB, a line that begins with `%` ends it.
    ///
    /// # Errors
    /// What is wrong, and the line where that is known.
    pub fn read(input: impl BufRead) -> Result<Formula, DimacsError> {
        let Start {
            mut formula,
            lines,
            clauses,
            mut parser,
        } = Formula::start(input)?;
        let mut clause: Vec<Literal> = Vec::new();
        while let Some(numbers) = parser
            .next_clause()
            .map_err(|error| DimacsError::from_parser(*error, lines))?
        {
            // The parser takes a 0 in the header for "not said".
            let kept = clauses > 0 && (formula.variables > 0 || numbers.is_empty());
            if !kept {
                let problem = format!(
                    "expected {clauses} clauses over {} variables, as the header says, found more",
                    formula.variables
                );
                return Err(DimacsError::at(lines + 1, problem));
            }
            clause.clear();
            clause.extend(numbers.iter().map(|number| {
                let variable = Variable::from_index(number.unsigned_abs() as usize - 1);
                if *number > 0 {
                    variable.positive()
                } else {
                    variable.negative()
                }
            }));
            let Ok(()) = formula.cnf.clause(&clause);
        }
        Ok(formula)
    }

    /// Reads the comments and the header alone: a formula without its clauses.
    ///
    /// # Errors
    /// What is wrong there, and the line where that is known.
    pub fn read_header(input: impl BufRead) -> Result<Formula, DimacsError> {
        Formula::start(input).map(|start| start.formula)
    }

    /// Reads up to the first clause.
    fn start<'i>(mut input: impl BufRead + 'i) -> Result<Start<'i>, DimacsError> {
        let mut formula = Formula::default();
        let mut lines = 0;
        let mut line = Vec::new();
        loop {
            line.clear();
            // Only comments are read here, and what stands where the first line should begin.
            match input.fill_buf()?.first() {
                Some(b'c' | b'\r' | b'\n') => input.read_until(b'\n', &mut line)?,
                _ => break,
            };
            lines += 1;
            let text = String::from_utf8_lossy(&line);
            if lines == 1 && text.trim_end() != FIRST_LINE && text.starts_with("c satdoku formula ")
            {
                return Err(DimacsError::at(
                    1,
                    format!("expected `{FIRST_LINE}`, found another version"),
                ));
            }
            if !formula.comments.is_empty() || text.trim_end() == FIRST_LINE {
                formula.comments += &text;
            }
        }
        let parser: Parser<'i, i32> =
            Parser::from_read(UntilPercent::new(input), Config::default())
                .map_err(|error| DimacsError::from_parser(*error, lines))?;
        let header = parser.header().ok_or_else(|| {
            DimacsError::at(
                lines + 1,
                "expected a header, `p cnf VARIABLES CLAUSES`".to_string(),
            )
        })?;
        if header.var_count > Formula::MOST_VARIABLES {
            return Err(DimacsError::at(
                lines + 1,
                format!(
                    "expected at most {} variables, found {}",
                    Formula::MOST_VARIABLES,
                    header.var_count
                ),
            ));
        }
        formula.variables = header.var_count;
        Ok(Start {
            formula,
            lines,
            clauses: header.clause_count,
            parser,
        })
    }
}

/// A formula up to its first clause, and what is left to read.
struct Start<'i> {
    formula: Formula,
    /// The number of lines of comments.
    lines: usize,
    /// The number of clauses that the header promises.
    clauses: usize,
    parser: Parser<'i, i32>,
}

/// What is wrong with a DIMACS file.
#[derive(Debug, Error)]
pub enum DimacsError {
    /// It is not what it should be.
    #[error("{line}: {problem}")]
    Syntax {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong there.
        problem: String,
    },
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl DimacsError {
    fn at(line: usize, problem: String) -> DimacsError {
        DimacsError::Syntax { line, problem }
    }

    /// An error of the parser, which did not see this many lines before.
    fn from_parser(error: flussab_cnf::InnerParseError, before: usize) -> DimacsError {
        use flussab_cnf::InnerParseError;
        match error {
            InnerParseError::IoError(error) => DimacsError::Io(error),
            InnerParseError::SyntaxError(error) => {
                DimacsError::at(before + error.location.line, error.msg)
            }
        }
    }
}

/// Input up to a line that begins with `%`.
struct UntilPercent<R> {
    input: R,
    is_at_line_start: bool,
    is_at_end: bool,
}

impl<R: BufRead> UntilPercent<R> {
    /// From the beginning of a line.
    fn new(input: R) -> UntilPercent<R> {
        UntilPercent {
            input,
            is_at_line_start: true,
            is_at_end: false,
        }
    }
}

impl<R: BufRead> Read for UntilPercent<R> {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        if self.is_at_end || target.is_empty() {
            return Ok(0);
        }
        let bytes = self.input.fill_buf()?;
        let bytes = &bytes[..bytes.len().min(target.len())];
        // There is none but that of the tail, or one in a comment, so this is one search mostly.
        let mut end = bytes.len();
        for (at, _) in bytes.iter().enumerate().filter(|(_, byte)| **byte == b'%') {
            let is_at_line_start = match at {
                0 => self.is_at_line_start,
                _ => bytes[at - 1] == b'\n',
            };
            if is_at_line_start {
                end = at;
                self.is_at_end = true;
                break;
            }
        }
        target[..end].copy_from_slice(&bytes[..end]);
        if let Some(last) = bytes[..end].last() {
            self.is_at_line_start = *last == b'\n';
        }
        self.input.consume(end);
        Ok(end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<(usize, Vec<Vec<i32>>), String> {
        let read = |capacity| {
            let input = io::BufReader::with_capacity(capacity, text.as_bytes());
            let formula = Formula::read(input).map_err(|error| error.to_string())?;
            let numbers = |clause: &[Literal]| clause.iter().map(|l| l.to_dimacs()).collect();
            let clauses = formula.cnf.clauses().map(numbers).collect();
            Ok((formula.variables, clauses))
        };
        let result = read(4_096);
        // One byte at a time is as hard as input can be.
        assert_eq!(read(1), result);
        result
    }

    #[test]
    fn formulas_in_all_their_layouts() {
        for text in [
            "p cnf 3 2\n1 -2 0\n3 0\n",
            "c a\nc\n\np cnf 3 2\r\n1 -2 0\r\n3 0",
            "c 50 %\np cnf 3 2\n 1\t-2 0\nc %\n3 0\n",
            "p cnf  3  2 \n 1 -2 0\n 3 0\n%\n0\n\n",
            "p cnf 3 2\n1\n-2\n0 \n3 0\n\n% 4 0\n",
        ] {
            let expected = Ok((3, vec![vec![1, -2], vec![3]]));
            assert_eq!(read(text), expected, "{text}");
        }
        assert_eq!(read("p cnf 0 0\n"), Ok((0, vec![])));
        assert_eq!(read("p cnf 0 1\n0\n"), Ok((0, vec![vec![]])));
        assert_eq!(read("p cnf 64000000 0\n"), Ok((64_000_000, vec![])));
    }

    #[test]
    fn broken_promises_are_errors_with_their_line() {
        for (text, line, expected) in [
            ("", 1, "header"),
            ("c x\n1 2 0\n", 2, "header"),
            (
                "c x\np cnf 1000000000 1\n1 0\n",
                2,
                "at most 64000000 variables, found 1000000000",
            ),
            ("p cnf 99999999999 1\n1 0\n", 1, ""),
            ("c x\np cnf 2 1\n1 3 0\n", 3, ""),
            ("p cnf 2 2\n1 2 0\n", 3, ""),
            ("p cnf 2 1\n1 2 0\n1 0\n", 3, ""),
            ("p cnf 2 1\n1 2", 2, ""),
            ("p cnf 2 2\n1 2 0\n%\n2 0\n", 3, ""),
            ("p cnf 2 1\n1 x 0\n", 2, ""),
            ("p cnf 2 0\n1 0\n", 1, "expected 0 clauses"),
            ("p cnf 0 1\n1 0\n", 1, "over 0 variables"),
            ("p dnf 2 1\n1 0\n", 1, ""),
            ("c satdoku formula 2\np cnf 1 0\n", 1, "another version"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.starts_with(&format!("{line}: ")), "{text}: {error}");
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
