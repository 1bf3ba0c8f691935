//! The command line: one file per subcommand, each from arguments to a library call to output.

mod against;
mod batch;
mod bench;
mod candidates;
mod certify;
mod check;
mod cnf;
mod command;
mod count;
mod engine;
mod exit;
mod export;
mod file;
mod import;
mod input;
mod interrupt;
mod json;
mod minimal;
mod minimise;
mod output;
mod printing;
mod progress;
mod reading;
mod reply;
mod solve;
mod steps;
mod summary;
mod table;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use exit::{Exit, Forgiven};
use output::{Output, is_closed_pipe, say};

/// Solves Sudoku puzzles, says whether they have one solution, and writes them as CNF
#[derive(Debug, Parser)]
#[command(version, after_help = EXIT_CODES, propagate_version = true)]
struct Program {
    #[command(subcommand)]
    command: Command,

    /// Exit with 0 instead of 1 when some puzzle has not what was asked for and, with =records,
    /// instead of 2 when some record is no puzzle, as its answer says
    #[arg(long, global = true, value_name = "FORGIVEN", num_args = 0..=1, require_equals = true,
          default_missing_value = "answers")]
    exit_zero: Option<Forgiven>,
}

const EXIT_CODES: &str = "\
Exit codes:
  0  every puzzle has what was asked for
  1  some puzzle has not: no solution or, for check and minimise, not exactly one
  2  bad input, bad usage, a failed read or write
  3  two engines disagree or the program panicked, which is a bug
  130  interrupted (Ctrl-C), after what was answered until then
  10, 20  solve --cnf: satisfiable, unsatisfiable";

#[derive(Debug, Subcommand)]
enum Command {
    Solve(solve::Solve),
    Check(check::Check),
    Count(count::Count),
    Candidates(candidates::Candidates),
    Minimise(minimise::Minimise),
    Export(export::Export),
    Import(import::Import),
    Bench(bench::Bench),
}

/// Runs the program.
pub fn main() -> ExitCode {
    let program = Program::parse();
    let mut output = Output::new();
    let result = match program.command {
        Command::Solve(solve) => solve.run(&mut output),
        Command::Bench(bench) => bench.run(&mut output),
        Command::Candidates(candidates) => candidates.run(&mut output),
        Command::Check(check) => check.run(&mut output),
        Command::Count(count) => count.run(&mut output),
        Command::Minimise(minimise) => minimise.run(&mut output),
        Command::Export(export) => export.run(&mut output),
        Command::Import(import) => import.run(&mut output),
    };
    let result = result.and_then(|exit| output.flush().map(|()| exit));
    let exit = result.unwrap_or_else(|error| {
        if is_closed_pipe(&error) {
            return Exit::Fulfilled;
        }
        say(format!("{error:#}"));
        Exit::Failed
    });
    exit.code(program.exit_zero)
}
