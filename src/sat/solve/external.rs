//! External SAT solvers: child processes that read DIMACS CNF.

use std::convert::Infallible;
use std::fmt;
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::Path;
use std::process::{Command, ExitStatus};
use std::str::FromStr;

use super::super::formula::{ClauseSink, Cnf, Literal, write_cnf};
use super::child::{self, Finished, SolverFolder};
use super::output::{OutputError, SolverOutput, Status};
use super::solver::{Solver, SolverAnswer, SolverError};
use crate::board::Mismatch;
use crate::{Deadline, Limit};

/// The command line of a solver, such as `cadical -q`, which is run without a shell.
///
/// Quotes and backslashes work as in a shell; there are no variables and redirections. In every
/// word, `{}` is replaced by the path of the CNF file and `{result}` by the path of a file to which
/// the solver can write its model. If no word contains `{}`, the CNF file is the last argument;
/// minisat, which does not print models, also gets the result file.
///
/// ```
/// use satdoku::Session;
/// use satdoku::engine::sat::Sat;
/// use satdoku::sat::SolverCommand;
///
/// let command: SolverCommand = "cadical -q".parse()?;
/// let session = Session::new(Box::new(Sat::external(command)));
/// # Ok::<(), satdoku::board::Mismatch>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolverCommand {
    text: String,
    words: Vec<String>,
}

impl FromStr for SolverCommand {
    type Err = Mismatch;

    fn from_str(text: &str) -> Result<SolverCommand, Mismatch> {
        match shlex::split(text) {
            Some(words) if words.first().is_some_and(|word| !word.is_empty()) => {
                Ok(SolverCommand {
                    text: text.to_string(),
                    words,
                })
            }
            _ => Err(Mismatch::unknown("a command like `cadical -q`", text)),
        }
    }
}

impl fmt::Display for SolverCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl SolverCommand {
    /// The command as written.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the words with the paths filled in.
    fn words(&self, cnf: &Path, result: &Path) -> Vec<String> {
        let (cnf, result) = (cnf.to_string_lossy(), result.to_string_lossy());
        let fill = |word: &String| word.replace("{}", &cnf).replace("{result}", &result);
        let mut words: Vec<String> = self.words.iter().map(fill).collect();
        if !self.words.iter().any(|word| word.contains("{}")) {
            words.push(cnf.to_string());
            if self.is_minisat() && !self.words.iter().any(|word| word.contains("{result}")) {
                words.push(result.to_string());
            }
        }
        words
    }

    /// Returns true for minisat and its variants.
    fn is_minisat(&self) -> bool {
        let program = Path::new(&self.words[0]).file_name();
        program.is_some_and(|name| name.to_string_lossy().starts_with("minisat"))
    }
}

/// A solver that is started for every question, with all clauses so far in a file.
///
/// Its answers are checked as far as possible: a model must satisfy every clause, and the status
/// line, the model and the exit code must agree. The exit code is 10 for satisfiable, 20 for
/// unsatisfiable, 30 if clasp knows that the model is the only one, or 0, which z3 always returns
/// and which means nothing. That there is no model cannot be checked here.
#[derive(Debug)]
pub struct External {
    command: SolverCommand,
    deadline: Option<Deadline>,
    cnf: Cnf,
}

impl External {
    /// Creates a solver without clauses, which is killed at the deadline.
    pub fn new(command: SolverCommand, deadline: Option<&Deadline>) -> External {
        External {
            command,
            deadline: deadline.cloned(),
            cnf: Cnf::default(),
        }
    }

    fn error(&self, reason: String) -> SolverError {
        SolverError {
            solver: self.command.text.clone(),
            reason,
        }
    }

    /// Writes the formula, runs the solver, and returns its outcome and the content of the result
    /// file, which is empty if there is none. Returns `None` if the deadline passed first.
    fn run(&self, variables: usize) -> std::io::Result<Option<(Finished, Vec<u8>)>> {
        let folder = SolverFolder::create()?;
        // z3 recognises the format by the extension.
        let cnf = folder.path().join("formula.cnf");
        let result = folder.path().join("result.txt");
        write_cnf(variables, &self.cnf, BufWriter::new(File::create(&cnf)?))?;
        let words = self.command.words(&cnf, &result);
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]);
        // A model takes about 12 bytes per variable; the rest is for statistics.
        let most = (1 << 28) + 16 * variables as u64;
        let Some(finished) = child::run(command, self.deadline.as_ref(), most)? else {
            return Ok(None);
        };
        let written = fs::read(&result).unwrap_or_default();
        Ok(Some((finished, written)))
    }

    /// Returns the answer of a solver that has ended, if it is consistent.
    fn check_result(
        &self,
        variables: usize,
        status: ExitStatus,
        text: &str,
    ) -> Result<SolverAnswer, String> {
        let stated = match status.code() {
            // clasp returns the sum if it happens to know that its model is the only one.
            Some(10 | 30) => Some(Status::Satisfiable),
            Some(20) => Some(Status::Unsatisfiable),
            Some(0) => None,
            // `exit status: 1`, `signal: 9 (SIGKILL)`
            _ => return Err(format!("it ended with {status}")),
        };
        let in_line = |error: OutputError| format!("line {} of its output: {error}", error.line);
        let output = SolverOutput::read(text, variables).map_err(in_line)?;
        if let Some(stated) = stated
            && stated != output.status()
        {
            let printed = output.status().name();
            return Err(format!("it printed {printed}, but ended with {status}"));
        }
        match output.status() {
            Status::Unsatisfiable => return Ok(SolverAnswer::Unsatisfiable(Vec::new())),
            Status::Unknown => return Ok(SolverAnswer::Unknown(Limit::Solver)),
            Status::Satisfiable => {}
        }
        let hint = "a solver that writes it to a file needs `{result}` where the file is named";
        let model = output.model();
        let model = model.map_err(|error| format!("{} ({hint})", in_line(error)))?;
        match self.cnf.violated(&model) {
            None => Ok(SolverAnswer::Satisfiable(model)),
            Some((number, clause)) => {
                let literals: String = clause.iter().map(|literal| format!("{literal} ")).collect();
                Err(format!(
                    "its model does not satisfy clause {number} of its formula, `{literals}0`"
                ))
            }
        }
    }
}

impl ClauseSink for External {
    type Error = Infallible;

    fn clause(&mut self, literals: &[Literal]) -> Result<(), Infallible> {
        self.cnf.clause(literals)
    }
}

impl Solver for External {
    fn solve_under(&mut self, assumptions: &[Literal]) -> Result<SolverAnswer, SolverError> {
        let clauses = self.cnf.len();
        for assumption in assumptions {
            let Ok(()) = self.cnf.clause(&[*assumption]);
        }
        let answer = self.ask();
        self.cnf.truncate(clauses);
        if let Ok(SolverAnswer::Unsatisfiable(_)) = answer {
            return Ok(SolverAnswer::Unsatisfiable(assumptions.to_vec()));
        }
        answer
    }
}

impl External {
    /// Runs the solver on the current clauses.
    fn ask(&self) -> Result<SolverAnswer, SolverError> {
        let variables = self.cnf.variables();
        let run = self.run(variables);
        let Some((finished, written)) =
            run.map_err(|error| self.error(format!("cannot be run: {error}")))?
        else {
            let passed = self.deadline.as_ref();
            let passed = passed.map_or(Limit::Solver, Limit::of_deadline);
            return Ok(SolverAnswer::Unknown(passed));
        };
        let output = if written.is_empty() {
            &finished.stdout
        } else {
            &written
        };
        let text = String::from_utf8_lossy(output);
        self.check_result(variables, finished.status, &text)
            .map_err(|reason| {
                let mut reason = reason;
                for (name, bytes) in [
                    ("it printed", output),
                    ("on standard error", &finished.stderr),
                ] {
                    if !bytes.is_empty() {
                        reason +=
                            &format!("; {name} `{}`", shortened(&String::from_utf8_lossy(bytes)));
                    }
                }
                self.error(reason)
            })
    }
}

/// Shortens a text to one line for an error message, keeping the beginning and the end.
fn shortened(text: &str) -> String {
    let line: Vec<char> = text
        .trim()
        .replace(['\n', '\r', '\t'], " ")
        .chars()
        .collect();
    let (head, tail) = (120, 60);
    let visible = |part: &[char]| -> String {
        let characters = part.iter().filter(|c| !c.is_control());
        characters.collect()
    };
    match line.len() > head + tail {
        false => visible(&line),
        true => visible(&line[..head]) + " … " + &visible(&line[line.len() - tail..]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(command: &str) -> Vec<String> {
        let command: SolverCommand = command.parse().unwrap();
        command.words(Path::new("F"), Path::new("R"))
    }

    #[test]
    fn paths_are_filled_into_commands() {
        assert_eq!(words("cadical -q"), ["cadical", "-q", "F"]);
        assert_eq!(words("'my solver' \"a b\""), ["my solver", "a b", "F"]);
        assert_eq!(words("solver {} -o {result}"), ["solver", "F", "-o", "R"]);
        assert_eq!(words("sh -c 'x <{}'"), ["sh", "-c", "x <F"]);
        assert_eq!(words("/usr/bin/minisat"), ["/usr/bin/minisat", "F", "R"]);
        assert_eq!(words("minisat_core {}"), ["minisat_core", "F"]);
        for wrong in ["", "  ", "''", "'cadical", "cadical \\"] {
            assert!(wrong.parse::<SolverCommand>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn error_messages_show_the_ends_of_a_long_text() {
        assert_eq!(shortened("a\nb\u{1b}[0m\n"), "a b[0m");
        let long = shortened(&"v 1 -2 3\n".repeat(100));
        assert_eq!(long.chars().count(), 183);
        assert!(
            long.starts_with("v 1 -2 3 v 1") && long.ends_with("-2 3"),
            "{long}"
        );
    }
}
