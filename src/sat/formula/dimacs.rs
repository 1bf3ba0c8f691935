//! DIMACS CNF, the text format that every SAT solver reads. The parser is that of flussab-cnf.

use std::io::{self, BufRead, Read, Write};

use flussab_cnf::cnf::{Config, Parser};
use thiserror::Error;

use super::cnf::{ClauseSink, Cnf, Literal, Variable};

/// A formula that was read from a file.
///
/// ```
/// use satdoku::sat::Formula;
///
/// let formula = Formula::read("p cnf 2 2\n1 2 0\n-1 2 0\n".as_bytes())?;
/// assert_eq!((formula.variables, formula.cnf.len()), (2, 2));
/// # Ok::<(), satdoku::sat::DimacsError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Formula {
    /// The number of variables in the header.
    pub variables: usize,
    /// The number of clauses in the header.
    pub clauses: usize,
    /// The clauses.
    pub cnf: Cnf,
    /// The lines before the header, if the first one shows that this library wrote them.
    pub comments: String,
}

/// Writes a formula over this many variables as DIMACS CNF without comments.
///
/// # Errors
/// The first error of `output`.
pub fn write_cnf(variables: usize, cnf: &Cnf, mut output: impl Write) -> io::Result<()> {
    writeln!(output, "p cnf {variables} {}", cnf.len())?;
    let mut writer = ClauseWriter::new(&mut output);
    for clause in cnf.clauses() {
        writer.clause(clause)?;
    }
    output.flush()
}

/// A sink that writes clauses as lines of numbers that end in 0.
pub(in crate::sat) struct ClauseWriter<'a, W> {
    output: &'a mut W,
    number: itoa::Buffer,
}

impl<W: Write> ClauseWriter<'_, W> {
    pub fn new(output: &mut W) -> ClauseWriter<'_, W> {
        ClauseWriter {
            output,
            number: itoa::Buffer::new(),
        }
    }
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

/// The first line of every formula that this library writes; 1 is the version of the comments that
/// follow. No comment may contain ` cnf `, because drat-trim takes such a line for the header.
pub(in crate::sat) const FIRST_LINE: &str = "c satdoku formula 2";

impl Formula {
    /// The most variables: those of a 400×400 board, the largest supported. Solvers allocate a
    /// hundred bytes or so for each of them at once, so a header with more is rejected first.
    pub const MOST_VARIABLES: usize = 400 * 400 * 400;

    /// Reads a DIMACS CNF file whose clauses match its header. As in the files of SATLIB, a line
    /// that begins with `%` ends the formula.
    ///
    /// # Errors
    /// A description of the error and its line.
    pub fn read(input: impl BufRead) -> Result<Formula, DimacsError> {
        let Start {
            mut formula,
            lines,
            mut parser,
        } = Formula::start(input)?;
        let mut clause: Vec<Literal> = Vec::new();
        while let Some(numbers) = parser
            .next_clause()
            .map_err(|error| DimacsError::from_parser(*error, lines))?
        {
            // The parser does not check against a 0 in the header.
            let (clauses, variables) = (formula.clauses, formula.variables);
            if clauses == 0 || (variables == 0 && !numbers.is_empty()) {
                let problem = format!(
                    "expected {clauses} clauses over {variables} variables, as the header says, found more"
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

    /// Reads only the comments and the header, not the clauses.
    ///
    /// # Errors
    /// A description of the error and its line.
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
            // The parser takes over at the first line that is neither a comment nor blank.
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
        formula.clauses = header.clause_count;
        Ok(Start {
            formula,
            lines,
            parser,
        })
    }
}

/// A formula read up to its first clause, and the rest of the input.
struct Start<'i> {
    formula: Formula,
    /// The number of comment lines.
    lines: usize,
    parser: Parser<'i, i32>,
}

/// An error in a DIMACS file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DimacsError {
    /// The content is not valid.
    #[error("{line}: {problem}")]
    Syntax {
        /// The line, counted from 1.
        line: usize,
        /// A description of the error.
        problem: String,
    },
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl DimacsError {
    pub(in crate::sat) fn at(line: usize, problem: String) -> DimacsError {
        DimacsError::Syntax { line, problem }
    }

    /// Converts an error of the parser, which has not seen the first `before` lines.
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

/// The input up to a line that begins with `%`.
struct UntilPercent<R> {
    input: R,
    is_at_line_start: bool,
    is_at_end: bool,
}

impl<R: BufRead> UntilPercent<R> {
    /// Wraps an input that is at the beginning of a line.
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
        // `%` occurs only at the end or in comments, so this is usually a single search.
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
        // Input that arrives in single bytes is the worst case.
        assert_eq!(read(1), result);
        result
    }

    #[test]
    fn formulas_are_read_in_any_layout() {
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
    fn headers_that_do_not_match_are_errors_with_their_line() {
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
            ("c satdoku formula 1\np cnf 1 0\n", 1, "another version"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.starts_with(&format!("{line}: ")), "{text}: {error}");
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
