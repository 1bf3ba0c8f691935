//! DIMACS CNF, the text format that every SAT solver reads.

use std::io::{self, Write};

use thiserror::Error;

use super::cnf::{ClauseSink, Cnf, Literal, Variable};

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

impl Cnf {
    /// Reads a formula in DIMACS CNF. Comments and the header are ignored.
    ///
    /// ```
    /// use satdoku::sat::Cnf;
    ///
    /// let cnf = Cnf::read("c an example\np cnf 2 2\n1 2 0 -1\n2 0\n")?;
    /// assert_eq!((cnf.variables(), cnf.len()), (2, 2));
    /// # Ok::<(), satdoku::sat::DimacsError>(())
    /// ```
    ///
    /// # Errors
    /// The first word that is not the number of a literal, and a clause that does not end in 0.
    pub fn read(text: &str) -> Result<Cnf, DimacsError> {
        let mut cnf = Cnf::default();
        let mut clause = Vec::new();
        let mut last = 1;
        for (line, number) in text.lines().zip(1..) {
            last = number;
            if line.starts_with(['c', 'p']) {
                continue;
            }
            for word in line.split_ascii_whitespace() {
                match word.parse::<i32>().ok().map(Literal::from_dimacs) {
                    Some(Some(literal)) => clause.push(literal),
                    Some(None) => {
                        let Ok(()) = cnf.clause(&clause);
                        clause.clear();
                    }
                    None => {
                        let problem = format!("expected the number of a literal, found `{word}`");
                        return Err(DimacsError::at(number, problem));
                    }
                }
            }
        }
        match clause.is_empty() {
            true => Ok(cnf),
            false => Err(DimacsError::at(
                last,
                "expected 0 after a clause".to_string(),
            )),
        }
    }
}

impl Literal {
    /// Returns the literal with this number in DIMACS text, or `None` for 0.
    fn from_dimacs(number: i32) -> Option<Literal> {
        let variable = Variable::from_index(number.unsigned_abs().checked_sub(1)? as usize);
        Some(match number > 0 {
            true => variable.positive(),
            false => variable.negative(),
        })
    }
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let text = "p cnf 3 3\n1 -2 0\n0\n3 0\n";
        for layout in [
            text,
            "c a\n1\n-2 0 0 3 0",
            "p cnf 9 9\n 1 -2 0\t0\r\n3 0\n\n",
        ] {
            let cnf = Cnf::read(layout).unwrap();
            let mut written = Vec::new();
            write_cnf(3, &cnf, &mut written).unwrap();
            assert_eq!(String::from_utf8(written).unwrap(), text);
        }
    }

    #[test]
    fn other_text_is_an_error_with_its_line() {
        for (text, expected) in [
            (
                "1 0\n2 x 0",
                "2: expected the number of a literal, found `x`",
            ),
            ("1 0\n2", "2: expected 0 after a clause"),
            (
                "99999999999 0",
                "1: expected the number of a literal, found `99999999999`",
            ),
        ] {
            assert_eq!(Cnf::read(text).unwrap_err().to_string(), expected);
        }
    }
}
