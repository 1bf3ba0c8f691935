//! Helpers of all integration tests: puzzles, runs of the program, and commands of documents.

#![allow(dead_code, reason = "each test file uses a part of this")]

pub mod drat;
#[path = "../../../../../src/testing.rs"]
pub mod puzzles;
pub mod sat_solver;

pub(crate) use puzzles::cases;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The program under test.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_satdoku");

/// Four puzzles of the README and their solutions.
pub const PUZZLES: [[&str; 2]; 4] = [
    [
        "003020600900305001001806400008102900700000008006708200002609500800203009005010300",
        "483921657967345821251876493548132976729564138136798245372689514814253769695417382",
    ],
    [
        "4…..8.5.3……….7……2…..6…..8.4……1…….6.3.7.5..2…..1.4……",
        "417369825632158947958724316825437169791586432346912758289643571573291684164875293",
    ],
    [
        "004800017670900000508030004300740100069000780001069005100080306000006091240001500",
        "934825617672914853518637924325748169469153782781269435197582346853476291246391578",
    ],
    [HARDEST, HARDEST_SOLUTION],
];

/// The fourth puzzle, as rows.
pub const HARDEST: &str = "\
8 . . . . . . . .
. . 3 6 . . . . .
. 7 . . 9 . 2 . .
. 5 . . . 7 . . .
. . . . 4 5 7 . .
. . . 1 . . . 3 .
. . 1 . . . . 6 8
. . 8 5 . . . 1 .
. 9 . . . . 4 . .";

/// The fourth puzzle, on a line.
pub const HARDEST_LINE: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

pub const HARDEST_SOLUTION: &str =
    "812753649943682175675491283154237896369845721287169534521974368438526917796318452";

/// A puzzle with two solutions: 8 and 6 can be exchanged in its four blanks.
pub const TWO_SOLUTIONS: &str =
    "4.3921.579.7345.21251876493548132976729564138136798245372689514814253769695417382";

/// Compresses a text with gzip.
pub fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

/// The output and the exit code of a run.
#[derive(Debug)]
pub struct Run {
    pub stdout: String,
    pub stderr: String,
    pub code: i32,
}

impl Run {
    /// Returns the results and the exit code.
    pub fn out(&self) -> (&str, i32) {
        (&self.stdout, self.code)
    }

    /// Returns the messages and the exit code.
    pub fn err(&self) -> (&str, i32) {
        (&self.stderr, self.code)
    }

    /// Returns the results, the messages and the exit code.
    pub fn all(&self) -> (&str, &str, i32) {
        (&self.stdout, &self.stderr, self.code)
    }

    /// Asserts that the results contain a text.
    #[track_caller]
    pub fn assert_prints(&self, text: &str) {
        assert!(self.stdout.contains(text), "expected {text:?} in {self:#?}");
    }

    /// Asserts that the results begin with a text.
    #[track_caller]
    pub fn assert_begins(&self, text: &str) {
        assert!(
            self.stdout.starts_with(text),
            "expected {text:?} first in {self:#?}"
        );
    }

    /// Asserts that the messages contain a text.
    #[track_caller]
    pub fn assert_reports(&self, text: &str) {
        assert!(
            self.stderr.contains(text),
            "expected the message {text:?} in {self:#?}"
        );
    }

    /// Asserts that the messages begin with a text.
    #[track_caller]
    pub fn assert_reports_first(&self, text: &str) {
        assert!(
            self.stderr.starts_with(text),
            "expected the message {text:?} first in {self:#?}"
        );
    }

    /// Returns the only object of JSON.
    #[track_caller]
    pub fn object(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).expect(&self.stderr)
    }

    /// Returns the objects of JSON Lines.
    #[track_caller]
    pub fn objects(&self) -> Vec<serde_json::Value> {
        objects(&self.stdout)
    }
}

/// Parses JSON Lines.
#[track_caller]
pub fn objects(text: &str) -> Vec<serde_json::Value> {
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

impl From<Output> for Run {
    fn from(output: Output) -> Run {
        Run {
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
            code: output.status.code().expect("ended by a signal"),
        }
    }
}

/// Returns a command that runs the program with these arguments, separated by spaces.
pub fn satdoku(arguments: &str) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(arguments.split_whitespace());
    // These affect colours.
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "CI"] {
        command.env_remove(variable);
    }
    command
}

/// Runs a command with this standard input.
pub fn run(mut command: Command, input: impl AsRef<[u8]>) -> Run {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.as_ref().to_vec();
    // A program may end before it has read everything, which closes the pipe.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Run::from(output)
}

/// Runs the program with these arguments and this standard input.
pub fn satdoku_on(arguments: &str, input: impl AsRef<[u8]>) -> Run {
    run(satdoku(arguments), input)
}

/// Runs the program with these arguments, further ones that may have spaces, and this standard input.
pub fn satdoku_with<T: AsRef<std::ffi::OsStr>>(
    arguments: &str,
    more: impl IntoIterator<Item = T>,
    input: impl AsRef<[u8]>,
) -> Run {
    let mut command = satdoku(arguments);
    command.args(more);
    run(command, input)
}

/// Runs a command on a file of many puzzles, in a pipe whose reader closes it after one line. Returns
/// that line, and how the command ended.
pub fn first_line(arguments: &str, lines: usize) -> (String, Run) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("many");
    std::fs::write(&file, format!("{}\n", PUZZLES[0][0]).repeat(lines)).unwrap();
    let mut command = satdoku(arguments);
    let command = command.arg(&file).stdout(Stdio::piped());
    let mut program = command.stderr(Stdio::piped()).spawn().unwrap();
    let head = Command::new("head")
        .args(["-n", "1"])
        .stdin(program.stdout.take().unwrap())
        .output()
        .unwrap();
    let run = Run::from(program.wait_with_output().unwrap());
    (String::from_utf8(head.stdout).unwrap(), run)
}

/// Copies the program into a folder where every user may run it.
#[cfg(unix)]
pub fn program_for_every_user() -> (tempfile::TempDir, std::path::PathBuf) {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir_in("/tmp").unwrap();
    let program = folder.path().join("satdoku");
    std::fs::copy(PROGRAM, &program).unwrap();
    std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o755)).unwrap();
    (folder, program)
}

/// Makes a command run as a user without privileges, and without other processes, if this is root.
#[cfg(unix)]
pub fn without_privileges(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    if rustix::process::getuid().is_root() {
        command
            .uid(60_000 + std::process::id() % 5_000)
            .current_dir("/tmp");
    }
}

/// Defines a test for each external solver, from a function that takes the solver's command. With
/// `and varisat`, the solver of [`sat_solver`] is one of them.
macro_rules! for_each_solver {
    ($function:ident and varisat) => {
        mod $function {
            #[test]
            fn varisat() {
                super::$function(&crate::common::sat_solver::command());
            }
            crate::common::for_each_solver!(
                $function: minisat cadical cryptominisat5 picosat clasp z3
            );
        }
    };
    ($function:ident) => {
        mod $function {
            crate::common::for_each_solver!(
                $function: minisat cadical cryptominisat5 picosat clasp z3
            );
        }
    };
    ($function:ident: $($solver:ident)+) => {$(
        #[test]
        #[ignore = "needs the solver: .ci/run installs it"]
        fn $solver() {
            super::$function(stringify!($solver));
        }
    )+};
}
pub(crate) use for_each_solver;

/// A command of a document and its output.
pub struct Example {
    pub command: String,
    pub output: String,
}

/// Returns the commands in the `console` blocks of a Markdown text: lines that begin with `$ `, and
/// the lines below them as their output.
pub fn examples(markdown: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut is_inside = false;
    for line in markdown.lines() {
        if line.starts_with("```") {
            is_inside = line == "```console";
        } else if !is_inside {
            continue;
        } else if let Some(command) = line.strip_prefix("$ ") {
            examples.push(Example {
                command: command.to_string(),
                output: String::new(),
            });
        } else if let Some(example) = examples.last_mut() {
            // A backslash at the end continues the command on the next line.
            if example.command.ends_with('\\') {
                example.command += &format!("\n{line}");
            } else {
                example.output += &format!("{line}\n");
            }
        }
    }
    examples
}

/// Runs a command in a shell that finds the program, and returns all it prints. `cadical` is the solver of
/// [`sat_solver`].
pub fn run_example(command: &str, folder: &Path) -> String {
    let program = Path::new(PROGRAM);
    let path = format!(
        "{}:{}",
        program.parent().unwrap().display(),
        std::env::var("PATH").unwrap()
    );
    let mut shell = Command::new("bash");
    let solver = sat_solver::script();
    let cadical = format!("cadical() {{ ({solver}) }}");
    shell
        .arg("-c")
        .arg(format!("exec 2>&1\n{cadical}\n{command}"));
    shell.env("PATH", path).current_dir(folder);
    run(shell, "").stdout
}
