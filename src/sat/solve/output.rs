//! Parsing the output of SAT solvers.
//!
//! In the format of the SAT competitions it is a status line, `s SATISFIABLE`, and a model in lines
//! that begin with `v` and end in 0. Actual solvers differ in every detail (versions as in Debian
//! 12):
//!
//! | solver | status | model | exit code |
//! |---|---|---|---|
//! | cadical 1.5, cryptominisat5 5.11, picosat 965 | first | `v` lines, 0 at the end | 10, 20 |
//! | clasp 3.3 | last | `v` lines before it | 10, 20, 30 |
//! | z3 4.8 | first | one `v` line without a 0, some variables omitted | 0 |
//! | minisat 2.2 | `SATISFIABLE` below statistics | none | 10, 20 |
//! | its result file | `SAT` or `UNSAT` | the next line, without a `v` | |

use thiserror::Error;

use super::super::formula::{Literal, Model, Variable};

/// The status of a formula according to a solver.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// It has a model.
    Satisfiable,
    /// It has no model.
    Unsatisfiable,
    /// The solver gave up.
    Unknown,
}

impl Status {
    /// The status in the format of the SAT competitions.
    pub fn name(self) -> &'static str {
        match self {
            Status::Satisfiable => "SATISFIABLE",
            Status::Unsatisfiable => "UNSATISFIABLE",
            Status::Unknown => "UNKNOWN",
        }
    }

    /// Parses a status line without its `s`.
    fn of(words: &str) -> Option<Status> {
        match words {
            "SATISFIABLE" | "SAT" | "sat" => Some(Status::Satisfiable),
            "UNSATISFIABLE" | "UNSAT" | "unsat" => Some(Status::Unsatisfiable),
            "UNKNOWN" | "INDETERMINATE" | "INDET" | "unknown" => Some(Status::Unknown),
            _ => None,
        }
    }
}

/// The parsed output of a solver. The model is not checked against the formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolverOutput {
    status: Option<Status>,
    /// For each variable the number of the line that mentions it, negative if the variable is
    /// false; 0 if no line mentions it.
    values: Vec<i32>,
    /// The last line that was read.
    last: usize,
    /// The last line of the model.
    end: Option<usize>,
    /// True if the formula has no variables, so that it needs no model.
    needs_none: bool,
    /// True if the model ends in 0.
    is_closed: bool,
}

/// An error in the output of a solver.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{problem}")]
pub struct OutputError {
    /// The line, counted from 1.
    pub line: usize,
    /// A description of the error.
    pub problem: String,
    /// The variable that the error is about.
    pub variable: Option<Variable>,
}

impl SolverOutput {
    /// Parses the output for a formula with this many variables. Status and model can come in
    /// either order, in lines of any length; all other lines are ignored, as comments are.
    ///
    /// # Errors
    /// If the output is inconsistent or does not fit the formula.
    pub fn read(text: &str, variables: usize) -> Result<SolverOutput, OutputError> {
        let mut output = SolverOutput {
            status: None,
            values: Vec::new(),
            last: 1,
            end: None,
            needs_none: variables == 0,
            is_closed: false,
        };
        for (index, line) in text.lines().enumerate() {
            output.last = index + 1;
            let line = line.trim();
            // PySAT and others print a model as a list.
            let list = line
                .strip_prefix('[')
                .and_then(|list| list.strip_suffix(']'));
            let list = list.map(|list| list.replace(',', " "));
            let line = list.as_deref().map_or(line, str::trim);
            output.read_line(line, variables)?;
        }
        let problem = match (output.status, output.end) {
            (None, None) => {
                "the output of a solver (`s SATISFIABLE` and `v` lines), found neither".to_string()
            }
            (Some(status), Some(_)) if status != Status::Satisfiable => {
                format!("no model with {}, found one", status.name())
            }
            _ => return Ok(output),
        };
        Err(OutputError {
            line: output.end.unwrap_or(output.last),
            ..output.expected(problem)
        })
    }

    /// Returns the error that something else was expected in the last line that was read.
    fn expected(&self, expected: String) -> OutputError {
        OutputError {
            line: self.last,
            problem: format!("expected {expected}"),
            variable: None,
        }
    }

    fn read_line(&mut self, line: &str, variables: usize) -> Result<(), OutputError> {
        let (first, rest) = line.split_once([' ', '\t']).unwrap_or((line, ""));
        let rest = rest.trim();
        let status = match first {
            // cadical's message for a limit of its own.
            "c" if rest == "UNKNOWN" => Some(Status::Unknown),
            "c" => None,
            "v" => return self.read_literals(rest, variables),
            "s" => Some(Status::of(rest).ok_or_else(|| {
                let expected = "`s SATISFIABLE` or `s UNSATISFIABLE`";
                self.expected(format!("{expected}, found `s {}`", quote(rest)))
            })?),
            _ if is_numbers(line) => return self.read_literals(line, variables),
            _ => Status::of(line),
        };
        match (self.status, status) {
            (Some(before), Some(now)) if before != now => {
                let (before, now) = (before.name(), now.name());
                Err(self.expected(format!("one status, found {now} after {before}")))
            }
            (before, now) => {
                self.status = before.or(now);
                Ok(())
            }
        }
    }

    fn read_literals(&mut self, literals: &str, variables: usize) -> Result<(), OutputError> {
        for word in literals.split_ascii_whitespace() {
            let literal: i64 = word.parse().map_err(|_| {
                self.expected(format!("the number of a literal, found `{}`", quote(word)))
            })?;
            if literal == 0 {
                self.is_closed = true;
                continue;
            }
            if self.is_closed {
                let problem = "one model, found more literals after its final 0".to_string();
                return Err(self.expected(problem));
            }
            let index = literal.unsigned_abs() as usize - 1;
            if index >= variables {
                let expected = format!("a literal of the variables 1 to {variables}");
                return Err(self.expected(format!("{expected}, found {literal}")));
            }
            if self.values.len() <= index {
                self.values.resize(index + 1, 0);
            }
            let before = self.values[index];
            if before != 0 && (before > 0) != (literal > 0) {
                let problem = format!("each variable once, found {literal} and {}", -literal);
                return Err(OutputError {
                    variable: Some(Variable::from_index(index)),
                    ..self.expected(problem)
                });
            }
            let line = i32::try_from(self.last).unwrap_or(i32::MAX);
            self.values[index] = if literal > 0 { line } else { -line };
        }
        self.end = Some(self.last);
        Ok(())
    }

    /// The status of the formula: the one stated, or satisfiable if there is only a model.
    pub fn status(&self) -> Status {
        self.status.unwrap_or(Status::Satisfiable)
    }

    /// Returns the model. Variables that are not mentioned are false.
    ///
    /// # Errors
    /// If there is none.
    pub fn model(&self) -> Result<Model, OutputError> {
        if self.end.is_none() && !self.needs_none {
            let problem = "a model (`v` lines) with SATISFIABLE, found none";
            return Err(self.expected(problem.to_string()));
        }
        let mentioned = self.values.iter().enumerate();
        let literals = mentioned.filter(|(_, line)| **line != 0);
        let literal = |(index, line): (usize, &i32)| -> Literal {
            let variable = Variable::from_index(index);
            match *line > 0 {
                true => variable.positive(),
                false => variable.negative(),
            }
        };
        Ok(literals.map(literal).collect())
    }

    /// The number of the line that mentions a variable, counted from 1.
    pub fn line_of(&self, variable: Variable) -> Option<usize> {
        let line = self.values.get(variable.index())?;
        (*line != 0).then(|| line.unsigned_abs() as usize)
    }

    /// The number of the last line of the model, counted from 1.
    pub fn last_line(&self) -> Option<usize> {
        self.end
    }

    /// Returns true if the model does not end in 0.
    pub fn ends_early(&self) -> bool {
        !self.is_closed
    }
}

/// Returns true if a line consists of numbers, like the model in minisat's result file.
fn is_numbers(line: &str) -> bool {
    let is_number = |word: &str| word.parse::<i64>().is_ok();
    !line.is_empty() && line.split_ascii_whitespace().all(is_number)
}

/// Returns the beginning of a text for an error message.
fn quote(text: &str) -> &str {
    let end = text.char_indices().nth(30).map_or(text.len(), |(at, _)| at);
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the status and the true variables, or the line and text of the error.
    fn read(text: &str) -> Result<(Status, Vec<usize>), String> {
        let output =
            SolverOutput::read(text, 5).map_err(|error| format!("{}: {error}", error.line))?;
        let model = match output.status() {
            Status::Satisfiable => output.model(),
            _ => Ok(Model::default()),
        };
        let model = model.map_err(|error| format!("{}: {error}", error.line))?;
        let variables = (0..5).map(Variable::from_index);
        let trues = variables.filter(|variable| model.is_true(*variable));
        Ok((output.status(), trues.map(|v| v.index() + 1).collect()))
    }

    #[test]
    fn output_of_all_solvers_is_parsed() {
        for text in [
            "c cadical\ns SATISFIABLE\nv 1 -2 3\nc between\nv -4 5 0\nc end\n",
            "v 1 -2 3 -4 5 0\ns SATISFIABLE\n",
            "s SATISFIABLE\r\nv 1\r\nv -2\r\nv 3 -4\r\nv 5\r\nv 0\r\n",
            "SAT\n1 -2 3 -4 5 0\n",
            "[1, -2, 3, -4, 5]\n",
            "SAT\n[1, -2, 3, -4, 5, 0]\n",
            "SAT\n1 -2 3 -4 5",
            "s SATISFIABLE\nv 1 3 5 ",
            "v 1 3 5 0",
            "|  Number of variables:  5 |\n\nSATISFIABLE\nv\t1 3 5 0\n0\n",
            "sat\nv 1 3 5 5 0\nSAT\n",
        ] {
            let expected = (Status::Satisfiable, vec![1, 3, 5]);
            assert_eq!(read(text), Ok(expected), "{text}");
        }
        for text in ["s UNSATISFIABLE\n", "UNSAT\n", "c x\nunsat", "s UNSAT"] {
            assert_eq!(read(text), Ok((Status::Unsatisfiable, vec![])), "{text}");
        }
        for text in ["s UNKNOWN", "c UNKNOWN\n", "INDETERMINATE\n", "INDET"] {
            assert_eq!(read(text), Ok((Status::Unknown, vec![])), "{text}");
        }
    }

    #[test]
    fn other_output_is_an_error_with_its_line() {
        for (text, expected) in [
            (
                "",
                "1: expected the output of a solver (`s SATISFIABLE` and `v` lines), found neither",
            ),
            (
                "Killed\n",
                "1: expected the output of a solver (`s SATISFIABLE` and `v` lines), found neither",
            ),
            (
                "s SATISFIABLE\nc\n",
                "2: expected a model (`v` lines) with SATISFIABLE, found none",
            ),
            (
                "s OPTIMUM FOUND",
                "1: expected `s SATISFIABLE` or `s UNSATISFIABLE`, found `s OPTIMUM FOUND`",
            ),
            (
                "s SATISFIABLE\nv 1 0\ns UNSATISFIABLE",
                "3: expected one status, found UNSATISFIABLE after SATISFIABLE",
            ),
            (
                "v 1 0\ns UNSATISFIABLE",
                "1: expected no model with UNSATISFIABLE, found one",
            ),
            (
                "s SATISFIABLE\nv 1 2\nv -1 0",
                "3: expected each variable once, found -1 and 1",
            ),
            (
                "v 1 -6 0",
                "1: expected a literal of the variables 1 to 5, found -6",
            ),
            (
                "v 1 9223372036854775807 0",
                "1: expected a literal of the variables 1 to 5, found 9223372036854775807",
            ),
            (
                "v 1 -9223372036854775808 0",
                "1: expected a literal of the variables 1 to 5, found -9223372036854775808",
            ),
            (
                "v 1 2x 0",
                "1: expected the number of a literal, found `2x`",
            ),
            ("v 1 -", "1: expected the number of a literal, found `-`"),
            (
                "v 1 99999999999999999999 0",
                "1: expected the number of a literal, found `99999999999999999999`",
            ),
            (
                "v 1 0\nv 2 0",
                "2: expected one model, found more literals after its final 0",
            ),
        ] {
            assert_eq!(read(text), Err(expected.to_string()), "{text}");
        }
    }
}
